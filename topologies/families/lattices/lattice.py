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

#: More dimensions, each of at least 2 switches, would make a network too large to build.
MAX_DIMENSIONS = 32


@dataclass(frozen=True)
class Dimension:
    """How switches that differ in a single coordinate are joined."""

    size: int  # switches along the dimension, at least 2
    # ``path``: neighbours are joined; ``ring``: also the last and the first, for sizes from 3; ``clique``:
    # all
    kind: Literal["path", "ring", "clique"]
    links: int = 1  # parallel links of every joined pair

    @property
    def pair_count(self) -> int:
        """Joined pairs along a line of the dimension."""
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
    """Return a ring dimension; a ring of 2 is a single link, or two where a paper defines it so."""
    return Dimension(size, "ring") if size > 2 else Dimension(size, "clique", 2 if double_pair else 1)


def lattice_routers(dimensions: Sequence[Dimension]) -> int:
    """Return the number of switches, the product of the sizes."""
    return math.prod(dimension.size for dimension in dimensions)


def lattice_pairs(dimensions: Sequence[Dimension]) -> int:
    """Return the number of joined pairs, the sum of ``n pairs / size`` over the dimensions."""
    routers = lattice_routers(dimensions)
    return sum(routers // dimension.size * dimension.pair_count for dimension in dimensions)


def lattice_links(where: str, dimensions: Sequence[Dimension]) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)`` of the product of some dimensions; `InputError` if it is too large.

    Switches are numbered by their coordinates, the last one fastest: switch (x, y) of an 8 x 4 network has
    number 4 x + y.
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
    """Build the product of some dimensions under a family's name; `InputError` if it is too large."""
    links = lattice_links(shown(spec), dimensions)
    return bare_topology(spec, family, parameters, lattice_routers(dimensions), links)


def lattice_instances(
    family: str,
    max_routers: int,
    degree: Callable[[int], int] = lambda size: min(size - 1, 2),
    endpoints: Callable[[tuple[int, ...]], int] = lambda _sizes: 1,
) -> Iterator[Instance]:
    """Yield every member of a family with at most this many switches, sizes descending, smallest first.

    ``degree`` gives the links per switch along a dimension of some size, by default those of a path or
    ring; ``endpoints`` the recommended endpoints per switch for some sizes.
    """
    for routers in range(2, max_routers + 1):
        yield from sorted(
            Instance(routers, sum(map(degree, sizes)), f"{family}:{size_text(sizes)}", endpoints(sizes))
            for sizes in shapes(routers)
        )


def read_sizes(where: str, name: str, text: str) -> tuple[int, ...]:
    """Read sizes from a text such as ``8x8x4``.

    `InputError` if a size is not a whole number from 2, or there are more than 32.
    """
    parts = text.split("x")
    if len(parts) > MAX_DIMENSIONS:
        what = f"{name}: {len(parts):,} dimensions"
        raise InputError(where, what, f"give at most {MAX_DIMENSIONS} sizes")
    if "1" in parts:
        raise InputError(where, f"{name}: a dimension of size 1 has no link", "omit it, or give 2")
    return tuple(integer(where, name, part.strip(), lowest=2) for part in parts)


def shapes(routers: int) -> list[tuple[int, ...]]:
    """Return the sizes, largest first, of every product with this many switches."""
    return sorted(_factorisations(routers, routers))


def _factorisations(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the factorisations of a number into descending factors 2 .. largest."""
    if number <= largest and number > 1:
        yield (number,)
    for last in range(2, math.isqrt(number) + 1):
        if number % last == 0:
            yield from (
                (*rest, last) for rest in _factorisations(number // last, largest) if rest[-1] >= last
            )


def size_text(sizes: Sequence[int]) -> str:
    """Write sizes as in a spec: ``8x8x4``."""
    return "x".join(str(size) for size in sizes)
