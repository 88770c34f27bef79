"""Rules on where listed devices may stand, as a planning file writes them, and as tables of cabinets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MM_PER_M
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown

AREAS = ("row", "cabinet")


@dataclass(frozen=True)
class DeviceRule:
    """One rule: devices kept apart from each other, or kept to some cabinets.

    Attributes
    ----------
    devices
        Names or patterns such as ``nas*``.
    by
        ``cabinet``, ``row`` or ``metres`` for devices that are kept apart, else empty.
    metres
        Least distance between the middles of their cabinets, along rows plus across.
    only
        Areas such as ``row:A`` or ``cabinet:A01``; empty where devices are kept apart.
    """

    devices: tuple[str, ...]
    by: str = ""
    metres: float = 0.0
    only: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The rule as a short phrase for messages."""
        names = ", ".join(self.devices)
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
        Devices kept apart, (p, 2), and the table of ``clash`` that holds for each pair, (p,).
    clash
        True for two cabinets that are too near, (kinds, cabinets, cabinets).
    rule_of
        For each pair the number of its rule, (p,).
    """

    allowed: npt.NDArray[np.bool_]
    pairs: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int32]
    clash: npt.NDArray[np.bool_]
    rule_of: npt.NDArray[np.int32]


def matching(patterns: Sequence[str], fabric: Fabric) -> list[int]:
    """Return the devices that any of some names or patterns name, in the fabric's order."""
    exact = {pattern for pattern in patterns if not set(pattern) & set("*?[")}
    wild = [pattern for pattern in patterns if pattern not in exact]
    return [
        number
        for number, device in enumerate(fabric.devices)
        if device.name in exact or any(fnmatchcase(device.name, pattern) for pattern in wild)
    ]


def rule_problems(rules: Sequence[DeviceRule], fabric: Fabric, hall: Hall) -> Iterator[InputError]:
    """Yield names that no device has, areas that the hall lacks, and rules that keep nothing apart."""
    for number, rule in enumerate(rules, 1):
        where = f"rule {number} ({rule.text})"
        for pattern in rule.devices:
            if not matching([pattern], fabric):
                yield InputError(where, f"no device is called {shown(pattern)!r}", "a name of the lists")
        if not rule.only and len(matching(rule.devices, fabric)) == 1:
            yield InputError(where, "names one device", "two devices or more, or a pattern such as leaf*")
        for area in rule.only:
            if not area_cabinets(area, hall):
                known = ", ".join(dict.fromkeys(f"row:{one.row}" for one in hall.cabinets))
                yield InputError(where, f"there is no {shown(area)!r} in the room", f"such as {known}")


def area_cabinets(area: str, hall: Hall) -> list[int]:
    """Return the cabinets of an area such as ``row:A`` or ``cabinet:A01``."""
    kind, _, name = area.partition(":")
    if kind not in AREAS:
        return []
    return [i for i, one in enumerate(hall.cabinets) if (one.row if kind == "row" else one.name) == name]


def rule_tables(rules: Sequence[DeviceRule], fabric: Fabric, hall: Hall) -> RuleTables:
    """Resolve rules without problems for a fabric and a hall."""
    count = len(hall.cabinets)
    allowed = np.ones((len(fabric.devices), count), dtype=bool)
    pairs: dict[tuple[int, int, int], int] = {}
    tables: dict[tuple[str, float], int] = {}
    for number, rule in enumerate(rules):
        members = matching(rule.devices, fabric)
        if rule.only:
            inside = np.zeros(count, dtype=bool)
            inside[[cabinet for area in rule.only for cabinet in area_cabinets(area, hall)]] = True
            allowed[members] &= inside
            continue
        kind = tables.setdefault((rule.by, rule.metres), len(tables))
        for at, one in enumerate(members):
            for other in members[at + 1 :]:
                pairs.setdefault((one, other, kind), number)
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
