"""Independent check of lower-bound certificates: clusters, flows and all eigenvalues.

Like all of `layout.check`, it shares no code with the computation of the bounds.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.check.cables import Floor, Network, exceeds, max_inside, min_crossing

#: Weights and cuts are counted in this fraction of a link.
PARTS = 1 << 20
#: Largest flow checked: total generators times switches.
MAX_STEPS = 10**8
Matrix = npt.NDArray[np.float64]

#: Accepted relative amount by which a claim may be below the derived value, for rounding.
TOLERANCE = 1e-6
#: Relative rounding error of sums of eigenvalues of up to 4,000 slots (about 4,000 x 2^-52).
ROUNDING = 1e-11
#: Largest network and room with a proof: it factorises matrices of that order.
MAX_ROUTERS, MAX_SLOTS = 2000, 4000
#: Terms larger than this many times the greatest cost prove nothing but rounding.
MAX_COSTS = 1e4


# Line cuts, and distances within clusters of switches


def derive_cluster_bound(
    network: Network, floor: Floor, value: float, clusters: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Derive the bound that an eigenvalue and clusters prove, with its parts in mm; None if invalid.

    Let F link all switches of a cluster. If ``value`` is at most the second eigenvalue of ``L - weight *
    F``, a line with s switches on one side is crossed by at least ``value * s * (n - s) / n`` links plus
    weight times the pairs of F that it splits. The split pairs, summed over lines, are distances.
    """
    of, weight, n = clusters["of"], clusters["weight"], network.routers
    if set(clusters) != {"of", "weight", "length_mm"} or len(of) != n or not 2 <= n <= MAX_ROUTERS:
        return None
    if not (0 < value < math.inf and weight > 0):
        return None
    home = np.array(of)
    cliques = -(home[:, None] == home[None, :]).astype(float)
    cliques[np.diag_indices(n)] -= cliques.sum(axis=1)
    if not exceeds(network.laplacian() - weight / PARTS * cliques, value):
        return None
    cuts = np.array([math.floor(value * (s * (n - s)) / n * PARTS) for s in range(n + 1)], dtype=np.int64)
    rows, columns = (min_crossing(cuts, along) // PARTS for along in (floor.y_mm, floor.x_mm))
    saves = floor.apart_mm > floor.inside_mm
    apart = weight * _min_distances_mm(floor, Counter(Counter(of).values())) // (2 * PARTS)
    return {
        "length_mm": floor.fixed(network) + rows + columns + apart,
        "inside_links": max_inside(network, floor) if saves else 0,
        "rows_mm": rows,
        "columns_mm": columns,
        "clusters": {"of": of, "weight": weight, "length_mm": apart},
    }


def _min_distances_mm(floor: Floor, clusters: Mapping[int, int]) -> int:
    """Bound the sum of all distances within clusters, counted both ways; clusters are given by size.

    The other switches of a cluster are in other slots, at least as far away as the nearest slots.
    """
    x, y = np.array(floor.x_mm), np.array(floor.y_mm)
    nearest = [np.sort(np.abs(x - here) + np.abs(y - there)) for here, there in zip(x, y, strict=True)]
    minimum = 0
    for size, count in clusters.items():
        around = sorted(int(distances[:size].sum()) for distances in nearest)
        minimum += sum(around[: size * count])
    return minimum


# A flow, on which a plan's eigenvalue may be based instead of the links


def flow_eigenvalue_is_proved(network: Network, value: float, flow: Mapping[str, Any]) -> bool:
    """Return True if a flow proves that every cut has at least ``value * s * (n - s) / n`` links.

    From every switch u each path visits u1, u2, ... and ends in v; its weight is moved from the pairs (u,
    u1), (u1, u2), ... to the pair (u, v). A cut that splits u from v splits one of the other pairs, so no
    cut grows, whatever the table and paths are; and every cut of the result has at least its second
    eigenvalue times ``s (n - s) / n``.
    """
    if not 0 < value < np.inf or _form_is_wrong(network, flow):
        return False
    pairs = np.zeros((network.routers, network.routers), dtype=np.int64)
    for (u, v), count in zip(network.links, network.multiplicity, strict=True):
        pairs[u, v] += count * PARTS
    table = np.array(flow["table"], dtype=np.int64)
    for path, weight in zip(flow["paths"], flow["weights"], strict=True):
        _reroute(pairs, _stops(table, path), weight)
    both = (pairs + pairs.T) / PARTS
    return exceeds(np.diag(both.sum(axis=1)) - both, value)


def _form_is_wrong(network: Network, flow: Mapping[str, Any]) -> bool:
    """Return True if the flow does not match the network or is too large to check."""
    if set(flow) != {"table", "paths", "weights"} or not 2 <= network.routers <= MAX_ROUTERS:
        return True
    table, paths, weights = flow["table"], flow["paths"], flow["weights"]
    width = len(table[0]) if table else 0
    letters = [g for path in paths for step in path for g in step]
    return (
        len(table) != network.routers
        or any(len(row) != width for row in table)
        or not all(0 <= router < network.routers for row in table for router in row)
        or not all(0 <= generator < width for generator in letters)
        or len(paths) != len(weights)
        or not all(0 <= weight <= PARTS * PARTS for weight in weights)
        or (len(letters) + len(paths)) * network.routers > MAX_STEPS
        or sum(weights) * network.routers * (len(letters) + 1) > 1 << 52
    )


def _stops(table: npt.NDArray[np.int64], path: Sequence[Sequence[int]]) -> list[npt.NDArray[np.int64]]:
    """Return the position on a path after each step, from every switch."""
    stops = [np.arange(len(table))]
    for step in path:
        here = stops[-1]
        for generator in step:
            here = table[here, generator]
        stops.append(here)
    return stops


def _reroute(pairs: npt.NDArray[np.int64], stops: Sequence[npt.NDArray[np.int64]], weight: int) -> None:
    for here, there in pairwise(stops):
        np.add.at(pairs, (here, there), -weight)
    np.add.at(pairs, (stops[0], stops[-1]), weight)


# All eigenvalues, and the cost between any two cabinets: computed slot by slot


def pairs_bound_is_proved(claim: float, derived: float | None, whole: float = 1.0) -> bool:
    """Return True if a claim is the derived value or below it by at most rounding and a ``whole`` unit."""
    return derived is not None and derived - TOLERANCE * abs(derived) - whole <= claim <= derived


def derive_pairs_bound(
    network: Network, between: npt.ArrayLike, cabinet: Sequence[int], proof: Mapping[str, Any]
) -> float | None:
    """Derive the lower bound that the terms prove for the cost of all links; None if they do not fit.

    With L the Laplacian of the links between slots, x the occupied slots and mu the shift, F = L - mu
    (diag(x) - x x' / n) has the network's eigenvalues less mu, except that of the constant vector, and
    otherwise 0. For any symmetric X, the links cost (diagonal and degrees - <L, X>) / 2 by X; the part of F
    is at least the least scalar product of both sets of eigenvalues, and all pairs pay for the excess of X
    over the cost.

    ``between``: cost of a link between slots, (S, S); ``cabinet``: cabinet of each slot, (S,).
    """
    home = np.array(cabinet)
    change = _square(proof["change"])
    if change is None or len(change) != home.max(initial=-1) + 1 or len(proof["own"]) != len(change):
        return None
    grain, shift, n = float(proof["grain"]), float(proof["shift"]), network.routers
    if not 2 <= n <= min(len(home), MAX_ROUTERS) or len(home) > MAX_SLOTS or not network.links:
        return None
    of_slots = change[home[:, None], home] * grain
    minimum = _min_by_cabinet(np.array(between, dtype=np.float64), home)
    own = np.array(proof["own"], dtype=np.float64)[home] * grain
    maximum = MAX_COSTS * float(np.abs(minimum).max(initial=0.0))
    if not np.isfinite(shift) or not max(np.abs(own).max(), np.abs(of_slots).max()) <= maximum:
        return None
    cost = minimum + of_slots
    np.fill_diagonal(cost, 0.0)
    eigenvalues = np.linalg.eigvalsh(network.laplacian())[1:] - shift
    forms = np.sort(np.concatenate([eigenvalues, np.zeros(len(home) - n)]))
    apart = _spectrum_across(-0.5 * (cost + np.diag(own)))
    spectral = float(forms @ apart[::-1])
    size = float(np.abs(forms).sum() * np.abs(apart).max(initial=0.0))
    degrees = network.laplacian().diagonal()
    share = (degrees.mean() - shift + shift / n) / 2
    paid = np.maximum(of_slots, 0.0) * max(network.multiplicity) / 2
    np.fill_diagonal(paid, 0.0)
    weight, beside = shift / (2 * n) * cost - paid, (degrees - degrees.mean()) / 2
    size += float(np.abs(beside).sum() * np.abs(own).max())
    occupied = _min_over_slots(weight, share * own, n)
    return spectral + occupied + _by_degree(np.sort(beside), np.sort(own)) - ROUNDING * size


def _square(rows: Sequence[Sequence[int]]) -> Matrix | None:
    """Build the symmetric matrix from a lower triangle; None for wrong row lengths."""
    if any(len(row) != number + 1 for number, row in enumerate(rows)):
        return None
    matrix = np.zeros((len(rows), len(rows)))
    for number, row in enumerate(rows):
        matrix[number, : number + 1] = matrix[: number + 1, number] = row
    return matrix


def _min_by_cabinet(between: Matrix, home: npt.NDArray[np.int64]) -> Matrix:
    """Return, for every two slots, the lowest cost between two different slots of their cabinets."""
    np.fill_diagonal(between, np.inf)
    minimum = np.full((home.max() + 1, home.max() + 1), np.inf)
    np.minimum.at(minimum, (home[:, None], home[None, :]), between)
    minimum[np.isinf(minimum)] = 0.0
    return np.asarray(minimum[home[:, None], home])


def _spectrum_across(matrix: Matrix) -> Matrix:
    """Return the eigenvalues, ascending, of a matrix on the complement of the constant vector."""
    size = len(matrix)
    centred = matrix - matrix.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    far = 2 * float(np.abs(centred).sum(axis=1).max()) + 1
    # the constant vector's eigenvalue comes first and is dropped
    values = np.linalg.eigvalsh(centred - far / size)
    return np.asarray(values[1:])


def _min_over_slots(weight: Matrix, own: Matrix, routers: int) -> float:
    """Bound the weight of all ordered pairs and slots that are occupied, less rounding.

    The sum is taken over the occupied slots, or over all slots less the free ones, each with its own
    rounding.
    """
    spare = len(own) - routers
    others = np.sort(weight + np.diag(np.full(len(own), np.inf)), axis=1)
    size = float(np.abs(weight).sum() + np.abs(own).sum())
    whole = float(own.sum() + weight.sum()) - ROUNDING * size
    if spare == 0:
        return whole
    few = others[:, : routers - 1]
    by_occupied = np.sort(own + few.sum(axis=1))[:routers].sum()
    few_size = np.sort(np.abs(own) + np.abs(few).sum(axis=1))[-routers:].sum()
    given_back = own + 2 * weight.sum(axis=1) - others[:, : spare - 1].sum(axis=1)
    return float(
        max(
            by_occupied - ROUNDING * few_size,
            whole - np.sort(given_back)[-spare:].sum() - 2 * ROUNDING * size,
        )
    )


def _by_degree(beside: Matrix, own: Matrix) -> float:
    """Return the least sum of degree deviations times slot terms: largest on smallest; both ascending."""
    fewer = int((beside <= 0).sum())
    max_first = beside[::-1]
    dear, cheap = own[len(own) - fewer :], own[: len(beside) - fewer]
    return float(max_first[len(cheap) :] @ dear + max_first[: len(cheap)] @ cheap)
