"""Slim Fly: the McKay-Miller-Siran graphs of diameter 2."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.algebraic.finite_field import FiniteField, finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power, prime_powers_up_to, valid_number
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import Values, bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links


def build(parameters: Parameters) -> Topology:
    """Build the MMS graph of a prime power ``q = 4w + delta > 2``, delta in {-1, 0, 1}.

    ``2 q^2`` switches of radix ``(3q - delta) / 2``, diameter 2 (Besta and Hoefler, Slim Fly, 2014). Switch
    ``(0, x, y)`` has number ``x q + y``, switch ``(1, m, c)`` has ``q^2 + m q + c``. Groups are the 2q
    subgroups of q switches with equal ``x`` or equal ``m``.

    Raises
    ------
    InputError
        If q is not a prime power above 2, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("q",))
    q = mms_parameter(values, "q")
    routers = 2 * q * q
    refuse_if_too_large(values.where, routers, q * q * mms_radix(q))
    links = normal_links(mms_pairs(q), routers)
    return replace(
        bare_topology(parameters.spec, "slimfly", {"q": q}, routers, links),
        groups=np.repeat(np.arange(2 * q, dtype=np.int32), q),
        # (0, x, y) -> (1, x, xi y), (1, m, c) -> (0, -xi m, xi c) swaps the two halves
        # where xi X' = X, that is for delta = 1; each half is transitive for every q.
        vertex_transitive=delta_of(q) == 1,
    )


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every Slim Fly with at most this many switches, smallest first."""
    for q in prime_powers_up_to(math.isqrt(max(max_routers, 0) // 2)):
        if q > 2:
            radix = mms_radix(q)
            yield Instance(2 * q * q, radix, f"slimfly:{q}", full_concentration(radix))


def full_concentration(radix: int) -> int:
    """Return ``ceil(radix / 2)``, the endpoints per switch of a balanced network of diameter 2."""
    return -(-radix // 2)


def mms_parameter(values: Values, name: str) -> int:
    """Return a prime power above 2, for which an MMS graph exists.

    `InputError` names the nearest valid values.
    """
    two = "is 4w + 2, for which the construction is not defined"
    return valid_number(
        values,
        name,
        valid=lambda q: q > 2 and prime_power(q) is not None,
        lowest=3,
        what=lambda q: two if q == 2 else "is not a prime power",
    )


def mms_radix(q: int) -> int:
    """Return ``(3q - delta) / 2``."""
    return (3 * q - delta_of(q)) // 2


def mms_pairs(q: int) -> IntArray:
    """Return every joined pair of switches of the MMS graph of q, (links, 2)."""
    field = finite_field(q)
    x, x_prime = (field.powers[np.array(e) % (q - 1)] for e in generating_exponents(q))
    local = (_local_pairs(field, x), q * q + _local_pairs(field, x_prime))
    return np.concatenate([*local, _crossing_pairs(field, q)])


def delta_of(q: int) -> int:
    """Return delta of ``q = 4w + delta`` for a prime power above 2: -1, 0 or 1."""
    return (q + 1) % 4 - 1


def generating_exponents(q: int) -> tuple[list[int], list[int]]:
    """Return the exponents of the primitive element in X and in X'.

    Delta = 1: McKay, Miller, Siran 1998. Delta = 0 and -1: Hafner 2004. Both sets have ``(q - delta) / 2``
    elements and are closed under negation.
    """
    delta, w = delta_of(q), (q + 1) // 4
    if delta == 1:
        return list(range(0, q - 2, 2)), list(range(1, q - 1, 2))
    if delta == 0:
        return list(range(0, q - 1, 2)), list(range(1, q, 2))
    x = [*range(0, 2 * w - 1, 2), *range(2 * w - 1, 4 * w - 2, 2)]
    x_prime = [*range(1, 2 * w, 2), *range(2 * w, 4 * w - 1, 2)]
    return x, x_prime


def _local_pairs(field: FiniteField, differences: IntArray) -> IntArray:
    """Return pairs within the q subgroups whose last coordinates differ by a member of ``differences``."""
    q = len(field.plus)
    first = np.repeat(np.arange(q), len(differences))
    second = field.plus[first, np.tile(differences, q)]
    inside = np.column_stack([first, second])[first < second]
    shifts = q * np.arange(q)[:, None, None]
    return np.asarray((inside[None] + shifts).reshape(-1, 2), dtype=np.int32)


def _crossing_pairs(field: FiniteField, q: int) -> IntArray:
    """Return pairs (0, x, y), (1, m, c) with ``y = m x + c``."""
    x, m, c = (axis.ravel() for axis in np.indices((q, q, q), dtype=np.int32))
    y = field.plus[field.times[m, x], c]
    return np.column_stack([x * q + y, q * q + m * q + c]).astype(np.int32)


FAMILY = Family(
    name="slimfly",
    usage="slimfly:q",
    summary="Slim Fly, the MMS graph of a prime power q = 4w + delta, diameter 2",
    routers="2 q^2",
    radix="(3q - delta) / 2",
    source="Besta, Hoefler: Slim Fly (2014); McKay, Miller, Siran 1998; Hafner 2004",
    build=build,
    concentration=lambda topology: full_concentration(topology.radix),
    endpoints="ceil(k / 2) recommended, k the radix",
    instances=instances,
)
