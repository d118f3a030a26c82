"""The store: access to the writer thread and the reading connections."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine

from parlour.store import (
    calling_writes,
    connect,
    farewell_writes,
    lab_reads,
    lab_writes,
    lobby_writes,
    order_writes,
    program_reads,
    program_writes,
    rating_writes,
    retention,
    review_writes,
    self_writes,
    text_writes,
    tournament_writes,
    writes,
)
from parlour.store.errors import explain
from parlour.store.migrations import migrate
from parlour.store.reads import Reads
from parlour.store.rows import Stats
from parlour.store.writer import Watcher, Writer

P = ParamSpec("P")
T = TypeVar("T")
OPENING_PATIENCE = 60.0  # seconds to wait for another process that is migrating the tables


def _writing(kind: Callable[P, writes.Write[T]]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    async def write(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._writer.ask(kind(*args, **kwargs))

    return write


def _reading(read: Callable[Concatenate[Reads, P], T]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    async def in_thread(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(read, store.reads, *args, **kwargs)

    return in_thread


class Store:
    """Matches, moves, texts and ratings in SQLite or PostgreSQL.

    Its methods are coroutines. From threads, `submit(write)` returns a future that is done after the commit,
    `write(write)` waits for it, and `reads` offers all reads as plain calls.
    """

    def __init__(self, writing: Engine, reading: Engine, where: str, **limits: Any) -> None:
        self.where = where
        self.reads = Reads(reading, where)
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, where, **limits)

    @classmethod
    def open(cls, place: str | os.PathLike[str] | None = None, **limits: Any) -> Store:
        """Open a database by URL or path and migrate its tables. Raises StoreError with a sentence."""
        url = connect.find(place)
        where = connect.name_of(url)
        try:
            connect.prepare_file(url)
            writing = connect.engine(url, writer=True)
            reading = connect.engine(url, writer=False)
        except Exception as error:
            raise explain(error, where) from None
        try:
            _migrate(writing, where)
        except BaseException:
            writing.dispose()
            raise
        return cls(writing, reading, where, **limits)

    def __repr__(self) -> str:
        return f"<Store {self.where}>"

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is queued, then close the database."""
        self._writer.close()
        self._writing.dispose()
        self._reading.dispose()

    async def aclose(self) -> None:
        await asyncio.to_thread(self.close)

    def submit(self, write: writes.Write[T]) -> Future[T]:
        """Queue a write; the future is done after its commit, or fails with a StoreError."""
        return self._writer.submit(write)

    def write(self, write: writes.Write[T]) -> T:
        """Write and wait for the commit."""
        return self.submit(write).result()

    def watch(self, watcher: Watcher | None) -> None:
        """Have somebody told of every commit, in the writer's thread."""
        self._writer.watched = watcher

    def stats(self) -> Stats:
        return self._writer.stats()

    # Writes: each is a coroutine that takes what its class takes, and answers after the commit.

    append_move = _writing(writes.AppendMove)
    create_match = _writing(writes.CreateMatch)
    update_match = _writing(writes.UpdateMatch)
    import_match = _writing(writes.ImportMatch)
    claim = _writing(writes.Claim)
    renew = _writing(writes.Renew)
    release = _writing(writes.Release)
    save_guest = _writing(writes.SaveGuest)
    arrive = _writing(self_writes.Arrive)
    add_device = _writing(self_writes.AddDevice)
    note_seen = _writing(self_writes.NoteSeen)
    sign_out = _writing(self_writes.SignOut)
    sign_anew = _writing(self_writes.SignAnew)
    make_code = _writing(self_writes.MakeCode)
    use_code = _writing(self_writes.UseCode)
    take_challenge = _writing(self_writes.TakeChallenge)
    save_phrase = _writing(self_writes.SavePhrase)
    add_passkey = _writing(self_writes.AddPasskey)
    use_passkey = _writing(self_writes.UsePasskey)
    forget_passkey = _writing(self_writes.ForgetPasskey)
    link_account = _writing(self_writes.LinkAccount)
    use_account = _writing(self_writes.UseAccount)
    unlink_account = _writing(self_writes.UnlinkAccount)
    save_push_line = _writing(self_writes.SavePushLine)
    drop_push_line = _writing(self_writes.DropPushLine)
    forget_names = _writing(farewell_writes.ForgetNames)
    forget_guest = _writing(farewell_writes.ForgetGuest)
    add_report = _writing(order_writes.AddReport)
    settle_report = _writing(order_writes.SettleReport)
    add_ban = _writing(order_writes.AddBan)
    lift_ban = _writing(order_writes.LiftBan)
    close_table = _writing(order_writes.CloseTable)
    set_state = _writing(order_writes.SetState)
    change_state = _writing(order_writes.ChangeState)
    log_act = _writing(order_writes.LogAct)
    drop_match = _writing(retention.DropMatch)
    drop_lines = _writing(retention.DropLines)
    drop_guest = _writing(retention.DropGuest)
    follow = _writing(lobby_writes.Follow)
    take_move_back = _writing(lobby_writes.TakeMoveBack)
    forget_matches = _writing(lobby_writes.ForgetMatches)
    note_fault = _writing(writes.NoteFault)
    claim_review = _writing(review_writes.ClaimReview)
    grow_review = _writing(review_writes.GrowReview)
    release_review = _writing(review_writes.ReleaseReview)
    keep_text = _writing(text_writes.KeepText)
    save_text = _writing(text_writes.SaveText)
    forget_text = _writing(text_writes.ForgetText)
    count_games = _writing(rating_writes.CountGames)
    try_puzzle = _writing(rating_writes.TryPuzzle)
    begin_call = _writing(calling_writes.BeginCall)
    renew_calls = _writing(calling_writes.RenewCalls)
    end_call = _writing(calling_writes.EndCall)
    invite = _writing(calling_writes.Invite)
    forget_invitations = _writing(calling_writes.ForgetInvitations)
    wish_ladder = _writing(calling_writes.WishLadder)
    match_on_ladder = _writing(calling_writes.MatchOnLadder)
    seek = _writing(calling_writes.BeginSeek)
    keep_seeking = _writing(calling_writes.KeepSeeking)
    stop_seeking = _writing(calling_writes.StopSeeking)
    create_tournament = _writing(tournament_writes.CreateTournament)
    change_tournament = _writing(tournament_writes.ChangeTournament)
    start_tournament = _writing(tournament_writes.StartTournament)
    enter_tournament = _writing(tournament_writes.Enter)
    change_entrant = _writing(tournament_writes.ChangeEntrant)
    strike_entrant = _writing(tournament_writes.Strike)
    draw_round = _writing(tournament_writes.DrawRound)
    add_games = _writing(tournament_writes.AddGames)
    change_game = _writing(tournament_writes.ChangeGame)
    claim_work = _writing(tournament_writes.ClaimWork)
    release_work = _writing(tournament_writes.ReleaseWork)
    add_version = _writing(program_writes.AddVersion)
    finish_version = _writing(program_writes.FinishVersion)
    change_program = _writing(program_writes.ChangeProgram)
    forget_program = _writing(program_writes.ForgetProgram)
    note_run = _writing(program_writes.NoteRun)
    create_experiment = _writing(lab_writes.CreateExperiment)
    claim_experiment = _writing(lab_writes.ClaimExperiment)
    grow_experiment = _writing(lab_writes.GrowExperiment)
    show_experiment = _writing(lab_writes.ShowExperiment)
    release_experiment = _writing(lab_writes.ReleaseExperiment)
    change_experiment = _writing(lab_writes.ChangeExperiment)
    forget_experiment = _writing(lab_writes.ForgetExperiment)

    # Reads: the methods of Reads as coroutines, run in a thread.

    match = _reading(Reads.match)
    load_match = _reading(Reads.load_match)
    move_counts = _reading(Reads.move_counts)
    moves_since = _reading(Reads.moves_since)
    tables = _reading(Reads.tables)
    matches_of = _reading(Reads.matches_of)
    branches = _reading(Reads.branches)
    hosted = _reading(Reads.hosted)
    rematch = _reading(Reads.rematch)
    idle = _reading(Reads.idle)
    expired_leases = _reading(Reads.expired_leases)
    export_match = _reading(Reads.export_match)
    guest = _reading(Reads.guest)
    holder = _reading(Reads.holder)
    ways_in = _reading(Reads.ways_in)
    guest_by_phrase = _reading(Reads.guest_by_phrase)
    passkey = _reading(Reads.passkey)
    push_lines = _reading(Reads.push_lines)
    bots_of = _reading(Reads.bots_of)
    find_guests = _reading(Reads.find_guests)
    reports = _reading(Reads.reports)
    open_reports = _reading(Reads.open_reports)
    bans = _reading(Reads.bans)
    acts = _reading(Reads.acts)
    states = _reading(Reads.states)
    outdated = _reading(Reads.outdated)
    outdated_counts = _reading(Reads.outdated_counts)
    faults = _reading(Reads.faults)
    review = _reading(Reads.review)
    paces = _reading(Reads.paces)
    text = _reading(Reads.text)
    texts = _reading(Reads.texts)
    saved = _reading(Reads.saved)
    rating = _reading(Reads.rating)
    ratings = _reading(Reads.ratings)
    ratings_of = _reading(Reads.ratings_of)
    rated = _reading(Reads.rated)
    rated_seats = _reading(Reads.rated_seats)
    rated_games = _reading(Reads.rated_games)
    rated_wins = _reading(Reads.rated_wins)
    scores = _reading(Reads.scores)
    guests = _reading(Reads.guests)
    followed = _reading(Reads.followed)
    follows_of = _reading(Reads.follows_of)
    tries_of = _reading(Reads.tries_of)
    lately = _reading(Reads.lately)
    public_games = _reading(Reads.public_games)
    puzzle_ratings = _reading(Reads.puzzle_ratings)
    puzzles_tried = _reading(Reads.puzzles_tried)
    on_call = _reading(Reads.on_call)
    invitations_of = _reading(Reads.invitations_of)
    invited_to = _reading(Reads.invited_to)
    late_invitations = _reading(Reads.late_invitations)
    ladder_tables = _reading(Reads.ladder_tables)
    ladder_wish = _reading(Reads.ladder_wish)
    sought = _reading(Reads.sought)
    seekers = _reading(Reads.seekers)
    tournament = _reading(Reads.tournament)
    tournament_state = _reading(Reads.tournament_state)
    tournaments = _reading(Reads.tournaments)
    tournaments_of = _reading(Reads.tournaments_of)
    entrants_count = _reading(Reads.entrants_count)
    live_tournaments = _reading(Reads.live_tournaments)
    awaited = _reading(Reads.awaited)
    work = _reading(Reads.work)
    matches = _reading(Reads.matches)
    program = _reading(program_reads.program)
    programs = _reading(program_reads.programs_of)
    program_versions = _reading(program_reads.program_version_list)
    program_files = _reading(program_reads.program_files)
    program_runs = _reading(program_reads.program_run_list)
    experiment = _reading(lab_reads.experiment)
    experiments_of = _reading(lab_reads.experiments_of)
    waiting_experiments = _reading(lab_reads.waiting_experiments)
    experiments_ahead = _reading(lab_reads.experiments_ahead)
    experiment_content = _reading(lab_reads.experiment_content)


def _migrate(engine: Engine, where: str) -> None:
    """Migrate, waiting for another process that is doing the same."""
    deadline = time.monotonic() + OPENING_PATIENCE
    while True:
        try:
            with engine.begin() as conn:
                migrate(conn, where)
            return
        except Exception as cause:
            error = explain(cause, where)
            if error.reason != "retry" or time.monotonic() > deadline:
                raise error from None
        time.sleep(0.05)
