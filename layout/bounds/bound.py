"""What a lower bound on the cable length consists of, so that anybody can check it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from netfloor.layout.problem import Problem

#: The method of a bound that is what the best of all placements comes to.
EVERY = "every placement tried"
#: The same where a search over rows and columns came to its end.
SOLVED = "branch and bound over rows and columns"
#: The same of several networks side by side that share a room.
BY_NETWORKS = "each network bounded alone"


@dataclass(frozen=True)
class Bound:
    """No placement in this room has less cable than ``length_mm`` in all.

    ``length_mm = apart_mm * links - discount_mm * inside_links + rows_mm + columns_mm`` in a
    grid, and the length of ``clusters`` where there are any; in a hall, ways out of cabinets take the
    place of the first two, or all are by ``pairs``. With ``networks`` it is their sum.

    Attributes
    ----------
    length_mm
        The bound on the total cable length.
    method
        How it was found.
    eigenvalue
        Proved eigenvalue that the cuts rest on.
    inside_links
        Most links that can stay inside cabinets (0 where staying inside saves nothing).
    rows_mm, columns_mm
        Least length that must lie across rows and along rows.
    flow
        The flow that proves the eigenvalue (`structure.spectrum.flow`), as it stands in a plan.
    below
        In a hall, the straight ways below its lengths (`layout.bounds.minorant`), as they stand
        in a plan; None in a grid.
    pairs
        The terms of a bound by all eigenvalues (`structure.relaxation`), as they stand in a plan;
        links and lengths beside it are then 0.
    clusters
        Switches that the cheapest cuts never split (`layout.bounds.clusters`), as they stand in a plan.
    networks
        Of several networks side by side the bound of each alone; None where all are bounded together.
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
        """Return the certificate as it stands in a plan file."""
        record = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.networks is not None:
            record["networks"] = [one.to_dict() for one in self.networks]
        return {key: value for key, value in record.items() if value is not None}


def most_inside_links(problem: Problem) -> int:
    """Return an upper bound on the links inside cabinets.

    Cabinets of z slots hold most pairs when all but one of them are full: floor(n / z)
    cabinets of z (z - 1) / 2 pairs and one of what is left. No router has more than
    z - 1 neighbours in its cabinet, nor more than it has links.
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
