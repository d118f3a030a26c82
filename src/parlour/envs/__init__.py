"""The house's games for learning programs (the extra `rl`): batches of games, PettingZoo and Gymnasium.

games = batch("kata-tcg", games=1024, seed=7)         # numpy arrays in and out, for all seats or some
env = pettingzoo_env("battle-farm", seats=4)          # PettingZoo's AEC interface with action masks
env = parallel_env("battle-farm", seats=4)            # its parallel interface: who is not asked waits
env = seat_env("deadwood", seat=0, others="greedy")   # Gymnasium: one seat against the house's players
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.errors import Refused

if TYPE_CHECKING:
    from parlour.core.game import AnyGame
    from parlour.envs.aec import TurnEnv
    from parlour.envs.batches import Batch
    from parlour.envs.parallel import AllSeatsEnv
    from parlour.envs.seat import SeatEnv

__all__ = ["batch", "parallel_env", "pettingzoo_env", "seat_env"]


def batch(game: str | AnyGame, games: int = 256, **settings: Any) -> Batch:
    """Many games side by side: see `parlour.envs.batches.Batch`."""
    try:
        from parlour.envs.batches import Batch
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return Batch(game, games, **settings)


def pettingzoo_env(game: str | AnyGame, **settings: Any) -> TurnEnv:
    """One game for all its seats: see `parlour.envs.aec.TurnEnv`."""
    try:
        from parlour.envs.aec import TurnEnv
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return TurnEnv(game, **settings)


def parallel_env(game: str | AnyGame, **settings: Any) -> AllSeatsEnv:
    """One game in which all seats answer at every step: see `parlour.envs.parallel.AllSeatsEnv`."""
    try:
        from parlour.envs.parallel import AllSeatsEnv
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return AllSeatsEnv(game, **settings)


def seat_env(game: str | AnyGame, **settings: Any) -> SeatEnv:
    """One seat of a game against players of the house: see `parlour.envs.seat.SeatEnv`."""
    try:
        from parlour.envs.seat import SeatEnv
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    return SeatEnv(game, **settings)


def _missing(error: ModuleNotFoundError) -> Refused:
    return Refused(
        f"Learning needs a package that is not installed here, {error.name}: `pip install 'parlour[rl]'` brings it.",
        "not-installed",
    )
