"""The column ``via`` of cable lists: a link through panels, split into the required cords.

The fixed cables between panels have their own rows, which give the far end of each panel port.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from netfloor.exchange.lists.cells.ranges import expand_ranges, row_texts
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.tables.fields import natural
from netfloor.exchange.tables.problems import NearNames, Problems
from netfloor.fabric.fabric import Fabric
from netfloor.fabric.links import other_side, side_of
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Separator between two panels on the path: ``pp1 F1 > pp2 F1``.
_STEP = re.compile(r"\s{0,9}(?:[-=]?>|\u2192)\s{0,9}")
#: Separators between a panel and its port.
_MARKS = " :/"
#: Maximum panels of one link.
MAX_PANELS = 20
#: A device and the label of its port.
_Port = tuple[int, str]


def expand_via(text: str, where: str) -> tuple[str, ...]:
    """Expand the ranges of a path through panels, those of all panels in parallel.

    Raises `InputError` for unreadable ranges, and ranges of different lengths.
    """
    steps = {
        f"via {number}": expand_ranges(item, where) for number, item in enumerate(_STEP.split(text), 1)
    }
    count = row_texts(steps, where)
    return tuple(" > ".join(texts[at % len(texts)] for texts in steps.values()) for at in range(count))


@dataclass(frozen=True)
class ViaLink:
    """A link through panels: its two ends, and the panels on its path with or without ports."""

    cable: ListedCable
    steps: tuple[_Port, ...]


def read_steps(text: str, where: str, names: Sequence[str], panels: Collection[int]) -> tuple[_Port, ...]:
    """Return the panels of a path and their ports, empty if not given.

    Raises `InputError` if a part of the path does not start with a panel's name.
    """
    index = {name: number for number, name in enumerate(names)}
    steps = _STEP.split(text.strip())
    if len(steps) > MAX_PANELS:
        raise InputError(where, f"via {len(steps):,} panels", f"at most {MAX_PANELS}")
    return tuple(_step(step, where, index, panels) for step in steps)


def _step(text: str, where: str, index: dict[str, int], panels: Collection[int]) -> _Port:
    ends = [len(text), *(at for at in range(len(text) - 1, 0, -1) if text[at] in _MARKS)]
    for end in ends:
        if (device := index.get(text[:end])) is None:
            continue
        if device not in panels:
            what = f"via {shown(text)!r}: {shown(text[:end])} is not a panel"
            raise InputError(where, what, "kind panel in the device list, or another path")
        return device, text[end + 1 :].strip(_MARKS)
    near = NearNames([name for name, number in index.items() if number in panels])
    what = f"via {shown(text)!r} does not name a panel"
    raise InputError(where, what, near.advice(text, "panel and port, such as pp1 F1 > pp2 F1"))


def behind_panels(
    cables: Sequence[ListedCable], links: Sequence[ViaLink], panels: Collection[int]
) -> Iterator[ListedCable]:
    """Yield cables to be installed between panel ports without a side that must be at the rear.

    Either a link passes through their ports, or through other ports in the same row; or a link passes
    through the two panels without naming ports, and no other cable connects their rears.
    """
    named: set[frozenset[_Port]] = set()
    joined: set[frozenset[int]] = set()
    for link in links:
        for near, far in pairwise(link.steps):
            named.add(frozenset((near, far)))
            if not near[1] or not far[1]:
                joined.add(frozenset((near[0], far[0])))
    between = [
        item for item in cables if {*item.devices} <= {*panels} and item.devices[0] != item.devices[1]
    ]
    fixed = {
        frozenset(item.devices)
        for item in between
        if item.installed or all(side_of(port) == "r" for port in item.ports)
    }
    open_ones = [
        item
        for item in between
        if not item.installed and all(item.ports) and not any(side_of(port) for port in item.ports)
    ]
    rows = {item.where for item in open_ones if frozenset(item.ends) in named}
    for cable in open_ones:
        pair = frozenset(cable.devices)
        if cable.where in rows or (pair in joined and pair not in fixed):
            yield cable


class ViaCords:
    """Cords for links through panels, derived from the fixed cables between the panels."""

    def __init__(
        self,
        cables: Sequence[ListedCable],
        names: Sequence[str],
        panels: Collection[int],
        old: Fabric | None,
        problems: Problems,
    ) -> None:
        self._names, self._problems = names, problems
        self._fixed: dict[_Port, _Port] = {}
        self._used: set[_Port] = set()
        for cable in cables:
            a, b = cable.ends
            is_behind = all(side_of(port) == "r" for port in cable.ports)  # to buy or already installed
            is_behind |= cable.is_behind
            if (cable.installed or is_behind) and {a[0], b[0]} <= {*panels} and a[1] and b[1]:
                self._fixed |= {a: b, b: a}
            elif not cable.installed:
                self._used |= {a, b}
        self._old = {} if old is None else _old_cords(old)

    def cords(self, links: Sequence[ViaLink]) -> Iterator[ListedCable]:
        """Yield the cords of links, starting with links whose panel ports are all named."""
        named = [link for link in links if all(port for _, port in link.steps)]
        self._used |= {step for link in links for step in link.steps if step[1]}
        for link in (*named, *(link for link in links if link not in named)):
            with self._problems.collecting():
                yield from self._cords(link)

    def _cords(self, link: ViaLink) -> Iterator[ListedCable]:
        row = link.cable
        here, steps, pieces = row.ends[0], [*link.steps], list[tuple[_Port, _Port]]()
        while steps:
            near = steps.pop(0)
            if not near[1]:
                near = self._free_port(here, near[0], steps[:1], row.where)
            far = self._far(near, row.where)
            if steps:
                self._check_far(near, far, steps.pop(0), row.where)
            pieces.append((here, near))
            self._used |= {near, far}
            here = far
        pieces.append((here, row.ends[1]))
        for number, (a, b) in enumerate(pieces):
            own = f"{row.id}-{_LETTERS[number]}" if row.id else ""
            yield ListedCable(
                row.where,
                (a[0], b[0]),
                [a[1], b[1]],
                row.gbps,
                own,
                kind=row.kind,
                installed=False,
                attributes=dict(row.attributes),
            )

    def _behind(self, port: _Port) -> _Port:
        """Return the port where the fixed cable behind a front port ends: its rear, or the port itself."""
        behind = port[0], other_side(port[1])
        return behind if behind in self._fixed else port

    def _far(self, near: _Port, where: str) -> _Port:
        """Return the front port at the far end of the fixed cable behind a front port."""
        name = self._text(near)
        if side_of(near[1]) == "r":
            front = other_side(near[1])
            raise InputError(where, f"via {name}: that port is behind the panel", f"its front port {front}")
        behind = self._behind(near)
        if behind not in self._fixed:
            rear = self._text((near[0], other_side(near[1])))
            what = f"via {name}: no fixed cable is behind that port"
            ports = [self._text(port) for port in self._fronts(near[0])][:3]
            such = f"; ports with one: {', '.join(ports)}" if ports else ""
            raise InputError(where, what, f"a row for the cable between two panels at {rear}{such}")
        return self._front(self._fixed[behind])

    def _check_far(self, near: _Port, far: _Port, named: _Port, where: str) -> None:
        if named[0] != far[0] or (named[1] and named[1] != far[1]):
            wrong = self._text(named) if named[1] else shown(self._names[named[0]])
            what = f"via {self._text(near)} > {wrong}: the fixed cable there leads to {self._text(far)}"
            raise InputError(where, what, f"{self._text(near)} > {self._text(far)}, or another port")

    def _fronts(self, panel: int) -> list[_Port]:
        """Return the front ports of a panel with a fixed rear cable, in the order of their names."""
        fronts = [self._front(port) for port in self._fixed if port[0] == panel]
        return sorted(fronts, key=lambda port: natural(port[1]))

    def _front(self, behind: _Port) -> _Port:
        return (behind[0], other_side(behind[1])) if side_of(behind[1]) else behind

    def _free_port(self, here: _Port, panel: int, ahead: Sequence[_Port], where: str) -> _Port:
        """Return the lowest free port that leads to the next panel, or the previous plan's port."""
        free = []
        for port in self._fronts(panel):
            far = self._front(self._fixed[self._behind(port)])
            leads = not ahead or (far[0] == ahead[0][0] and ahead[0][1] in ("", far[1]))
            taken = port in self._used or (far in self._used and far not in ahead)
            if leads and not taken:
                holder = self._old.get((self._names[panel], port[1]))
                free.append((holder is not None, port))
                if holder is not None and holder[0] == self._names[here[0]] and here[1] in ("", holder[1]):
                    return port
        if not free:
            to = f" that leads to {shown(self._names[ahead[0][0]])}" if ahead else ""
            what = f"via {shown(self._names[panel])}: no port{to} is free"
            raise InputError(where, what, "a row for another fixed cable, or another panel")
        return min(free, key=lambda item: item[0])[1]

    def _text(self, port: _Port) -> str:
        return shown(f"{self._names[port[0]]} {port[1]}")


#: Id suffixes of a link's cords; see `MAX_PANELS`.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _old_cords(old: Fabric) -> dict[tuple[str, str], tuple[str, str]]:
    """Return device and port at the far end of each cable, by device name and port label."""
    names = [device.name for device in old.devices]
    return {
        (names[end.device], end.port_text): (names[far.device], far.port_text)
        for cable in old.cables
        for end, far in (cable.ends, cable.ends[::-1])
    }
