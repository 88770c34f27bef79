"""SkyWalk: a network wired for short cables in a given grid of cabinets, by its author's rule.

Complete inside cabinets, then straight lines, then diagonals; missing links are added with short cables.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.grids import COLUMN_PITCH_MM, ROW_PITCH_MM, cabinets_needed, square_grid
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.components import components
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import Values, bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links

LongArray = npt.NDArray[np.int64]
#: Function for cable lengths in mm between two equally long arrays of switches.
Lengths = Callable[[IntArray, IntArray], LongArray]
#: Trials of a random matching in the author's generator; the best is used.
_TRIALS = 10
#: Python sets of neighbours take more memory than arrays: 540 bytes per link measured (skywalk:60000,24).
_BYTES_EACH = 600
#: Cable length inside a cabinet, and extra length beyond the distance between cabinets (SpectralFly,
#: section VII).
_INSIDE_MM, _OVERHEAD_MM = 2000, 4000
_MAX_LINES = 1_000_000


# Links of a simple graph during construction


class LinkSet:
    """A simple graph built link by link, with space for a known number of links.

    Parameters
    ----------
    routers
        Number of routers.
    degree
        Target number of links per switch; never exceeded.
    """

    def __init__(self, routers: int, degree: int) -> None:
        self.degree = degree
        self.neighbours: list[set[int]] = [set() for _ in range(routers)]
        self._ends = np.zeros((routers * degree // 2, 2), dtype=np.int32)
        self.count = 0

    @property
    def ends(self) -> IntArray:
        """Switches at both ends of every link, (count, 2)."""
        return self._ends[: self.count]

    @property
    def missing(self) -> npt.NDArray[np.int64]:
        """Missing links per switch, (n,)."""
        return self.degree - np.array([len(joined) for joined in self.neighbours])

    def accepts(self, u: int, v: int) -> bool:
        """Test whether u and v are distinct, not yet joined, and both have a free port."""
        joined = self.neighbours[u]
        has_ports = len(joined) < self.degree > len(self.neighbours[v])
        return has_ports and u != v and v not in joined

    def add(self, u: int, v: int) -> None:
        """Join two switches."""
        self._ends[self.count] = u, v
        self.count += 1
        self._join(u, v)

    def replace(self, link: int, u: int, v: int) -> None:
        """Remove a link and join u and v instead."""
        x, y = (int(end) for end in self._ends[link])
        self.neighbours[x].remove(y)
        self.neighbours[y].remove(x)
        self._ends[link] = u, v
        self._join(u, v)

    def _join(self, u: int, v: int) -> None:
        self.neighbours[u].add(v)
        self.neighbours[v].add(u)


# Adding missing links with short cables


def repair_degrees(links: LinkSet, lengths: Lengths) -> tuple[int, int]:
    """Add links until no two switches lack any; return how many were (joined directly, added by a swap).

    The switch that lacks most is joined to the nearest non-neighbour that also lacks a link. If only
    neighbours are left, an existing link ``xy`` is replaced by ``ux`` and ``vy``, whichever adds least
    cable.
    """
    before = links.count
    _join_nearest(links, lengths)
    joined = links.count - before
    while _swap_any(links, lengths):
        pass
    return joined, links.count - before - joined


def join_components(links: LinkSet, lengths: Lengths) -> tuple[int, bool]:
    """Connect the graph by exchanging ends of two links; return (number of exchanges, connected).

    A link on a cycle of the smallest component and a link of another component exchange ends, which joins
    the two and preserves all degrees. Stops if the smallest component has no cycle.
    """
    exchanges = 0
    while (labels := components(links.ends, len(links.neighbours))).any():
        part = labels == np.argmin(np.bincount(labels))
        on_cycle = _link_on_cycle(links, part)
        if on_cycle is None:
            return exchanges, False
        _exchange(links, lengths, on_cycle, part)
        exchanges += 1
    return exchanges, True


def _join_nearest(links: LinkSet, lengths: Lengths) -> None:
    missing, stuck = links.missing, np.zeros(len(links.neighbours), dtype=bool)
    while (missing * ~stuck).any():
        u = int(np.argmax(missing * ~stuck))
        waiting = missing > 0
        waiting[[u, *links.neighbours[u]]] = False
        others = np.flatnonzero(waiting).astype(np.int32)
        if len(others) == 0:
            stuck[u] = True
            continue
        v = int(others[np.argmin(lengths(np.full_like(others, u), others))])
        links.add(u, v)
        missing[[u, v]] -= 1


def _swap_any(links: LinkSet, lengths: Lengths) -> bool:
    """Place two missing links by a swap, for two neighbouring switches or for a single switch."""
    missing = links.missing
    short = np.flatnonzero(missing).tolist()
    pairs = combinations_with_replacement(short, 2)
    return any(_swap(links, lengths, u, v) for u, v in pairs if u != v or missing[u] > 1)


def _swap(links: LinkSet, lengths: Lengths, u: int, v: int) -> bool:
    """Replace the link xy that adds least cable by ux and vy; False if no link qualifies."""
    ends = np.concatenate([links.ends, links.ends[:, ::-1]])
    x, y = ends.T
    allowed = ~_closed(links, u, v)[x] & ~_closed(links, v, u)[y]
    if not allowed.any():
        return False
    candidates = np.flatnonzero(allowed)
    x, y = x[candidates], y[candidates]
    best = _cheapest(lengths, u, v, x, y)
    links.replace(int(candidates[best]) % links.count, u, int(x[best]))
    links.add(v, int(y[best]))
    return True


def _closed(links: LinkSet, u: int, v: int) -> npt.NDArray[np.bool_]:
    """Mark the switches that u cannot be joined with if v is the other end."""
    closed = np.zeros(len(links.neighbours), dtype=bool)
    closed[[u, v, *links.neighbours[u]]] = True
    return closed


def _cheapest(lengths: Lengths, u: int, v: int, x: IntArray, y: IntArray) -> int:
    """Return the index of the link xy whose replacement by ux and vy adds least cable."""
    us, vs = np.full_like(x, u), np.full_like(y, v)
    return int(np.argmin(lengths(us, x) + lengths(vs, y) - lengths(x, y)))


def _link_on_cycle(links: LinkSet, part: npt.NDArray[np.bool_]) -> int | None:
    """Return the first link within a component that is not a bridge."""
    import networkx as nx  # noqa: PLC0415 - a heavy import, rarely needed

    inside = np.flatnonzero(part[links.ends[:, 0]])
    bridges = {frozenset(bridge) for bridge in nx.bridges(nx.Graph(links.ends[inside].tolist()))}
    safe = (link for link in inside.tolist() if frozenset(links.ends[link].tolist()) not in bridges)
    return next(safe, None)


def _exchange(links: LinkSet, lengths: Lengths, inner: int, part: npt.NDArray[np.bool_]) -> None:
    """Exchange ends of a link of one part and the cheapest link outside it."""
    u, v = (int(end) for end in links.ends[inner])
    outside = np.flatnonzero(~part[links.ends[:, 0]])
    x, y = np.concatenate([links.ends[outside], links.ends[outside, ::-1]]).T
    best = _cheapest(lengths, u, v, x, y)
    links.replace(int(outside[best % len(outside)]), int(x[best]), u)
    links.replace(inner, int(y[best]), v)


# The author's rule: complete inside cabinets, straight lines, then diagonals


@dataclass(frozen=True)
class RackGrid:
    """A grid of cabinets numbered row by row, and their switches.

    Attributes
    ----------
    rows, columns
        Shape of the grid; the last row in use may be ragged.
    per_rack
        Switches that fit in a cabinet, z.
    routers
        Number of switches.
    racks
        Number of cabinets in use, c.
    """

    rows: int
    columns: int
    per_rack: int
    routers: int
    racks: int

    @property
    def rack_of(self) -> IntArray:
        """Cabinet of each switch, ``floor(v c / n)``, (n,)."""
        return (np.arange(self.routers) * self.racks // self.routers).astype(np.int32)

    @property
    def lines(self) -> list[range]:
        """Cabinets of every row, then cabinets of every column."""
        width, used = self.columns, self.racks
        across = [range(first, min(first + width, used)) for first in range(0, used, width)]
        return across + [range(first, used, width) for first in range(min(width, used))]

    @property
    def straight_degree(self) -> int:
        """Ports per switch needed to join every cabinet to all others in its row and column, rounded up."""
        return -(-(self.rows - 1 + self.columns - 1) // self.per_rack)


class RackWiring:
    """Joins cabinets by joining their switches in turn.

    Each cabinet has a cyclic pointer to its switches. A link between two cabinets takes the next switch of
    each and advances both pointers, even if these two are already joined or have no free port: then the
    rule omits the link.
    """

    def __init__(self, grid: RackGrid, links: LinkSet) -> None:
        self.links = links
        starts = np.searchsorted(grid.rack_of, np.arange(grid.racks + 1))
        self._members = [range(a, b) for a, b in pairwise(starts.tolist())]
        self._next = [0] * grid.racks

    def fill_racks(self) -> None:
        """Join all switches of each cabinet with each other."""
        for members in self._members:
            for u, v in combinations(members, 2):
                self.links.add(u, v)

    def join(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Join cabinets pair by pair."""
        for first, second in pairs:
            u, v = self._take(first), self._take(second)
            if self.links.accepts(u, v):
                self.links.add(u, v)

    def _take(self, rack: int) -> int:
        members, turn = self._members[rack], self._next[rack]
        self._next[rack] = (turn + 1) % len(members)
        return members[turn]


def wire(grid: RackGrid, degree: int, generator: np.random.Generator) -> LinkSet:
    """Wire the network by SkyWalk's rule for radix ``degree``, including its missing links.

    All switches in a cabinet are joined (``d_i = z - 1``); ``d_o = degree - d_i`` ports leave it. If
    ``d_o`` suffices to join every cabinet to all others in its row and column, these links are laid and the
    rest are random links between cabinets that share neither; otherwise all are random links between
    cabinets that share a row or column. Source: the generator by the author of SkyWalk (Fujiwara et al.,
    IPDPS 2014).
    """
    wiring = RackWiring(grid, LinkSet(grid.routers, degree))
    wiring.fill_racks()
    outside = degree - (grid.per_rack - 1)
    diagonal = outside - grid.straight_degree
    if diagonal < 0:
        wiring.join(_random_pairs(grid, outside, generator, sharing=True))
        return wiring.links
    for line in grid.lines:
        wiring.join(combinations(line, 2))
    wiring.join(_random_pairs(grid, diagonal, generator, sharing=False))
    return wiring.links


def _random_pairs(
    grid: RackGrid, ports: int, generator: np.random.Generator, *, sharing: bool
) -> list[tuple[int, int]]:
    """Return distinct random pairs of cabinets, up to ``ports`` for every switch position of a cabinet."""
    from netfloor.topologies.families.drawn.skywalk_kernels import greedy_rounds  # noqa: PLC0415 - loads Numba

    racks = np.arange(grid.racks, dtype=np.int32)
    rounds = ports * grid.per_rack
    best = np.empty((0, 2), dtype=np.int32)
    for _ in range(_TRIALS):
        orders = generator.permuted(np.tile(racks, (rounds, 1)), axis=1)
        pairs = greedy_rounds(orders, racks // grid.columns, racks % grid.columns, sharing)
        best = max(best, pairs, key=len)
        if len(best) == rounds * (grid.racks // 2):
            break
    return [(int(first), int(second)) for first, second in best]


# The family


def build(parameters: Parameters) -> Topology:
    """Build SkyWalk's network of n switches with k links each, with their slots.

    ``slots`` is ``cabinet z + position`` in the rows by columns grid, cabinets numbered row by row and
    filled from the first; groups are the cabinets. Links omitted by the author's rule are added; ``notes``
    state how many.

    Raises
    ------
    InputError
        If no such network exists, the grid has too few slots, k leaves no link between cabinets, or the
        network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("n", "k"), ("rows", "columns", "per_cabinet", "seed"))
    n, k, seed = values.integer("n"), values.integer("k"), values.integer("seed", 0, lowest=0)
    grid = _grid(values, n)
    _refuse_impossible(values.where, grid, k)
    refuse_if_too_large(values.where, n, n * k // 2, _BYTES_EACH)
    links = wire(grid, k, np.random.default_rng(seed))
    notes = _complete(links, grid)
    named = {"n": n, "k": k, "rows": grid.rows, "columns": grid.columns, "per_cabinet": grid.per_rack}
    rack_of, pairs = grid.rack_of, normal_links(links.ends, n)
    return replace(
        bare_topology(parameters.spec, "skywalk", named | {"seed": seed}, n, pairs),
        groups=rack_of,
        slots=_slots(rack_of, grid.per_rack),
        notes=notes,
    )


def _grid(values: Values, n: int) -> RackGrid:
    """Return the requested grid; by default SpectralFly's room for n switches."""
    where, per_rack = values.where, values.integer("per_cabinet", 2)
    racks = cabinets_needed(n, per_rack)
    if ("rows" in values) != ("columns" in values):
        raise InputError(where, "rows and columns go together", f"write {FAMILY.usage}")
    rows, columns = square_grid(racks)
    if "rows" in values:
        rows, columns = (values.integer(name, highest=_MAX_LINES) for name in ("rows", "columns"))
    if rows * columns < racks:
        slots = rows * columns * per_rack
        what = f"{rows} x {columns} cabinets of {per_rack} hold {slots} switches, {n - slots} too few"
        raise InputError(where, what, "give more rows or columns")
    return RackGrid(rows, columns, per_rack, n, racks)


def _refuse_impossible(where: str, grid: RackGrid, k: int) -> None:
    n, z = grid.routers, grid.per_rack
    if k >= n:
        raise InputError(where, f"k={k} links per switch need more than n={n} switches", "give k < n")
    if k < z:
        what = f"k={k} leaves no link between cabinets of {z} switches, all joined with each other"
        raise InputError(where, what, f"give k >= {z} or a smaller per_cabinet")
    if k == 1 and n > 2:
        what = "one link per switch cannot connect more than 2 switches"
        raise InputError(where, what, "give k >= 2")


def _slots(rack_of: IntArray, per_rack: int) -> IntArray:
    """Return the slot of each switch, counted from its cabinet's first slot."""
    first = np.searchsorted(rack_of, rack_of)
    return (rack_of * per_rack + np.arange(len(rack_of)) - first).astype(np.int32)


def _complete(links: LinkSet, grid: RackGrid) -> tuple[str, ...]:
    """Add the links omitted by the rule, connect separate parts, and report the changes as notes."""
    whole = grid.routers * links.degree // 2
    left_out = whole - links.count
    lengths = _cable_lengths(grid)
    joined, swapped = repair_degrees(links, lengths)
    exchanges, connected = join_components(links, lengths)
    notes = (
        f"SkyWalk's rule left out {left_out} of {whole} links; repair added {joined + swapped}"
        f" ({swapped} of them by moving a link)",
        f"{exchanges} exchanges of two links joined separate parts" if exchanges else "",
        _irregularity(links),
        "" if connected else "the network is not connected",
    )
    return tuple(note for note in notes if note)


def _irregularity(links: LinkSet) -> str:
    missing, degree = links.missing, links.degree
    if not missing.any():
        return ""
    short, lowest = int((missing > 0).sum()), degree - int(missing.max())
    return f"not regular: {short} switches have fewer than {degree} links, as few as {lowest}"


def _cable_lengths(grid: RackGrid) -> Lengths:
    """Return the function for cable lengths used in repairs."""
    row, column = np.divmod(grid.rack_of.astype(np.int64), grid.columns)

    def lengths(u: IntArray, v: IntArray) -> npt.NDArray[np.int64]:
        down, across = abs(row[u] - row[v]), abs(column[u] - column[v])
        way = ROW_PITCH_MM * down + COLUMN_PITCH_MM * across
        return np.asarray(np.where(way > 0, _OVERHEAD_MM + way, _INSIDE_MM))

    return lengths


FAMILY = Family(
    name="skywalk",
    usage="skywalk:n,k[,rows=R,columns=C,per_cabinet=Z,seed=S]",
    summary="SkyWalk by its author's rule, generated for a grid of cabinets",
    routers="n",
    radix="k",
    source="Fujiwara et al., SkyWalk (IPDPS 2014), by the rule of the author's generator",
    build=build,
    takes_seed=True,
)
