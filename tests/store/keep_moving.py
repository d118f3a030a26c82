"""Appends moves to a match and says each ply once it is acknowledged: `keep_moving.py PLACE MATCH SEAT`."""

import sys
from concurrent.futures import Future

from parlour.store import Appended, AppendMove, Store

place, match, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = Store.open(place)
ply = len(store.reads.moves_since(match, 0))
waiting: list[tuple[int, Future[Appended]]] = []
while ply < 200_000:
    # Some are under way while others are acknowledged, as with a real server.
    while len(waiting) < 8:
        waiting.append((ply, store.submit(AppendMove(match, ply, seat, {"ply": ply}))))
        ply += 1
    kept, future = waiting.pop(0)
    print(kept, int(future.result().ok), flush=True)
