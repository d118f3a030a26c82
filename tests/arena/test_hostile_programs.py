"""Whatever a program does, it loses by a clear rule, the match ends soon, and nothing is left behind."""

from __future__ import annotations

import os
import threading

import pytest
from tests.arena.programs import Write, against_random, never_answers

from parlour.arena.table import Played
from parlour.bots.player import Crashed
from parlour.bots.process import FLOOD, STDERR_KEPT, ProcessPlayer
from parlour.core import Clock, Refused
from parlour.core.protocol import Events, Hello, Turn


@pytest.fixture(autouse=True)
def brief_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who do not go when they are asked to are not waited for."""
    monkeypatch.setattr("parlour.bots.process.GOODBYE", 0.1)


def lost(played: Played) -> str:
    """The program forfeited; the note that says why."""
    assert played.match.over
    assert played.match.payoffs() == [0.0, 1.0]
    assert played.forfeits == [True, False]
    assert played.strikes[1] == played.misses[1] == 0
    return played.notes[0]


def test_garbage_costs_a_strike_each_and_three_strikes_the_match(program: Write) -> None:
    played, _ = against_random(program("for _ in turns(): print('hello?\\nmove 3\\n{\\n[1]', flush=True)"))
    assert "3 strikes" in lost(played)
    assert "JSON" in played.notes[0]
    assert played.strikes[0] == 3
    assert played.misses[0] == 0


def test_chatter_on_stdout_is_quoted_and_pointed_to_stderr(program: Write) -> None:
    played, _ = against_random(program("for _ in turns(): print('thinking about 7 moves\\n' * 3, flush=True)"))
    assert "'thinking about 7 moves' is not JSON; an answer is one line of JSON" in lost(played)
    assert "anything meant for you goes to stderr" in played.notes[0]


def test_a_printed_python_dict_gets_a_hint(program: Write) -> None:
    prints = "for turn in turns():\n  for _ in range(3): print({'type': 'move', 'ply': turn['ply']}, flush=True)"
    played, _ = against_random(program(prints))
    assert "is not JSON; JSON has double quotes" in lost(played)


def test_an_answer_over_several_lines_gets_a_hint(program: Write) -> None:
    prints = "for turn in turns():\n  for _ in range(3): print(json.dumps({'ply': 1}, indent=1)[:1], flush=True)"
    played, _ = against_random(program(prints))
    assert "'{' is not JSON; an answer is one line of JSON" in lost(played)


def test_a_bare_number_is_json_but_not_an_answer(program: Write) -> None:
    played, _ = against_random(program("for turn in turns(): print(*'000', sep='\\n', flush=True)"))
    assert 'Expected {"type": "move"' in lost(played)


def test_an_answer_without_a_newline_gets_a_hint(program: Write) -> None:
    halves = 'sys.stdout.write(\'{"type": "move"}\'); sys.stdout.flush()\nfor _ in turns(): pass'
    played = never_answers(program(halves), ready=True)
    assert 'the line beginning with \'{"type": "move"}' in lost(played)
    assert "has no end" in played.notes[0]


def test_a_program_that_never_wrote_a_line_gets_a_hint_to_flush(program: Write) -> None:
    played = never_answers(program("for _ in turns(): pass"))
    assert "no answer in time: nothing has come from its stdout (is every line flushed?)" in lost(played)


@pytest.mark.parametrize(
    ("stderr", "told"),
    [
        (
            "bot.mjs:1\nReferenceError: x is not defined\n    at bot.mjs:1:1\n\nNode.js v20.20.2",
            "ReferenceError: x is not",
        ),
        (
            "thread 'main' panicked at bot.rs:3:5:\nindex out of bounds: the len is 0\nnote: run with `X=1`",
            "thread 'main' panicked at bot.rs:3:5: index out of bounds",
        ),
        (
            'Exception in thread "main" java.lang.Oops: no\n\tat Bot.main(Bot.java:7)',
            'Exception in thread "main" java.lang.Oops: no',
        ),
        ("node:internal\nError: Cannot find module 'x'\n    at y\n\nNode.js v20.20.2", "Error: Cannot find module 'x'"),
        ("KeyError: 'ply'", "KeyError: 'ply'"),
        ("terminate called\n  what():  out of range", "what(): out of range"),
    ],
)
def test_the_most_telling_line_of_stderr_is_reported(program: Write, stderr: str, told: str) -> None:
    played, _ = against_random(program(f"sys.stderr.write({stderr!r}); sys.exit(1)"))
    assert f"its last words: {told}" in lost(played)


def test_bytes_that_are_not_text_are_garbage(program: Write) -> None:
    played, _ = against_random(
        program("for _ in turns(): sys.stdout.buffer.write(b'\\xff\\xfe\\x00\\n' * 3); sys.stdout.flush()")
    )
    lost(played)


def test_deeply_nested_garbage_is_garbage(program: Write) -> None:
    played, _ = against_random(
        program("for _ in turns(): print('[' * 30000, '{\"type\":' * 5000, '{}', sep='\\n', flush=True)")
    )
    assert "3 strikes" in lost(played)


def test_a_sleeper_misses_three_times_and_forfeits(program: Write) -> None:
    played = never_answers(program("time.sleep(3600)"))
    assert "no answer in time" in lost(played)
    assert played.misses[0] == played.strikes[0] == 3
    kinds = [played.match.game.moves.to_json(ply.move)["kind"] for ply in played.match.plies]
    assert kinds == ["miss", "drop", "miss", "drop", "forfeit"]


def test_exit_at_once_forfeits_at_once(program: Write) -> None:
    played, _ = against_random(program("sys.exit(7)"))
    assert "exit status 7" in lost(played)
    assert len(played.match.plies) == 1


def test_a_crash_is_reported_with_its_last_words(program: Write) -> None:
    played, player = against_random(program("raise ValueError('no \\x1b[31midea')"))
    assert "ValueError: no  [31midea" in lost(played)
    assert "Traceback" in player.stderr_tail()


def test_a_signal_is_named(program: Write) -> None:
    played, _ = against_random(program("os.kill(os.getpid(), signal.SIGKILL)"))
    assert "SIGKILL" in lost(played)


def test_an_answer_before_the_crash_still_counts(program: Write) -> None:
    played, _ = against_random(program("for turn in turns(): answer(ply=turn['ply'], index=0); sys.exit(0)"))
    lost(played)
    assert len(played.match.plies) == 3


def test_a_flood_of_output_nobody_asked_for_forfeits(program: Write) -> None:
    played, _ = against_random(program("while True: sys.stdout.write('x' * 100 + '\\n')"))
    lost(played)


def test_a_flood_of_blank_lines_forfeits(program: Write) -> None:
    played, _ = against_random(program("while True: sys.stdout.write('\\n' * 10000)"))
    assert f"more than {FLOOD // 1024} KiB" in lost(played)


def test_a_flood_of_good_answers_counts_as_a_flood(program: Write) -> None:
    played, _ = against_random(
        program(
            """
            for turn in turns():
                for _ in range(200000): answer(ply=turn["ply"], index=0)
            """
        )
    )
    lost(played)


def test_a_flood_on_stderr_is_cut_and_harmless(program: Write) -> None:
    played, player = against_random(
        program(
            """
            for turn in turns():
                sys.stderr.write("e" * 1_000_000 + "\\n")
                answer(ply=turn["ply"], index=0)
            """
        )
    )
    assert played.strikes == [0, 0]
    assert played.forfeits == [False, False]
    assert 0 < len(player.stderr_tail()) <= STDERR_KEPT


def test_endless_stderr_ends_by_the_clock(program: Write) -> None:
    assert "no answer in time" in lost(never_answers(program("while True: sys.stderr.write('e' * 10000)"), ready=True))


def test_stale_plies_are_refused(program: Write) -> None:
    played, _ = against_random(program("for turn in turns(): [answer(ply=turn['ply'] - 1, index=0) for _ in range(3)]"))
    assert "This answers ply 0, but the turn is ply 1" in lost(played)
    assert len(played.match.plies) == 1


def test_illegal_moves_are_refused_with_the_rule_and_change_nothing(program: Write) -> None:
    played, player = against_random(
        program(
            """
            bad = [{"index": 7}, {"move": {"kind": "drop", "column": 9}}]
            for line in sys.stdin:
                message = json.loads(line)
                if message["type"] == "turn" or message["type"] == "refused" and bad:
                    answer(ply=message["ply"], **(bad.pop() if bad else {"index": 0}))
                elif message["type"] == "refused":
                    print(message["code"], message["strikes"], file=sys.stderr)
                    answer(ply=message["ply"], index=0)
            """
        )
    )
    assert played.strikes[0] == 2
    assert not played.forfeits[0]
    assert player.stderr_tail().split() == ["unknown-action", "2"]
    assert played.match.game.moves.to_words(played.match.plies[0].move) == "drop 0"


def test_house_entries_cannot_be_sent(program: Write) -> None:
    played, _ = against_random(
        program(
            """
            for turn in turns():
                for kind in ("forfeit", "miss", "concede"):
                    answer(ply=turn["ply"], move={"kind": kind, "seat": 1})
            """
        )
    )
    assert played.strikes[0] == 3
    lost(played)


def test_a_ten_megabyte_line_forfeits(program: Write) -> None:
    played, _ = against_random(program("for _ in turns(): print('x' * 10_000_000, flush=True)"))
    assert "nobody had asked for" in lost(played)
    assert played.strikes[0] == 1


def test_a_long_line_is_one_strike_and_the_next_line_counts(program: Write) -> None:
    played, _ = against_random(
        program(
            """
            first = True
            for turn in turns():
                if first: print("x" * 300_000, flush=True)
                first = False
                answer(ply=turn["ply"], index=0)
            """
        )
    )
    assert played.strikes[0] == 1
    assert not played.forfeits[0]


def test_closing_stdout_but_living_on_forfeits_at_once(program: Write) -> None:
    played, _ = against_random(program("os.close(1); time.sleep(3600)"))
    assert "closed its output" in lost(played)
    assert len(played.match.plies) == 1


def test_closing_stdin_but_living_on_ends_by_the_clock(program: Write) -> None:
    closes = "os.close(0); print('closed', file=sys.stderr, flush=True); time.sleep(3600)"
    assert "no answer in time" in lost(never_answers(program(closes), ready=True))


def test_a_program_that_ignores_sigterm_is_killed(program: Write) -> None:
    ignores = """
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("ready", file=sys.stderr, flush=True)
        for turn in turns(): pass
        time.sleep(3600)
        """
    assert "no answer in time" in lost(never_answers(program(ignores), ready=True))


def test_a_child_that_keeps_the_pipe_open_does_not_keep_the_match_open(program: Write) -> None:
    played, _ = against_random(program("if os.fork() == 0: time.sleep(3600)\nos._exit(3)"))
    assert "exit status 3" in lost(played)


def test_children_are_killed_with_the_program(program: Write) -> None:
    played, _ = against_random(
        program(
            """
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(3600)
            for turn in turns(): answer(ply=turn["ply"], index=0)
            """
        )
    )
    assert not played.forfeits[0]  # it may start a child; the child just must not stay


def test_slow_but_right_answers_are_too_late_and_cost_only_one_strike_each(program: Write) -> None:
    """Each answer comes only when the house has refused it as too late: in the next turn, where nobody waits for it."""
    late = """
        asked = None
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "turn": asked = message["ply"]
            if message["type"] == "refused": answer(ply=asked, index=0)
        """
    played = never_answers(program(late))
    assert "no answer in time" in lost(played)
    assert played.strikes[0] == played.misses[0] == 3


def test_a_program_that_never_reads_does_not_block_the_house(program: Write) -> None:
    player = ProcessPlayer(program("time.sleep(3600)"))
    try:
        player.hello(Hello("connect-four", 1, 0, 2, ["a", "b"], {}, Clock(), ""))
        for ply in range(300):
            player.told(Events(ply, [], {"much": "x" * 100_000}, 1))
        assert player._program is not None
        assert not player._program._reads and not player._program._outgoing, "it is sent nothing more"
    finally:
        player.close()


def test_private_variables_stay_private(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "sqlite:///secret")
    monkeypatch.setenv("SOME_API_TOKEN", "secret")
    monkeypatch.setenv("HARMLESS", "yes")
    _, player = against_random(program("print(sorted(os.environ), file=sys.stderr)"))
    said = player.stderr_tail()
    assert "HARMLESS" in said
    assert "PARLOUR" not in said
    assert "TOKEN" not in said


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-here --fast", "'no-such-program-here' was not found"),
        ("'unclosed", "no closing quotation"),
        ("   ", "Name a program after `cmd:`"),
        ("/", "could not be started"),
        ("./no-such-program-here", "in the folder"),
        ("/etc/hostname", "cmd:python /etc/hostname"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused_in_a_sentence(command: str, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        against_random(command)
    assert words in refusal.value.text
    assert refusal.value.code == "no-program"


def test_without_a_clock_a_program_still_has_a_limit(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.bots.process.PATIENCE_SECONDS", 0.1)
    played, _ = against_random(program("time.sleep(3600)"), Clock())
    assert "no answer in time" in lost(played)


def test_no_threads_and_no_files_are_left(program: Write) -> None:
    threads = threading.active_count()
    files = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for lines in ("sys.exit(1)", "time.sleep(3600)", "for turn in turns(): answer(ply=turn['ply'], index=0)"):
        never_answers(program(lines))
    assert threading.active_count() == threads
    if files:
        assert len(os.listdir("/proc/self/fd")) == files


def test_asking_a_program_that_was_never_started_is_a_crash() -> None:
    with pytest.raises(Crashed):
        ProcessPlayer("true").choose_by(Turn(1, None, []), 1.0)
