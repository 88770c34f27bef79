"""Independent check of requirements: parsed again from their text and the room's definition."""

import fnmatch
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from netfloor.layout.check.cables import AnyFloor, Floor, TableFloor

#: Requirements that only restrict the slots open to switches.
SLOTS_ALONE = ("keep-free", "own-racks", "row-ends", "row-middles", "rack-tops")


@dataclass(frozen=True)
class Standing:
    """A floor with the row of each of its cabinets; ``rows`` covers every cabinet of the room.

    ``missing`` are absent cabinets of a grid; ``tops`` the slots in the top quarter of a hall's cabinets.
    """

    floor: AnyFloor
    names: tuple[str, ...]
    rows: Mapping[str, str]
    missing: frozenset[str] = frozenset()
    tops: frozenset[int] = frozenset()

    def name(self, slot: int) -> str:
        """Return the name of a slot's cabinet."""
        return self.names[self.floor.cabinet[slot]]


def standing(floor: AnyFloor, room: Mapping[str, Any]) -> Standing:
    """Combine a floor with the rows of the room's definition."""
    if room.get("kind") == "hall":
        every = [(item["name"], item["row"]) for item in room["cabinets"]]
        rows = {name: name if row == "single" else row for name, row in every}
        used = [item for item in room["cabinets"] if item["switch_units"] and not item["taken"]]
        high = [
            4 * (item["units"] - unit) < item["units"] for item in used for unit in item["switch_units"]
        ]
        tops = frozenset(slot for slot, is_high in enumerate(high) if is_high)
        return Standing(floor, tuple(item["name"] for item in used), rows, tops=tops)
    barred = {name.upper() for name in (*room["missing"], *room["taken"])}
    cells = [(r, c) for r in range(1, room["rows"] + 1) for c in range(1, room["columns"] + 1)]
    places = {f"R{r:02d}C{c:02d}": str(r) for r, c in cells}
    doors = {place: room.get("names", {}).get(place, place) for place in places}
    rows = {doors[place]: row for place, row in places.items()}
    missing = frozenset(doors[name.upper()] for name in room["missing"])
    return Standing(floor, tuple(doors[name] for name in places if name not in barred), rows, missing)


def free_cabinets(texts: Sequence[str], where: Standing) -> list[str]:
    """Return the cabinets that must stay free of servers.

    Raise `ValueError` for an unreadable requirement.
    """
    kinds = {"keep-free", "own-racks", "row-ends", "row-middles"}
    free = {name for text in texts if text.partition("=")[0] in kinds for name in _named(text, where)}
    return [name for name in where.rows if name in free]


def _named(text: str, where: Standing) -> set[str]:
    """Return the cabinets that a requirement names, individually or by row."""
    named: set[str] = set()
    for part in text.partition("=")[2].split(","):
        results = {name for name, row in where.rows.items() if part in (name, f"row:{row}")}
        if not results:
            raise ValueError(f"{text!r}: the room has no such cabinet or row")
        named |= results
    return named


def open_slots(texts: Sequence[str], where: Standing) -> list[int]:
    """Return the slots open to switches; raise `ValueError` for an unreadable requirement."""
    slots = set(range(len(where.floor.cabinet)))
    for text in texts:
        kind = text.partition("=")[0]
        if text == "rack-tops":
            slots &= where.tops
        elif kind == "rack-tops":
            raise ValueError(f"{text!r} is not a requirement")
        elif kind in SLOTS_ALONE:
            named = _named(text, where)
            slots = {slot for slot in slots if (where.name(slot) in named) == (kind != "keep-free")}
    return sorted(slots)


def _misplaced(kind: str, text: str, where: Standing) -> Iterator[str]:
    """Yield the cabinets of a row-ends or row-middles requirement that are not at such positions."""
    lines: dict[str, list[str]] = {}
    for name, row in where.rows.items():
        if name not in where.missing:
            lines.setdefault(row, []).append(name)
    for name in sorted(_named(text, where)):
        line = lines.get(where.rows[name], [])
        before = line.index(name) if name in line else -1
        behind = len(line) - 1 - before
        if before < 0 or (min(before, behind) > 0 if kind == "row-ends" else abs(before - behind) > 1):
            yield name


@dataclass(frozen=True)
class Switches:
    """The switches of a placement, with the names used in rules.

    Attributes
    ----------
    names
        Unique name of each switch.
    links, endpoints
        Pairs of linked switches, and the number of endpoints per switch given by the formula or file.
    networks
        Name and number of switches of each network, in order.
    """

    names: Sequence[str]
    links: Sequence[tuple[int, int]] = ()
    endpoints: Sequence[int] = ()
    networks: Sequence[tuple[str, int]] = ()

    def roles(self) -> dict[str, int]:
        """Derive the switches' names by level again: leaf1, compute.spine1."""
        result: dict[str, int] = {}
        first = 0
        for name, count in self.networks or (("", len(self.names)),):
            own = range(first, first + count)
            first += count
            hops = _hops_from_endpoints(own, self.links, self.endpoints)
            turn = {"leaf": 0, "spine": 0, "core": 0}
            for switch in own if max(hops.values(), default=0) else ():
                if switch in hops:
                    role = ("leaf", "spine", "core")[min(hops[switch], 2)]
                    turn[role] += 1
                    result[f"{name}.{role}{turn[role]}" if name else f"{role}{turn[role]}"] = switch
        return result

    def network(self, name: str) -> range:
        """Return the switches of a network; raise `ValueError` if it does not exist."""
        first = 0
        for own, count in self.networks:
            if own == name:
                return range(first, first + count)
            first += count
        raise ValueError(f"unknown network {name!r}")

    def named(self, text: str) -> list[int]:
        """Return the switches matched by a list of patterns.

        Raise `ValueError` for a pattern without a match.
        """
        patterns, scope = text, ""
        if " of " in text:
            patterns, scope = text[: text.rindex(" of ")], text[text.rindex(" of ") + 4 :].strip()
        own = self.network(scope) if scope else range(len(self.names))
        switches: set[int] = set()
        for pattern in map(str.strip, patterns.split(",")):
            for every in ({name: at for at, name in enumerate(self.names)}, self.roles()):
                short = {
                    (name[len(scope) + 1 :] if scope and name.startswith(f"{scope}.") else name): at
                    for name, at in every.items()
                    if at in own
                }
                exact = [short[pattern]] if pattern in short else []
                wild = re.compile(fnmatch.translate(pattern))
                matched = exact or [at for name, at in short.items() if wild.match(name)]
                switches.update(matched)
                if matched:
                    break
            else:
                raise ValueError(f"no switch is named {pattern!r}")
        return sorted(switches)


def _hops_from_endpoints(
    own: range, links: Sequence[tuple[int, int]], endpoints: Sequence[int]
) -> dict[int, int]:
    """Count the hops of each switch from the nearest switch with endpoints, within a network."""
    near: dict[int, set[int]] = {switch: set() for switch in own}
    for u, v in links:
        if u in own and v in own:
            near[u].add(v)
            near[v].add(u)
    hops = {switch: 0 for switch in own if switch < len(endpoints) and endpoints[switch]}
    front = list(hops)
    while front:
        front = sorted({there for here in front for there in near[here]} - hops.keys())
        step = max(hops.values()) + 1
        hops |= dict.fromkeys(front, step)
    return hops


def _kept_apart(value: str, where: Standing, slot_of: Sequence[int], switches: Switches) -> list[str]:
    """Report switches that are closer than required; raise `ValueError` for an unreadable rule."""
    names, _, rule = value.rpartition(":")
    pairs = _pair_named(names, switches.names)
    if len(pairs) > 1:
        raise ValueError(f"'apart={value}' can be read as several pairs of switches")
    none = f"'apart={value}' does not name two switches"
    try:
        members = list(pairs[0]) if pairs else switches.named(names)
    except ValueError as error:
        raise ValueError(f"{none}: {error}") from error
    if len(members) < 2:
        raise ValueError(none)
    if rule in ("cabinet", "row"):
        held: dict[str, int] = {}
        near = []
        for switch in members:
            home = where.name(slot_of[switch])
            area = home if rule == "cabinet" else where.rows[home]
            if area in held:
                near.append((held[area], switch))
            held[area] = switch
    else:
        minimum = round(float(rule) * 1000)
        x, y = (
            np.array([axis[slot_of[member]] for member in members])
            for axis in (where.floor.x_mm, where.floor.y_mm)
        )
        away = abs(x[:, None] - x[None, :]) + abs(y[:, None] - y[None, :])
        a, b = np.nonzero(np.triu(away < minimum, 1))
        near = [(members[item], members[other]) for item, other in zip(a.tolist(), b.tolist(), strict=True)]
    return [f"{switches.names[a]} and {switches.names[b]} are closer" for a, b in near]


def _pair_named(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of switches whose two names make up a text."""
    number = {name: at for at, name in enumerate(names)}
    parts = text.split(",")
    halves = [(",".join(parts[:cut]), ",".join(parts[cut:])) for cut in range(1, len(parts))]
    return [(number[a], number[b]) for a, b in halves if a in number and b in number and a != b]


def _kept_to(value: str, where: Standing, slot_of: Sequence[int], switches: Switches) -> list[str]:
    """Report switches outside the cabinets of a rule; raise `ValueError` for an unreadable rule."""
    names, sign, areas = value.rpartition(" in ")
    if not sign:
        raise ValueError(f"'only={value}' names no cabinets")
    allowed = _named(f"only={areas}", where)
    outside = [item for item in switches.named(names) if where.name(slot_of[item]) not in allowed]
    return [f"switch {switches.names[item]} is in {where.name(slot_of[item])}" for item in outside]


def _shut(texts: Sequence[str], where: Standing, closed: Sequence[int]) -> set[int]:
    """Return all closed slots, including those closed by requirements."""
    return {*closed, *({*range(len(where.floor.cabinet))} - {*open_slots(texts, where)})}


def _holes(where: Standing, used: set[int], closed: set[int]) -> Iterator[str]:
    """Report holes in a block of slots, ignoring closed slots."""
    left: dict[str, list[bool]] = {}
    for slot in range(len(where.floor.cabinet)):
        if slot not in closed:
            left.setdefault(where.name(slot), []).append(slot in used)
    for name, taken in left.items():
        if taken != sorted(taken, reverse=True):
            yield f"{name} is not filled from its first slot"
    partly = [name for name, taken in left.items() if any(taken) and not all(taken)]
    if len(partly) > 1:
        yield f"{' and '.join(partly[:2])} are both partly filled"
    rows: dict[str, list[bool]] = {}
    for name, taken in left.items():
        rows.setdefault(where.rows[name], []).append(any(taken))
    for row, line in (*rows.items(), ("", [any(line) for line in rows.values()])):
        if any(line):
            inner = line[line.index(True) : len(line) - line[::-1].index(True)]
            if not all(inner):
                yield (
                    f"row {row} has an empty cabinet between used ones"
                    if row
                    else "a row between used ones is empty"
                )


def _neighbours(where: Standing, closed: set[int]) -> set[tuple[str, str]]:
    """Return the neighbouring cabinets with open slots, in both directions.

    Adjacent cabinets of a row are neighbours, and for two consecutive rows each cabinet and the nearest in
    the other row.
    """
    at: dict[str, tuple[int, int]] = {}
    for slot in range(len(where.floor.cabinet)):
        if slot not in closed:
            at.setdefault(where.name(slot), (where.floor.x_mm[slot], where.floor.y_mm[slot]))
    rows: dict[str, list[str]] = {}
    for name in at:
        rows.setdefault(where.rows[name], []).append(name)
    order = dict.fromkeys(where.rows.values())
    lines = [rows[row] for row in order if row in rows]
    pairs = {pair for line in lines for pair in pairwise(line)}
    for item, other in pairwise(lines):
        for mine, theirs in ((item, other), (other, item)):
            for name in mine:
                away = {b: abs(at[name][0] - at[b][0]) + abs(at[name][1] - at[b][1]) for b in theirs}
                pairs |= {(name, b) for b in theirs if away[b] == min(away.values())}
    return pairs | {(b, a) for a, b in pairs}


def _scattered(
    where: Standing, slot_of: Sequence[int], groups: Sequence[int], closed: set[int]
) -> Iterator[str]:
    """Report groups whose cabinets are not connected."""
    if len(groups) != len(slot_of):
        raise ValueError("the groups of the switches are not known")
    pairs = _neighbours(where, closed)
    homes: dict[int, set[str]] = {}
    for router, group in enumerate(groups):
        homes.setdefault(group, set()).add(where.name(slot_of[router]))
    for group, names in homes.items():
        reached, left = set(), [min(names)]
        while left:
            here = left.pop()
            reached.add(here)
            left += [there for there in names - reached if (here, there) in pairs]
        if reached != names:
            yield f"group {group} is in {min(reached)} and, not connected to it, {min(names - reached)}"


def broken(
    texts: Sequence[str],
    where: Standing,
    slot_of: Sequence[int],
    switches: Switches,
    closed: Sequence[int] = (),
    groups: Sequence[int] = (),
) -> list[str]:
    """Report the requirements that a placement violates, with the reason.

    ``groups`` gives the group of each switch; ``closed`` are slots kept empty for other reasons.
    """
    problems = []
    for text in texts:
        kind, _, value = text.partition("=")
        try:
            if kind in SLOTS_ALONE:
                used = {where.name(slot) for slot in {*slot_of} - {*open_slots([text], where)}}
                problems += [f"{text}: a switch is in {name}" for name in sorted(used)]
                strange = _misplaced(kind, text, where) if kind.startswith("row-") else ()
                problems += [f"{text}: {name} is not at such a place" for name in strange]
            elif text == "contiguous":
                shut = _shut(texts, where, closed)
                problems += [f"{text}: {hole}" for hole in _holes(where, set(slot_of), shut)]
            elif kind == "groups-together":
                shut = _shut(texts, where, closed)
                problems += [f"{text}: {item}" for item in _scattered(where, slot_of, groups, shut)]
            elif kind == "apart":
                problems += [f"{text}: {item}" for item in _kept_apart(value, where, slot_of, switches)]
            elif kind == "only":
                problems += [f"{text}: {item}" for item in _kept_to(value, where, slot_of, switches)]
            else:
                problems.append(f"{text!r} is not a requirement")
        except (ValueError, OverflowError) as error:
            problems.append(str(error))
    return problems


def with_slots(floor: AnyFloor, kept: Sequence[int]) -> AnyFloor:
    """Restrict a floor to some slots, for a bound on the devices in them."""
    homes = sorted({floor.cabinet[slot] for slot in kept})
    number = {home: new for new, home in enumerate(homes)}
    x_mm, y_mm = (tuple(axis[slot] for slot in kept) for axis in (floor.x_mm, floor.y_mm))
    cabinet = tuple(number[floor.cabinet[slot]] for slot in kept)
    names = tuple(floor.names[home] for home in homes)
    if isinstance(floor, Floor):
        return replace(floor, x_mm=x_mm, y_mm=y_mm, cabinet=cabinet, names=names)
    both = floor.by_medium_mm
    by_medium = None if both is None else both[np.ix_((0, 1), kept, kept)]
    return TableFloor(x_mm, y_mm, cabinet, names, floor.length_mm[np.ix_(kept, kept)], by_medium)
