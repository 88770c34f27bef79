"""Cartesian products of paths, rings and complete graphs: meshes, tori, hypercubes, HyperX."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.family import Instance
from netfloor.topologies.parameters import integer, shown
from netfloor.topologies.topology import IntArray, Topology, bare_topology

#: A network of more dimensions, each of at least 2 routers, could not be built.
MOST_DIMENSIONS = 32


@dataclass(frozen=True)
class Dimension:
    """How the routers are joined that differ in one coordinate."""

    size: int  # routers along the dimension, at least 2
    # ``path``: neighbours are joined; ``ring``: the last and the first too, for sizes from 3; ``clique``:
    # all are
    kind: Literal["path", "ring", "clique"]
    links: int = 1  # parallel links of every joined pair

    @property
    def pair_count(self) -> int:
        """Joined pairs along one line of the dimension."""
        counts = {"path": self.size - 1, "ring": self.size}
        return counts.get(self.kind, self.size * (self.size - 1) // 2)

    def pairs(self) -> IntArray:
        """Return the joined coordinates a < b, (pairs, 2)."""
        if self.kind == "clique":
            return np.column_stack(np.triu_indices(self.size, 1)).astype(np.int32)
        first = np.arange(self.size - 1, dtype=np.int32)
        path = np.column_stack([first, first + 1])
        return path if self.kind == "path" else np.vstack([path, [[0, self.size - 1]]]).astype(np.int32)


def ring(size: int, *, double_pair: bool = False) -> Dimension:
    """Return a ring; one of 2 routers is one link, or two where a paper counts so."""
    return Dimension(size, "ring") if size > 2 else Dimension(size, "clique", 2 if double_pair else 1)


def lattice_routers(dimensions: Sequence[Dimension]) -> int:
    """Return the number of routers, the product of the sizes."""
    return math.prod(dimension.size for dimension in dimensions)


def lattice_pairs(dimensions: Sequence[Dimension]) -> int:
    """Return the number of joined pairs, the sum of ``n pairs / size`` over the dimensions."""
    routers = lattice_routers(dimensions)
    return sum(routers // dimension.size * dimension.pair_count for dimension in dimensions)


def lattice_links(where: str, dimensions: Sequence[Dimension]) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of the product of some dimensions.

    Routers are numbered by their coordinates, the last one fastest: router (x, y) of an
    8 x 4 network is 4 x + y.

    Raises
    ------
    InputError
        If the network is too large.
    """
    routers = lattice_routers(dimensions)
    refuse_if_too_large(where, routers, lattice_pairs(dimensions))
    ends, counts, inner = [], [], routers
    for dimension in dimensions:
        inner //= dimension.size
        lines = np.arange(routers, dtype=np.int64).reshape(-1, dimension.size, inner)
        ends.append(lines[:, dimension.pairs(), :].swapaxes(2, 3).reshape(-1, 2))
        counts.append(np.full(len(ends[-1]), dimension.links, np.int32))
    pairs, multiplicity = np.concatenate(ends), np.concatenate(counts)
    order = np.argsort(pairs[:, 0] * routers + pairs[:, 1])
    return pairs[order].astype(np.int32), multiplicity[order]


def lattice_network(
    spec: str, family: str, parameters: Mapping[str, Any], dimensions: Sequence[Dimension]
) -> Topology:
    """Return the product of some dimensions under a family's name; as `lattice_links` raises."""
    links = lattice_links(shown(spec), dimensions)
    return bare_topology(spec, family, parameters, lattice_routers(dimensions), links)


def lattice_instances(
    family: str,
    max_routers: int,
    degree: Callable[[int], int] = lambda size: min(size - 1, 2),
    endpoints: Callable[[tuple[int, ...]], int] = lambda _sizes: 1,
) -> Iterator[Instance]:
    """Return every member of a family of up to so many routers, sizes falling, smallest first.

    ``degree``: links of a router along a dimension of a size; those of a path or ring unless given;
    ``endpoints``: endpoints of a router that are recommended for some sizes.
    """
    for routers in range(2, max_routers + 1):
        yield from sorted(
            Instance(routers, sum(map(degree, sizes)), f"{family}:{size_text(sizes)}", endpoints(sizes))
            for sizes in shapes(routers)
        )


def read_sizes(where: str, name: str, text: str) -> tuple[int, ...]:
    """Return the sizes of a text such as ``8x8x4``, each at least 2.

    Raises
    ------
    InputError
        If a size is no whole number or below 2, or there are more than 32.
    """
    parts = text.split("x")
    if len(parts) > MOST_DIMENSIONS:
        what = f"{name}: {len(parts):,} dimensions"
        raise InputError(where, what, f"give at most {MOST_DIMENSIONS} sizes")
    if "1" in parts:
        raise InputError(where, f"{name}: a dimension of size 1 has no link", "leave it out, or give 2")
    return tuple(integer(where, name, part.strip(), lowest=2) for part in parts)


def shapes(routers: int) -> list[tuple[int, ...]]:
    """Return the sizes, largest first, of every product of so many routers."""
    return sorted(_factorisations(routers, routers))


def _factorisations(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a product of falling factors 2 .. largest."""
    if number <= largest and number > 1:
        yield (number,)
    for last in range(2, math.isqrt(number) + 1):
        if number % last == 0:
            yield from (
                (*rest, last) for rest in _factorisations(number // last, largest) if rest[-1] >= last
            )


def size_text(sizes: Sequence[int]) -> str:
    """Return sizes as a spec writes them: ``8x8x4``."""
    return "x".join(str(size) for size in sizes)
