"""A graph as a file gives it: named routers and the links between them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foundation.errors import InputError
from topologies.limits import refuse_if_too_large
from topologies.topology import IntArray


@dataclass(frozen=True, eq=False)
class NamedGraph:
    """What every reader returns; arrays as in `Topology`.

    Attributes
    ----------
    routers
        Number of routers.
    links, multiplicity
        Joined pairs and their parallel links.
    labels
        Router names, or None where they are 0 .. n-1 in this order.
    endpoints
        Endpoints of each router, (n,) int32, or None where the file says nothing.
    """

    routers: int
    links: IntArray
    multiplicity: IntArray
    labels: tuple[str, ...] | None = None
    endpoints: IntArray | None = None


def assemble(
    where: str,
    names: Sequence[str],
    ends: Sequence[tuple[int, int]] | npt.NDArray[np.integer],
    *,
    counts: Sequence[int] | None = None,
    directed: Sequence[bool] | None = None,
) -> NamedGraph:
    """Return the graph of a file's links.

    Parameters
    ----------
    where
        File name for messages.
    names
        Router names in the order of their numbers.
    ends
        Both ends of every entry, no self loops; equal pairs add up.
    counts
        Parallel links that each entry stands for; 1 if None.
    directed
        True for entries that hold one direction only. The two directions of a pair are
        the same links, so they must agree where both are given.

    Raises
    ------
    InputError
        If there is no link, the two directions of a pair disagree, or it is too large.
    """
    if len(ends) == 0:
        raise InputError(where, "holds no link")
    pairs = np.asarray(ends, dtype=np.int64)
    weights = np.ones(len(pairs), np.int64) if counts is None else np.asarray(counts, np.int64)
    refuse_if_too_large(where, len(names), int(weights.sum()))
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    keys, entry = np.unique(low * len(names) + high, return_inverse=True)
    links = np.column_stack([keys // len(names), keys % len(names)]).astype(np.int32)
    one_way = np.zeros(len(pairs), bool) if directed is None else np.asarray(directed)
    totals = [
        _sums(entry, weights, chosen, len(keys))
        for chosen in (~one_way, one_way & (pairs[:, 0] == low), one_way & (pairs[:, 1] == low))
    ]
    _refuse_disagreement(where, names, links, totals[1], totals[2])
    multiplicity = (totals[0] + np.maximum(totals[1], totals[2])).astype(np.int32)
    return NamedGraph(len(names), links, multiplicity, labels_of(names))


def labels_of(names: Sequence[str]) -> tuple[str, ...] | None:
    """Return names as labels, None where they only repeat the router numbers."""
    plain = all(name == str(number) for number, name in enumerate(names))
    return None if plain else tuple(names)


def _sums(
    entry: npt.NDArray[np.intp],
    weights: npt.NDArray[np.int64],
    chosen: npt.NDArray[np.bool_],
    size: int,
) -> npt.NDArray[np.int64]:
    """Return the weight of the chosen entries for each of ``size`` pairs."""
    # sums stay far below 2**53, where floats count exactly
    return np.bincount(entry[chosen], weights[chosen], size).astype(np.int64)


def _refuse_disagreement(
    where: str,
    names: Sequence[str],
    links: IntArray,
    forward: npt.NDArray[np.int64],
    backward: npt.NDArray[np.int64],
) -> None:
    wrong = np.flatnonzero((forward > 0) & (backward > 0) & (forward != backward))
    if len(wrong):
        first = int(wrong[0])
        u, v = (names[end] for end in links[first])
        raise InputError(
            where,
            f"{u!r} names {v!r} {forward[first]} times, {v!r} names {u!r} {backward[first]} times",
            "list a link at one end only, or the same number of times at both",
        )
