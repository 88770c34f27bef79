"""Lower bounds on a quadratic cost of the occupied slots, slot by slot.

Pairs of occupied slots have a weight, occupied slots a cost of their own. In the first bound every occupied
slot pays for its cheapest possible partners. In the second all pairs are paid, the empty slots are
refunded, and pairs of empty slots, which were refunded twice, add at least their lowest cost (Gilmore 1962;
Lawler 1963). The larger bound is used.
"""

from dataclasses import dataclass

import numpy as np

from netfloor.structure.relaxation.assignment import Counts, Floats


@dataclass(frozen=True, eq=False)
class Occupied:
    """A bound with its derivatives.

    Attributes
    ----------
    value
        The bound.
    slots
        Derivatives by slot cost: occupied slots of each cabinet, (C,).
    pairs
        Derivatives by pair weight: ordered pairs of occupied slots between two cabinets, symmetric, (C, C).
    """

    value: float
    slots: Floats
    pairs: Floats


def min_occupied(weight: Floats, own: Floats, slots: Counts, routers: int) -> Occupied:
    """Bound the sum of ``own`` over occupied slots and of ``weight`` over their ordered pairs from below.

    Parameters
    ----------
    weight
        Weight of a pair of slots in two cabinets, within a cabinet on the diagonal, symmetric, (C, C).
    own
        Cost of an occupied slot, (C,).
    slots
        Slots of each cabinet, (C,).
    routers
        Number of occupied slots.
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
        key=lambda result: result.value,
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
    """Count the cheapest ``count`` slots by cabinet."""
    order = np.argsort(cost, kind="stable")
    here = slots[order]
    chosen = np.zeros(len(slots))
    chosen[order] = np.clip(count - (np.cumsum(here) - here), 0, here)
    return chosen


def _cheapest_others(weight: Floats, slots: Counts, count: int) -> Floats:
    """Count the cheapest ``count`` partners by cabinet, for a slot of each cabinet, (C, C)."""
    order = np.argsort(weight, axis=1, kind="stable")
    others = np.tile(slots, (len(slots), 1))
    others[np.diag_indices(len(slots))] -= 1
    here = np.take_along_axis(others, order, axis=1)
    taken = np.clip(count - (np.cumsum(here, axis=1) - here), 0, here)
    chosen = np.zeros(weight.shape)
    np.put_along_axis(chosen, order, taken.astype(float), axis=1)
    return chosen
