"""Blue Gene/Q machines, allocated by midplanes."""

from collections.abc import Sequence

from structure.partitions.machine import Axis, Machine
from topologies.lattice import Dimension

#: A midplane is a torus of 4x4x4x4x2 nodes (Chen et al. 2011; Oltchik, Schwartz, section 2). The last
#: dimension never leaves it and counts as two links, as the paper's bandwidths do.
MIDPLANE_SIDE = 4
INNER = Dimension(2, "clique", 2)
AXES = 4


def blue_gene_q(name: str, midplanes: Sequence[int]) -> Machine:
    """Return a machine of so many midplanes along each of four dimensions.

    Partitions have rings in every dimension, whether or not they span it.

    Raises
    ------
    ValueError
        If there are not four dimensions.
    """
    if len(midplanes) != AXES:
        raise ValueError("a Blue Gene/Q has four dimensions of midplanes")
    axes = tuple(Axis(count, "ring", 1, MIDPLANE_SIDE) for count in midplanes)
    return Machine(name, "midplane", axes, always_wraps=True, inner=(INNER,))
