"""`parlour deck`: the workshop for decks of Kata TCG."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.asked import Json

if TYPE_CHECKING:
    from parlour.games.kata_tcg.decks import Deck

app = typer.Typer(
    help="Look at, check and build decks for Kata TCG.\n\n"
    "\b\nExamples:\n"
    "  parlour deck list\n"
    "  parlour deck show motley\n"
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
        screen.line("You have no decks of your own yet: `parlour deck new` makes one.")


@app.command()
def show(name: DeckName, as_json: Json = False) -> None:
    """Show the cards of a deck: a ready-made one, one of your own, or a deck file."""
    from parlour.cli.screen import Screen
    from parlour.games.kata_tcg.pool import POOL

    deck = _deck(name)
    if as_json:
        print(json.dumps(_facts(deck), ensure_ascii=False, indent=1))
        return
    lines = [deck.notes, ""] if deck.notes else []
    for card_id, copies in deck.cards.items():
        card = POOL[card_id]
        values = [
            f"attack {card.damage}" if card.damage is not None else "",
            f"heal {card.heal}" if card.heal is not None else "",
            f"minion {card.minion_damage}/{card.minion_health}" if card.minion_health is not None else "",
            f"draw {card.draw}" if card.draw is not None else "",
        ]
        lines.append(f"{copies} x {card_id:<18} cost {card.cost:>2}   {', '.join(filter(None, values))}")
    Screen([]).frame("\n".join(lines), f"{deck.name} ({deck.size} cards)")


@app.command()
def check(
    path_text: Annotated[str, typer.Argument(metavar="FILE", help="A deck file.")],
    as_json: Json = False,
) -> None:
    """Check a deck file, and say everything that is wrong with it."""
    from parlour.cli.places import file
    from parlour.games.kata_tcg.decks import DeckErrors, load_deck_file

    try:
        deck = load_deck_file(file(path_text))
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
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the deck is to be called.")],
    copy: Annotated[str | None, typer.Option("--copy", metavar="DECK", help="Start from this deck's cards.")] = None,
    cards: Annotated[
        str | None,
        typer.Option("--cards", metavar="ID=N,…", help="Cards and copies; over --copy they change it, 0 takes out."),
    ] = None,
    notes: Annotated[str, typer.Option("--notes", help="A remark to keep with the deck.")] = "",
    overwrite: Overwrite = False,
) -> None:
    """Save a new deck of your own."""
    from parlour.core.errors import Refused
    from parlour.games.kata_tcg.decks import Deck, save_deck

    if copy is None and cards is None:
        raise Refused("A new deck needs --copy DECK or --cards, for example --copy motley.", "bad-cards")
    base = _deck(copy) if copy is not None else Deck(name)
    chosen = {**base.cards, **_read_cards(cards or "")}
    kept = {card: copies for card, copies in chosen.items() if copies != 0 or card not in base.cards}
    path = save_deck(Deck(name, notes or base.notes, kept), overwrite=overwrite)
    print(f"Saved as {path}")


@app.command()
def delete(name: Annotated[str, typer.Argument(metavar="NAME", help="One of your own decks.")]) -> None:
    """Throw one of your own decks away."""
    from parlour.games.kata_tcg.decks import delete_deck

    print(f"Deleted {delete_deck(name)}")


def _deck(text: str) -> Deck:
    import os

    from parlour.cli.places import file
    from parlour.games.kata_tcg.decks import find_deck, load_deck_file

    return load_deck_file(file(text)) if os.sep in text or text.endswith(".toml") else find_deck(text)


def _read_cards(text: str) -> dict[str, int]:
    from parlour.core.errors import Refused

    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        card, equals, copies = (piece.strip() for piece in part.partition("="))
        if not equals or not (copies.isascii() and copies.isdigit() and len(copies) < 7):
            raise Refused(f"Cards are written id=copies with commas between them, not {part[:40]!r}.", "bad-cards")
        found[card] = int(copies)
    return found


def _about(deck: Deck) -> str:
    notes = f"  {deck.notes}" if deck.notes else ""
    return f"{deck.name}, {deck.size} cards{notes}"


def _facts(deck: Deck) -> dict[str, Any]:
    return {"name": deck.name, "notes": deck.notes, "size": deck.size, "cards": deck.cards}
