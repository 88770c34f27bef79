"""BundleFly: a Slim Fly whose switches are replaced by Paley graphs and whose links become bundles."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.algebraic.finite_field import FiniteField, finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power, prime_powers_up_to, valid_number
from netfloor.topologies.families.algebraic.slimfly import mms_pairs, mms_parameter, mms_radix
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links


def build(parameters: Parameters) -> Topology:
    """Build the multi-star product of the MMS graph of s and the Paley graph of p.

    ``2 p s^2`` switches of radix ``k = (p - 1) / 2 + (3s - delta) / 2`` for prime powers ``p = 1 mod 4``
    and ``s = 4w + delta > 2``, so ``p s^2 k`` links; diameter 3 (Lei et al. 2020; SpectralFly, section IV).
    Switch ``(u, a)`` has number ``u p + a``. Inside u, switches a and b are joined if ``a - b`` is a
    non-zero square of GF(p). A link from u to a higher v of the MMS graph becomes a bundle: ``(u, a)`` to
    ``(v, xi a)`` for every a, with xi primitive in GF(p). The groups are the MMS switches, p switches each.

    Raises
    ------
    InputError
        If p or s is not such a prime power, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("p", "s"))
    p = valid_number(values, "p", _has_paley_graph, 5, _why_no_paley_graph)
    s = mms_parameter(values, "s")
    routers = 2 * p * s * s
    refuse_if_too_large(values.where, routers, routers * _radix(p, s) // 2)
    links = normal_links(_pairs(p, s), routers)
    bare = bare_topology(parameters.spec, "bundlefly", {"p": p, "s": s}, routers, links)
    return replace(bare, groups=np.repeat(np.arange(2 * s * s, dtype=np.int32), p))


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every BundleFly with at most this many switches, smallest first."""
    members = [
        Instance(2 * p * s * s, _radix(p, s), f"bundlefly:{p},{s}")
        for p in prime_powers_up_to(max_routers // 18)
        if p % 4 == 1
        for s in prime_powers_up_to(math.isqrt(max_routers // (2 * p)))
        if s > 2
    ]
    yield from sorted(members)


def paley_pairs(field: FiniteField) -> IntArray:
    """Return the pairs a < b of a field whose difference is a non-zero square.

    Shape ``(p (p - 1) / 4, 2)`` for ``p = 1 mod 4`` elements, where -1 is a square.
    """
    squares = field.powers[::2]
    first = np.repeat(np.arange(len(field.plus), dtype=np.int32), len(squares))
    second = field.plus[first, np.tile(squares, len(field.plus))]
    return np.column_stack([first, second])[first < second]


def _pairs(p: int, s: int) -> IntArray:
    """Return every joined pair of switches, (links, 2)."""
    field, structure = finite_field(p), mms_pairs(s)
    inside = p * np.arange(2 * s * s, dtype=np.int32)[:, None, None] + paley_pairs(field)
    low, high = (end.astype(np.int32)[:, None] for end in (structure.min(axis=1), structure.max(axis=1)))
    turned = field.times[field.powers[1]]
    between = np.stack([p * low + np.arange(p, dtype=np.int32), p * high + turned], axis=-1)
    return np.concatenate([inside.reshape(-1, 2), between.reshape(-1, 2)])


def _has_paley_graph(p: int) -> bool:
    return p % 4 == 1 and prime_power(p) is not None


def _why_no_paley_graph(p: int) -> str:
    return "is not 1 mod 4" if prime_power(p) else "is not a prime power"


def _radix(p: int, s: int) -> int:
    return (p - 1) // 2 + mms_radix(s)


FAMILY = Family(
    name="bundlefly",
    usage="bundlefly:p,s",
    summary="BundleFly, a Slim Fly of s whose switches are Paley graphs of p, diameter 3",
    routers="2 p s^2",
    radix="(p - 1) / 2 + (3s - delta) / 2, s = 4w + delta",
    source="Lei et al.: BundleFly (2020); SpectralFly (2022), section IV",
    build=build,
    endpoints="none recommended; SpectralFly (2022), section VI, simulates 6 on bundlefly:9,9",
    instances=instances,
)
