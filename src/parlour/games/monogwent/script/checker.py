"""All checks before play (section 10): from the declarations of a script to its meaning."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.pool import LARGEST_DECK, NEUTRAL, POOL, ROWS, TYPES, Card
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.actions import Actions, Scope
from parlour.games.monogwent.script.activations import Activations
from parlour.games.monogwent.script.fields import Fields, is_control, place_of
from parlour.games.monogwent.script.findings import Findings, cut
from parlour.games.monogwent.script.language import CARD_KEYS, FORBIDDEN_PARAMS, NUMBER, PARAM_TYPES, STRING, UNKNOWN
from parlour.games.monogwent.script.lexer import Token
from parlour.games.monogwent.script.meaning import Declared, Effect, Meaning, Value
from parlour.games.monogwent.script.pictures import PICTURES, picture_of
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.script.version import needs_version_3

LONGEST_DESCRIPTION: Final = 200
OTHER_ROW_WORDS: Final = {"Range": "Ranged"}  # as scripts from elsewhere write it
SMALL_DECK: Final = 16


class Checker:
    """Walks the tree once, collects every error, and builds the meaning."""

    def __init__(self, declarations: list[tree.Object]) -> None:
        self.declarations = declarations
        self.findings: Final = Findings()
        self.error: Final = self.findings.error
        self.near: Final = self.findings.near
        self.effects: dict[str, Effect] = {}
        self.cards: list[Declared] = []
        self.names: dict[str, Place] = {}
        self.leaders: set[str] = set(POOL.leaders)
        self.needs_version_3 = needs_version_3(declarations)  # or it uses the other word for a row
        self.actions = Actions(self.findings)
        self.fields = Fields(self.findings, self.actions)
        self.activations = Activations(self.fields, self.effects, _effect_lines(declarations))

    def check(self) -> Meaning:
        for declaration in self.declarations:
            if declaration.kind == "effect":
                self.effect(declaration)
            else:
                self.card(declaration)
        if not self.findings.errors:
            self.decks()
        self.findings.errors.sort()
        self.findings.warnings.sort()
        return Meaning(list(self.effects.values()), self.cards)

    # --- effect ---

    def effect(self, thing: tree.Object) -> None:
        fields = self.fields.keys(thing, ("Name", "Params", "Action"))
        self.fields.missing(thing, fields, ("Name", "Action"), "effect")
        name = self.fields.title(fields.get("Name"), "Name")
        scope = Scope()
        params: dict[str, str] = {}
        if "Params" in fields:
            params = self.params(fields["Params"].value, scope)
        misspelt = "Params" in thing.meant and "Params" not in fields
        scope.open = misspelt
        action = fields["Action"].value if "Action" in fields else None
        changes = self.actions.action(action, scope) if isinstance(action, tree.Action) else set()
        if name is None:
            self.activations.nameless = True
            return
        if name in self.effects:
            self.error("S04", place_of(fields["Name"]), f'effect "{name}" is already declared')
            return
        if not isinstance(action, tree.Action):
            nothing = Token("IDENT", "", thing.at)
            action = tree.Action(nothing, nothing, tree.Empty(thing.at))
        self.effects[name] = Effect(name, thing.at, params, action, len(self.effects), changes, misspelt)

    def params(self, declared: object, scope: Scope) -> dict[str, str]:
        assert isinstance(declared, list)
        params: dict[str, str] = {}
        for param in declared:
            name, type = param.name.text, param.type.text
            if type not in PARAM_TYPES:
                near = self.near(type, PARAM_TYPES)
                self.error("S25", param.type.place, f'unknown parameter type "{type}"{near}')
                type = UNKNOWN
            if name in FORBIDDEN_PARAMS:
                self.error("S26", param.name.place, f'a parameter can\'t be called "{name}"')
            elif name in params:
                self.error("S01", param.name.place, f'duplicate parameter "{name}"')
                continue
            else:
                params[name] = type
            scope.types[name] = type
        return params

    # --- card ---

    def card(self, thing: tree.Object) -> None:
        fields = self.fields.keys(thing, CARD_KEYS)
        type = None
        if "Type" in fields:
            type = self.fields.typed(fields["Type"].value, STRING, "Type")
            if type is not None and type not in TYPES:
                self.error(
                    "S15", place_of(fields["Type"]), f'unknown card type "{cut(type)}"{self.near(str(type), TYPES)}'
                )
                type = None
        required: tuple[str, ...] = ("Type", "Name", "Faction")
        if type in ("Silver", "Gold"):
            required = (*required, "Power", "Range")
        self.fields.missing(thing, fields, required, f"{type} card" if type else "card")
        name = self.fields.title(fields.get("Name"), "Name")
        if name is not None:
            if name in self.names or name in POOL.by_name:
                told = "is one of the house's cards" if name in POOL.by_name else "is already declared"
                self.error("S05", place_of(fields["Name"]), f'card "{name}" {told}')
            self.names.setdefault(name, thing.at)
        faction = self.fields.title(fields.get("Faction"), "Faction")
        power = self.power(fields.get("Power"), type)
        rows = self.range(fields.get("Range"), type)
        activations = self.activations.on_activation(fields.get("OnActivation"), type)
        flavour, image = self.description(fields.get("Description")), self.image(fields.get("Image"))
        if type == "Leader" and faction is not None:
            self.leader(place_of(fields["Type"]), faction)
        if type is None or name is None or faction is None:
            return
        if not rows and type in ("Weather", "Boost", "Decoy"):
            rows = (0, 1, 2)
        card = Card(
            number=len(POOL.cards) + len(self.cards),
            name=name,
            type=str(type),
            faction=faction,
            power=power,
            rows=rows,
            effect="script" if activations else "",
            flavour=flavour,
            image=image,
        )
        self.cards.append(Declared(card, activations, place_of(fields["Faction"])))

    def power(self, field: tree.Field | None, type: Value | None) -> int:
        if field is None:
            return 0
        value = self.fields.typed(field.value, NUMBER, "Power")
        if value is None or type is None:
            return 0
        if type in ("Silver", "Gold"):
            if not 0 <= int(value) <= 99:
                self.error("S17", place_of(field), "Power must be from 0 to 99")
                return 0
            return int(value)
        if value != 0:
            self.error("S17", place_of(field), f"a {type} card has no Power: leave it out, or set it to 0")
        return 0

    def range(self, field: tree.Field | None, type: Value | None) -> tuple[int, ...]:
        if field is None:
            return ()
        assert isinstance(field.value, tree.Items)
        rows: list[int] = []
        for item in field.value.items:
            assert isinstance(item, tree.Expr)
            row = self.fields.typed(item, STRING, "a row")
            if row is None:
                continue
            word = OTHER_ROW_WORDS.get(str(row), str(row))
            self.needs_version_3 = self.needs_version_3 or word != row
            if word not in ROWS:
                self.error("S16", item.at, f'unknown row "{cut(row)}"{self.near(word, ROWS)}')
            elif ROWS.index(word) in rows:
                self.error("S16", item.at, f'duplicate row "{word}"')
            else:
                rows.append(ROWS.index(word))
        if type in ("Silver", "Gold") and not field.value.items:
            self.error("S16", field.value.at, f"a {type} card needs at least one row")
        if type == "Leader" and field.value.items:
            self.error("S16", field.value.at, "a Leader can't have rows")
        return tuple(rows)

    def description(self, field: tree.Field | None) -> str:
        """The line in italics below the card's text."""
        value = self.fields.typed(field.value, STRING, "Description") if field is not None else None
        if value is None:
            return ""
        text = " ".join(str(value).split())
        assert field is not None
        if len(text) > LONGEST_DESCRIPTION:
            self.error("S24", place_of(field), f"a Description can have at most {LONGEST_DESCRIPTION} characters")
        elif any(is_control(c) for c in text):
            self.error("S24", place_of(field), "a Description can't contain control characters")
        return text

    def image(self, field: tree.Field | None) -> str:
        """The name of the card's picture; W04 if there is no such picture."""
        value = self.fields.typed(field.value, STRING, "Image") if field is not None else None
        if value is None:
            return ""
        name = picture_of(str(value))
        if not name:
            assert field is not None
            hint = self.near(str(value).lower(), PICTURES)
            told = f'unknown picture "{cut(value)}", so the house chooses one{hint}'
            self.findings.warn("W04", place_of(field), told)
        return name

    def leader(self, at: Place, faction: str) -> None:
        if faction == NEUTRAL:
            self.error("S22", at, "a Leader can't be Neutral")
        elif faction in self.leaders:
            self.error("S22", at, f'faction "{faction}" already has a Leader')
        self.leaders.add(faction)

    # --- decks ---

    def decks(self) -> None:
        """X03, W01 and W02: the size of each faction's deck."""
        pool = POOL.plus(tuple(declared.card for declared in self.cards))
        cards_at: dict[str, list[Place]] = {}
        for declared in self.cards:
            cards_at.setdefault(declared.card.faction, []).append(declared.faction_at)
        neutral = cards_at.pop(NEUTRAL, [])
        too_large: dict[Place, str] = {}
        for faction in pool.factions:
            own = cards_at.get(faction, [])
            size = len(pool.deck(faction))
            if size > LARGEST_DECK and (own or neutral):
                message = f'the deck of "{faction}" has {size} cards; at most {LARGEST_DECK} are allowed'
                too_large.setdefault((own or neutral)[-1], message)
        for place, message in too_large.items():
            self.error("X03", place, message)
        for faction, own in cards_at.items():
            if faction not in pool.leaders:
                message = f'faction "{faction}" has no Leader, so its cards are in no deck'
                self.findings.warn("W02", own[0], message)
            elif len(pool.deck(faction)) < SMALL_DECK:
                message = f'the deck of "{faction}" has only {len(pool.deck(faction))} cards'
                self.findings.warn("W01", own[0], message)


def _effect_lines(declarations: list[tree.Object]) -> dict[str, int]:
    """The line of each effect, for the message about one that is used too early."""
    lines: dict[str, int] = {}
    for declaration in declarations:
        for field in declaration.fields:
            if declaration.kind == "effect" and field.key.text == "Name" and isinstance(field.value, tree.Literal):
                lines.setdefault(str(field.value.value), declaration.at.line)
    return lines
