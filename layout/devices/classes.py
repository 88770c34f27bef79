"""Free devices classified by their cables: interchangeable devices, and cable lengths to fixed ones."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.problem import DeviceProblem

Ints = npt.NDArray[np.int64]


def links_of(problem: DeviceProblem, device: int) -> dict[int, int]:
    """Return the devices cabled to a device, with the number of cables."""
    result: dict[int, int] = {}
    for other, times, _ in problem.links(device):
        result[other] = result.get(other, 0) + times
    return result


def kinds_of(problem: DeviceProblem, device: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the devices cabled to a device, with the number of cables of each kind."""
    result: dict[int, tuple[tuple[int, int], ...]] = {}
    for other, times, kind in problem.links(device):
        result[other] = (*result.get(other, ()), (kind, times))
    return result


def fixed_lengths(problem: DeviceProblem, device: int, cabinet: int, starts: list[int]) -> Ints:
    """Return the length of a device's cables to fixed devices from each of some units, (starts,)."""
    total = np.zeros(len(starts), dtype=np.int64)
    units = np.array(starts, dtype=np.int64)
    for other, times in links_of(problem, device).items():
        if problem.free[other]:
            continue
        there = np.full(len(starts), problem.cabinet[other])
        unit = np.full(len(starts), problem.unit[other]) if problem.unit[other] else units
        total += times * problem.lengths.between((np.full(len(starts), cabinet), units), (there, unit))
    return total


def twins(problem: DeviceProblem, devices: list[int]) -> list[list[int]]:
    """Group free devices into classes of interchangeable devices."""
    pairs: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (a, b), kind in zip(problem.tables.pairs.tolist(), problem.tables.kind.tolist(), strict=True):
        pairs[a].append((b, kind))
        pairs[b].append((a, kind))
    classes: list[list[int]] = []
    of_key: dict[Any, list[list[int]]] = defaultdict(list)
    links = {device: kinds_of(problem, device) for device in devices}
    for device in devices:
        key = (
            int(problem.height[device]), int(problem.sides[device]), bool(problem.is_switch[device]),
            int(problem.milliwatts[device]), int(problem.grams[device]), problem.allowed[device].tobytes(),
        )  # fmt: skip
        for known in of_key[key]:
            item = known[0]
            if same_links(links, item, device) and _same_partners(pairs, known, device):
                known.append(device)
                break
        else:
            classes.append([device])
            of_key[key].append(classes[-1])
    return classes


def _same_partners(pairs: dict[int, list[tuple[int, int]]], known: list[int], device: int) -> bool:
    """Return True if a device has a class's separation rules, and the same rule with each member."""
    item = known[0]
    mine = sorted(pair for pair in pairs[item] if pair[0] != device)
    theirs = sorted(pair for pair in pairs[device] if pair[0] != item)
    return mine == theirs


def same_links(inside: Mapping[int, Mapping[int, Any]], value: int, other: int) -> bool:
    """Return True if two devices have the same cables to all others."""
    mine = {device: times for device, times in inside[value].items() if device != other}
    return mine == {device: times for device, times in inside[other].items() if device != value}


def in_order(classes: list[list[int]], problem: DeviceProblem) -> list[list[int]]:
    """Order classes by their cables, most first, each next to the classes it is cabled to."""
    left = dict(enumerate(classes))
    class_of = {device: number for number, clazz in enumerate(classes) for device in clazz}
    pull = dict.fromkeys(left, 0)
    degree = [sum(links_of(problem, clazz[0]).values()) for clazz in classes]
    ordered = []
    while left:
        number = max(left, key=lambda item: (pull[item], degree[item], -item))
        ordered.append(left.pop(number))
        for device in ordered[-1]:
            for other, times in links_of(problem, device).items():
                if class_of.get(other) in left:
                    pull[class_of[other]] += times
    return ordered


def near_fixed(problem: DeviceProblem, device: int, cabinet: int) -> bool:
    """Return True if a rule with a fixed device excludes a device from a cabinet."""
    tables = problem.tables
    for (a, b), kind in zip(tables.pairs.tolist(), tables.kind.tolist(), strict=True):
        other = b if a == device else a if b == device else None
        if (
            other is not None
            and not problem.free[other]
            and tables.clash[kind, cabinet, problem.cabinet[other]]
        ):
            return True
    return False
