"""From a draft to a fabric: ports numbered, every rule of a fabric told to the user first."""

from collections.abc import Iterable, Iterator
from itertools import count

from exchange.fabric import Cabinet, Cable, Device, End, Fabric
from exchange.readers.draft import Draft, Key, Node, Plug, PortText
from exchange.readers.ports import number_ports
from foundation.errors import InputError
from layout.plan_file import cable_id
from topologies.parameters import shown


def finish(draft: Draft, cabinets: Iterable[Cabinet] = ()) -> Fabric:
    """Return the fabric of a draft.

    Parameters
    ----------
    cabinets
        What is known of cabinets beside their names; others are added as devices name them.

    Raises
    ------
    InputError
        If there is no device, a cable joins a device to itself, a port holds two cables, or an
        end has no device.
    """
    if not draft.nodes:
        raise InputError(draft.name, "holds no device")
    _check_wires(draft)
    ends = _number_ends(draft)
    cables = tuple(
        Cable(cable_id(i), ends[2 * i], ends[2 * i + 1], wire.length_mm, wire.gbps)
        for i, wire in enumerate(draft.wires)
    )
    floor = {cabinet.name: cabinet for cabinet in cabinets}
    for node in draft.nodes.values():
        if node.cabinet:
            floor.setdefault(node.cabinet, Cabinet(node.cabinet))
    place = {name: index for index, name in enumerate(floor)}
    ports = [node.ports for node in draft.nodes.values()]
    for end in ends:
        ports[end.device] = max(ports[end.device], end.port)
    devices = tuple(
        _device(node, most, place.get(node.cabinet))
        for node, most in zip(draft.nodes.values(), ports, strict=True)
    )
    return Fabric(draft.name, devices, cables, tuple(floor.values()), tuple(draft.notes))


def _check_wires(draft: Draft) -> None:
    """Refuse ends without a device, loops, and ports that hold two cables."""
    used: dict[Plug, str] = {}
    for wire in draft.wires:
        for plug in wire.plugs:
            if plug.node not in draft.nodes:
                raise InputError(wire.where, f"there is no device {shown(str(plug.node))!r}")
            if plug.port is None:
                continue
            if plug in used and wire.a != wire.b:
                name = shown(draft.nodes[plug.node].name)
                what = f"port {shown(str(plug.port))} of {name!r} holds a cable already ({used[plug]})"
                raise InputError(wire.where, what, "one cable a port")
            used[plug] = wire.where
        if wire.a.node == wire.b.node:
            name = shown(draft.nodes[wire.a.node].name)
            raise InputError(wire.where, f"joins {name!r} to itself", "two devices")


def _number_ends(draft: Draft) -> list[End]:
    """Return both ends of every wire, ports without a name on the lowest free numbers."""
    given: dict[Key, list[PortText]] = {key: [] for key in draft.nodes}
    for wire in draft.wires:
        for plug in wire.plugs:
            given[plug.node].append(plug.port)
    numbers = {key: number_ports(ports) for key, ports in given.items()}
    free = {key: _free(set(taken.values())) for key, taken in numbers.items()}
    index_of = {key: index for index, key in enumerate(draft.nodes)}
    ends = []
    for wire in draft.wires:
        for plug in wire.plugs:
            number = next(free[plug.node]) if plug.port is None else numbers[plug.node][plug.port]
            name = plug.port if isinstance(plug.port, str) else ""
            ends.append(End(index_of[plug.node], number, name))
    return ends


def _free(taken: set[int]) -> Iterator[int]:
    return (number for number in count(1) if number not in taken)


def _device(node: Node, ports: int, cabinet: int | None) -> Device:
    return Device(node.name, node.kind, ports, cabinet, unit=node.unit, guid=node.guid, model=node.model)
