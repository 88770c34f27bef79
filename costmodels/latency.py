"""Latency of messages between switches with endpoints, over minimum-latency paths."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from netfloor.costmodels.sets.coefficient import CoefficientRow, exact_decimal, plain_number
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.display.charts import COLOURS, axes_or_new
from netfloor.foundation.display.data_table import DataTable, Tabular
from netfloor.foundation.errors import InputError
from netfloor.foundation.parallel import map_jobs
from netfloor.foundation.units import ATTOSECONDS_PER_NS, CABLE_NS_PER_M, MM_PER_M
from netfloor.layout.cable_plan import CablePlan
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = npt.NDArray[np.float64]

#: The cable delay as reports print it, with its source.
CABLE_DELAY_ROW = CoefficientRow(
    coefficient="cable delay",
    value=plain_number(CABLE_NS_PER_M),
    unit="ns/m",
    year=2022,
    source="SpectralFly, section VII, after SkyWalk",
    trust="read",
)

_WIDEST_BLOCK = 128
_BLOCK_BYTES = 1 << 27


@dataclass(frozen=True, eq=False, repr=False)
class Latency(Tabular):
    """Latency between distinct switches with endpoints by switch latency, as three arrays of equal length.

    Each value is computed exactly for its switch latency, then rounded to a float.
    """

    switch_ns: Floats
    mean_ns: Floats
    max_ns: Floats

    def __post_init__(self) -> None:
        for array in (self.switch_ns, self.mean_ns, self.max_ns):
            array.flags.writeable = False

    def __repr__(self) -> str:
        if len(self.switch_ns) == 0:
            return "Latency(no switch latency)"
        last = f"mean {self.mean_ns[-1]:,.1f} ns, maximum {self.max_ns[-1]:,.1f} ns"
        return f"Latency({last} at {self.switch_ns[-1]:,g} ns per switch)"

    def to_table(self) -> DataTable:
        """Return mean and maximum latency, ns, by switch latency."""
        names = ("switch_ns", "mean_ns", "max_ns")
        return DataTable({name: getattr(self, name).tolist() for name in names}, "Latency of a message")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw mean and maximum latency against switch latency; return Matplotlib's axes."""
        ax = axes_or_new(ax)
        ax.plot(self.switch_ns, self.mean_ns, marker="o", color=COLOURS[0], label="mean")
        ax.plot(self.switch_ns, self.max_ns, marker="s", color=COLOURS[1], label="maximum")
        ax.set_xlabel("switch latency (ns)")
        ax.set_ylabel("latency of a message (ns)")
        ax.legend(frameon=False)
        return ax

    def at(self, switch_ns: float) -> tuple[float, float]:
        """Return (mean, maximum) in ns at a switch latency of the sweep."""
        places = np.flatnonzero(self.switch_ns == switch_ns)
        if len(places) == 0:
            raise ValueError(f"a switch latency of {switch_ns} ns was not swept")
        return float(self.mean_ns[places[0]]), float(self.max_ns[places[0]])


@dataclass(frozen=True, eq=False)
class _Arcs:
    """Both directions of every connected pair in compressed rows, with the shortest of parallel cables."""

    starts: npt.NDArray[np.int32]
    neighbours: npt.NDArray[np.int32]
    length_mm: IntArray


def latency_of(
    topology: Topology, cables: CablePlan, switch_ns: npt.ArrayLike, workers: int = 1
) -> Latency:
    """Return mean and maximum latency of a cabled network between its switches with endpoints.

    Every pair of distinct switches with endpoints counts once, regardless of their number of endpoints; in
    a network without endpoints, all pairs count. See `latency_sweep`.
    """
    between = topology.endpoint_switches
    return latency_sweep(
        topology.routers, cables.routers, cables.length_mm, switch_ns, workers=workers, between=between
    )


def latency_sweep(
    routers: int,
    cable_routers: npt.NDArray[np.integer],
    length_mm: npt.NDArray[np.integer],
    switch_ns: npt.ArrayLike,
    ns_per_m: float = CABLE_NS_PER_M,
    workers: int = 1,
    between: npt.NDArray[np.integer] | None = None,
) -> Latency:
    """Return mean and maximum latency over all ordered pairs of distinct switches, or of some switches.

    A path of h hops takes h switch latencies plus the delay of its cables; for every pair and every switch
    latency, the minimum over all paths counts. All switch latencies are swept at once: if D(h) is the least
    cable delay over at most h hops, the latency is the minimum of ``h * switch + D(h)`` over h, and D stops
    changing after few hops. Raise `InputError` if two switches have no path, a delay is negative or not
    finite, or delays are too long for exact addition.

    Parameters
    ----------
    routers
        Number of switches; a single switch has latency 0.
    cable_routers
        Switches at both ends of every cable, (m, 2).
    length_mm
        Length of every cable, (m,); only the shortest of parallel cables matters.
    switch_ns
        Switch latencies, (s,), in any order; resolved to 1e-9 ns.
    ns_per_m
        Cable delay per metre; resolved to 1e-6 ns/m.
    workers
        Number of threads; the result does not depend on it.
    between
        Switches whose pairs count, without duplicates; None: all. Paths may use all switches.
    """
    swept = np.atleast_1d(np.array(switch_ns, dtype=np.float64))
    _check_delay("switch latency", swept)
    _check_delay("cable delay", np.array([ns_per_m]))
    counted = routers if between is None else len(between)
    if counted <= 1:
        return Latency(swept, np.zeros(len(swept)), np.zeros(len(swept)))
    ends = np.asarray(cable_routers, dtype=np.int64).reshape(-1, 2)
    arcs = _shortest_arcs(routers, ends, length_mm)
    _refuse_disconnected(routers, arcs)
    if between is not None and counted < routers:
        arcs = _shortest_arcs(routers, _numbered_first(routers, between)[ends], length_mm)
    switch, place = np.unique(swept, return_inverse=True)
    totals, maxima, unit = _sum_pairs(counted, arcs, switch, ns_per_m, workers)
    per_ns = Fraction(ATTOSECONDS_PER_NS, unit)
    pairs = counted * (counted - 1)
    mean_ns = np.array([float(2 * total / (per_ns * pairs)) for total in totals])
    max_ns = np.array([float(maximum / per_ns) for maximum in maxima])
    return Latency(swept, mean_ns[place], max_ns[place])


def _numbered_first(routers: int, between: npt.NDArray[np.integer]) -> IntArray:
    """Renumber the switches, (n,), so that those whose pairs count come first."""
    order = np.argsort(~np.isin(np.arange(routers), between), kind="stable")
    return np.argsort(order)


def _sum_pairs(
    counted: int, arcs: _Arcs, switch_ns: Floats, ns_per_m: float, workers: int
) -> tuple[list[int], list[int], int]:
    """Return sums and maxima over unordered pairs of the first switches, and their unit in attoseconds."""
    from netfloor.costmodels.latency_kernels import SPLIT_BITS, sweep_block  # noqa: PLC0415 - loads Numba

    switch, steps, step, unit = _whole_delays(arcs.length_mm, switch_ns, ns_per_m)
    routers, longest_cable = len(arcs.starts) - 1, int(steps.max()) * step
    number = _number_type(routers, max(switch, default=0) + longest_cable)
    delays, weights = np.array(switch, number), (steps * step).astype(number)
    unreached = int(np.iinfo(number).max) - longest_cable
    width = _block_width(routers, len(switch), weights.itemsize)
    graph = (arcs.starts, arcs.neighbours, weights)

    def block(first: int) -> IntArray:
        sums = np.zeros((3, len(switch)), np.int64)
        sweep_block(*graph, counted, first, min(width, counted - first), unreached, delays, *sums)
        return sums

    blocks = np.array(map_jobs(block, range(0, counted, width), workers))
    high, low = blocks[:, 0].tolist(), blocks[:, 1].tolist()
    columns = zip(zip(*high, strict=True), zip(*low, strict=True), strict=True)
    totals = [(sum(highs) << SPLIT_BITS) + sum(lows) for highs, lows in columns]
    return totals, blocks[:, 2].max(axis=0).tolist(), unit


def _shortest_arcs(routers: int, ends: IntArray, length_mm: npt.NDArray[np.integer]) -> _Arcs:
    if len(ends) != len(length_mm):
        raise ValueError("cable_routers and length_mm must be of one length")
    if len(ends) and (ends.min() < 0 or ends.max() >= routers or np.min(length_mm) < 0):
        raise ValueError("cables must join switches 0 .. n-1 and have lengths >= 0")
    u, v = np.concatenate([ends, ends[:, ::-1]]).T
    both = np.concatenate([length_mm, length_mm]).astype(np.int64)
    order = np.lexsort((both, v, u))
    keys, first = np.unique((u * routers + v)[order], return_index=True)
    starts = np.searchsorted(keys, np.arange(routers + 1, dtype=np.int64) * routers)
    return _Arcs(starts.astype(np.int32), (keys % routers).astype(np.int32), both[order][first])


def _whole_delays(
    length_mm: IntArray, switch_ns: Floats, ns_per_m: float
) -> tuple[list[int], IntArray, int, int]:
    """Return delays as small integers of a common unit, and the unit in attoseconds.

    The unit is the largest common divisor of all delays, so that most sweeps run in 32 bits. Cable delays
    are the returned steps times the returned step size.
    """
    switch = [round(exact_decimal(s) * ATTOSECONDS_PER_NS) for s in switch_ns.tolist()]
    per_mm = round(exact_decimal(ns_per_m) * ATTOSECONDS_PER_NS / MM_PER_M)
    grain_mm = int(np.gcd.reduce(length_mm)) or 1
    unit = math.gcd(*switch, per_mm * grain_mm) or 1
    return [s // unit for s in switch], length_mm // grain_mm, per_mm * grain_mm // unit, unit


def _number_type(routers: int, longest_hop: int) -> type[np.signedinteger]:
    """Return the smallest type in which no path's delay can overflow."""
    # A round may raise a row's h to n - 1; one more hop must still fit next to "unreached".
    for number in (np.int32, np.int64):
        if (routers + 1) * longest_hop < np.iinfo(number).max:
            return number
    raise InputError("latency", "delays are too long to be added exactly", "use shorter ones")


def _block_width(routers: int, switches: int, itemsize: int) -> int:
    """Return the number of switches per block, limited by working memory."""
    row_bytes = routers * (switches + 2) * itemsize
    return max(1, min(_WIDEST_BLOCK, _BLOCK_BYTES // row_bytes, routers))


def _check_delay(what: str, delays: Floats) -> None:
    bad = delays[~(np.isfinite(delays) & (delays >= 0))]
    if len(bad):
        raise InputError(what, f"{bad[0]} is not a delay", "give a finite number >= 0")


def _refuse_disconnected(routers: int, arcs: _Arcs) -> None:
    ones = np.ones(len(arcs.neighbours), np.int8)
    graph = csr_array((ones, arcs.neighbours, arcs.starts), shape=(routers, routers))
    count, component = connected_components(graph, directed=False)
    if count > 1:
        other = int(np.flatnonzero(component != component[0])[0])
        what = f"no path joins switch 0 and switch {other}"
        raise InputError("latency", what, "latency needs a connected network")
