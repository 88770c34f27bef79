"""Exact exchange of places among identical devices without cables between them: a linear assignment."""

from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.classes import links_of
from netfloor.layout.devices.problem import FAR, DeviceProblem

Small = npt.NDArray[np.int32]

#: More than all cables cost together.
MAX_COST = 1 << 52
#: Largest number of devices in a matching, whose time grows with the cube.
MAX_MATCHED = 1500


def matched(problem: DeviceProblem, cabinet: Small, unit: Small) -> tuple[Small, Small]:
    """Exchange places among groups of identical devices at the lowest total cost.

    Devices of a group have the same size, power and weight, no separation rules and no cables to each
    other, so the cost of each at another's place depends only on the rest.
    """
    cabinet, unit = cabinet.copy(), unit.copy()
    for group in _groups(problem):
        _exchange(problem, group, cabinet, unit)
    return cabinet, unit


def _groups(problem: DeviceProblem) -> list[list[int]]:
    """Return groups of identical devices without cables inside a group, largest first."""
    bound = set(problem.tables.pairs.ravel().tolist())
    alike: dict[Any, list[int]] = defaultdict(list)
    for device in problem.movers.tolist():
        if device not in bound and problem.height[device] > 0:
            key = (
                int(problem.height[device]),
                int(problem.sides[device]),
                bool(problem.is_switch[device]),
                int(problem.milliwatts[device]),
                int(problem.grams[device]),
            )
            alike[key].append(device)
    groups = []
    for devices in alike.values():
        group: list[int] = []
        closed: set[int] = set()
        for device in devices:
            if device not in closed and len(group) < MAX_MATCHED:
                group.append(device)
                closed |= links_of(problem, device).keys()
        groups.append(group)
    return sorted((group for group in groups if len(group) > 1), key=len, reverse=True)


def _exchange(problem: DeviceProblem, group: list[int], cabinet: Small, unit: Small) -> None:
    """Reassign the places of a group for the smallest length or cost."""
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - takes long to import

    homes, lows = cabinet[group], unit[group]
    closed = FAR if problem.costs is None else MAX_COST
    cost = np.empty((len(group), len(group)), dtype=np.int64)
    for row, device in enumerate(group):
        total = np.where(problem.allowed[device, homes], 0, closed)
        for other, times, kind in problem.links(device):
            there = np.full_like(lows, unit[other]) if unit[other] else lows
            ends = (homes, lows), (np.full_like(homes, cabinet[other]), there)
            total = total + times * problem.between(kind, *ends)
        cost[row] = total
    rows, columns = linear_sum_assignment(cost)
    before, after = int(np.trace(cost)), int(cost[rows, columns].sum())
    if after < before:
        cabinet[group], unit[group] = homes[columns], lows[columns]
