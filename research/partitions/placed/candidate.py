"""A candidate set of units for a partition."""

from dataclasses import dataclass

import numpy as np

from netfloor.research.partitions.placed.units import Indices
from netfloor.topologies.families.lattices.lattice import Dimension


@dataclass(frozen=True, eq=False)
class Candidate:
    """A set of units, and how it was found.

    Attributes
    ----------
    kind
        ``box``, ``lexicographic``, ``rectangle``, ``strip``, ``nearest``, ``METIS``, ``grown``,
        ``swapped``; in a division its starting method.
    members
        Units, ascending, (T,) int32.
    shape
        Sides of a box, in the order of the network's dimensions; None for other kinds.
    network
        The product that forms a box; None for other kinds.
    """

    kind: str
    members: Indices
    shape: tuple[int, ...] | None = None
    network: tuple[Dimension, ...] | None = None

    def key(self) -> bytes:
        """Return a key that is equal for equal sets."""
        return self.members.tobytes()


def candidate(kind: str, units: "np.ndarray[tuple[int, ...], np.dtype[np.integer]]") -> Candidate:
    """Return a set of units in any order as a candidate."""
    return Candidate(kind, np.sort(units).astype(np.int32))


def evenly(count: int, most: int) -> list[int]:
    """Return at most ``most`` of the numbers 0 .. count - 1, evenly spaced."""
    if count <= most:
        return list(range(count))
    return [i * count // most for i in range(most)]
