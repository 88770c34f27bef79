"""Annealing of length and touched cables together: a table of lengths, and who stands at home."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.annealer import Annealer
from netfloor.layout.annealing.common_kernels import Array, Flow, Index, State
from netfloor.layout.annealing.swap_kernels import nothing, offers, only_exchange
from netfloor.layout.growth.objective import Growth


class Homes(NamedTuple):
    """Lengths, and what a router costs that leaves its place.

    ``cabinet`` (S,) uint32 numbers the slots: here even two slots of one cabinet differ; ``row``
    (S,) uint32 of each slot in ``table`` (C, C) int64; ``home`` (n,) int64 slot that each router
    comes from, -1 for none; ``stays`` one int64 an arc of the flow: what is saved while both
    its routers stand at home.
    """

    cabinet: Array
    row: Array
    table: Array
    home: Array
    stays: Array


@lean_kernel
def move_change(u: Index, other: Index, a: Index, b: Index, homes: Homes, state: State, flow: Flow) -> Any:
    """Return the change if u moves from slot a to b, its links to ``other`` left out."""
    here, there = homes.row[a], homes.row[b]
    leaves, returns = homes.home[u] == np.int64(a), homes.home[u] == np.int64(b)
    change = np.int64(0)
    for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
        w = flow.indices[at]
        if w != other:
            place = state.slot_of[w]
            cabinet = homes.row[place]
            change += flow.counts[at] * (homes.table[there, cabinet] - homes.table[here, cabinet])
            if leaves != returns and homes.home[w] == np.int64(place):
                change += homes.stays[at] if leaves else -homes.stays[at]
    return change


@lean_kernel
def whole_change(u: Index, v: Index, a: Index, b: Index, tables: Homes, state: State, flow: Flow) -> Any:
    """Return the change of cost if u in slot a and v in b, nobody where it is -1, swap."""
    change = move_change(u, v, a, b, tables, state, flow)
    if v < 0:
        return change
    w = np.uint64(v)
    change += move_change(w, np.int64(u), b, a, tables, state, flow)
    before = tables.home[u] == np.int64(a) and tables.home[w] == np.int64(b)
    after = tables.home[u] == np.int64(b) and tables.home[w] == np.int64(a)
    if before != after:
        for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
            if flow.indices[at] == w:
                change += tables.stays[at] if before else -tables.stays[at]
    return change


offers(Homes, cheap_change=nothing, rest_of_change=whole_change, carry_out=only_exchange)


class GrowthAnnealer(Annealer):
    """Anneals `Growth.cost`."""

    max_slice = 1 << 15
    twice = True

    def __init__(self, growth: Growth, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(growth.problem, slot_of, rng)
        lengths = growth.problem.lengths
        self.cost = growth.cost(slot_of)
        self.tables = Homes(
            np.arange(growth.problem.slots, dtype=np.uint32),
            lengths.slot_cabinet.astype(np.uint32),
            lengths.by_cabinet(),
            growth.home.astype(np.int64),
            growth.arc_savings(),
        )

    def refresh(self) -> None:
        """Do nothing: no table depends on the placement."""
