"""Cartesian products of networks."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import numpy as np

import topologies
from topologies.family import Family, Parameters
from topologies.limits import refuse_if_too_large
from topologies.parameters import shown
from topologies.topology import IntArray, Topology


def build(parameters: Parameters) -> Topology:
    """Return the Cartesian product of two networks or more.

    ``n_A n_B`` routers, ``n_A m_B + m_A n_B`` links; radix and diameter are the sums of those of
    the factors. Router ``(a, b)`` is number ``a n_B + b`` and is joined to ``(a', b)`` as often as
    a is to a' and to ``(a, b')`` as often as b is to b' (optimal circulant paper, section 4). Groups are
    the copies of the last factor. A router has the endpoints of a and those of b; the seed
    is handed to every factor that draws lots and names none.

    Raises
    ------
    InputError
        If a factor cannot be built, or the product is too large.
    """
    seed = int(parameters.named.get("seed", "0"))
    factors = [topologies.build(spec, seed=seed) for spec in parameters.positional]
    routers = math.prod(factor.routers for factor in factors)
    # Each factor's links stand once for every router of all the others.
    links = sum(factor.link_count * (routers // factor.routers) for factor in factors)
    refuse_if_too_large(shown(parameters.spec), routers, links)
    return _named(parameters, reduce(_product, factors), factors, seed)


def _product(left: Topology, right: Topology) -> Topology:
    """Return the Cartesian product of two networks, nameless."""
    n, m = left.routers, right.routers
    links = np.concatenate([_copies(left.links * m, m, 1), _copies(right.links, n, m)])
    order = np.lexsort((links[:, 1], links[:, 0]))
    multiplicity = np.concatenate([np.tile(left.multiplicity, m), np.tile(right.multiplicity, n)])
    return Topology(
        name="",
        family="product",
        parameters={},
        routers=n * m,
        links=links[order],
        multiplicity=multiplicity[order],
        endpoints=np.add.outer(left.endpoints, right.endpoints).ravel().astype(np.int32),
        groups=np.repeat(np.arange(n, dtype=np.int32), m),
        vertex_transitive=left.vertex_transitive and right.vertex_transitive,
    )


def _copies(links: IntArray, copies: int, step: int) -> IntArray:
    """Return links once for each copy, each copy ``step`` numbers further, (copies m, 2)."""
    shifts = step * np.arange(copies, dtype=np.int32)[:, None, None]
    return np.asarray((links[None] + shifts).reshape(-1, 2), dtype=np.int32)


def _named(parameters: Parameters, product: Topology, factors: Sequence[Topology], seed: int) -> Topology:
    """Return the product under its spec, with what its factors have to say."""
    drawn = any("seed" in factor.parameters for factor in factors)
    return replace(
        product,
        name=parameters.spec,
        parameters={"factors": list(parameters.positional)} | ({"seed": seed} if drawn else {}),
        notes=tuple(f"{factor.name}: {note}" for factor in factors for note in factor.notes),
    )


FAMILY = Family(
    name="product",
    usage="A*B",
    summary="Cartesian product of two specs or more, such as circulant:64:1,7,32*complete:4",
    routers="n_A n_B",
    radix="k_A + k_B",
    source="Huang, Ramos, Deng: optimal circulant graphs (2022), section 4",
    build=build,
    takes_seed=True,
    endpoints="those of the factors, summed",
)
