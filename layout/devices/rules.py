"""Rules on the positions of listed devices, as written in a plan file and as tables of cabinets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import PDU, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MM_PER_M
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown

AREAS = ("row", "cabinet")


@dataclass(frozen=True)
class DeviceRule:
    """A rule: devices kept apart from each other, or restricted to some cabinets.

    Attributes
    ----------
    devices
        Names, or patterns such as ``nas*``.
    by
        ``cabinet``, ``row`` or ``metres`` for devices kept apart, ``feed`` for devices that may not share
        their only power feed, else empty.
    metres
        Minimum distance between the centres of their cabinets, along rows plus across.
    only
        Areas such as ``row:A`` or ``cabinet:A01``; empty for devices kept apart.
    network
        Limits the rule to a network's devices; empty: all.
    where
        File and line of the rule for messages, or empty.
    """

    devices: tuple[str, ...]
    by: str = ""
    metres: float = 0.0
    only: tuple[str, ...] = ()
    network: str = ""
    where: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The rule as a short phrase for messages."""
        names = ", ".join(self.devices) + (f" of {self.network}" if self.network else "")
        if self.only:
            return f"{names} only in {' or '.join(self.only)}"
        return f"{names} apart by {f'{self.metres:g} m' if self.by == 'metres' else self.by}"


@dataclass(frozen=True, eq=False, repr=False)
class RuleTables:
    """Rules resolved for a fabric and a hall.

    Attributes
    ----------
    allowed
        True where a device may be in a cabinet, (devices, cabinets).
    pairs, kind
        Devices kept apart, (p, 2), and each pair's table in ``clash``, (p,).
    clash
        True for two cabinets that are too close, (kinds, cabinets, cabinets).
    rule_of
        Rule number of each pair, (p,).
    """

    allowed: npt.NDArray[np.bool_]
    pairs: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int32]
    clash: npt.NDArray[np.bool_]
    rule_of: npt.NDArray[np.int32]


def matching(patterns: Sequence[str], fabric: Fabric, network: str = "") -> list[int]:
    """Return the devices that match names or patterns, in order, optionally within a network."""
    exact = {pattern for pattern in patterns if not set(pattern) & set("*?[")}
    wild = [pattern for pattern in patterns if pattern not in exact]
    return [
        number
        for number, device in enumerate(fabric.devices)
        if network in ("", device.network)
        and (device.name in exact or any(fnmatchcase(device.name, pattern) for pattern in wild))
    ]


def rule_problems(rules: Sequence[DeviceRule], fabric: Fabric, hall: Hall) -> Iterator[InputError]:
    """Report unknown names and areas, and rules without effect."""
    for number, rule in enumerate(rules, 1):
        where = rule_name(number, rule)
        if rule.network and all(device.network != rule.network for device in fabric.devices):
            known = ", ".join(dict.fromkeys(device.network for device in fabric.devices if device.network))
            what = f"no device is in network {shown(rule.network)!r}"
            yield InputError(
                where, what, f"known: {known}" if known else "omit it: the lists name no networks"
            )
            continue
        for pattern in rule.devices:
            if not matching([pattern], fabric, rule.network):
                yield InputError(where, f"no device is called {shown(pattern)!r}", "a name of the lists")
        members = matching(rule.devices, fabric, rule.network)
        if not rule.only and len(members) == 1:
            yield InputError(
                where, "names a single device", "at least two devices, or a pattern such as leaf*"
            )
        if rule.by == "feed":
            yield from _feed_problems(where, members, fabric)
        for area in rule.only:
            if not area_cabinets(area, hall):
                known = ", ".join(dict.fromkeys(f"row:{cabinet.row}" for cabinet in hall.cabinets))
                yield InputError(where, f"the room has no {shown(area)!r}", f"such as {known}")


def rule_name(number: int, rule: DeviceRule) -> str:
    """Format the name of a rule for messages: its file and line or number, and its text."""
    return f"{rule.where or f'rule {number}'} ({rule.text})"


def _feed_problems(where: str, members: Sequence[int], fabric: Fabric) -> Iterator[InputError]:
    """Report devices with an unknown feed, and devices that share their only feed."""
    feeds = [
        {fed for end in _pdus_of(member, fabric) if (fed := fabric.devices[end].feed)} for member in members
    ]
    unknown = [fabric.devices[at].name for at, own in zip(members, feeds, strict=True) if not own]
    if unknown:
        what = f"the feed of {', '.join(unknown[:8])} is unknown"
        yield InputError(where, what, "list their power cords to PDUs, and the feed of each PDU")
    first: dict[str, str] = {}
    for at, own in zip(members, feeds, strict=True):
        if len(own) == 1:
            (feed,), name = own, fabric.devices[at].name
            if feed in first:
                what = f"{first[feed]} and {name} both depend on feed {feed} alone"
                yield InputError(where, what, "connect one of them to another feed")
            first[feed] = name


def _pdus_of(device: int, fabric: Fabric) -> list[int]:
    far = [fabric.far_end(device, cable).device for _, cable in fabric.cables_of[device]]
    return [end for end in far if fabric.devices[end].kind == PDU]


def area_cabinets(area: str, hall: Hall) -> list[int]:
    """Return the cabinets of an area such as ``row:A`` or ``cabinet:A01``."""
    kind, _, name = area.partition(":")
    if kind not in AREAS:
        return []
    return [
        i
        for i, cabinet in enumerate(hall.cabinets)
        if (cabinet.row if kind == "row" else cabinet.name) == name
    ]


def rule_tables(rules: Sequence[DeviceRule], fabric: Fabric, hall: Hall) -> RuleTables:
    """Resolve valid rules for a fabric and a hall."""
    count = len(hall.cabinets)
    allowed = np.ones((len(fabric.devices), count), dtype=bool)
    pairs: dict[tuple[int, int, int], int] = {}
    tables: dict[tuple[str, float], int] = {}
    for number, rule in enumerate(rules):
        if rule.by == "feed":  # rules on cords, not on positions
            continue
        members = matching(rule.devices, fabric, rule.network)
        if rule.only:
            inside = np.zeros(count, dtype=bool)
            inside[[cabinet for area in rule.only for cabinet in area_cabinets(area, hall)]] = True
            allowed[members] &= inside
            continue
        kind = tables.setdefault((rule.by, rule.metres), len(tables))
        for at, member in enumerate(members):
            for other in members[at + 1 :]:
                pairs.setdefault((member, other, kind), number)
    keys = np.array(list(pairs), dtype=np.int32).reshape(-1, 3)
    clash = np.array([_too_near(by, metres, hall) for by, metres in tables], dtype=bool)
    return RuleTables(
        allowed,
        keys[:, :2],
        keys[:, 2],
        clash.reshape(len(tables), count, count),
        np.array(list(pairs.values()), dtype=np.int32),
    )


def _too_near(by: str, metres: float, hall: Hall) -> npt.NDArray[np.bool_]:
    if by == "cabinet":
        return np.eye(len(hall.cabinets), dtype=bool)
    if by == "row":
        row = np.array([cabinet.row for cabinet in hall.cabinets])
        return np.asarray(row[:, None] == row[None, :])
    x, y = hall.axis_position_mm.T
    apart = abs(x[:, None] - x[None, :]) + abs(y[:, None] - y[None, :])
    return np.asarray(apart < round(metres * MM_PER_M))
