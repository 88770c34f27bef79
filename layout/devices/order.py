"""Shortest order of the devices in a cabinet, with their units.

And of several cabinets with given devices.
"""

from collections import defaultdict
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.classes import fixed_lengths, links_of, same_links, twins
from netfloor.layout.devices.problem import BOTH, FAR, DeviceProblem

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

#: No place, as in the kernels.
NONE = 1 << 58

#: Largest number of sets of blocks below a unit: 20 different blocks.
MAX_STATES = 1 << 20
#: Largest number of steps for the exact order of a cabinet.
MAX_ORDER = 1 << 30


def class_strides(counts: Ints) -> Ints:
    """Return the place value of each class in the number of a set, with the first class fastest."""
    return np.concatenate([[1], np.cumprod(counts + 1)[:-1]]).astype(np.int64)


def order_blocks(
    *, counts: Ints, heights: Ints, cost: Ints, weight: Ints, high: Ints, last: int
) -> tuple[int, list[tuple[int, int]]] | None:
    """Return the lowest cost of blocks in units 1 to ``last``, and each block's class and lowest unit.

    Parameters
    ----------
    counts, heights
            Of each class of interchangeable blocks, (k,).
    cost
            Cost of a block at each lowest unit, (k, U + 2); `order_kernels.NONE` where it is not allowed.
    weight
            Cables between blocks of two classes, or of the same class, (k, k).
    high
            Height of ports by unit, (U + 2,).

    Returns
    -------
    None
            If the blocks do not fit.
    """
    from netfloor.layout.devices import order_kernels as kernels  # noqa: PLC0415 - imports Numba

    strides = class_strides(counts)
    states = int(np.prod(counts + 1))
    cuts, sums = np.zeros(states, dtype=np.int64), np.zeros(states, dtype=np.int64)
    minimum = np.zeros(int(heights.max()) + 1, dtype=np.int64)
    even = kernels.min_apart(high, last, minimum)
    how = kernels.packing(cost, heights, counts, last) if even else kernels.WITH_GAPS
    tall = int((counts * heights).sum())
    if tall > last:
        return None
    if how == kernels.WITH_GAPS:
        layers = np.zeros((int(heights.max()) + 1, states), dtype=np.int64)
        choices = np.zeros((last + 2, states), dtype=np.uint8)
        best = kernels.gap_blocks(
            last=last,
            counts=counts,
            strides=strides,
            heights=heights,
            cost=cost,
            weight=weight,
            high=high,
            cuts=cuts,
            sums=sums,
            layers=layers,
            choice=choices,
        )
    else:
        first = 1 if how == kernels.FROM_BELOW else last - tall + 1
        value, choice = np.zeros(states, dtype=np.int64), np.zeros(states, dtype=np.uint8)
        best = kernels.pack_blocks(
            first=first,
            counts=counts,
            strides=strides,
            heights=heights,
            cost=cost,
            weight=weight,
            least=minimum,
            cuts=cuts,
            sums=sums,
            value=value,
            choice=choice,
        )
    if best >= kernels.NONE:
        return None
    placed: list[tuple[int, int]] = []
    state, unit = states - 1, (last if how == kernels.WITH_GAPS else first + tall - 1) + 1
    while state:
        picked = int(choices[unit, state] if how == kernels.WITH_GAPS else choice[state])
        if picked == kernels.GAP:
            unit -= 1
            continue
        unit -= int(heights[picked])
        placed.append((picked, unit))
        state -= int(strides[picked])
    return int(best), placed[::-1]


def arrange(
    problem: DeviceProblem, cabinet: int, devices: list[int], cost: dict[int, Ints], *, halves: int = 1
) -> tuple[int, dict[int, int]] | None:
    """Return the lowest vertical cost of devices in a cabinet, and the lowest unit of each."""
    groups: dict[Any, list[int]] = defaultdict(list)
    members = set(devices)
    inside = {
        item: {other: times for other, times in links_of(problem, item).items() if other in members}
        for item in devices
    }
    for device in devices:
        key = (int(problem.height[device]), cost[device].tobytes())
        match = next(
            (
                known
                for known in groups
                if known[:2] == key and same_links(inside, groups[known][0], device)
            ),
            (*key, device),
        )
        groups[match].append(device)
    classes = list(groups.values())
    counts = np.array([len(clazz) for clazz in classes], dtype=np.int64)
    weight = np.array(
        [
            [next((inside[clazz[0]].get(d, 0) for d in other if d != clazz[0]), 0) for other in classes]
            for clazz in classes
        ],
        dtype=np.int64,
    )
    high = problem.lengths.high
    ordered = order_blocks(
        counts=counts,
        heights=problem.height[[clazz[0] for clazz in classes]].astype(np.int64),
        cost=np.stack([cost[clazz[0]] for clazz in classes]),
        weight=weight,
        high=halves * np.concatenate([high, high[-1:]]),
        last=int(problem.units[cabinet]),
    )
    if ordered is None:
        return None
    waiting = [list(clazz) for clazz in classes]
    return ordered[0], {waiting[number].pop(0): low for number, low in ordered[1]}


def order_exactly(problem: DeviceProblem) -> tuple[Small, Small] | None:
    """Return the shortest placement of devices with given cabinets; None if that takes too long.

    If every cabinet has a single tray access, lengths between cabinets depend separately on the unit of
    each end.
    """
    movers = problem.movers
    is_given = (problem.allowed[movers].sum(axis=1) == 1).all() and (problem.height[movers] > 0).all()
    if not is_given or (problem.sides[movers] != BOTH).any() or problem.lengths.up.shape[1] > 1:
        return None
    home = dict(zip(movers.tolist(), problem.allowed[movers].argmax(axis=1).tolist(), strict=True))
    cabinet, unit = problem.cabinet.copy(), problem.unit.copy()
    for number in sorted(set(home.values())):
        devices = [device for device in home if home[device] == number]
        cost = {device: _given_cost(problem, device, home) for device in devices}
        if _order_work(problem, devices) > MAX_ORDER:
            return None
        ordered = arrange(problem, number, devices, cost)
        if ordered is None:
            return None
        for device, low in ordered[1].items():
            cabinet[device], unit[device] = number, low
    return cabinet, unit


def _given_cost(problem: DeviceProblem, device: int, home: dict[int, int]) -> Ints:
    """Return the length by unit of a device's cables to other cabinets and to fixed devices."""
    cabinet = home[device]
    starts = problem.may_start(device, cabinet)
    up = problem.lengths.up[cabinet, 0].astype(np.int64)
    own = fixed_lengths(problem, device, cabinet, starts)
    for other, times in links_of(problem, device).items():
        if home.get(other, cabinet) != cabinet:
            own += times * (up[starts] + int(problem.lengths.path[cabinet, home[other], 0, 0]))
    cost = np.full(problem.lengths.high.size + 1, NONE, dtype=np.int64)
    cost[starts] = np.where(own >= FAR, NONE, own)
    return cost


def _order_work(problem: DeviceProblem, devices: list[int]) -> int:
    """Estimate the steps needed to order devices in a cabinet exactly."""
    sizes = [len(twin) for twin in twins(problem, devices)]
    states = prod(size + 1 for size in sizes)
    empty = problem.lengths.high.size - int(problem.height[devices].sum())
    return states * len(sizes) * max(empty, 1) if states <= MAX_STATES else MAX_ORDER + 1
