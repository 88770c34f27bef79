"""Totals of a fabric and of each of its networks: devices by kind, cables by rate, watts, units."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from netfloor.fabric.fabric import SWITCH, Cable, Fabric
from netfloor.topologies.management import MANAGEMENT

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True)
class CableSum:
    """A number of cables and their total routed length."""

    cables: int
    length_mm: int


@dataclass(frozen=True)
class FabricSums:
    """Totals of one network of a fabric, or of the whole fabric.

    Attributes
    ----------
    network
        Name of the network; empty for the whole fabric.
    devices
        Number by kind. A server with ports on several networks belongs to none of them.
    cables
        All cables but power cords and installed ones.
    longest_mm
        The longest of these cables.
    by_rate
        The same cables by rate in Gb/s, lowest first; None for an unknown rate.
    power_cords
        Cables to PDUs without a rate.
    installed
        Cables that are already installed.
    watts
        Maximum draw of all devices; None if that of a device is unknown.
    units
        Rack units of all devices; None if the height of a device is unknown.
    """

    network: str
    devices: Mapping[str, int]
    cables: CableSum
    longest_mm: int
    by_rate: Mapping[float | None, CableSum]
    power_cords: CableSum
    installed: CableSum
    watts: float | None
    units: int | None


def fabric_sums(fabric: Fabric) -> list[FabricSums]:
    """Return the totals of a fabric, then of each of its networks in the order of its devices.

    A cable belongs to the network of its switch; that of a management port to the network at its far end.
    Other cables that join two networks are a group of their own, such as ``fabric to management``.
    """
    whole = _sums(fabric, "", range(len(fabric.devices)), fabric.cables)
    if not any(device.network for device in fabric.devices):
        return [whole]
    of_device, of_cable = defaultdict[str, list[int]](list), defaultdict[str, list[Cable]](list)
    for number, device in enumerate(fabric.devices):
        of_device[device.network].append(number)
    for cable in fabric.cables:
        of_cable[network_of(fabric, cable)].append(cable)
    networks = [name for name in dict.fromkeys((*of_device, *of_cable)) if name]
    return [whole, *(_sums(fabric, name, of_device[name], of_cable[name]) for name in networks)]


def network_of(fabric: Fabric, cable: Cable) -> str:
    """Return the network of a cable, or the two that it joins; empty without named networks."""
    ends = [end for end in cable.ends if fabric.devices[end.device].network]
    of_switches = [end for end in ends if fabric.devices[end.device].kind == SWITCH] or ends
    others = [end for end in of_switches if end.port_name != MANAGEMENT] or of_switches
    names = dict.fromkeys(fabric.devices[end.device].network for end in others)
    return " to ".join(sorted(names))


def _sums(fabric: Fabric, network: str, devices: Iterable[int], cables: Iterable[Cable]) -> FabricSums:
    own = [fabric.devices[number] for number in devices]
    cords, installed, by_rate = [], [], defaultdict[float | None, list[int]](list)
    power = {fabric.cables[number].id for number in fabric.power_cords}
    for cable in cables:
        length_mm = cable.length_mm or 0
        if cable.installed:
            installed.append(length_mm)
        elif cable.id in power:
            cords.append(length_mm)
        else:
            by_rate[cable.gbps].append(length_mm)
    lengths = [length_mm for rows in by_rate.values() for length_mm in rows]
    watts, units = [item.load_w for item in own], [item.units for item in own]
    return FabricSums(
        network=network,
        devices=Counter(item.kind for item in own),
        cables=CableSum(len(lengths), sum(lengths)),
        longest_mm=max(lengths, default=0),
        by_rate={
            rate: CableSum(len(rows), sum(rows))
            for rate, rows in sorted(by_rate.items(), key=lambda item: item[0] or 0)
        },
        power_cords=CableSum(len(cords), sum(cords)),
        installed=CableSum(len(installed), sum(installed)),
        watts=_total(watts),
        units=_total(units),
    )


def _total(figures: list[_Number | None]) -> _Number | None:
    """Return the sum, None if a figure is unknown or there is none."""
    known = [figure for figure in figures if figure is not None]
    return sum(known[1:], known[0]) if known and len(known) == len(figures) else None
