"""A placed network as a fabric: devices named, ports numbered, hosts on their routers."""

from collections import Counter
from dataclasses import dataclass

from costmodels.order import MEDIA, CableOrder, CableOrders
from exchange.fabric import HOST, SWITCH, Cabinet, Cable, Device, End, Fabric
from layout.cable_plan import CablePlan
from layout.placement import Placement
from layout.plan_file import cable_id
from rooms.any_room import AnyRoom
from rooms.hall.hall import Hall
from rooms.room import Room
from topologies.topology import Topology


@dataclass(frozen=True)
class Places:
    """The slots of a room as exchange formats know them.

    Attributes
    ----------
    cabinets
        Every usable cabinet.
    slots
        For each slot its cabinet, its position there from 1 and its rack unit, None where the
        room does not say.
    """

    cabinets: tuple[Cabinet, ...]
    slots: tuple[tuple[int, int, int | None], ...]


@dataclass(frozen=True)
class Orders:
    """What is bought for the network cables, in their order, and for each host."""

    network: CableOrders
    host: CableOrder | None


def places_of(room: AnyRoom) -> Places:
    """Return cabinets and slots of a room; only a hall's slots have rack units."""
    return _hall_places(room) if isinstance(room, Hall) else _grid_places(room)


def _grid_places(room: Room) -> Places:
    cabinets = tuple(
        Cabinet(room.cabinet_name(i), row + 1, column + 1, f"Row {row + 1:02d}")
        for i, (row, column) in enumerate(room.cabinets.tolist())
    )
    per = room.slots_per_cabinet
    return Places(cabinets, tuple((slot // per, slot % per + 1, None) for slot in range(room.slots)))


def _hall_places(hall: Hall) -> Places:
    """Return the places of a hall, rows and cabinets counted as they first appear."""
    rows: dict[str, int] = {}
    in_row: Counter[str] = Counter()
    cabinets = []
    for index in hall.usable.tolist():
        here = hall.cabinets[index]
        rows.setdefault(here.row, len(rows) + 1)
        in_row[here.row] += 1
        cabinets.append(Cabinet(here.name, rows[here.row], in_row[here.row], here.row, here.units))
    filled: Counter[int] = Counter()
    slots = []
    for cabinet, unit in zip(hall.slot_cabinet.tolist(), hall.slot_unit.tolist(), strict=True):
        filled[cabinet] += 1
        slots.append((cabinet, filled[cabinet], unit))
    return Places(tuple(cabinets), tuple(slots))


def fabric_of(
    topology: Topology,
    places: Places,
    placement: Placement,
    cables: CablePlan,
    host_mm: int,
    orders: Orders | None = None,
) -> Fabric:
    """Return the fabric of a placed network.

    Routers are called by their label, or ``r0``, ``r1`` ... where they have none; the k-th
    endpoint of router x is the host ``hx-k`` on port k, in the same cabinet, by a cable of
    ``host_mm`` (see `costmodels.bill.HOST_RULE`). Network ports follow as `make_cable_plan`
    counts them.
    """
    slots = [places.slots[slot] for slot in placement.slot_of.tolist()]
    switches = [_switch(topology, router, *slot) for router, slot in enumerate(slots)]
    hosts, host_cables = _hosts(topology, switches, host_mm, orders)
    return Fabric(
        name=topology.name,
        devices=(*switches, *hosts),
        cables=(*_network_cables(topology, cables, orders), *host_cables),
        cabinets=places.cabinets,
        notes=topology.notes,
    )


def switch_name(topology: Topology, router: int) -> str:
    """Return the name of a router in files: its label, else ``r`` and its number."""
    return f"r{router}" if topology.labels is None else topology.label(router)


def _switch(topology: Topology, router: int, cabinet: int, position: int, unit: int | None) -> Device:
    group = None if topology.groups is None else int(topology.groups[router])
    ports = int(topology.ports[router])
    return Device(switch_name(topology, router), SWITCH, ports, cabinet, position, unit, group)


def _network_cables(topology: Topology, plan: CablePlan, orders: Orders | None) -> list[Cable]:
    columns = zip(plan.routers.tolist(), plan.ports.tolist(), plan.length_mm.tolist(), strict=True)
    cables = []
    for i, (routers, ports, length_mm) in enumerate(columns):
        a, b = map(End, routers, ports)
        bought = () if orders is None else _bought(orders.network, i)
        cables.append(Cable(cable_id(i), a, b, length_mm, topology.link_gbps, *bought))
    return cables


def _bought(orders: CableOrders, cable: int) -> tuple[str, str, int]:
    """Return medium, part and length; `CableOrders.order` also explains them, which takes long."""
    medium, part = MEDIA[orders.medium[cable]], orders.parts[orders.part[cable]]
    return medium, part, int(orders.ordered_length_mm[cable])


def _hosts(
    topology: Topology, switches: list[Device], host_mm: int, orders: Orders | None
) -> tuple[list[Device], list[Cable]]:
    """Return every host and its cable, router by router."""
    hosts: list[Device] = []
    cables: list[Cable] = []
    host = None if orders is None else orders.host
    bought = () if host is None else (host.medium, host.part, host.ordered_length_mm)
    for router, count in enumerate(topology.endpoints.tolist()):
        switch = switches[router]
        for k in range(1, count + 1):
            ends = End(router, k), End(len(switches) + len(hosts), 1)
            name = f"h{topology.label(router)}-{k}"
            hosts.append(Device(name, HOST, 1, switch.cabinet, group=switch.group))
            cables.append(Cable(f"H{len(hosts):06d}", *ends, host_mm, topology.link_gbps, *bought))
    return hosts, cables
