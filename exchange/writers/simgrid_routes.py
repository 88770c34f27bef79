"""The least-latency route between every two points of a platform."""

from collections.abc import Iterator, Sequence

import numpy as np

from exchange.fabric import Fabric

#: Weight of a mm beside that of a link: of equally quick routes the one with the fewest links.
_PER_MM = 1 << 20

#: A link by its place, and whether the route goes from its first device to its second.
Step = tuple[int, bool]


def routes(
    fabric: Fabric, pairs: Sequence[tuple[int, int]], lengths_mm: Sequence[int]
) -> Iterator[tuple[int, int, list[Step]]]:
    """Yield the two devices, the first below the second, and the steps of the least-latency route.

    Pairs without a way are left out.

    Parameters
    ----------
    pairs, lengths_mm
        The devices that each link joins, and its length.
    """
    from scipy.sparse import csr_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - takes long to import

    count = len(fabric.devices)
    if not pairs:
        return
    ends = np.array(pairs, dtype=np.int64)
    # Floats hold these sums exactly below 2**53, which is 8,000 km of cable on one route.
    weights = np.array(lengths_mm, dtype=float) * _PER_MM + 1
    graph = csr_array((weights, (ends[:, 0], ends[:, 1])), shape=(count, count))
    link_of = {pair: place for place, pair in enumerate(pairs)}
    for end in range(1, count):
        _, before = dijkstra(graph, directed=False, indices=end, return_predecessors=True)
        ahead = before.tolist()
        for start in range(end):
            if ahead[start] >= 0:
                yield start, end, _steps(ahead, start, end, link_of)


def _steps(ahead: list[int], start: int, end: int, link_of: dict[tuple[int, int], int]) -> list[Step]:
    steps, here = [], start
    while here != end:
        there = ahead[here]
        steps.append((link_of[min(here, there), max(here, there)], here < there))
        here = there
    return steps
