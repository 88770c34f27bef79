"""LPS graphs of Lubotzky, Phillips and Sarnak, the topology of SpectralFly."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.algebraic.numbers import (
    is_odd_prime,
    legendre,
    primes_up_to,
    valid_number,
)
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology, bare_topology, neighbour_links

LongArray = npt.NDArray[np.int64]
#: Below this p, finding the four squares and coinciding generators takes milliseconds.
_QUICK_P = 10_000


def build(parameters: Parameters) -> Topology:
    """Build LPS(p, q): the Cayley graph of PSL(2, q) or PGL(2, q) with p + 1 generators.

    ``n = (3 - (p|q)) (q^3 - q) / 4`` switches of radix ``p + 1``; bipartite if ``(p|q) = -1``
    (SpectralFly, section III, definition 3). Switches are numbered in breadth-first order from the
    identity.

    Raises
    ------
    InputError
        If p and q are not distinct odd primes, if generators coincide or fix switches, or if the network is
        too large.
    """
    values = bind(parameters, FAMILY.usage, ("p", "q"))
    p, q = (
        valid_number(values, name, is_odd_prime, 3, lambda _: "is not an odd prime") for name in ("p", "q")
    )
    where, routers = values.where, _routers(p, q)
    if p == q:
        raise InputError(where, f"p and q are both {p}", "give two distinct odd primes")
    if p + 1 >= routers and p > _QUICK_P:
        what = f"p + 1 = {p + 1} generators in a group of {routers} must coincide (parallel links)"
        raise InputError(where, what, _larger(p, q))
    refuse_if_too_large(where, routers, routers * (p + 1) // 2)
    solutions = four_squares(p)
    generators = _generators(solutions, q)
    _refuse_coinciding(where, p, q, solutions, generators)
    neighbours = _cayley_graph(generators, q)
    if len(neighbours) != routers:
        what = f"the generators reach {len(neighbours)} switches, not {routers}"
        raise InputError(where, what, _larger(p, q))
    bare = bare_topology(parameters.spec, "lps", {"p": p, "q": q}, routers, neighbour_links(neighbours))
    return replace(bare, vertex_transitive=True, notes=_notes(p, q))


def generator_table(p: int, q: int) -> LongArray:
    """Return the neighbours of each switch of LPS(p, q) by generator, (n, p + 1)."""
    return _cayley_graph(_generators(four_squares(p), q), q)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every LPS graph with at most this many switches and ``q > 2 sqrt(p)``, smallest first.

    Under that condition they are proven to exist and to be Ramanujan (SpectralFly, section III); some
    smaller q also give networks.
    """
    largest = 3
    while (largest**3 - largest) // 2 <= max_routers:
        largest += 1
    members = [
        Instance(_routers(p, q), p + 1, f"lps:{p},{q}")
        for q in primes_up_to(largest)[1:]
        for p in primes_up_to((q * q - 1) // 4)[1:]
        if p != q and _routers(p, q) <= max_routers
    ]
    yield from sorted(members)


def four_squares(p: int) -> LongArray:
    """Return the p + 1 generating solutions of ``a0^2 + a1^2 + a2^2 + a3^2 = p``, sorted, (p + 1, 4).

    For p = 1 mod 4, a0 is odd and positive; for p = 3 mod 4, a0 is even and positive, or a0 = 0 and a1 > 0
    (SpectralFly, section III).
    """
    axis, odd = np.arange(-math.isqrt(p), math.isqrt(p) + 1), p % 4 == 1
    last = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2)
    first = last[(last[:, 0] >= 0) & (last[:, 0] % 2 == odd)]
    first = first[(first[:, 0] > 0) | (first[:, 1] > 0)]
    sums, wanted = (last**2).sum(axis=1), p - (first**2).sum(axis=1)
    order = np.argsort(sums, kind="stable")
    low, high = (np.searchsorted(sums[order], wanted, side) for side in ("left", "right"))
    counts = high - low
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    rest = last[order[np.repeat(low, counts) + offsets]]
    solutions = np.hstack([np.repeat(first, counts, axis=0), rest])
    return np.asarray(solutions[np.lexsort(solutions.T[::-1])], dtype=np.int64)


def _routers(p: int, q: int) -> int:
    return (3 - legendre(p, q)) * (q**3 - q) // 4


def _generators(solutions: LongArray, q: int) -> LongArray:
    """Return the codes of the generator matrices of SpectralFly's definition 3, (p + 1,)."""
    x, y = _root_of_minus_one(q)
    a0, a1, a2, a3 = solutions.T
    entries = (a0 + a1 * x + a3 * y, a2 - a1 * y + a3 * x, a3 * x - a1 * y - a2, a0 - a1 * x - a3 * y)
    return _codes(np.column_stack(entries) % q, q)


def _root_of_minus_one(q: int) -> tuple[int, int]:
    """Return the smallest (x, y) with ``x^2 + y^2 + 1 = 0`` modulo q."""
    roots = {y * y % q: y for y in range(q // 2, -1, -1)}
    x = next(x for x in range(q) if (-1 - x * x) % q in roots)
    return x, roots[(-1 - x * x) % q]


def _codes(matrices: LongArray, q: int) -> LongArray:
    """Return a number for each class of matrices that differ by a scalar factor.

    The representative has 1 as its first non-zero entry: ``1 b c d`` becomes ``b q^2 + c q + d`` and ``0 1
    c d`` becomes ``q^3 + c q + d``.
    """
    inverse = np.array([pow(value, q - 2, q) for value in range(q)], dtype=np.int64)
    a, b, c, d = matrices.T
    scale = inverse[np.where(a != 0, a, b)]
    tail = c * scale % q * q + d * scale % q
    return np.asarray(np.where(a != 0, b * scale % q * q * q, q**3) + tail)


def _matrices(codes: LongArray, q: int) -> LongArray:
    """Return the representative matrices of `_codes`, (any number, 4)."""
    head = codes < q**3
    parts = (head, np.where(head, codes // q**2, 1), codes // q % q, codes % q)
    return np.column_stack(parts).astype(np.int64)


def _cayley_graph(generators: LongArray, q: int) -> LongArray:
    """Return the neighbours of each switch, (n, p + 1), by breadth-first search."""
    number = np.full(q**3 + q**2, -1, dtype=np.int64)
    frontier = _codes(np.array([[1, 0, 0, 1]]), q)
    number[frontier] = 0
    known, products = 1, []
    while len(frontier):
        reached = _products(frontier, generators, q)
        products.append(reached)
        fresh = reached.ravel()[number[reached.ravel()] < 0]
        _, first = np.unique(fresh, return_index=True)
        frontier = fresh[np.sort(first)]
        number[frontier] = np.arange(known, known + len(frontier))
        known += len(frontier)
    return number[np.concatenate(products)]


def _products(left: LongArray, right: LongArray, q: int) -> LongArray:
    """Return the codes of every left matrix times every right matrix, (left, right)."""
    a, b, c, d = (column[:, None] for column in _matrices(left, q).T)
    e, f, g, h = _matrices(right, q).T
    entries = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
    return _codes(np.stack([e.ravel() for e in entries], axis=1) % q, q).reshape(len(left), -1)


def _refuse_coinciding(where: str, p: int, q: int, solutions: LongArray, generators: LongArray) -> None:
    """Reject generators that are the identity, or equal to each other, modulo q."""
    seen = {int(_codes(np.array([[1, 0, 0, 1]]), q)[0]): "the identity (a self loop on every switch)"}
    for solution, code in zip(solutions.tolist(), generators.tolist(), strict=True):
        name = "(" + ", ".join(str(a) for a in solution) + ")"
        if code in seen:
            what = f"the generator of the four squares {name} is, modulo {q}, {seen[code]}"
            raise InputError(where, what, _larger(p, q))
        seen[code] = f"the same as that of {name} (parallel links)"


def _larger(p: int, q: int) -> str:
    """Suggest the next q for which the network is proven to exist."""
    proven = next(n for n in count(max(q + 1, math.isqrt(4 * p) + 1)) if n != p and is_odd_prime(n))
    return f"choose a larger q for this p; nearest proven: {proven}"


def _notes(p: int, q: int) -> tuple[str, ...]:
    if q * q > 4 * p:
        return ()
    return (
        f"q = {q} is not above 2 sqrt(p) = {2 * math.sqrt(p):.2f}: the proof that LPS graphs"
        " are Ramanujan does not cover it",
    )


FAMILY = Family(
    name="lps",
    usage="lps:p,q",
    summary="LPS graph of two distinct odd primes (SpectralFly)",
    routers="(3 - (p|q)) (q^3 - q) / 4, with the Legendre symbol (p|q)",
    radix="p + 1",
    source="SpectralFly (2022), section III, definition 3; Lubotzky, Phillips, Sarnak 1988",
    build=build,
    instances=instances,
    listed="only q > 2 sqrt(p), proven to be Ramanujan; some smaller q can also be built",
)
