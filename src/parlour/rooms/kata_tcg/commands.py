"""Kata TCG: `parlour deck`, the deck workshop, and `--deck` to play with a deck."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.shared_options import Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.cli.screen import Screen
    from parlour.games.kata_tcg.decks import Deck
    from parlour.games.kata_tcg.options import KataOptions
    from parlour.games.kata_tcg.pool import Card

_FEW = 6  # up to this many cards are shown with their texts

app = typer.Typer(
    help="Show, check and build decks for Kata TCG.\n\n"
    "\b\nExamples:\n"
    "  parlour deck list\n"
    "  parlour deck show motley\n"
    "  parlour deck pool --mode heal --cost 0-3\n"
    '  parlour deck new "Ember and Ash" --copy motley\n'
    '  parlour deck new Mine --cards "strike=4,jab=4,…"\n'
    "  parlour deck check mine.toml",
    rich_markup_mode=None,
    no_args_is_help=False,
    invoke_without_command=True,
)

DeckName = Annotated[str, typer.Argument(metavar="NAME", help="A ready-made deck, or one of your own.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a deck of the same name.")]


@app.callback()
def workshop(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list")
def list_all(as_json: Json = False) -> None:
    """List the ready-made decks and your own."""
    from parlour.cli.screen import Screen
    from parlour.games.kata_tcg.decks import READY, list_decks

    own = list_decks()
    if as_json:
        told = {
            "ready": {key: _facts(deck) for key, deck in READY.items()},
            "own": [
                {"file": shelved.file, "name": shelved.name, "valid": shelved.valid}
                | ({} if shelved.deck is None else {"cards": shelved.deck.cards})
                | ({"errors": [error.message for error in shelved.errors]} if shelved.errors else {})
                for shelved in own
            ],
        }
        print(json.dumps(told, ensure_ascii=False, indent=1))
        return
    screen = Screen([])
    widest = max(len(name) for name in [*READY, *(shelved.file for shelved in own)])
    screen.frame("\n".join(f"{key:<{widest}}  {deck.notes}" for key, deck in READY.items()), "Ready-made decks")
    if own:
        lines = []
        for shelved in own:
            said = _about(shelved.deck) if shelved.deck else f"not playable: {shelved.errors[0].message}"
            lines.append(f"{shelved.file:<{widest}}  {said}")
        screen.frame("\n".join(lines), "Your decks")
    else:
        screen.line("You have no decks of your own yet. Make one with `parlour deck new`.")


@app.command()
def show(name: DeckName, as_json: Json = False) -> None:
    """Show the cards of a deck: a ready-made one, one of your own, or a deck file."""
    from parlour.cli.screen import Screen
    from parlour.games.kata_tcg.pool import POOL

    deck = read_deck(name)
    if as_json:
        print(json.dumps(_facts(deck), ensure_ascii=False, indent=1))
        return
    lines = [deck.notes, ""] if deck.notes else []
    for card_id, copies in deck.cards.items():
        card = POOL[card_id]
        lines.append(f"{copies} x {card_id:<18} cost {card.cost:>2}   {_values(card)}")
    Screen([]).frame("\n".join(lines), f"{deck.name} ({deck.size} cards)")


@app.command()
def pool(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]…", help="Only cards with these words in name or text.")
    ] = None,
    cost: Annotated[
        str | None, typer.Option("--cost", metavar="N|A-B|N+", help="Only cards of this cost: 3, 2-4 or 5+.")
    ] = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(
            "--mode", metavar="MODE", help="Only cards that can attack, heal, summon or draw; may be repeated."
        ),
    ] = None,
    group: Annotated[str | None, typer.Option("--group", metavar="GROUP", help="Only cards of this group.")] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="Only cards allowed with this preset.")
    ] = None,
    sort: Annotated[str, typer.Option("--sort", metavar="BY", help="pool, cost or name.")] = "pool",
    as_json: Json = False,
) -> None:
    """Look through the pool of cards that decks are made of.

    \b
    Examples:
      parlour deck pool                          all 62 cards
      parlour deck pool --mode draw --sort cost
      parlour deck pool --group minion --cost 2-4
      parlour deck pool --preset classic         the plain cards
      parlour deck pool dragon
    """
    from parlour.cli.screen import Screen
    from parlour.games.kata_tcg.pool import POOL

    found = _ordered(_chosen(words or [], cost, mode or [], group, preset), sort)
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return
    lines = [f"{'id':<17} {'cost':>4} {'most':>4}  {'group':<18} modes"]
    for card in found:
        lines.append(f"{card.id:<17} {card.cost:>4} {card.limit:>4}  {card.group:<18} {_values(card)}")
    if not found:
        lines = ["No card fits; `parlour deck pool` shows all of them."]
    elif len(found) <= _FEW:
        lines += ["", *(f"{card.name}: {card.text}" for card in found)]
    many = "card" if len(found) == 1 else "cards"
    Screen([]).long_frame("\n".join(lines), f"{len(found)} {many} of {len(POOL)}")


def _chosen(words: list[str], cost: str | None, modes: list[str], group: str | None, preset: str | None) -> list[Card]:
    """The cards of the pool that pass every filter."""
    from parlour.core.errors import Refused
    from parlour.games.kata_tcg.game import GAME
    from parlour.games.kata_tcg.pool import MODES, POOL, eligible
    from parlour.games.kata_tcg.pool import modes as modes_of

    for mode in modes:
        if mode.lower() not in MODES:
            raise Refused(f"There is no mode {mode[:40]!r}; there are: {', '.join(MODES)}.", "bad-option")
    groups = sorted({card.group for card in POOL})
    if group is not None and group.lower() not in groups:
        raise Refused(f"There is no group {group[:40]!r}; there are: {', '.join(groups)}.", "bad-option")
    low, high = _costs(cost)
    options: KataOptions | None = GAME.read_options(preset=preset) if preset is not None else None
    found = []
    for card in POOL:
        text = f"{card.id} {card.name} {card.text}".lower()
        fits = low <= card.cost <= high and all(word.lower() in text for word in words)
        fits = fits and all(mode.lower() in modes_of(card, True, True, True) for mode in modes)
        fits = fits and (group is None or card.group == group.lower())
        if options is not None:
            of = options
            fits = fits and eligible(card, of.healing, of.minions, of.drawers, of.custom_cards)
        if fits:
            found.append(card)
    return found


def _costs(text: str | None) -> tuple[int, int]:
    """The lowest and the highest cost that `3`, `2-4` or `5+` mean."""
    import re

    from parlour.core.errors import Refused
    from parlour.games.kata_tcg.pool import TOP_COST

    if text is None:
        return 0, TOP_COST
    found = re.fullmatch(r"(\d{1,3})(?:(\+)|-(\d{1,3}))?", text.strip())
    if found is None:
        raise Refused(f"Write a cost as 3, 2-4 or 5+, not {text[:40]!r}.", "bad-option")
    low = int(found[1])
    return low, TOP_COST if found[2] else int(found[3] or low)


def _ordered(cards: list[Card], by: str) -> list[Card]:
    from parlour.core.errors import Refused

    orders: dict[str, Callable[[Card], Any]] = {
        "pool": lambda card: card.number,
        "cost": lambda card: (card.cost, card.name),
        "name": lambda card: card.name,
    }
    if by.lower() not in orders:
        raise Refused(f"Cards can be sorted by {', '.join(orders)}, not by {by[:40]!r}.", "bad-option")
    return sorted(cards, key=orders[by.lower()])


def _values(card: Card) -> str:
    """What each mode of a card does."""
    values = [
        f"attack {card.damage}" if card.damage is not None else "",
        f"heal {card.heal}" if card.heal is not None else "",
        f"minion {card.minion_damage}/{card.minion_health}" if card.minion_health is not None else "",
        f"draw {card.draw}" if card.draw is not None else "",
    ]
    return ", ".join(filter(None, values))


@app.command()
def check(
    path_text: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")],
    as_json: Json = False,
) -> None:
    """Check a deck file, and list everything that is wrong with it."""
    from parlour.cli.paths import typed_path
    from parlour.games.kata_tcg.decks import DeckErrors, load_deck_file

    try:
        deck = load_deck_file(typed_path(path_text))
    except DeckErrors as wrong:
        if not as_json:
            raise
        import msgspec

        print(json.dumps({"valid": False, "errors": msgspec.to_builtins(wrong.errors)}, ensure_ascii=False, indent=1))
        raise typer.Exit(2) from None
    if as_json:
        print(json.dumps({"valid": True, "errors": [], **_facts(deck)}, ensure_ascii=False, indent=1))
    else:
        print(f"{path_text} is a valid deck: {deck.name}, {deck.size} cards.")


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the deck.")],
    copy: Annotated[str | None, typer.Option("--copy", metavar="DECK", help="Start from this deck's cards.")] = None,
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards",
            metavar="ID=N,…",
            help="Cards and copies; with --copy they change that deck, and 0 removes a card.",
        ),
    ] = None,
    notes: Annotated[str, typer.Option("--notes", help="A remark to keep with the deck.")] = "",
    overwrite: Overwrite = False,
) -> None:
    """Save a new deck of your own."""
    from parlour.core.errors import Refused
    from parlour.games.kata_tcg.decks import Deck, save_deck

    if copy is None and cards is None:
        raise Refused("A new deck needs --copy DECK or --cards, for example --copy motley.", "bad-cards")
    base = read_deck(copy) if copy is not None else Deck(name)
    chosen = {**base.cards, **_read_cards(cards or "")}
    kept = {card: copies for card, copies in chosen.items() if copies != 0 or card not in base.cards}
    try:
        path = save_deck(Deck(name, notes or base.notes, kept), overwrite=overwrite)
    except Refused as refusal:
        if refusal.code != "exists":
            raise
        raise Refused(
            f"There is already a deck called {name}: choose another name, or replace it with --overwrite.", "exists"
        ) from None
    print(f"Saved as {path}")


@app.command()
def delete(name: Annotated[str, typer.Argument(metavar="NAME", help="One of your own decks.")]) -> None:
    """Delete one of your own decks."""
    from parlour.games.kata_tcg.decks import delete_deck

    print(f"Deleted {delete_deck(name)}")


def _read_cards(text: str) -> dict[str, int]:
    from parlour.core.errors import Refused

    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        card, equals, copies = (piece.strip() for piece in part.partition("="))
        if not equals or not (copies.isascii() and copies.isdigit() and len(copies) < 7):
            raise Refused(f"Write cards as id=copies, separated by commas, not {part[:40]!r}.", "bad-cards")
        found[card] = int(copies)
    return found


def _about(deck: Deck) -> str:
    notes = f"  {deck.notes}" if deck.notes else ""
    return f"{deck.name}, {deck.size} cards{notes}"


def _facts(deck: Deck) -> dict[str, Any]:
    return {"name": deck.name, "notes": deck.notes, "size": deck.size, "cards": deck.cards}


# --- decks for a game ---


def add_options(
    given: dict[str, Any],
    preset: str | None,
    must: bool,
    *,
    deck: Annotated[
        list[str] | None,
        typer.Option("--deck", metavar="NAME|FILE", help="A deck for the next seat, in order (kata-tcg)."),
    ] = None,
) -> None:
    """Put decks into the options: ready-made ones by name, others card by card."""
    from parlour.games.kata_tcg.decks import READY
    from parlour.games.kata_tcg.game import GAME

    names = deck or []
    found = [read_deck(name) for name in names]
    given["decks"] = [name if name in READY else dict(deck.cards) for name, deck in zip(names, found, strict=True)]
    given.setdefault("deck_building", True)
    options = GAME.read_options(given, preset)
    for one in found:
        check_deck(one, options)


def read_deck(text: str) -> Deck:
    """A ready-made deck, one from a file, or one of the person's own."""
    from parlour.cli.paths import typed_path
    from parlour.games.kata_tcg.decks import find_deck, load_deck_file

    return load_deck_file(typed_path(text)) if os.sep in text or text.endswith(".toml") else find_deck(text)


def check_deck(deck: Deck, options: Any) -> None:
    """Refuse a deck that these options do not allow, with one sentence that names it."""
    from parlour.core.english import listed
    from parlour.core.errors import Refused
    from parlour.games.kata_tcg.decks import check_eligible

    errors = check_eligible(deck, options.healing, options.minions, options.drawers, options.custom_cards)
    if not errors:
        return
    missing = list(dict.fromkeys(option for error in errors for option in error.options))
    cards = [str(error.card) for error in errors]
    some = ", ".join(cards[:3]) + (f" and {len(cards) - 3} more" if len(cards) > 3 else "")
    settings = " ".join(f"--option {option}=yes" for option in missing)
    raise Refused(
        f"The deck {deck.name} cannot be played without the option{'s' if len(missing) > 1 else ''} "
        f"{listed(missing)}, because of {some}: add {settings}, or choose another deck.",
        "not-eligible",
    )


def ask_in_menu(screen: Screen, options: KataOptions) -> dict[str, list[str]]:
    """The two decks for a game with deck building; nothing if both sides play the usual one."""
    from parlour.cli.menu import Entry, ask
    from parlour.core.errors import Refused

    if not options.deck_building:
        return {}
    from parlour.games.kata_tcg.decks import READY, default_deck, list_decks

    usual = default_deck(options.drawers, options.custom_cards)
    decks = {**READY, **{shelved.file: shelved.deck for shelved in list_decks() if shelved.deck is not None}}
    fitting: list[str] = []
    for name, deck in decks.items():
        try:
            check_deck(deck, options)
            fitting.append(name)
        except Refused:
            continue
    entries = [Entry(name, decks[name].notes or decks[name].name, (decks[name].name,)) for name in fitting]
    mine = fitting[ask(screen, "Your deck?", entries, fitting.index(usual))]
    theirs = fitting[ask(screen, "And the other side's?", entries, fitting.index(usual))]
    return {} if mine == theirs == usual else {"deck": [mine, theirs]}


COMMANDS = {"deck": app}
