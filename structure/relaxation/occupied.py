"""The least that any choice of occupied slots costs: a quadratic form, bounded slot by slot.

Pairs of occupied slots cost a weight, occupied slots a cost of their own. Either every occupied
slot pays for the cheapest others that there can be, or all pairs are paid, the empty slots take
theirs back, and the pairs of empty ones, which were taken back twice, cost the least that they can
(Gilmore 1962; Lawler 1963). The larger of the two holds.
"""

from dataclasses import dataclass

import numpy as np

from netfloor.structure.relaxation.assignment import Counts, Floats


@dataclass(frozen=True, eq=False)
class Occupied:
    """A bound, and what it counts: its derivatives.

    Attributes
    ----------
    value
        The bound.
    slots
        Occupied slots of each cabinet, (C,).
    pairs
        Ordered pairs of occupied slots between two cabinets, symmetric, (C, C).
    """

    value: float
    slots: Floats
    pairs: Floats


def least_occupied(weight: Floats, own: Floats, slots: Counts, routers: int) -> Occupied:
    """Return the least of ``own`` over occupied slots and ``weight`` over their ordered pairs.

    Parameters
    ----------
    weight
        Of a pair of slots in two cabinets, inside one on the diagonal, symmetric, (C, C).
    own
        Of an occupied slot, (C,).
    slots
        Slots of each cabinet, (C,).
    routers
        How many of them are occupied.
    """
    whole = np.outer(slots, slots) - np.diag(slots)
    spare = int(slots.sum()) - routers
    if spare == 0:
        return Occupied(
            float(own @ slots + (whole * weight).sum()), slots.astype(float), whole.astype(float)
        )
    return max(
        _by_empty(weight, own, slots, spare, whole),
        _by_occupied(weight, own, slots, routers),
        key=lambda found: found.value,
    )


def _by_occupied(weight: Floats, own: Floats, slots: Counts, routers: int) -> Occupied:
    nearest = _cheapest_others(weight, slots, routers - 1)
    cost = own + (nearest * weight).sum(axis=1)
    chosen = _cheapest(cost, slots, routers)
    pairs = chosen[:, None] * nearest
    return Occupied(float(cost @ chosen), chosen, (pairs + pairs.T) / 2)


def _by_empty(weight: Floats, own: Floats, slots: Counts, spare: int, whole: Counts) -> Occupied:
    nearest = _cheapest_others(weight, slots, spare - 1)
    row = weight @ slots - np.diag(weight)
    cost = (nearest * weight).sum(axis=1) - own - 2 * row
    empty = _cheapest(cost, slots, spare)
    back = np.outer(empty, slots)
    back[np.diag_indices(len(slots))] = empty * (slots - 1)
    twice = empty[:, None] * nearest
    pairs = whole - back - back.T + (twice + twice.T) / 2
    value = own @ slots + (whole * weight).sum() + cost @ empty
    return Occupied(float(value), slots - empty, pairs)


def _cheapest(cost: Floats, slots: Counts, count: int) -> Floats:
    """Return how many of the cheapest ``count`` slots lie in each cabinet."""
    order = np.argsort(cost, kind="stable")
    here = slots[order]
    chosen = np.zeros(len(slots))
    chosen[order] = np.clip(count - (np.cumsum(here) - here), 0, here)
    return chosen


def _cheapest_others(weight: Floats, slots: Counts, count: int) -> Floats:
    """Return, for a slot of each cabinet, how many of the cheapest ``count`` others lie in each, (C, C)."""
    order = np.argsort(weight, axis=1, kind="stable")
    others = np.tile(slots, (len(slots), 1))
    others[np.diag_indices(len(slots))] -= 1
    here = np.take_along_axis(others, order, axis=1)
    taken = np.clip(count - (np.cumsum(here, axis=1) - here), 0, here)
    chosen = np.zeros(weight.shape)
    np.put_along_axis(chosen, order, taken.astype(float), axis=1)
    return chosen
