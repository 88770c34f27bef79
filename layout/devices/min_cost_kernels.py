"""Branch and bound over the places of devices, with interchangeable devices at ascending places."""

from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel
from netfloor.layout.devices.order_kernels import NONE

Array = np.ndarray[Any, Any]


class PlaceArrays(NamedTuple):
    """Arrays of `min_cost.PlaceBranching`.

    ``halves`` (n + 1, n, P): the lowest cost of each device's cables to those placed from a step on;
    ``loads`` (2, n) and ``limits`` (2, C): watts and kilograms.
    """

    cabinet: Array
    own: Array
    pair: Array
    halves: Array
    twin: Array
    loads: Array
    limits: Array


@lean_kernel
def rest(arrays: PlaceArrays, step: int, now: Array) -> Any:
    """Return twice a lower bound on the cost of the devices from a step on, `NONE` if one has no place."""
    count, places = now.shape
    total = np.int64(0)
    for device in range(step, count):
        best = 2 * NONE
        for place in range(places):
            if now[device, place] < NONE:
                best = min(best, 2 * now[device, place] + arrays.halves[step, device, place])
        if best >= NONE:
            return NONE
        total += best
    return total


@lean_kernel
def advance(arrays: PlaceArrays, step: int, place: int, now: Array, after: Array) -> None:
    """Update the costs of all later devices after placing the device of a step."""
    count, places = now.shape
    for device in range(step + 1, count):
        for at in range(places):
            cost = now[device, at]
            joined = arrays.pair[step, device, place, at]
            after[device, at] = NONE if cost >= NONE or joined >= NONE else cost + joined


@lean_kernel
def fits(arrays: PlaceArrays, step: int, place: int, held: Array) -> Any:
    """Return True if a cabinet has enough watts and kilograms left for a device."""
    cabinet = arrays.cabinet[step, place]
    return (
        held[0, cabinet] + arrays.loads[0, step] <= arrays.limits[0, cabinet]
        and held[1, cabinet] + arrays.loads[1, step] <= arrays.limits[1, cabinet]
    )


@kernel
def search_places(
    arrays: PlaceArrays, cutoff: Any, share: float, constant: int, most: int, best: Array
) -> Any:
    """Find the cheapest placement below ``cutoff``, which falls to ``share`` below each placement found.

    Returns whether the search was complete, and the last cutoff: no placement costs less. ``best`` holds
    the places of the cheapest placement found.
    """
    count, places = arrays.own.shape
    now = np.full((count + 1, count, places), NONE, dtype=np.int64)
    now[0] = arrays.own
    order = np.zeros((count, places), dtype=np.int64)
    key = np.zeros((count, places), dtype=np.int64)
    at = np.full(count, -1, dtype=np.int64)
    chosen = np.full(count, -1, dtype=np.int64)
    spent = np.zeros(count + 1, dtype=np.int64)
    left = np.zeros(count + 1, dtype=np.int64)
    held = np.zeros((2, arrays.limits.shape[1]), dtype=np.int64)
    work = np.int64(0)
    left[0] = rest(arrays, 0, now[0])
    if left[0] >= 2 * cutoff:
        return True, cutoff
    step = 0
    while step >= 0:
        if at[step] < 0:  # sort the places of the device by their bound
            for place in range(places):
                cost = now[step, step, place]
                key[step, place] = NONE
                if cost < NONE:
                    key[step, place] = 2 * cost + arrays.halves[step, step, place]
            order[step] = np.argsort(key[step])
        elif chosen[step] >= 0:
            cabinet = arrays.cabinet[step, chosen[step]]
            held[0, cabinet] -= arrays.loads[0, step]
            held[1, cabinet] -= arrays.loads[1, step]
            chosen[step] = -1
        deeper = False
        minimum = key[step, order[step, 0]]
        while at[step] + 1 < places:
            at[step] += 1
            place = order[step, at[step]]
            bound = key[step, place]
            if bound >= NONE or 2 * spent[step] + left[step] - minimum + bound >= 2 * cutoff:
                at[step] = places
                break
            if arrays.twin[step] and place < chosen[step - 1]:
                continue
            if not fits(arrays, step, place, held):
                continue
            spent[step + 1] = spent[step] + now[step, step, place]
            if step + 1 == count:
                if spent[count] < cutoff:
                    for device in range(count):  # assigning arrays takes Numba a second to compile
                        best[device] = chosen[device]
                    best[step] = place
                    cutoff = min(
                        cutoff, np.int64(np.ceil((spent[count] + constant) * (1 - share))) - constant
                    )
                continue
            advance(arrays, step, place, now[step], now[step + 1])
            work += places * (count - step)
            if work > most:
                return False, cutoff
            left[step + 1] = rest(arrays, step + 1, now[step + 1])
            if left[step + 1] < NONE and 2 * spent[step + 1] + left[step + 1] < 2 * cutoff:
                chosen[step] = place
                cabinet = arrays.cabinet[step, place]
                held[0, cabinet] += arrays.loads[0, step]
                held[1, cabinet] += arrays.loads[1, step]
                deeper = True
                break
        if deeper:
            step += 1
            at[step], chosen[step] = -1, -1
        else:
            step -= 1
    return True, cutoff
