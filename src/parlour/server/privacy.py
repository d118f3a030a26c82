"""What a house keeps about its guests, in sentences made from its settings."""

from __future__ import annotations

from parlour.core.english import count
from parlour.core.protocol import Kept, Privacy
from parlour.server.oidc import name_of
from parlour.server.settings import Settings


def page(settings: Settings) -> Privacy:
    return Privacy(kept(settings), not_kept(settings))


def _for(days: int, since: str, otherwise: str) -> str:
    return f"{count(days, 'day')} after {since}." if days else otherwise


def kept(settings: Settings) -> list[Kept]:
    you = _for(
        settings.keep_guests_days,
        "you or one of your bots were last here; then you are forgotten as if you had left for good",
        "Until you leave for good, on the page You.",
    )
    oidc = name_of(settings)
    found = [
        Kept(
            "Who you are",
            "A random id, the name you chose, and when you were first and last here. No password, no e‑mail address.",
            "So that your games find you again.",
            you,
        ),
        Kept(
            "Your devices and ways back",
            "For each device the hash of its token, the kind of browser, and when it was last here; the hash of a "
            "recovery phrase; the public part of passkeys"
            + (f"; if you sign in with {oidc}, the id by which it knows you" if oidc else "")
            + ". Nobody can come in with what is kept.",
            "So that you come back without a password, and can sign devices out.",
            f"Until you remove them. {you}"
            if settings.keep_guests_days
            else "Until you remove them or leave for good.",
        ),
        Kept(
            "Friendly games",
            "The players' names, every move and the time it took, the result, and reviews that somebody asked for.",
            "So that a game survives a restart, and can be replayed, shared and played on from.",
            _for(
                settings.keep_games_days,
                "the end of the game, unless somebody plays on from it, a report is about it or it belongs to a "
                "tournament",
                "For good. If you leave, your name is replaced in them.",
            ),
        ),
        Kept(
            "Rated games and ratings",
            "The same as for friendly games, and what each game changed.",
            "So that everybody can check how a rating came about.",
            "For good. If you leave, your name is replaced in them and your ratings are deleted.",
        ),
        Kept(
            "Decks, card scripts, experiments and puzzles",
            "What you saved, what you had the lab find out, and how you did with puzzles.",
            "So that you find them again.",
            (
                f"Until you delete them. {you}"
                if settings.keep_guests_days
                else "Until you delete them or leave for good."
            )
            + " Whoever has the link to a card script of yours can read it even after you deleted it, until you leave "
            "for good. What a game was played with stays with the game.",
        ),
        Kept(
            "Tournaments, and whom you follow",
            "Which tournaments you run or have entered, and how you did; the players whom you follow.",
            "So that everybody can read how a tournament went, and you see your friends' games first.",
            "Tournaments for good; if you leave, your name is replaced in them. Whom you follow until you stop, or "
            "leave for good.",
        ),
        Kept(
            "Logs of bots",
            "What went wrong with a bot's answers, for its owner.",
            "So that bots get better.",
            _for(settings.keep_logs_days, "it went wrong", "As long as the game."),
        ),
        Kept(
            "Reports and bans",
            "Who reported whom, when and why, with the game it is about; who or which range of addresses is banned, "
            "until when and why.",
            "So that the host can keep order.",
            "While a report is open or a ban holds, and "
            + _for(settings.keep_reports_days, "a report is settled or a ban has ended", "for good after that."),
        ),
        Kept(
            "What hosts did",
            "Bans, closed tables, settled reports and messages, with the time and the reason.",
            "So that those who keep order can be held to it.",
            _for(settings.keep_acts_days, "it was done", "For good."),
        ),
    ]
    return found + _asked_for(settings)


def _asked_for(settings: Settings) -> list[Kept]:
    """What only some houses keep."""
    found = []
    if settings.programs:
        found.append(
            Kept(
                "Programs",
                "The programs that you upload, what was built of them, and how they did: their time, their memory, and "
                "the end of what they wrote.",
                "So that the house can run them, and you can make them better.",
                "Until you withdraw a program or leave for good; how it did, as long as the game.",
            )
        )
    if settings.push_contact:
        found.append(
            Kept(
                "Notifications",
                "Where the push service of your browser takes messages for your device, and the keys to encrypt them; "
                "only if you turn notifications on.",
                "So that your device tells you when it is your turn.",
                "Until you turn them off, sign the device out or leave for good.",
            )
        )
    if settings.access_log:
        found.append(
            Kept(
                "A log of requests",
                "For each request and each time at a table: when it was, its address in this house, how it went, and "
                "your address on the network. Neither your name nor your token.",
                "So that the host can find out about faults and attacks.",
                "That is not a setting of the house: as long as the host keeps the file.",
            )
        )
    return found


def not_kept(settings: Settings) -> list[str]:
    address = (
        "Your address on the network is used while you are here, to limit how much one address may ask for and to see "
        "whether it is banned"
    )
    log = "The house's log has warnings and errors only"
    return [
        f"{address}." if settings.access_log else f"{address}; it is not written down.",
        "There are no cookies, no advertising, and nothing is loaded from other sites or told to them"
        + _unless(settings)
        + ". Your browser itself keeps your token, your settings, and whom you have muted.",
        (f"{log}, besides the log of requests." if settings.access_log else f"{log}, never who asked for what.")
        + " A proxy in front of it may keep a log of its own; its host can tell you.",
        "Copies of the database that the host makes for safety keep what they have until they are replaced.",
    ]


def _unless(settings: Settings) -> str:
    """Who else learns something."""
    oidc = name_of(settings)
    told = [f"unless you sign in with {oidc}, which then learns that you came here"] if oidc else []
    if settings.push_contact:
        told.append(
            "unless you turn notifications on: then your browser's push service passes them on, encrypted, and learns "
            "when you get one"
        )
    return "".join(f", {one}" for one in told)
