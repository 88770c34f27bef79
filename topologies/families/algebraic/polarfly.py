"""PolarFly: the polarity graphs of Erdos and Renyi, close to the largest possible of diameter 2."""

import math
from collections.abc import Iterator

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.algebraic.finite_field import FiniteField, finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power, prime_powers_up_to, valid_number
from netfloor.topologies.families.algebraic.slimfly import full_concentration
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology, neighbour_links


def build(parameters: Parameters) -> Topology:
    """Build the polarity graph ER_q of a prime power q.

    Switches are the ``q^2 + q + 1`` points of the projective plane over GF(q), joined if their dot product
    is 0. Radix ``q + 1``, but q for the ``q + 1`` quadrics, which are orthogonal to themselves; ``q (q +
    1)^2 / 2`` links; diameter 2 (Erdos and Renyi 1962, Brown 1966; Lakhotia et al., PolarFly, 2022). Points
    are scaled to have 1 as their first non-zero coordinate: ``(1, y, z)`` has number ``y q + z``, ``(0, 1,
    z)`` has ``q^2 + z``, ``(0, 0, 1)`` has ``q^2 + q``.

    Raises
    ------
    InputError
        If q is not a prime power, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("q",))
    q = valid_number(values, "q", lambda q: prime_power(q) is not None, 2, lambda _: "is not a prime power")
    routers = _routers(q)
    refuse_if_too_large(values.where, routers, q * (q + 1) ** 2 // 2)
    links = neighbour_links(_orthogonal_points(finite_field(q), q))
    return bare_topology(parameters.spec, "polarfly", {"q": q}, routers, links)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every PolarFly with at most this many switches, smallest first."""
    for q in prime_powers_up_to(math.isqrt(max(max_routers, 0))):
        if _routers(q) <= max_routers:
            yield Instance(_routers(q), q + 1, f"polarfly:{q}", full_concentration(q + 1))


def _routers(q: int) -> int:
    return q * q + q + 1


def _points(q: int) -> IntArray:
    """Return the coordinates of every point in the order of their numbers, (n, 3)."""
    index = np.arange(q * q)
    plane = np.column_stack([np.ones_like(index), index // q, index % q])
    line = np.column_stack([np.zeros(q), np.ones(q), np.arange(q)])
    return np.concatenate([plane, line, [[0, 0, 1]]]).astype(np.int32)


def _orthogonal_points(field: FiniteField, q: int) -> IntArray:
    """Return the numbers of the q + 1 points of each point's polar line, (n, q + 1)."""
    first, second = _bases(field, q)
    steps = np.arange(q)[None, :, None]
    maximum = field.plus[second[:, None], field.times[first[:, None], steps]]
    return _numbers(field, q, np.concatenate([maximum, first[:, None]], axis=1))


def _bases(field: FiniteField, q: int) -> tuple[IntArray, IntArray]:
    """Return two independent vectors orthogonal to each point, each (n, 3)."""
    points, negative = _points(q), field.negative
    first, second = np.zeros_like(points), np.zeros_like(points)
    in_plane, on_line, last = slice(0, q * q), slice(q * q, q * q + q), slice(q * q + q, None)
    first[in_plane, 0], first[in_plane, 1] = negative[points[in_plane, 1]], 1
    second[in_plane, 0], second[in_plane, 2] = negative[points[in_plane, 2]], 1
    first[q * q :, 0] = 1
    second[on_line, 1], second[on_line, 2] = negative[points[on_line, 2]], 1
    second[last, 1] = 1
    return first, second


def _numbers(field: FiniteField, q: int, vectors: IntArray) -> IntArray:
    """Return the numbers of the points spanned by vectors, (...) for (..., 3)."""
    inverse = np.argmax(field.times == 1, axis=1)
    x, y, z = np.moveaxis(vectors, -1, 0)
    scale = inverse[np.where(x > 0, x, np.where(y > 0, y, z))]
    y, z = field.times[scale, y], field.times[scale, z]
    number = np.where(x > 0, y * q + z, np.where(y > 0, q * q + z, q * q + q))
    return np.asarray(number, dtype=np.int32)


FAMILY = Family(
    name="polarfly",
    usage="polarfly:q",
    summary="PolarFly, the polarity graph of a prime power q, diameter 2",
    routers="q^2 + q + 1",
    radix="q + 1; q for q + 1 of the switches",
    source="Erdos, Renyi 1962; Brown 1966; Lakhotia et al.: PolarFly (2022)",
    build=build,
    concentration=lambda topology: full_concentration(topology.radix),
    endpoints="ceil(k / 2) recommended, k the radix: links full at two hops per packet",
    instances=instances,
)
