"""Circulant graphs: rings with additional jumps, identical at every switch."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind, integer, shown
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links


def build(parameters: Parameters) -> Topology:
    """Build C(n; s1, s2, ...): switch i is joined to ``i + s`` and ``i - s`` for each jump s.

    Each jump below ``n / 2`` adds 2 to the radix and ``n`` links, the jump ``n / 2`` adds 1 and ``n / 2``
    links. Connected if n and all jumps have no common factor (optimal circulant paper, section 3). The
    diameter has no closed form.

    Raises
    ------
    InputError
        If a jump is not a whole number from 1 to ``n / 2`` or is repeated, if the network is not connected,
        or if it is too large.
    """
    where = shown(parameters.spec)
    n, jumps = _read(where, parameters)
    _refuse_parts(where, n, jumps)
    refuse_if_too_large(where, n, n * len(jumps))
    named = {"n": n, "jumps": list(jumps)}
    bare = bare_topology(parameters.spec, "circulant", named, n, normal_links(circulant_pairs(n, jumps), n))
    return replace(bare, vertex_transitive=True)


def circulant_pairs(n: int, jumps: tuple[int, ...]) -> IntArray:
    """Return the pairs of a circulant graph, (links, 2); the jump ``n / 2`` gives each pair once."""
    jump = np.repeat(np.array(jumps, dtype=np.int64), n)
    start = np.tile(np.arange(n), len(jumps))
    once = (2 * jump != n) | (2 * start < n)
    pairs: IntArray = np.column_stack([start, (start + jump) % n])[once].astype(np.int32)
    return pairs


def _read(where: str, parameters: Parameters) -> tuple[int, tuple[int, ...]]:
    """Read n and the jumps as typed."""
    bind(Parameters(parameters.spec, (), parameters.named), FAMILY.usage, ())
    head, *others = parameters.positional or ("",)
    text, colon, first = (part.strip() for part in head.partition(":"))
    if not colon:
        raise InputError(where, "needs a colon between n and the jumps", f"write {FAMILY.usage}")
    n = integer(where, "n", text, lowest=2)
    jumps = tuple(_jump(where, n, jump) for jump in (first, *others))
    twice = [jump for jump, count in Counter(jumps).items() if count > 1]
    if twice:
        raise InputError(where, f"jump {twice[0]} is given twice", "give each jump once")
    return n, jumps


def _jump(where: str, n: int, text: str) -> int:
    jump = integer(where, "jump", text)
    if n // 2 < jump < n:
        raise InputError(
            where, f"jump={jump} is above n/2", f"write {n - jump}, which joins the same switches"
        )
    return integer(where, "jump", text, highest=n // 2)


def _refuse_parts(where: str, n: int, jumps: tuple[int, ...]) -> None:
    parts = math.gcd(n, *jumps)
    if parts > 1:
        what = f"is not connected: n and all jumps are multiples of {parts}"
        raise InputError(where, what, f"add a jump that is not a multiple of {parts}")


FAMILY = Family(
    name="circulant",
    usage="circulant:n:s1,s2,...",
    summary="circulant graph, switch i joined to i + s and i - s for every jump s",
    routers="n",
    radix="2 for each jump below n/2, 1 for the jump n/2",
    source="Huang, Ramos, Deng: optimal circulant graphs (2022), section 3",
    build=build,
)
