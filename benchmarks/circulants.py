"""How quickly circulants are searched, against plain enumeration as the optimal circulant paper does it."""

import math
import time
from collections.abc import Iterator
from itertools import combinations, islice

from structure.circulants import CirculantSearch, SearchSpace, merge, search_task
from structure.circulants.search import distances_of

SPACES = ((256, 8), (512, 8), (512, 9), (1024, 8))
#: Graphs that plain enumeration weighs before it is stopped.
PLAIN = 300


def circulants() -> Iterator[str]:
    """Jump sets that hold 1 dealt with per second on one core; plain breadth-first search beside it."""
    search_task(CirculantSearch.begin(SearchSpace(64, 6)), 0)  # compiles
    for n, radix in SPACES:
        space = SearchSpace(n, radix)
        began = time.monotonic()
        search = CirculantSearch.begin(space)
        found = merge([search_task(search, number) for number in range(len(space.tasks))])
        seconds = time.monotonic() - began
        sets = math.comb(len(space.candidates) - 1, space.free_jumps - 1)
        began = time.monotonic()
        for others in islice(combinations(space.candidates[1:].tolist(), space.free_jumps - 1), PLAIN):
            distances_of(space, (1, *others))
        plain = PLAIN / (time.monotonic() - began)
        yield (
            f"({n}, {radix}) {seconds:8.2f} s: {sets / seconds:,.0f} of {sets:,} sets a second, "
            f"{found.examined / seconds:,.0f} of them weighed; plain {plain:,.0f}; "
            f"ratio {sets / seconds / plain:,.0f}; the paper 100,000 a core"
        )
