"""The independent check of a bound by line cuts and by the distances within clusters of switches.

Like `layout.check` it shares no code with what makes the bound.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from netfloor.layout.check.cables import Floor, Network, exceeds, least_crossing, most_inside

#: The weight is counted in this part of a link, and so are cuts.
PARTS = 1 << 20
#: So many routers have a dense proof; plans of more have no clusters.
MOST_ROUTERS = 2000


def derive_cluster_bound(
    network: Network, floor: Floor, value: float, clusters: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return what an eigenvalue and clusters prove, with its parts in mm; None if they prove nothing.

    Let F link all routers of a cluster. A line with s routers on one side is crossed by no fewer links than
    ``value * s * (n - s) / n`` and weight times the pairs of F that it splits, if ``value`` is not above
    the second eigenvalue of ``L - weight * F``. The pairs split, summed over lines, are distances.
    """
    of, weight, n = clusters["of"], clusters["weight"], network.routers
    if set(clusters) != {"of", "weight", "length_mm"} or len(of) != n or not 2 <= n <= MOST_ROUTERS:
        return None
    if not (0 < value < math.inf and weight > 0):
        return None
    home = np.array(of)
    cliques = -(home[:, None] == home[None, :]).astype(float)
    cliques[np.diag_indices(n)] -= cliques.sum(axis=1)
    if not exceeds(network.laplacian() - weight / PARTS * cliques, value):
        return None
    cuts = np.array([math.floor(value * (s * (n - s)) / n * PARTS) for s in range(n + 1)], dtype=np.int64)
    rows, columns = (least_crossing(cuts, along) // PARTS for along in (floor.y_mm, floor.x_mm))
    saves = floor.apart_mm > floor.inside_mm
    apart = weight * _least_distances_mm(floor, Counter(Counter(of).values())) // (2 * PARTS)
    return {
        "length_mm": floor.fixed(network) + rows + columns + apart,
        "inside_links": most_inside(network, floor) if saves else 0,
        "rows_mm": rows,
        "columns_mm": columns,
        "clusters": {"of": of, "weight": weight, "length_mm": apart},
    }


def _least_distances_mm(floor: Floor, clusters: Mapping[int, int]) -> int:
    """Return a sum that all distances within clusters, both ways, are not below; clusters by size.

    Whoever is in a slot has the other routers of its cluster in other slots, no nearer than the nearest.
    """
    x, y = np.array(floor.x_mm), np.array(floor.y_mm)
    nearest = [np.sort(np.abs(x - here) + np.abs(y - there)) for here, there in zip(x, y, strict=True)]
    least = 0
    for size, count in clusters.items():
        around = sorted(int(distances[:size].sum()) for distances in nearest)
        least += sum(around[: size * count])
    return least
