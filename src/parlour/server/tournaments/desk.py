"""The tournament desk: tournaments are created, guests and players of the house enter, withdraw and are removed, and
whoever runs one starts, pauses and ends it."""

from __future__ import annotations

import contextlib
import secrets
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.arena.anchors import player_of
from parlour.arena.scale import points_of, scale_of
from parlour.arena.tournaments.pairing import round_robin
from parlour.arena.tournaments.plan import LONGEST_NAME, Settings, plan_for
from parlour.arena.tournaments.plan import Entrant as PlannedEntrant
from parlour.bots.characters import NAMES
from parlour.bots.seat_words import split_character
from parlour.core.clock import to_clock, write_clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import EntrantWish, NewTournament
from parlour.core.seed import Seed
from parlour.games import find
from parlour.server import rated
from parlour.server.errors import Forbidden, NotFound
from parlour.server.lobby import table_clock
from parlour.server.names import check_title, look
from parlour.server.player_pool import check_house_word
from parlour.server.tournaments.progress import GUEST, Progress, StoredCup, read_cup
from parlour.store import Seat, rows
from parlour.store.tournament_rows import LIVE, PROGRAM, Entrant, Tournament, TournamentState

if TYPE_CHECKING:
    from parlour.server.house import House

MOST_ENTRANTS: Final = 200
MOST_GAMES: Final = 20_000  # of a tournament whose games can be counted before it begins
MOST_GAMES_A_MEETING: Final = 20
MOST_HOSTED: Final = 5  # tournaments of one organiser that are not over
MOST_KNOWN: Final = 16  # tournaments that are kept counted, for those who look at them
USUAL_CLOCK: Final = "5+3"


class Desk:
    """What guests may do with tournaments."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self._known: dict[str, Progress] = {}

    # --- creating ---

    async def create(self, guest: rows.Guest, wish: NewTournament) -> Tournament:
        if guest.kind != "person":
            raise Forbidden("Tournaments are run by people; a bot can enter them.")
        game = find(wish.game)
        options = game.read_options(wish.options, wish.preset)
        seats = game.default_seats if wish.seats is None else wish.seats
        game.check_seats(seats)
        await self.house.reader.check(game, options, seats, guest.id)
        clock = table_clock(to_clock(wish.clock) if wish.clock is not None else game.clock_of(options))
        if not clock.timed:
            clock = to_clock(USUAL_CLOCK)  # guests play, and a round must come to an end
        cup = StoredCup(
            version=game.version,
            options=msgspec.to_builtins(options),
            format=wish.format,
            seats=seats,
            clock=write_clock(clock),
            grace=wish.grace,
            preset=wish.preset,
            games=wish.games,
            rounds=wish.rounds,
            minutes=wish.minutes,
            rated=wish.rated,
        )
        self._check(game, options, cup)
        for word in wish.house:
            check_house_word(game, word)
        if len(wish.house) > MOST_ENTRANTS:
            raise _full()
        title = f"{guest.name}’s tournament"
        if wish.title.strip():
            title = check_title(wish.title, self.house.rude_words, LONGEST_NAME)
        made = await self.store.create_tournament(
            title,
            game.name,
            guest.id,
            Seed.fresh().hex,
            msgspec.to_builtins(cup),
            wish.listed,
            self.house.time.date(),
            MOST_HOSTED,
        )
        if made is None:
            raise Refused(
                f"You are already running {MOST_HOSTED} tournaments; end one of them first.", "too-many-tournaments"
            )
        for word in wish.house:
            await self._add_house(made, word)
        return made

    def _check(self, game: AnyGame, options: Any, cup: StoredCup) -> None:
        """Refuse what could never begin, however many enter."""
        if cup.games is not None and cup.games > MOST_GAMES_A_MEETING:
            raise Refused(f"A meeting has 1 to {MOST_GAMES_A_MEETING} games, not {cup.games}.", "bad-games")
        plan_for(game, options, _shape(cup), [PlannedEntrant("", GUEST)] * cup.seats)
        if cup.rated:
            sitters = [Seat(guest=str(number)) for number in range(cup.seats)]
            minds = [seat.guest for seat in sitters]
            rated.refuse(rated.why_not(game, options, to_clock(cup.clock), sitters, minds))

    # --- finding ---

    async def tournament(self, id: str) -> Tournament:
        found = await self.store.tournament(id) if len(id) <= 64 and id.isascii() else None
        if found is None:
            raise NotFound("There is no such tournament.")
        return found

    async def state(self, id: str) -> TournamentState:
        found = await self.store.tournament_state(id) if len(id) <= 64 and id.isascii() else None
        if found is None:
            raise NotFound("There is no such tournament.")
        return found

    async def progress(self, id: str) -> Progress:
        """A tournament as it stands, to look at. However many do, each change is read and counted once."""
        row = await self.tournament(id)
        known = self._known.pop(id, None)
        if known is None or known.row.changes < row.changes:
            known = Progress(await self.state(id))
        self._known[id] = known
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return known

    # --- entering ---

    async def enter(self, guest: rows.Guest, id: str, wish: EntrantWish) -> None:
        """Somebody enters: the guest, one of the guest's bots, a program, or a player of the house."""
        found = await self.tournament(id)
        if found.status in ("over", "cancelled"):
            raise Refused("This tournament is over.", "over")
        if wish.house is not None:
            if found.host != guest.id:
                raise Forbidden("Only the organiser may enter players of the house.")
            check_house_word(find(found.game), wish.house)
            if found.status != "open":
                raise Refused("This tournament has begun.", "begun")
            await self._add_house(found, wish.house)
        elif wish.program is not None:
            await self._add_program(found, guest, wish.program)
        else:
            await self._add_guest(found, guest if wish.bot is None else await self._bot(guest, wish.bot))
        self.house.director.hurry(id)

    async def _bot(self, guest: rows.Guest, id: str) -> rows.Guest:
        bot = await self.store.guest(id)
        if bot is None or bot.kind != "bot" or bot.owner != guest.id:
            raise Forbidden("Only its owner may enter a bot.")
        return bot

    async def _add_program(self, found: Tournament, guest: rows.Guest, id: str) -> None:
        """Its version is fixed when the tournament begins; in an arena that has begun, now."""
        program = await self.house.programs.ready(find(found.game), guest, id)
        if guest.id not in (program.owner, program.guest, found.host):
            raise Forbidden("Only the organiser may enter programs of others.")
        bot = await self.store.guest(program.guest)
        assert bot is not None
        fixed = f"@{program.version}" if found.status in LIVE else ""
        await self._add_guest(found, bot, f"{PROGRAM}{bot.id}{fixed}")

    async def _add_guest(self, found: Tournament, guest: rows.Guest, word: str | None = None) -> None:
        state = await self.state(found.id)
        known = next((one for one in state.entrants if one.id == guest.id), None)
        if known is not None:
            if known.comes is not (word is None):
                how = "as a bot that connects" if known.comes else "as a program that the house runs"
                raise Refused(f"{known.name} has entered {how}; withdraw it first.", "entered")
            if known.absent:
                await self._come_back(state, known)
            return
        late = found.status in LIVE
        if late and read_cup(found).format != "arena":
            raise Refused("This tournament has begun; only an arena can be entered later.", "begun")
        name = self._distinct(guest.name, state)
        entrant = Entrant(found.id, guest.id, guest.id, word, name, joined=self.house.time.date())
        await self._put(entrant, late)

    async def _come_back(self, state: TournamentState, known: Entrant) -> None:
        if state.tournament.status in LIVE and read_cup(state.tournament).format not in ("swiss", "arena"):
            raise Refused("Whoever has left this tournament can't come back: the others have gone on.", "left")
        if known.version == 0 and state.tournament.status in LIVE:
            raise Refused(f"The version of {known.name} that played here was withdrawn from the house.", "left")
        await self.store.change_entrant(known.tournament, known.id, absent=False, missed=0)

    async def _put(self, entrant: Entrant, late: bool = False) -> None:
        having = LIVE if late else ("open",)
        if not await self.store.enter_tournament(entrant, having, MOST_ENTRANTS, late):
            if (await self.tournament(entrant.tournament)).status in having:
                raise _full()
            raise Refused("This tournament has just begun.", "begun")

    async def _add_house(self, found: Tournament, word: str) -> None:
        level, character = split_character(word)
        state = await self.state(found.id)
        taken = {one.name for one in state.entrants}
        names = [character.name] if character is not None else list(NAMES)
        start = len(state.entrants) % len(names)
        plates = [f"{name} ({level})" for name in names[start:] + names[:start]]
        plate = next((plate for plate in plates if plate not in taken), None)
        if plate is None:
            plate = next(f"{plates[0]} {n}" for n in range(2, MOST_ENTRANTS + 2) if f"{plates[0]} {n}" not in taken)
        id = f"house-{secrets.token_hex(8)}"
        await self._put(Entrant(found.id, id, None, level, plate, joined=self.house.time.date()))

    @staticmethod
    def _distinct(name: str, state: TournamentState) -> str:
        taken = {look(one.name) for one in state.entrants}
        if look(name) not in taken:
            return name
        return next(f"{name} {n}" for n in range(2, MOST_ENTRANTS + 2) if look(f"{name} {n}") not in taken)

    # --- leaving ---

    async def leave(self, guest: rows.Guest, id: str, entrant: str) -> None:
        """Somebody withdraws, with a bot perhaps, or is removed by the organiser."""
        state = await self.state(id)
        known = next((one for one in state.entrants if one.id == entrant), None)
        if known is None:
            raise NotFound("Nobody like that has entered this tournament.")
        own = known.guest == guest.id or (known.guest is not None and await self._owns(guest, known.guest))
        if not own and state.tournament.host != guest.id:
            raise Forbidden("Only the organiser may remove others.")
        if state.tournament.status in ("over", "cancelled"):
            raise Refused("This tournament is over.", "over")
        if state.tournament.status == "open" and await self.store.strike_entrant(id, entrant):
            return
        await self.store.change_entrant(id, entrant, absent=True, missed=known.missed)
        if known.guest is not None:
            await self._give_up(Progress(await self.state(id)), known)
        self.house.director.hurry(id)

    async def withdraw_program(self, bot: str) -> None:
        """The owner has withdrawn a program from the house, and so from every tournament."""
        for id in await self.store.forget_program(bot):
            progress = Progress(await self.state(id))
            for one in progress.entrants:
                if one.guest == bot:
                    await self._give_up(progress, one)
            self.house.director.hurry(id)

    async def _owns(self, guest: rows.Guest, bot: str) -> bool:
        found = await self.store.guest(bot)
        return found is not None and found.owner == guest.id

    async def _give_up(self, progress: Progress, gone: Entrant) -> None:
        """Whoever leaves in the middle of a game concedes it. One that has not begun is forfeited by the director."""
        for game in progress.games:
            if game.status == "playing" and gone.number in game.seats:
                with contextlib.suppress(Refused):
                    table = await self.house.table(game.table)
                    for seat in table.seats_of(gone.guest):
                        await table.leave(seat)

    # --- running it ---

    async def start(self, guest: rows.Guest, id: str) -> None:
        for _ in range(5):
            state = await self.state(id)
            self._check_host(guest, state.tournament)
            if state.tournament.status != "open":
                raise Refused("This tournament has already begun.", "begun")
            cup, game = read_cup(state.tournament), find(state.tournament.game)
            options = game.read_stored(cup.options, cup.version)
            strength = await self._strengths(game, state.entrants)
            order = sorted(state.entrants, key=lambda one: -strength.get(one.id, float("-inf")))
            planned = [PlannedEntrant(one.name, one.word or GUEST) for one in order]
            plan = plan_for(game, options, _shape(cup), planned)
            if plan.format == "round-robin":
                meetings = sum(len(one.tables) for one in round_robin(len(order), plan.seats))
                if meetings * plan.games > MOST_GAMES:
                    raise Refused(
                        f"This would be {meetings * plan.games:,} games, and the house plays up to {MOST_GAMES:,} in a "
                        "tournament; a Swiss one has fewer.",
                        "too-many",
                    )
            stored = msgspec.to_builtins(msgspec.structs.replace(plan, entrants=[], title=""))
            seeding, words = [one.id for one in order], await self._versions(game, order)
            if await self.store.start_tournament(id, seeding, stored, self.house.time.date(), words):
                self.house.director.hurry(id)
                return
        raise Refused("Others are just entering or leaving; try again.", "busy")

    async def _versions(self, game: AnyGame, entrants: list[Entrant]) -> dict[str, str]:
        """The words of the programs, with the versions that play from the first game to the last."""
        words = {}
        for one in entrants:
            if one.version is not None and not one.absent:
                program = await self.house.programs.find(one.id)
                self.house.programs.check_plays(program, game)
                words[one.id] = f"{PROGRAM}{one.id}@{program.version}"
        return words

    async def _strengths(self, game: AnyGame, entrants: list[Entrant]) -> dict[str, float]:
        """The points of those who have a rating, for the seeding."""
        players = {one.id: one.guest or player_of(game, one.word or "") for one in entrants}
        known = {player: strength[0] for player, strength in scale_of(game).anchored.items()}
        for _, standing in await self.store.ratings_of(set(players.values()), game.name):
            known[standing.player] = standing.mu
        return {id: points_of(known[player], 0.0).points for id, player in players.items() if player in known}

    @staticmethod
    def _check_host(guest: rows.Guest, found: Tournament) -> None:
        if found.host != guest.id:
            raise Forbidden("Only the organiser may do that.")

    async def pause(self, guest: rows.Guest, id: str) -> None:
        """No more tables are laid until it goes on; games that have begun are played on."""
        await self._switch(guest, id, "running", "paused")

    async def go_on(self, guest: rows.Guest, id: str) -> None:
        await self._switch(guest, id, "paused", "running")

    async def _switch(self, guest: rows.Guest, id: str, before: str, after: str) -> None:
        found = await self.tournament(id)
        self._check_host(guest, found)
        cup, now = read_cup(found), self.house.time.date()
        paused = cup.paused + (now - cup.paused_at if after == "running" and cup.paused_at is not None else 0.0)
        cup = msgspec.structs.replace(cup, paused=paused, paused_at=now if after == "paused" else None)
        settings = msgspec.to_builtins(cup)
        if not await self.store.change_tournament(id, (before,), status=after, settings=settings):
            raise Refused(f"This tournament is not {before}.", "not-now")
        self.house.director.hurry(id)

    async def end(self, guest: rows.Guest, id: str) -> None:
        """End it now: what has been played counts, games that are under way don't. One that has not begun is off."""
        found = await self.tournament(id)
        self._check_host(guest, found)
        status = "cancelled" if found.status == "open" else "over"
        having = (found.status,) if found.status == "open" else LIVE
        if not await self.store.change_tournament(id, having, status=status, ended=self.house.time.date()):
            raise Refused("This tournament is over.", "over")
        await self.house.director.clear_away(id)


def _shape(cup: StoredCup) -> Settings:
    return Settings(
        players=[],
        format=cup.format,
        games=cup.games,
        rounds=cup.rounds,
        minutes=cup.minutes,
        seats=cup.seats,
        clock=cup.clock,
    )


def _full() -> Refused:
    return Refused(f"This tournament is full: {MOST_ENTRANTS} have entered.", "full")
