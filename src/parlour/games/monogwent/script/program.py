"""A checked script, ready to run (section 8): a card's entries one by one, each completely or not at all."""

from __future__ import annotations

from typing import Any

from parlour.core.dice import Dice
from parlour.core.english import count
from parlour.games.monogwent import events
from parlour.games.monogwent.pool import Pool
from parlour.games.monogwent.script.arithmetic import Stopped
from parlour.games.monogwent.script.budget import CARDS_AN_OPERATION, SAVED
from parlour.games.monogwent.script.compiler import ZONE_MEMBERS, Env, compile_predicate, compile_statement
from parlour.games.monogwent.script.meaning import Activation, Effect, Meaning, Selector
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.script.run import BOARD, DETACHED, Pile, Printed, Run
from parlour.games.monogwent.state import Script, Table


class CompiledEffect:
    def __init__(self, effect: Effect) -> None:
        self.name = effect.name
        self.number = effect.number
        self.targets = effect.action.targets.text
        self.context = effect.action.context.text
        self.body = compile_statement(effect.action.body)


class CompiledSelector:
    def __init__(self, selector: Selector) -> None:
        self.source = selector.source
        self.single = selector.single
        self.predicate = compile_predicate(selector.predicate) if selector.predicate else None
        self.at = selector.predicate.at if selector.predicate else Place(1, 1)

    def select(self, run: Run, parent: Pile | None) -> Pile:
        """The cards of the source that match the predicate, in order, as a detached list."""
        run.at = self.at
        if self.source == "parent":
            assert parent is not None
            cards = run.cards(parent)
        elif self.source == "board":
            cards = run.cards(Pile(BOARD, run.seat, None))
        else:
            other = self.source.startswith("other")
            word = self.source.removeprefix("other").capitalize()
            cards = run.cards(Pile(ZONE_MEMBERS[word], 1 - run.seat if other else run.seat, None))
        run.pay(len(cards) // CARDS_AN_OPERATION)
        holds = self.predicate(run, {}) if self.predicate else None
        kept: list[int] = []
        for card in list(cards):
            if holds is None or holds(card):
                kept.append(int(card))
                if self.single:
                    break
        return Pile(DETACHED, 0, kept)


class CompiledActivation:
    def __init__(self, activation: Activation, effects: list[CompiledEffect]) -> None:
        self.effect = effects[activation.effect.number]
        self.arguments = dict(activation.arguments)
        self.selector = CompiledSelector(activation.selector) if activation.selector else None
        self.post = CompiledActivation(activation.post, effects) if activation.post else None


class Program(Script):
    """The effects of one script, shared by all games that use it."""

    def __init__(self, text: str, meaning: Meaning, pool: Pool) -> None:
        super().__init__(text)
        effects = [CompiledEffect(effect) for effect in meaning.effects]
        self.activations = {
            declared.card.number: [CompiledActivation(one, effects) for one in declared.activations]
            for declared in meaning.cards
        }
        self.printed = [Printed(card) for card in pool.cards]

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.games.monogwent.script.book import program_of  # which makes programs

        return program_of, (self.text,)

    def run(self, table: Table, card: int, seat: int, dice: Dice) -> None:
        self.activate(table, card, seat, dice)

    def activate(
        self,
        table: Table,
        card: int,
        seat: int,
        dice: Dice,
        extras: list[Printed] | None = None,
        log: list[str] | None = None,
    ) -> Run:
        """Run all entries of a card in order. On a test table, `extras` follow the pool's cards, and a log is kept."""
        printed = self.printed + extras if extras else self.printed
        place = int(table.cards.leader_number[seat] if card < 0 else table.cards.number[card])
        run = Run(table, int(seat), dice, printed, log)
        for activation in self.activations.get(place, ()):
            if not self.carry_out(run, activation, place):
                break
        run.bury_aside()
        return run

    def carry_out(self, run: Run, activation: CompiledActivation, place: int) -> bool:
        """Run one effect and its PostActions; an effect that fails is undone. False if the budget is spent."""
        parent: Pile | None = None
        while True:
            effect = activation.effect
            saved = run.save()
            try:
                run.pay(SAVED)
                if activation.selector is not None:
                    targets = activation.selector.select(run, parent)
                else:
                    targets = parent if parent is not None else Pile(DETACHED, 0, [])
                on = count(len(run.cards(targets)), "card")
                run.note(f'effect "{effect.name}" on {on}')
                env: Env = dict(activation.arguments)
                env[effect.targets] = targets
                env[effect.context] = None
                effect.body(run, env)
            except Stopped as stopped:
                run.undo(saved)
                self.tell_stop(run, effect, stopped, place)
                return stopped.code != "R01"
            if activation.post is None:
                return True
            activation, parent = activation.post, targets

    def tell_stop(self, run: Run, effect: CompiledEffect, stopped: Stopped, place: int) -> None:
        at = stopped.place
        run.table.tell(events.STOPPED, place, effect.number, events.CODES.index(stopped.code), at.line, at.column)
        run.note(
            f'effect "{effect.name}" of "{run.printed[place].name}" stopped: {stopped.code} {stopped.message} '
            f"(line {at.line}, column {at.column})"
        )
