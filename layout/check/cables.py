"""Independent check of cable lengths and line-cut bounds from plain numbers.

Shares no code with the placers, the length rule, the bounds or the plan writer: it uses plain loops where
they use arrays and tables.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import LinAlgError, cho_factor

#: A dense proof for more switches would need more than 1.2 GB.
MAX_DENSE = 12_000


@dataclass(frozen=True)
class Floor:
    """Slots of a grid as plain numbers: position along the row and across rows, and cabinet.

    ``names`` holds the cabinet names; ``apart_mm`` is the fixed part of a cable between cabinets,
    ``inside_mm`` the whole length of a cable inside a cabinet.
    """

    x_mm: tuple[int, ...]
    y_mm: tuple[int, ...]
    cabinet: tuple[int, ...]
    names: tuple[str, ...]
    apart_mm: int
    inside_mm: int

    def length(self, a: int, b: int) -> int:
        """Return the cable length between two different slots in mm."""
        if self.cabinet[a] == self.cabinet[b]:
            return self.inside_mm
        return self.apart_mm + abs(self.x_mm[a] - self.x_mm[b]) + abs(self.y_mm[a] - self.y_mm[b])

    def ways(self, a: int, b: int) -> tuple[int, int]:
        """Return the copper and fibre lengths between two slots in mm."""
        return (self.length(a, b),) * 2

    def fixed(self, network: "Network") -> int:
        """Sum the fixed parts of all cables, with as many as possible inside cabinets."""
        saved = self.apart_mm - self.inside_mm
        return self.apart_mm * sum(network.multiplicity) - max(saved, 0) * max_inside(network, self)


@dataclass(frozen=True, eq=False)
class TableFloor:
    """Slots with lengths ``length_mm`` (S, S), and by medium (2, S, S) if they differ, -1 for no route."""

    x_mm: tuple[int, ...]
    y_mm: tuple[int, ...]
    cabinet: tuple[int, ...]
    names: tuple[str, ...]
    length_mm: npt.NDArray[np.int64]
    by_medium_mm: npt.NDArray[np.int64] | None = None

    def length(self, a: int, b: int) -> int:
        """Return the cable length between two different slots in mm."""
        return int(self.length_mm[a, b])

    def ways(self, a: int, b: int) -> tuple[int, int]:
        """Return the copper and fibre lengths between two slots in mm."""
        both = self.length_mm[None] if self.by_medium_mm is None else self.by_medium_mm
        return int(both[0, a, b]), int(both[-1, a, b])

    def below(self, record: Mapping[str, Any]) -> "Below | None":
        """Check that the rectilinear lengths claimed by a plan are below these lengths.

        None if they are not.
        """
        size = len(self.names)
        if any(len(record[key]) != size for key in ("exit_mm", "x_mm", "y_mm")):
            return None
        out, x, y = (
            np.array(record[key], dtype=np.int64)[list(self.cabinet)] for key in ("exit_mm", "x_mm", "y_mm")
        )
        straight = abs(x[:, None] - x[None, :]) + abs(y[:, None] - y[None, :]) + out[:, None] + out[None, :]
        home = np.array(self.cabinet)
        same = home[:, None] == home[None, :]
        if (straight > self.length_mm)[~same].any():
            return None
        saved: list[list[int]] = [[] for _ in range(size)]
        for a, b in zip(*np.nonzero(np.triu(same, 1)), strict=True):
            saved[home[a]].append(int(2 * out[a] - self.length_mm[a, b]))
        return Below(
            tuple(x), tuple(y), self.cabinet, tuple(out), tuple(max(item, default=0) for item in saved)
        )


@dataclass(frozen=True)
class Below:
    """Slots with rectilinear cable lengths that never exceed those of a `TableFloor`.

    A cable between two cabinets has the length of both exits, ``exit_mm``, plus the distance; a cable
    inside cabinet c is at most ``saved_mm[c]`` shorter than its exits.
    """

    x_mm: tuple[int, ...]
    y_mm: tuple[int, ...]
    cabinet: tuple[int, ...]
    exit_mm: tuple[int, ...]
    saved_mm: tuple[int, ...]

    def fixed(self, network: "Network") -> int:
        """Return the least sum of exits, less the largest savings of cables inside cabinets."""
        degrees = sorted(_degrees(network), reverse=True)
        out = sum(degree * way for degree, way in zip(degrees, sorted(self.exit_mm), strict=False))
        heaviest = max(network.multiplicity, default=0)
        sizes = Counter(self.cabinet)
        saves = [
            saved
            for cabinet, saved in enumerate(self.saved_mm)
            for _ in range(math.comb(sizes[cabinet], 2) * heaviest if saved > 0 else 0)
        ]
        return int(out - sum(sorted(saves, reverse=True)[: max_inside(network, self)]))


AnyFloor = Floor | TableFloor


def floor_from_definition(room: Mapping[str, Any]) -> "Floor | TableFloor":
    """Build the slots of a room from its definition in a plan file."""
    barred = {name.upper() for name in (*room["missing"], *room["taken"])}
    x_mm: list[int] = []
    y_mm: list[int] = []
    cabinet: list[int] = []
    names: list[str] = []
    for row in range(room["rows"]):
        for column in range(room["columns"]):
            name = f"R{row + 1:02d}C{column + 1:02d}"
            if name in barred:
                continue
            for _ in range(room["slots_per_cabinet"]):
                x_mm.append(column * room["column_pitch_mm"])
                y_mm.append(row * room["row_pitch_mm"])
                cabinet.append(len(names))
            names.append(room.get("names", {}).get(name, name))
    if room.get("apart_mm") is not None:
        home = np.array(cabinet)
        length = np.array(room["apart_mm"], dtype=np.int64)[home[:, None], home]
        length[home[:, None] == home] = room["inside_cabinet_mm"]
        np.fill_diagonal(length, 0)
        return TableFloor(tuple(x_mm), tuple(y_mm), tuple(cabinet), tuple(names), length)
    return Floor(
        tuple(x_mm),
        tuple(y_mm),
        tuple(cabinet),
        tuple(names),
        2 * room["overhead_per_end_mm"],
        room["inside_cabinet_mm"],
    )


@dataclass(frozen=True)
class Network:
    """Links as plain numbers: ``links`` (m, 2), u < v, and the number of parallel links."""

    routers: int
    links: tuple[tuple[int, int], ...]
    multiplicity: tuple[int, ...]

    def cables(self) -> Iterator[tuple[int, int]]:
        """Yield the two switches of every cable, parallel links one after another."""
        for (u, v), count in zip(self.links, self.multiplicity, strict=True):
            for _ in range(count):
                yield u, v

    def laplacian(self) -> npt.NDArray[np.float64]:
        """Return the dense Laplacian, (n, n)."""
        matrix = np.zeros((self.routers, self.routers))
        for (u, v), count in zip(self.links, self.multiplicity, strict=True):
            matrix[u, v] = matrix[v, u] = -count
        matrix[np.diag_indices_from(matrix)] = -matrix.sum(axis=1)
        return matrix


def placement_problems(slot_of: Sequence[int], network: Network, floor: AnyFloor) -> list[str]:
    """Report errors of a placement: missing switches, slots used twice or out of range."""
    problems = []
    if len(slot_of) != network.routers:
        problems.append(f"placement: {len(slot_of)} switches are placed, the network has {network.routers}")
    taken: dict[int, int] = {}
    for router, slot in enumerate(slot_of):
        if not 0 <= slot < len(floor.cabinet):
            problems.append(f"placement: switch {router} is in slot {slot}, which does not exist")
        elif slot in taken:
            problems.append(f"placement: switches {taken[slot]} and {router} are both in slot {slot}")
        taken.setdefault(slot, router)
    return problems


@dataclass(frozen=True)
class Derived:
    """Figures of a layout, computed here: cable lengths in the order of the cables, in mm."""

    lengths_mm: tuple[int, ...]
    inside: int

    @property
    def total_mm(self) -> int:
        """Total length of all cables."""
        return sum(self.lengths_mm)

    @property
    def max_mm(self) -> int:
        """Length of the longest cable."""
        return max(self.lengths_mm, default=0)


def derive(slot_of: Sequence[int], network: Network, floor: AnyFloor) -> Derived:
    """Compute the cable lengths of a valid placement."""
    ends = [(slot_of[u], slot_of[v]) for u, v in network.cables()]
    lengths = tuple(floor.length(a, b) for a, b in ends)
    return Derived(lengths, sum(floor.cabinet[a] == floor.cabinet[b] for a, b in ends))


def number_ports(network: Network) -> list[tuple[int, int]]:
    """Assign the ports at both ends of every cable by neighbour, from 1 on each switch.

    Links are sorted, so a switch meets its lower neighbours first, as second end, and then its higher ones.
    """
    used, ports = [0] * network.routers, []
    for u, v in network.cables():
        used[u] += 1
        used[v] += 1
        ports.append((used[u], used[v]))
    return ports


def eigenvalue_is_proved(network: Network, value: float) -> bool:
    """Return True if the second eigenvalue of the Laplacian is proved to be at least ``value``.

    ``L - mu (I - J/n) + J/n`` is positive definite exactly if that eigenvalue is above mu; a Cholesky
    factorisation that succeeds proves it (Sylvester's law of inertia) up to an error of (n + 1) u times the
    trace, with u the unit roundoff (Higham 2002, theorem 10.3). That error is added to the value, so a
    claim just above the eigenvalue is not proved.
    """
    n = network.routers
    if n < 2 or not 0 < value < math.inf:
        return value == 0
    if value <= _distance_bound(network) or n > MAX_DENSE:
        return value <= _distance_bound(network)
    return exceeds(network.laplacian(), value)


def exceeds(laplacian: npt.NDArray[np.float64], value: float) -> bool:
    """Return True if a factorisation proves the second eigenvalue of an (n, n) matrix above ``value``."""
    n = len(laplacian)
    matrix = laplacian.copy()
    rounding = (n + 1) * np.finfo(float).epsneg * (matrix.trace() + 1)
    matrix[np.diag_indices_from(matrix)] -= value + rounding
    matrix += (1.0 + value + rounding) / n
    try:
        cho_factor(matrix, lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return False
    return True


def _distance_bound(network: Network) -> float:
    """Return 4 / (n D), with D twice the eccentricity of switch 0 (Mohar 1991); 0 if not connected."""
    neighbours: list[list[int]] = [[] for _ in range(network.routers)]
    for u, v in network.links:
        neighbours[u].append(v)
        neighbours[v].append(u)
    depth = {0: 0}
    front = [0]
    while front:
        beyond = []
        for router in front:
            for other in neighbours[router]:
                if other not in depth:
                    depth[other] = depth[router] + 1
                    beyond.append(other)
        front = beyond
    if len(depth) < network.routers:
        return 0.0
    return 4 / (network.routers * 2 * max(depth.values()))


def derive_bound(network: Network, floor: Floor | Below, eigenvalue: float) -> int:
    """Bound the total cable length of any placement, in mm.

    Every line between rows or columns with s switches on one side is crossed by at least ``eigenvalue * s *
    (n - s) / n`` links; see docs/bounds.md.
    """
    cuts = min_cuts(network, eigenvalue)
    fixed = floor.fixed(network)
    return fixed + min_crossing(cuts, floor.x_mm) + min_crossing(cuts, floor.y_mm)


def max_inside(network: Network, floor: Floor | Below) -> int:
    """Return an upper bound on the cables inside cabinets."""
    sizes = sorted(np.bincount(floor.cabinet).tolist(), reverse=True)
    heaviest = max(network.multiplicity, default=0)
    left, pairs = network.routers, 0
    for size in sizes:
        pairs += math.comb(min(size, left), 2)
        left -= min(size, left)
    by_degree: int = sum(min(degree, (sizes[0] - 1) * heaviest) for degree in _degrees(network)) // 2
    return min(pairs * heaviest, by_degree)


def min_cuts(network: Network, eigenvalue: float) -> npt.NDArray[np.int64]:
    """Bound the number of cables that leave any s switches, (n + 1,)."""
    n, degrees = network.routers, sorted(_degrees(network))
    heaviest = max(network.multiplicity, default=0)
    prefix = [0]
    for degree in degrees:
        prefix.append(prefix[-1] + degree)
    one_parity = len({degree % 2 for degree in degrees}) == 1
    cuts = []
    for s in range(n + 1):
        few = min(s, n - s)
        cut = max(0, math.ceil(eigenvalue * (s * (n - s)) / max(n, 1)))
        cut = max(cut, prefix[few] - heaviest * few * (few - 1))
        cut = max(cut, prefix[n - few] - heaviest * (n - few) * (n - few - 1))
        if one_parity and (cut - degrees[0] * s) % 2:
            cut += 1
        cuts.append(cut)
    return np.array(cuts, dtype=np.int64)


def _degrees(network: Network) -> list[int]:
    degrees = [0] * network.routers
    for (u, v), count in zip(network.links, network.multiplicity, strict=True):
        degrees[u] += count
        degrees[v] += count
    return degrees


def min_crossing(cuts: npt.NDArray[np.int64], position_mm: Sequence[int]) -> int:
    """Return the smallest length across the lines between neighbouring positions, in mm."""
    slots_at = sorted(Counter(position_mm).items())
    far = np.iinfo(np.int64).max // 4
    minimum = np.full(len(cuts), far)
    minimum[0] = 0
    for (here, slots), (there, _) in zip(slots_at, [*slots_at[1:], (slots_at[-1][0], 0)], strict=True):
        filled = minimum.copy()
        for more in range(1, min(slots, len(cuts) - 1) + 1):
            np.minimum(filled[more:], minimum[:-more], out=filled[more:])
        minimum = np.minimum(filled + (there - here) * cuts, far)
    return int(minimum[-1])
