"""A review in words, for terminal and browser."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count
from parlour.core.protocol.reviews import Cause
from parlour.lab.review.findings import BAD, Decision, Review, Standing, Turning

_BARS = "▁▂▃▄▅▆▇█"
_MARKS = {"mistake": "?", "blunder": "‼"}
BY: dict[Cause, str] = {"choice": "by choice", "dice": "by the dice", "hidden": "by what was hidden"}


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def signed(points: float) -> str:
    """Hundredths of winning chance, with their sign: +12, −3, 0."""
    number = round(points)
    return f"{number:+d}".replace("-", "−") if number else "0"


def chart(review: Review, width: int) -> list[str]:
    """A line of bars for each seat, and below it where somebody went wrong."""
    label = max(len(name) for name in review.seats) + 2
    points = len(review.curve)
    columns = max(1, min(points, width - label))
    starts = [column * points // columns for column in range(columns + 1)]
    lines = []
    for seat, name in enumerate(review.seats):
        bars = ""
        for column in range(columns):
            part = [review.curve[at][seat] for at in range(starts[column], starts[column + 1])]
            bars += _BARS[min(len(_BARS) - 1, int(len(_BARS) * part[-1]))]
        lines.append(f"{name:<{label}}{bars}")
    marks = ""
    for column in range(columns):
        here = [d.verdict for d in review.decisions if starts[column] <= d.ply < starts[column + 1]]
        marks += next((mark for name, mark in reversed(_MARKS.items()) if name in here), " ")
    if marks.strip():
        lines += [" " * label + marks.rstrip(), " " * label + "? mistake, ‼ blunder"]
    return lines


def say_score(standing: Standing) -> str:
    """Choice: 71 of 100. Luck: −12."""
    choice = "nothing to choose" if standing.score is None else f"{standing.score:.0f} of 100"
    return f"Choice: {choice}. Luck: {signed(standing.luck)}."


def say_standing(standing: Standing) -> str:
    """Juniper: Choice: 71 of 100. Luck: −12. 1 blunder, 2 mistakes."""
    bad = [count(standing.verdicts[name], name, _plural(name)) for name in reversed(BAD) if standing.verdicts[name]]
    told = f" {', '.join(bad)}." if bad else ""
    return f"{standing.name}: {say_score(standing)}{told}"


def say_sum(standing: Standing) -> str:
    """What the result is made of, in hundredths; the parts add up."""
    parts = [
        (standing.own, "own choices"),
        (standing.others, "the others' choices"),
        (standing.deal, "the deal"),
        (standing.dice, "dice"),
        (standing.hidden, "cards and what was hidden"),
        (standing.rest, "error of the estimates"),
    ]
    told = ", ".join(f"{signed(100 * part)} {name}" for part, name in parts if round(100 * part))
    return f"start {percent(standing.start)}{', ' if told else ''}{told}, result {percent(standing.result)}"


def say_turning(review: Review, turning: Turning) -> str:
    name = review.seats[turning.seat]
    does = "loses" if turning.change < 0 else "gains"
    return f"Move {turning.ply + 1}: {name} {does} {abs(100 * turning.change):.0f} {BY[turning.by]}. {turning.says}"


def say_decision(review: Review, decision: Decision) -> list[str]:
    """A bad decision, the better move and what was to be expected then."""
    seat = decision.seat
    kept, left = decision.before[seat], max(0.0, decision.after[seat])
    lines = [
        f"Move {decision.ply + 1}, {review.seats[seat]}: {decision.says}",
        f"{decision.verdict}, gives away {100 * decision.loss:.0f} ± {196 * decision.error:.0f}; "
        f"better: {decision.best_says} ({percent(kept)} instead of {percent(left)})",
    ]
    if decision.line:
        steps = [f"{review.seats[step.seat]}: {step.says}" for step in decision.line]
        lines.append(f"then perhaps {'; '.join(steps)}")
    return lines


def worst(decisions: Sequence[Decision], seat: int | None, most: int) -> list[Decision]:
    """The decisions that gave away most, of one seat or of all; only those with a bad name."""
    bad = [d for d in decisions if d.verdict in BAD and seat in (None, d.seat)]
    return sorted(bad, key=lambda decision: -decision.loss)[:most]


def say_better(decision: Decision) -> str:
    """Planting Corn in bed 2 would have kept 64 %; this leaves 41 %. Empty unless the decision has a bad name."""
    if decision.verdict not in BAD:
        return ""
    kept, left = decision.before[decision.seat], max(0.0, decision.after[decision.seat])
    return f"{doing(decision.best_says)} would have kept {percent(kept)}; this leaves {percent(left)}."


def say_luck(name: str, change: float, by: Cause, happened: str) -> str:
    """Lucky for Juniper: +12 by the dice. Then what happened, if that can be told."""
    told = f" {happened}" if happened else ""
    return f"{'Lucky' if change > 0 else 'Unlucky'} for {name}: {signed(100 * change)} {BY[by]}.{told}"


def doing(says: str) -> str:
    """A move as the subject of a sentence: `Plant Corn in bed 2` becomes `Planting Corn in bed 2`.

    What does not begin with a verb that we know is quoted; reasons and explanations after a colon are left out.
    """
    short = says.partition(": ")[0].rstrip(" .…")
    verb, space, rest = short.partition(" ")
    if verb.lower() not in _VERBS:
        return f"“{short}”"
    if rest.partition(" ")[0].endswith("ing"):  # not "Stopping buying"
        return f"To {verb.lower()} {rest}"
    return f"{_ing(verb)}{space}{rest}".replace(" your ", " the ")


def _ing(verb: str) -> str:
    """`drop`: dropping, `choose`: choosing, `play`: playing."""
    if verb.endswith("e"):
        return f"{verb[:-1]}ing"
    doubled = verb.lower() in _DOUBLED
    return f"{verb}{verb[-1] if doubled else ''}ing"


_DOUBLED = {"bid", "drop", "plan", "put", "quit", "set", "star", "stop", "swap"}
_VERBS = _DOUBLED | {
    *("accept", "act", "add", "ask", "attack", "build", "buy", "call", "cast", "choose", "claim", "clear", "deal"),
    *("defend", "discard", "draw", "end", "exchange", "fertilize", "fetch", "fight", "fold", "give", "go", "guess"),
    *("harvest", "heal", "keep", "leave", "make", "move", "name", "offer", "open", "pass", "pay", "pick", "place"),
    *("plant", "play", "raise", "refuse", "rehearse", "reject", "reveal", "rise", "roll", "sell", "send", "show"),
    *("skip", "start", "summon", "take", "trade", "turn", "use", "wait", "walk", "water", "work"),
}


def tell(review: Review, width: int, seat: int | None = None, most: int = 5) -> list[tuple[str, list[str]]]:
    """The whole review as headed paragraphs, for one seat or for all."""
    standings = [s for s in review.standings if seat in (None, s.seat)]
    players = [line for s in standings for line in (say_standing(s), f"  {say_sum(s)}")]
    parts = [("Chances of winning", chart(review, width)), ("Choice and luck", players)]
    if review.turnings:
        parts.append(("Turning points", [say_turning(review, turning) for turning in review.turnings]))
    bad = worst(review.decisions, seat, most)
    if bad:
        parts.append(("Worst decisions", _indented(review, bad)))
    return parts


def _indented(review: Review, decisions: Sequence[Decision]) -> list[str]:
    lines: list[str] = []
    for decision in decisions:
        first, *others = say_decision(review, decision)
        lines += [first, *(f"  {line}" for line in others)]
    return lines


def _plural(name: str) -> str:
    return "inaccuracies" if name == "inaccuracy" else f"{name}s"
