"""Annealing kernels for devices in cabinets and units: exchanges of units, and rotations in a cabinet."""

from typing import Any, NamedTuple

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel
from netfloor.layout.annealing.common_kernels import draw_rise, next_random

Array = np.ndarray[Any, Any]
#: Occupants of a unit that are not devices.
EMPTY, SHUT = -1, -2
_FAR = 1 << 30


class Steps(NamedTuple):
    """Cost of cables by kind and length, as in `costs.LinkCosts`.

    ``begin`` is empty if length is minimised.
    """

    begin: Array
    upto: Array
    cost: Array
    slope: Array
    accesses: Array


class Racks(NamedTuple):
    """Cabinets: units, lengths, limits, and pairs of cabinets too close for a kind of rule."""

    units: Array
    switch_start: Array
    up: Array
    path: Array
    high: Array
    inside: Array
    limit_mw: Array
    limit_g: Array
    clash: Array
    steps: Steps


class Blocks(NamedTuple):
    """Devices: size, load, links, separation rules, and the cabinets open to each free device."""

    height: Array
    sides: Array
    is_switch: Array
    mw: Array
    grams: Array
    indptr: Array
    indices: Array
    counts: Array
    link_kind: Array
    partners: Array
    partner: Array
    kind: Array
    movers: Array
    is_free: Array
    homes: Array
    home: Array
    allowed: Array


class Places(NamedTuple):
    """The state: places, occupants (C, 2, U + 2), loads, and scratch space for a move."""

    cabinet: Array
    unit: Array
    occupant: Array
    load_mw: Array
    load_g: Array
    random: Array
    moved: Array
    old: Array
    new: Array
    mark: Array


@lean_kernel
def below(random: Array, count: int) -> Any:
    """Return a random integer from 0 to ``count - 1``."""
    draw = next_random(random) >> np.uint64(32)
    return np.int64((draw * np.uint64(count)) >> np.uint64(32))


@lean_kernel
def port_distance(room: Racks, a: int, unit_a: int, b: int, unit_b: int) -> Any:
    """Return the length between two ports."""
    if a == b:
        return room.inside[0] + abs(room.high[unit_a] - room.high[unit_b])
    best = np.int64(_FAR)
    for i in range(room.up.shape[1]):
        first = np.int64(room.up[a, i, unit_a])
        for j in range(room.up.shape[1]):
            way = first + room.path[a, b, i, j] + room.up[b, j, unit_b]
            best = min(best, way)
    return best


@lean_kernel
def step_at(steps: Steps, row: int, length: Any) -> Any:
    """Return the cost of a length in a row of steps."""
    low, high = steps.begin[row], steps.begin[row + 1] - 1
    while low < high:
        middle = (low + high) // 2
        if steps.upto[middle] < length:
            low = middle + 1
        else:
            high = middle
    return steps.cost[low]


@lean_kernel
def step_cost(room: Racks, kind: int, a: int, unit_a: int, b: int, unit_b: int) -> Any:
    """Return the cost of a cable of a kind between two ports, by the cheapest medium."""
    steps = room.steps
    media = len(steps.accesses) - 1
    first = kind * (media + 1)
    if a == b:
        length = room.inside[0] + abs(room.high[unit_a] - room.high[unit_b])
        return step_at(steps, first + media, length) + steps.slope[0] * length
    minimum, shortest = np.int64(1) << np.int64(62), np.int64(_FAR)
    for medium in range(media):
        best = np.int64(_FAR)
        for i in range(steps.accesses[medium], steps.accesses[medium + 1]):
            up = np.int64(room.up[a, i, unit_a])
            for j in range(steps.accesses[medium], steps.accesses[medium + 1]):
                best = min(best, up + room.path[a, b, i, j] + room.up[b, j, unit_b])
        minimum = min(minimum, step_at(steps, first + medium, best))
        shortest = min(shortest, best)
    return minimum + steps.slope[0] * shortest


@lean_kernel
def link_cost(room: Racks, where: Places, value: int, other: int, kind: int) -> Any:
    """Return the cost of a cable between two devices.

    A device of height 0 uses the unit of the other end.
    """
    unit_a, unit_b = where.unit[value], where.unit[other]
    if unit_a == 0:
        unit_a = max(unit_b, 1)
    if unit_b == 0:
        unit_b = unit_a
    if len(room.steps.begin) == 0:
        return port_distance(room, where.cabinet[value], unit_a, where.cabinet[other], unit_b)
    return step_cost(room, kind, where.cabinet[value], unit_a, where.cabinet[other], unit_b)


@lean_kernel
def cost_of_moved(room: Racks, blocks: Blocks, where: Places, moved: int) -> Any:
    """Return the length or cost of all cables of the moved devices, each once."""
    total = np.int64(0)
    for k in range(moved):
        item = where.moved[k]
        for at in range(blocks.indptr[item], blocks.indptr[item + 1]):
            other = blocks.indices[at]
            if where.mark[other] == 0 or where.mark[other] > k + 1:
                total += blocks.counts[at] * link_cost(room, where, item, other, blocks.link_kind[at])
    return total


@lean_kernel
def add_moved(where: Places, moved: int, device: int, cabinet: int, unit: int) -> Any:
    """Record a device's new place and return the number of moved devices."""
    where.moved[moved] = device
    where.old[moved, 0], where.old[moved, 1] = where.cabinet[device], where.unit[device]
    where.new[moved, 0], where.new[moved, 1] = cabinet, unit
    where.mark[device] = moved + 1
    return moved + 1


@lean_kernel
def gives_way(blocks: Blocks, where: Places, device: int, other: int, low: int, high: int) -> Any:
    """Return True if an occupant may move for a device: free, and within its units and sides."""
    if other == SHUT or blocks.is_free[other] == 0 or blocks.sides[other] & ~blocks.sides[device]:
        return False
    return where.mark[other] > 0 or (
        where.unit[other] >= low and where.unit[other] + blocks.height[other] <= high
    )


@lean_kernel
def window_exchange(
    room: Racks, blocks: Blocks, where: Places, device: int, cabinet: int, unit: int
) -> Any:
    """Record the exchange of a device's units with those starting at ``unit``.

    Return the number of moved devices, negative if the exchange is impossible.
    """
    moved = add_moved(where, 0, device, cabinet, unit)
    height = blocks.height[device]
    if height == 0:
        return moved
    here, from_unit = where.cabinet[device], where.unit[device]
    overlaps = here == cabinet and abs(from_unit - unit) < height
    if unit < 1 or unit + height - 1 > room.units[cabinet] or overlaps:
        return -moved
    for side in range(2):
        if not (blocks.sides[device] >> side) & 1:
            continue
        for at in range(unit, unit + height):
            other = where.occupant[cabinet, side, at]
            if other == EMPTY:
                continue
            if not gives_way(blocks, where, device, other, unit, unit + height):
                return -moved
            if where.mark[other] > 0:
                continue
            low = where.unit[other]
            moved = add_moved(where, moved, other, here, from_unit + low - unit)
    return moved


@lean_kernel
def rotation(room: Racks, blocks: Blocks, where: Places, device: int, step: int) -> Any:
    """Record a shift of a device by some units past its neighbours, which move the other way.

    Return the number of moved devices, negative if the shift is impossible.
    """
    here, unit, height = where.cabinet[device], where.unit[device], blocks.height[device]
    moved = add_moved(where, 0, device, here, unit + step)
    if height == 0 or unit + step < 1 or unit + step + height - 1 > room.units[here]:
        return -moved
    low, high, shift = unit + height, unit + height + step, -height
    if step < 0:
        low, high, shift = unit + step, unit, height
    for side in range(2):
        if not (blocks.sides[device] >> side) & 1:
            continue
        for at in range(low, high):
            other = where.occupant[here, side, at]
            if other == EMPTY:
                continue
            if not gives_way(blocks, where, device, other, low, high):
                return -moved
            if where.mark[other] > 0:
                continue
            first = where.unit[other]
            moved = add_moved(where, moved, other, here, first + shift)
    return moved


@lean_kernel
def keeps_limits(room: Racks, blocks: Blocks, where: Places, moved: int) -> Any:
    """Return True if the recorded places respect allowed cabinets, switch units, watts and kilograms."""
    for k in range(moved):
        device, cabinet, unit = where.moved[k], where.new[k, 0], where.new[k, 1]
        if not blocks.allowed[device, cabinet]:
            return False
        if blocks.is_switch[device] and unit > 0 and not room.switch_start[cabinet, unit]:
            return False
    here, there = where.old[0, 0], where.new[0, 0]
    if here == there:
        return True
    mw, grams = np.int64(0), np.int64(0)
    for k in range(moved):
        sign = 1 if where.new[k, 0] == there else -1
        mw += sign * blocks.mw[where.moved[k]]
        grams += sign * blocks.grams[where.moved[k]]
    return (
        where.load_mw[there] + mw <= room.limit_mw[there]
        and where.load_mw[here] - mw <= room.limit_mw[here]
        and where.load_g[there] + grams <= room.limit_g[there]
        and where.load_g[here] - grams <= room.limit_g[here]
    )


@lean_kernel
def keeps_rules(room: Racks, blocks: Blocks, where: Places, moved: int) -> Any:
    """Return True if the moved devices keep their separation rules in their new cabinets."""
    for k in range(moved):
        item = where.moved[k]
        for at in range(blocks.partners[item], blocks.partners[item + 1]):
            if room.clash[blocks.kind[at], where.cabinet[item], where.cabinet[blocks.partner[at]]]:
                return False
    return True


@lean_kernel
def stand(where: Places, places: Array, moved: int) -> None:
    """Set the moved devices to their old or new places, without updating occupants."""
    for k in range(moved):
        where.cabinet[where.moved[k]], where.unit[where.moved[k]] = places[k, 0], places[k, 1]


@lean_kernel
def fill(blocks: Blocks, where: Places, device: int, cabinet: int, unit: int, occupant: int) -> None:
    """Write the occupant of a device's units."""
    if unit == 0:
        return
    for side in range(2):
        if (blocks.sides[device] >> side) & 1:
            for at in range(unit, unit + blocks.height[device]):
                where.occupant[cabinet, side, at] = occupant


@lean_kernel
def settle(blocks: Blocks, where: Places, moved: int) -> None:
    """Update occupants and loads for the moved devices' new places."""
    for k in range(moved):
        fill(blocks, where, where.moved[k], where.old[k, 0], where.old[k, 1], EMPTY)
    for k in range(moved):
        item, here, there = where.moved[k], where.old[k, 0], where.new[k, 0]
        fill(blocks, where, item, there, where.new[k, 1], item)
        where.load_mw[here] -= blocks.mw[item]
        where.load_mw[there] += blocks.mw[item]
        where.load_g[here] -= blocks.grams[item]
        where.load_g[there] += blocks.grams[item]


@lean_kernel
def propose(room: Racks, blocks: Blocks, where: Places) -> Any:
    """Record a random move; return the number of moved devices, negative if the move is impossible."""
    random = where.random
    device = blocks.movers[below(random, len(blocks.movers))]
    choice = below(random, 10)
    choices = blocks.homes[device + 1] - blocks.homes[device]
    here = where.cabinet[device]
    if blocks.height[device] > 0 and (choice < 4 or choices == 1):
        reach = min(room.units[here], 2 + 2 ** below(random, 6))
        step = 1 + below(random, reach)
        if below(random, 2):
            step = -step
        if choice % 2:
            return rotation(room, blocks, where, device, step)
        return window_exchange(room, blocks, where, device, here, where.unit[device] + step)
    cabinet = blocks.home[blocks.homes[device] + below(random, choices)]
    degree = blocks.indptr[device + 1] - blocks.indptr[device]
    if choice >= 7 and degree > 0:
        near = where.cabinet[blocks.indices[blocks.indptr[device] + below(random, degree)]]
        if blocks.allowed[device, near]:
            cabinet = near
    unit = 0
    if blocks.height[device] > 0:
        unit = 1 + below(random, room.units[cabinet])
    elif cabinet == here:
        return -add_moved(where, 0, device, cabinet, unit)
    return window_exchange(room, blocks, where, device, cabinet, unit)


@lean_kernel
def clear(where: Places, moved: int) -> None:
    """Clear the marks of the recorded devices."""
    for k in range(moved):
        where.mark[where.moved[k]] = 0


@lean_kernel
def anneal_devices(proposals: int, temperature: float, room: Racks, blocks: Blocks, where: Places) -> Any:
    """Propose moves at a temperature (0: descent).

    Return the total change and the mean size of a change.
    """
    total = np.int64(0)
    weighed, met = 0.0, 0
    for _ in range(proposals):
        moved = propose(room, blocks, where)
        if moved < 0:
            clear(where, -moved)
            continue
        if not keeps_limits(room, blocks, where, moved):
            clear(where, moved)
            continue
        before = cost_of_moved(room, blocks, where, moved)
        stand(where, where.new, moved)
        change = cost_of_moved(room, blocks, where, moved) - before
        weighed += abs(change)
        met += 1
        rise = draw_rise(temperature, where.random) if temperature > 0 else 0.0
        if change <= rise and keeps_rules(room, blocks, where, moved):
            settle(blocks, where, moved)
            total += change
        else:
            stand(where, where.old, moved)
        clear(where, moved)
    return total, weighed / max(met, 1)


@kernel
def occupy(blocks: Blocks, where: Places) -> None:
    """Fill occupants and loads from the places of all placed devices."""
    for device in range(len(blocks.height)):
        cabinet = where.cabinet[device]
        if cabinet < 0:
            continue
        fill(blocks, where, device, cabinet, where.unit[device], device)
        where.load_mw[cabinet] += blocks.mw[device]
        where.load_g[cabinet] += blocks.grams[device]
