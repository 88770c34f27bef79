"""Constraints on links through panels: ports paired once, complete paths, and their totals.

It shares no code with `fabric.links` or the reader of lists.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from netfloor.topologies.parameters import printable

Row = Mapping[str, Any]
#: A port: device and number.
Port = tuple[int, int]


def joint_problems(name: str, text: str) -> Iterator[str]:
    """Yield rear-port positions that a panel connects to two front ports."""
    behind = [item.partition(">")[2] for item in text.split()]
    places = [item if ":" in item else f"{item}:1" for item in behind]
    if len(set(places)) < len(places):
        yield f"device {name}: joins two front ports to one place of a rear port"


def path_problems(devices: Sequence[Row], cables: Sequence[Row]) -> Iterator[str]:
    """Yield listed-length cables that are not installed, and paths that run in circles through panels."""
    for cable in cables:
        if cable["length_listed"] and not cable["installed"]:
            yield f"cable {printable(cable['id'])}: has a listed length, and is not installed"
    for start, walk, end in _walks(devices, cables):
        if end is None and len(walk) > len(cables):
            name = printable(devices[start[0]]["name"])
            last = printable(cables[walk[-1]]["id"])
            yield f"device {name}: the path from its port {start[1]} is a loop, after cable {last}"


def path_sums(devices: Sequence[Row], cables: Sequence[Row]) -> dict[str, int | None]:
    """Return number and total length of the links through panels, and the length of the longest link.

    Plans without panels omit these figures.
    """
    if all(device["kind"] != "panel" for device in devices):
        return dict.fromkeys(("panel_links", "panel_links_mm", "max_link_mm"))
    lengths = [
        (len(walk), sum(cables[number]["length_mm"] for number in walk))
        for start, walk, end in _walks(devices, cables)
        if end is not None and start < end
    ]
    through = [length_mm for pieces, length_mm in lengths if pieces > 1]
    return {
        "panel_links": len(through),
        "panel_links_mm": sum(through),
        "max_link_mm": max((length_mm for _, length_mm in lengths), default=0),
    }


def joined_problems(devices: Sequence[Row], cables: Sequence[Row], links: Sequence[Row]) -> Iterator[str]:
    """Yield links through panels that the plan and its pieces do not have in common.

    ``devices`` and ``cables`` include the panels and all pieces; ``links`` are the plan's links in their
    place.
    """
    made: dict[frozenset[Port], set[str]] = {}
    for start, walk, end in _walks(devices, cables):
        if end is not None and len(walk) > 1:
            made[frozenset((start, end))] = {cables[number]["id"] for number in (walk[0], walk[-1])}
    panels = {number for number, device in enumerate(devices) if device["kind"] == "panel"}
    apart = {cable["id"] for cable in cables if panels & {cable["a"], cable["b"]}}
    for link in links:
        ends = frozenset((link[side], link[f"port_{side}"]) for side in "ab")
        if link["id"] in apart and link["id"] not in made.pop(ends, ()):
            yield f"cable {printable(link['id'])}: its pieces through panels do not join its ports"
    for pieces in made.values():
        yield f"cable {printable(min(pieces))}: its link through panels is not in the plan"


def _walks(devices: Sequence[Row], cables: Sequence[Row]) -> Iterator[tuple[Port, list[int], Port | None]]:
    """Yield the path from every port of a device other than a panel, from either end of each link."""
    panels = {number for number, device in enumerate(devices) if device["kind"] == "panel"}
    across, shared = _joints(devices, panels)
    plugged: dict[Port, tuple[int, Port]] = {}
    for number, cable in enumerate(cables):
        ends = [(cable[side], cable[f"port_{side}"]) for side in "ab"]
        plugged[ends[0]], plugged[ends[1]] = (number, ends[1]), (number, ends[0])
    for start in sorted(port for port in plugged if port[0] not in panels):
        number, there = plugged[start]
        walk, stack = [number], list[int]()
        while there[0] in panels:
            place = 0 if (there, 0) in across else 1
            if place and shared[there] > 1:
                place = stack.pop() if stack else -1
            inner, at = across.get((there, place), (there, 0))
            if shared[inner] > 1:
                stack.append(at)
            if inner == there or inner not in plugged or len(walk) > len(cables):
                yield start, walk, None
                break
            number, there = plugged[inner]
            walk.append(number)
        else:
            yield start, walk, there


def _joints(
    devices: Sequence[Row], panels: Iterable[int]
) -> tuple[dict[tuple[Port, int], tuple[Port, int]], Mapping[Port, int]]:
    """Return the paired port by port and position, 0 for front ports, and the positions of rear ports."""
    across: dict[tuple[Port, int], tuple[Port, int]] = {}
    shared: dict[Port, int] = defaultdict(int)
    for number in panels:
        for joint in devices[number]["passes"].split():
            front, rear, *place = (int(digits) for digits in re.findall(r"\d+", joint))
            at = place[0] if place else 1
            across[(number, front), 0] = (number, rear), at
            across[(number, rear), at] = (number, front), 0
            shared[number, rear] = max(shared[number, rear], at)
    return across, shared
