"""A lower bound on the cable length, with everything needed to check it independently."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from netfloor.layout.problem import Problem

#: Method of a bound that is the best cost of all placements.
EVERY = "every placement tried"
#: Method of a bound proved by a completed search over rows and columns.
SOLVED = "branch and bound over rows and columns"
#: Method of a bound that sums the bounds of several networks in one room.
BY_NETWORKS = "each network bounded alone"


@dataclass(frozen=True)
class Bound:
    """Every placement in this room has at least ``length_mm`` of cable.

    In a grid, ``length_mm = apart_mm * links - discount_mm * inside_links + rows_mm + columns_mm``, plus
    the length of ``clusters`` if present. In a hall, the cabinets' exit lengths replace the first two
    terms, or ``pairs`` replaces all. With ``networks`` it is the sum of their bounds.

    Attributes
    ----------
    length_mm
        Lower bound on the total cable length.
    method
        Method that proved it.
    eigenvalue
        Proved eigenvalue used for the cuts.
    inside_links
        Upper bound on the links inside cabinets (0 if these save nothing).
    rows_mm, columns_mm
        Lower bounds on the length across rows and along rows.
    flow
        Flow that proves the eigenvalue (`structure.spectrum.flow`), in the form of a plan file.
    below
        In a hall, the rectilinear lengths below the routed ones (`layout.bounds.rectilinear_bound`),
        in the form of a plan file; None in a grid.
    pairs
        Terms of a bound by all eigenvalues (`structure.relaxation`), in the form of a plan file; links and
        lengths are then 0.
    clusters
        Clusters of switches that the cheapest cuts never split (`layout.bounds.clusters`), in the form of a
        plan file.
    networks
        For several networks, the bound of each alone; None if they are bounded jointly.
    """

    length_mm: int
    method: str
    eigenvalue: float
    inside_links: int
    rows_mm: int
    columns_mm: int
    flow: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    below: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    pairs: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    clusters: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    networks: "tuple[Bound, ...] | None" = None

    def to_dict(self) -> dict[str, Any]:
        """Serialise the certificate for a plan file."""
        record = {item.name: getattr(self, item.name) for item in fields(self)}
        if self.networks is not None:
            record["networks"] = [network.to_dict() for network in self.networks]
        return {key: value for key, value in record.items() if value is not None}


def max_inside_links(problem: Problem) -> int:
    """Return an upper bound on the links inside cabinets.

    The number of pairs inside cabinets is largest when the largest cabinets are full, and no switch has
    more links inside its cabinet than it has other slots there, or than its degree.
    """
    sizes = np.sort(np.diff(problem.below.first_slot))[::-1]
    heaviest = int(problem.flow.data.max(initial=0))
    left, pairs = problem.routers, 0
    for size in sizes:
        here = min(int(size), left)
        pairs += here * (here - 1) // 2
        left -= here
    degrees = np.asarray(problem.flow.sum(axis=1)).ravel()
    by_degree = int(np.minimum(degrees, (int(sizes[0]) - 1) * heaviest).sum()) // 2
    return min(pairs * heaviest, by_degree)
