"""Cartesian products of networks."""

import math
from dataclasses import replace
from functools import partial, reduce
from typing import Protocol

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import IntArray, Topology


class Build(Protocol):
    """Builds the network of a spec."""

    def __call__(self, spec: str, *, seed: int) -> Topology:
        """Build the network of a spec; randomised families use the seed."""


def build_product(parameters: Parameters, build: Build) -> Topology:
    """Build the Cartesian product of two or more networks.

    ``n_A n_B`` switches, ``n_A m_B + m_A n_B`` links; radix and diameter are the sums over the factors.
    Switch ``(a, b)`` has number ``a n_B + b`` and is joined to ``(a', b)`` as often as a is to a' and to
    ``(a, b')`` as often as b is to b' (optimal circulant paper, section 4). Groups are the copies of the
    last factor. A switch has the endpoints of a plus those of b; randomised factors without a seed of their
    own use the given seed.

    Raises
    ------
    InputError
        If a factor cannot be built, or the product is too large.
    """
    seed = int(parameters.named.get("seed", "0"))
    factors = [build(spec, seed=seed) for spec in parameters.positional]
    if any(factor.servers is not None for factor in factors):
        what = "a factor has servers with ports on several switches"
        raise InputError(shown(parameters.spec), what, "multiply networks without such servers")
    routers = math.prod(factor.routers for factor in factors)
    # Each factor's links occur once for every switch of the product of the others.
    links = sum(factor.link_count * (routers // factor.routers) for factor in factors)
    refuse_if_too_large(shown(parameters.spec), routers, links)
    drawn = any("seed" in factor.parameters for factor in factors)
    return replace(
        reduce(_product, factors),
        name=parameters.spec,
        parameters={"factors": list(parameters.positional)} | ({"seed": seed} if drawn else {}),
        notes=tuple(f"{factor.name}: {note}" for factor in factors for note in factor.notes),
    )


def _product(left: Topology, right: Topology) -> Topology:
    """Return the Cartesian product of two networks, without a name."""
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
    """Repeat links for each copy, with numbers shifted by ``step`` per copy, (copies m, 2)."""
    shifts = step * np.arange(copies, dtype=np.int32)[:, None, None]
    return np.asarray((links[None] + shifts).reshape(-1, 2), dtype=np.int32)


def product_family(build: Build) -> Family:
    """Return the product family, with factors built by ``build``."""
    return Family(
        name="product",
        usage="A*B",
        summary="Cartesian product of two specs or more, such as circulant:64:1,7,32*complete:4",
        routers="n_A n_B",
        radix="k_A + k_B",
        source="Huang, Ramos, Deng: optimal circulant graphs (2022), section 4",
        build=partial(build_product, build=build),
        takes_seed=True,
        endpoints="sum over the factors",
    )
