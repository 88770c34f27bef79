"""How quickly circulants are searched, against plain enumeration as the optimal circulant paper does it."""

import math
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.circulant_kernels import enumerate_plainly
from structure.circulants import CirculantSearch, SearchSpace, search_all, search_task

SPACES = ((256, 8), (512, 8), (512, 9), (1024, 8), (1024, 10))
#: Graphs that plain enumeration weighs before it is stopped.
PLAIN = 100_000
#: Graphs a second and core in the paper (Intel Xeon Gold 6148, section 3).
PAPER_PER_S = 100_000


def circulants() -> Iterator[str]:
    """Jump sets examined per second of one core, by processor time; plain enumeration beside it."""
    warm = CirculantSearch.begin(SearchSpace(64, 8))
    search_task(warm, 0)  # compiles
    plain_rate(SearchSpace(64, 8), 1)
    for n, radix in SPACES:
        space = SearchSpace(n, radix)
        began = time.process_time()
        search = CirculantSearch.begin(space)
        descent = time.process_time() - began
        found = search_all(search)
        seconds = time.process_time() - began
        sets = math.comb(len(space.candidates) - 1, space.free_jumps - 1)
        rate, plain = found.examined / (seconds - descent), plain_rate(space, PLAIN)
        yield (
            f"({n}, {radix}) {seconds:8.2f} core-s, {descent:.2f} of them for the incumbent:"
            f" {found.examined:,} sets examined, {rate:,.0f} a second;"
            f" {sets / seconds:,.0f} of the {sets:,} sets with jump 1 dealt with a second;"
            f" plain {plain:,.0f}; examined {rate / plain:,.0f} times as fast,"
            f" {rate / PAPER_PER_S:,.0f} times the paper's {PAPER_PER_S:,}"
        )


def plain_rate(space: SearchSpace, amount: int) -> float:
    """Return the sets a second of plain enumeration from a random set on."""
    rng = np.random.default_rng(0)
    others = np.sort(rng.choice(space.candidates[1:], space.free_jumps - 1, replace=False))
    jumps = np.concatenate([[1], others]).astype(np.int64)
    began = time.process_time()
    _, _, done = enumerate_plainly(space.routers, jumps, bool(space.radix % 2), amount)
    return float(done / (time.process_time() - began))
