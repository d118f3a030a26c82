"""The checks of what a card does: the entries of OnActivation, their selectors and PostActions."""

from __future__ import annotations

from typing import Final

from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.fields import Fields, place_of
from parlour.games.monogwent.script.findings import cut
from parlour.games.monogwent.script.language import BOOL, SOURCES, STRING, UNKNOWN
from parlour.games.monogwent.script.meaning import Activation, Effect, Selector, Value
from parlour.games.monogwent.script.problems import Place


class Activations:
    """Turns entries into activations of effects declared before them."""

    def __init__(self, fields: Fields, effects: dict[str, Effect], later: dict[str, int]) -> None:
        self.error: Final = fields.error
        self.near: Final = fields.near
        self.fields: Final = fields
        self.effects: Final = effects
        self.later: Final = later  # the line of each effect, for effects used too early
        self.nameless = False  # an effect's name could not be read: it may be any that is used from here on

    def on_activation(self, field: tree.Field | None, type: Value | None) -> list[Activation]:
        if field is None:
            return []
        assert isinstance(field.value, tree.Items)
        if field.value.items and type not in ("Silver", "Gold", "Leader", None):
            self.error("S18", field.key.place, f"a {type} card can't have effects")
        activations = []
        for entry in field.value.items:
            assert isinstance(entry, tree.Object)
            activation = self.activation(entry)
            if activation is not None:
                activations.append(activation)
        return activations

    def activation(self, thing: tree.Object) -> Activation | None:
        fields = self.fields.keys(thing, ("Effect", "Selector", "PostAction"))
        self.fields.missing(thing, fields, ("Effect",), "OnActivation entry")
        effect, arguments = self.reference(fields.get("Effect"))
        return self._finish(fields, effect, arguments, False)

    def _finish(
        self, fields: dict[str, tree.Field], effect: Effect | None, arguments: dict[str, Value], post: bool
    ) -> Activation | None:
        selector = self.selector(fields["Selector"].value, post) if "Selector" in fields else None
        follow = fields["PostAction"].value if "PostAction" in fields else None
        after = self.post_action(follow) if isinstance(follow, tree.Object) else None
        return None if effect is None else Activation(effect, arguments, selector, after)

    def reference(self, field: tree.Field | None) -> tuple[Effect | None, dict[str, Value]]:
        """`"Name"` or `{ Name: "Name", Param: value, … }`."""
        if field is None:
            return None, {}
        if not isinstance(field.value, tree.Object):
            effect = self.find_effect(field.value)
            return effect, self.arguments(effect, place_of(field), {})
        fields = self.fields.keys(field.value, None)
        if self.fields.missing(field.value, fields, ("Name",), "Effect"):
            for one in fields.values():
                self.fields.constant(one.value)
            return None, {}
        effect = self.find_effect(fields["Name"].value)
        given = {key: one for key, one in fields.items() if key != "Name"}
        return effect, self.arguments(effect, place_of(fields["Name"]), given)

    def find_effect(self, expr: object) -> Effect | None:
        value = self.fields.typed(expr, STRING, "an effect's name")
        if value is None:
            return None
        name = str(value)
        if name in self.effects:
            return self.effects[name]
        if self.nameless:
            return None
        assert isinstance(expr, tree.Expr)
        hint = self.near(name, list(self.effects)) or " (declare it before the card that uses it)"
        if name in self.later:
            hint = f" (it is declared later, in line {self.later[name]}: move it before this card)"
        self.error("S06", expr.at, f'unknown effect "{cut(name)}"{hint}')
        return None

    def arguments(self, effect: Effect | None, at: Place, fields: dict[str, tree.Field]) -> dict[str, Value]:
        given: dict[str, Value] = {}
        for key, field in fields.items():
            if effect is None or effect.open:
                self.fields.constant(field.value)
            elif key not in effect.params:
                hint = self.near(key, list(effect.params))
                self.error("S08", field.key.place, f'effect "{effect.name}" has no parameter "{key}"{hint}')
            elif effect.params[key] == UNKNOWN:
                self.fields.constant(field.value)
            else:
                value = self.fields.typed(field.value, effect.params[key], f'parameter "{key}"', "S09")
                if value is not None:
                    given[key] = value
        if effect is not None:
            for name in effect.params:
                if name not in fields:
                    self.error("S07", at, f'effect "{effect.name}" needs parameter "{name}"')
                    break
        return given

    def selector(self, thing: object, post: bool) -> Selector | None:
        if not isinstance(thing, tree.Object):
            return None
        fields = self.fields.keys(thing, ("Source", "Single", "Predicate"))
        self.fields.missing(thing, fields, ("Source",), "Selector")
        source = ""
        if "Source" in fields:
            value = self.fields.typed(fields["Source"].value, STRING, "Source")
            if value is not None:
                source = next((word for word in SOURCES if word.lower() == str(value).lower()), "")
                if not source:
                    near = self.near(str(value), SOURCES)
                    self.error("S19", place_of(fields["Source"]), f'unknown Source "{cut(value)}"{near}')
                elif source == "parent" and not post:
                    self.error("S20", place_of(fields["Source"]), '"parent" can only be used in a PostAction')
        single = False
        if "Single" in fields:
            single = bool(self.fields.typed(fields["Single"].value, BOOL, "Single"))
        predicate = fields["Predicate"].value if "Predicate" in fields else None
        if isinstance(predicate, tree.Predicate):
            self.fields.actions.predicate(predicate, None)
            return Selector(source, single, predicate)
        return Selector(source, single)

    def post_action(self, thing: tree.Object) -> Activation | None:
        fields = self.fields.keys(thing, None)
        effect: Effect | None = None
        arguments: dict[str, Value] = {}
        params = {k: f for k, f in fields.items() if k not in ("Type", "Effect", "Selector", "PostAction")}
        if "Effect" in fields:
            if "Type" in fields:
                later = max(fields["Type"].key, fields["Effect"].key, key=lambda token: token.place)
                self.error("S02", later.place, f'"{later.text}": use either Type or Effect in a PostAction, not both')
            effect, arguments = self.reference(fields["Effect"])
            for key, field in params.items() if "Type" not in fields else ():
                self.error("S08", field.key.place, f'parameter "{key}" belongs inside the braces of Effect')
        elif "Type" in fields:
            effect = self.find_effect(fields["Type"].value)
            arguments = self.arguments(effect, place_of(fields["Type"]), params)
        else:
            self.error("S03", thing.at, 'missing key "Type" in PostAction')
            for field in params.values():
                self.fields.constant(field.value)
        return self._finish(fields, effect, arguments, True)
