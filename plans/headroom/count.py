"""Count the free resources of any plan, by its devices or by the loads of its order."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from netfloor.costmodels.catalogue.cabinet_power import cage_power_mw
from netfloor.costmodels.catalogue.part_terms import DEVICES
from netfloor.costmodels.catalogue.parts.devices import CageGroup, Nic, Server, Switch
from netfloor.costmodels.catalogue.plan_needs import END_CAGE
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, Cable, Device, Fabric
from netfloor.fabric.links import trace_links
from netfloor.foundation.wording import count_text
from netfloor.plans.headroom.amounts import (
    FIGURES,
    Amount,
    CabinetHeadroom,
    Headroom,
    NetworkHeadroom,
    RowHeadroom,
    ServerKind,
    added,
)
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.loads import CabinetLoad, cabinet_loads
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hosts.places import kept_units
from netfloor.topologies.management import MANAGEMENT

#: Names of figures in the note on unknown ones.
_UNSTATED = {"units": "Height", "watts": "Power", "kilograms": "Weight", "ports": "Ports"}


def headroom_of(plan: AnyPlan, parts: OrderedParts | None = None) -> Headroom:
    """Return the free resources of a plan, by the loads of its order if given and not by formula."""
    by_formula = parts is not None and parts.catalogue.formula is not None
    return _Count(plan, None if by_formula else parts).headroom()


@dataclass(frozen=True)
class _Count:
    plan: AnyPlan
    parts: OrderedParts | None

    @cached_property
    def fabric(self) -> Fabric:
        """The placed devices."""
        fabric, plan = fabric_of_any(self.plan), self.plan
        unplaced = isinstance(plan, Plan) and plan.given is None and not plan.hosts
        return fabric.without(SERVER) if unplaced else fabric

    def headroom(self) -> Headroom:
        server = self.server
        cabinets = tuple(self._cabinet(*rooms_cabinet, server) for rooms_cabinet in self._rooms_cabinets())
        rows: dict[str, list[CabinetHeadroom]] = defaultdict(list)
        for cabinet in cabinets:
            rows[cabinet.row].append(cabinet)
        counted = tuple(_row(name, own) for name, own in rows.items())
        networks = tuple(self._networks(server))
        notes = tuple(self._notes(cabinets, networks, server))
        return Headroom(cabinets, counted, networks, server, self.parts is not None, notes)

    def _rooms_cabinets(self) -> Iterator[tuple[str, str, Cabinet | None]]:
        """Yield name, row and limits of every cabinet available to the plan."""
        room = self.plan.room
        if isinstance(room, Hall):
            held = {self.fabric.cabinet_name(number) for number in range(len(self.fabric.devices))}
            for cabinet in room.cabinets:
                if not cabinet.taken or cabinet.name in held:
                    yield cabinet.name, cabinet.row, cabinet
            return
        for known in self.fabric.cabinets:
            yield known.name, known.row_name, None

    @cached_property
    def _inside(self) -> dict[str, list[int]]:
        result: dict[str, list[int]] = defaultdict(list)
        for number in range(len(self.fabric.devices)):
            result[self.fabric.cabinet_name(number)].append(number)
        return result

    @cached_property
    def _loads(self) -> dict[str, CabinetLoad]:
        return (
            {}
            if self.parts is None
            else {cabinet_load.cabinet: cabinet_load for cabinet_load in cabinet_loads(self.parts)}
        )

    def _cabinet(
        self, name: str, row: str, cabinet: Cabinet | None, server: ServerKind | None
    ) -> CabinetHeadroom:
        inside = self._inside.get(name, [])
        devices = [self.fabric.devices[number] for number in inside]
        switches = [number for number in inside if self.fabric.devices[number].kind == SWITCH]
        cabinet_headroom = CabinetHeadroom(
            name=name,
            row=row,
            units=self._units(name, cabinet, devices),
            watts=self._watts(name, cabinet, devices),
            kilograms=self._kilograms(name, cabinet, devices),
            ports=added(map(self._ports, switches)),
            devices=len(devices),
            servers=sum(device.is_end_device for device in devices),
            kept_free=name in self._kept_free,
        )
        if server is None or cabinet is None:
            return cabinet_headroom
        more, stops_at = self._fitting(cabinet_headroom, cabinet, devices, server)
        return replace(cabinet_headroom, more_servers=more, stops_at=stops_at)

    @cached_property
    def _kept_free(self) -> frozenset[str]:
        hosts = self.plan.hosts if isinstance(self.plan, Plan) else None
        return frozenset() if hosts is None else frozenset(hosts.kept_free)

    def _units(self, name: str, cabinet: Cabinet | None, devices: Sequence[Device]) -> Amount:
        if cabinet is None:
            return Amount()
        unknown = sum(device.units is None for device in devices)
        return Amount(cabinet.units, len(self._occupied(name, devices)), unknown)

    def _occupied(self, name: str, devices: Iterable[Device]) -> set[int]:
        """Return the units of a cabinet that devices (at either face) and panels of fibre trunks occupy."""
        own = {
            unit + step
            for device in devices
            if (unit := device.unit) is not None
            for step in range(device.units or 0)
        }
        return own | self._panel_units.get(name, set())

    @cached_property
    def _panel_units(self) -> dict[str, set[int]]:
        """The units of the panels of fibre trunks by cabinet; these panels are not devices."""
        parts, result = self.parts, defaultdict[str, set[int]](set)
        if parts is None or (layout := parts.trunk_layout) is None:
            return result
        for panel in layout.panels:
            units = range(panel.unit, panel.unit + panel.height_u)
            result[parts.cabinet_names[panel.cabinet]].update(units)
        return result

    def _watts(self, name: str, cabinet: Cabinet | None, devices: Sequence[Device]) -> Amount:
        limit = None if cabinet is None else cabinet.power_limit_w
        air = None if cabinet is None else cabinet.air_limit_w
        stated = [self._stated_w(device) for device in devices]
        unknown, load = self._without_watts(name, devices), self._loads.get(name)
        used = sum(item or 0.0 for item in stated) if load is None else load.stated_w
        if air is None:
            return Amount(limit, used, unknown)
        into_air = used if load is None else load.air_w
        left = air - into_air
        whole = left + used if limit is None else min(limit, left + used)
        return Amount(whole, used, unknown)

    def _without_watts(self, name: str, devices: Sequence[Device]) -> int:
        """Return how many devices and parts of an order in a cabinet have no stated power."""
        lacking = [device for device in devices if self._stated_w(device) is None]
        load = self._loads.get(name)
        if load is None:
            return len(lacking)
        listed = sum(device.model not in self._bought for device in lacking)
        if isinstance(self.parts, LaidParts):
            return listed + load.without_watts
        return max(listed, load.without_watts)

    def _kilograms(self, name: str, cabinet: Cabinet | None, devices: Sequence[Device]) -> Amount:
        limit, load = None if cabinet is None else cabinet.weight_limit_kg, self._loads.get(name)
        stated = [self._stated_kg(device) for device in devices]
        used = sum(item or 0.0 for item in stated) if load is None else load.weight_kg
        return Amount(limit, used, sum(item is None for item in stated))

    @cached_property
    def _bought(self) -> dict[str, Switch | Nic | Server]:
        """The purchased parts of listed devices, whose figures come from the catalogue."""
        parts = self.parts
        return {item.part: item for item, _ in parts.links.devices} if isinstance(parts, LaidParts) else {}

    def _stated_w(self, device: Device) -> float | None:
        part = self._bought.get(device.model)
        return device.load_w if part is None else part.power_w or None

    def _stated_kg(self, device: Device) -> float | None:
        """Return the weight of a device; 0 for a side-mounted device without a stated weight."""
        part = self._bought.get(device.model)
        if part is not None:
            return part.weight_kg or None
        return 0.0 if device.units == 0 and device.kilograms is None else device.kilograms

    def _ports(self, switch: int, rates: Collection[float] = ()) -> Amount:
        """Return the ports of a switch, all or of some rates, if its model is known.

        Power cords use none.
        """
        groups = self._cages.get(switch)
        if groups is None:
            return Amount(None, len(self._network_cables(switch)), 1)
        own = {group.gbps: group.ports for group in groups if not rates or group.gbps in rates}
        taken = sum(cable.gbps is None or cable.gbps in own for cable in self._network_cables(switch))
        return Amount(sum(own.values()), taken)

    def _network_cables(self, switch: int) -> list[Cable]:
        """Return the cables of a switch without power cords and the management cable."""
        fabric = self.fabric
        cords = {fabric.cables[number].id for number in fabric.power_cords}
        return [
            cable
            for _, cable in fabric.cables_of[switch]
            if fabric.end_at(switch, cable).port_name != MANAGEMENT and cable.id not in cords
        ]

    @cached_property
    def _cages(self) -> dict[int, tuple[CageGroup, ...]]:
        """The cages of each switch whose model is known."""
        parts, devices = self.parts, self.fabric.devices
        if isinstance(parts, PartsList):
            every = parts.catalogue.switches
            own = enumerate(parts.equipment.switches.tolist())
            return {number: (every[item].cage_groups[0],) for number, item in own}
        if isinstance(parts, LaidParts):
            known = {switch.part: switch.cage_groups for switch in parts.catalogue.switches}
            return {at: known[device.model] for at, device in enumerate(devices) if device.model in known}
        return {}

    def _fitting(
        self, found: CabinetHeadroom, cabinet: Cabinet, devices: Sequence[Device], server: ServerKind
    ) -> tuple[int | None, str]:
        """Return how many more servers fit into a cabinet, and the binding limit."""
        if server.units is None or found.units.left is None:
            return None, "height"
        kept: set[int] = set()
        if isinstance(self.plan, Plan):  # servers of a plan from a spec avoid the units for switches
            tallest = max(
                (device.units or 1 for device in self.fabric.devices if device.kind == SWITCH), default=1
            )
            kept = kept_units(cabinet.switch_units, tallest)
        free = sorted(set(range(1, cabinet.units + 1)) - self._occupied(cabinet.name, devices) - kept)
        limits: list[tuple[int | None, str]] = [(_runs_of(free, max(server.units, 1)), "rack units")]
        for key, needed in server.needs:
            amount = found.amount(key)
            if amount.limit is None:
                continue
            if needed is None or amount.left is None:
                limits.append((None, FIGURES[key][0]))
            elif needed > 0:
                limits.append((max(int(amount.left // needed), 0), FIGURES[key][0]))
        if isinstance(self.plan, Plan) and self.plan.hosts is not None and len(self.plan.hosts):
            maximum = max(self.plan.hosts.per_cabinet - found.servers, 0)
            limits.append((maximum, f"{self.plan.hosts.per_cabinet} servers per cabinet"))
        if any(upper_limit == 0 for upper_limit, _ in limits):
            return next((upper_limit, name) for upper_limit, name in limits if upper_limit == 0)
        return min(limits, key=lambda limit: -1 if limit[0] is None else limit[0])

    @cached_property
    def server(self) -> ServerKind | None:
        """The commonest kind of server, by model, size and ports; None without servers."""
        kinds = Counter(
            (
                device.model,
                device.units,
                self._server_watts(number),
                self._stated_kg(device),
                self._ports_on(number),
            )
            for number, device in enumerate(self.fabric.devices)
            if device.kind == SERVER
        )
        if not kinds:
            return None
        (model, units, watts, kilograms, ports), count = min(
            kinds.items(), key=lambda item: (-item[1], str(item[0]))
        )
        return ServerKind(model, count, units, watts, kilograms, ports)

    def _server_watts(self, number: int) -> float | None:
        """Return the draw of a server in W; with an order, plus the most that its plugs draw."""
        watts = self._stated_w(self.fabric.devices[number])
        return None if watts is None or self._plugs_lack_watts else watts + self._plugs_w

    @property
    def _plugs_lack_watts(self) -> bool:
        """Whether the draw of a cable or transceiver of a server is unknown."""
        lacking = () if self.parts is None else self.parts.bom.without_watts
        return any(line.for_servers and line.sku.kind not in DEVICES for line in lacking)

    @cached_property
    def _plugs_w(self) -> float:
        """Maximum draw of the cables and transceivers in a server, W."""
        parts = self.parts
        if parts is None:
            return 0.0
        cages = parts.links.needs.cage[parts.links.to_servers]
        at_server = parts.links.cage_owner[cages] == END_CAGE
        drawn = np.where(at_server, cage_power_mw(parts.choice)[cages], 0).sum(axis=1)
        sums: dict[int, int] = defaultdict(int)
        for server, power_mw in zip(self._servers_of_links(parts), drawn.tolist(), strict=True):
            sums[server] += power_mw
        return max(sums.values(), default=0) / 1000

    def _servers_of_links(self, parts: OrderedParts) -> list[int]:
        """Return the device at the far end of each link to a server, in the order of the bill."""
        numbers = (
            parts.cables.tolist() if isinstance(parts, LaidParts) else range(len(parts.links.to_servers))
        )
        cables = [self.fabric.cables[number] for number in numbers]
        to_servers = zip(cables, parts.links.to_servers.tolist(), strict=True)
        kinds = [device.kind for device in self.fabric.devices]
        return [
            next(
                (end.device for end in cable.ends if kinds[end.device] not in (SWITCH, PANEL)),
                cable.b.device,
            )
            for cable, is_server in to_servers
            if is_server
        ]

    def _ports_on(self, number: int) -> tuple[tuple[str, int], ...]:
        """Return the ports of a device on each network."""
        far = (self._far(number, cable) for _, cable in self.fabric.cables_of[number])
        switches = (self.fabric.devices[device] for device in far)
        return tuple(
            sorted(Counter(switch.network for switch in switches if switch.kind == SWITCH).items())
        )

    def _far(self, device: int, cable: Cable) -> int:
        """Return the device at the other end of a cable's link, through panels if any."""
        end = self.fabric.end_at(device, cable)
        return self._far_devices.get((end.device, end.port), self.fabric.far_end(device, cable).device)

    @cached_property
    def _far_devices(self) -> dict[tuple[int, int], int]:
        links = [link for link in trace_links(self.fabric).links if len(link.pieces) > 1]
        ends = [pair for link in links for pair in ((link.a, link.b), (link.b, link.a))]
        return {(end.device, end.port): far.device for end, far in ends}

    def _networks(self, server: ServerKind | None) -> Iterator[NetworkHeadroom]:
        own: dict[str, list[int]] = defaultdict(list)
        for number in self.fabric.switches:
            own[self.fabric.devices[number].network].append(number)
        per_server = {} if server is None else dict(server.ports)
        for name, switches in own.items():
            cables = {number: self._server_cables(number) for number in switches}
            edge = [number for number in switches if cables[number] or self._keeps_server_ports(number)]
            rates = {item.gbps for every in cables.values() for item in every if item.gbps is not None}
            yield NetworkHeadroom(
                name,
                len(switches),
                added(map(self._ports, switches)),
                added(self._ports(number, rates) for number in edge),
                per_server.get(name, 0),
            )

    def _server_cables(self, switch: int) -> list[Cable]:
        far = ((cable, self._far(switch, cable)) for cable in self._network_cables(switch))
        return [cable for cable, device in far if self.fabric.devices[device].is_end_device]

    def _keeps_server_ports(self, switch: int) -> bool:
        """Return whether the network reserves ports of a switch for servers, placed or not."""
        plan = self.plan
        return isinstance(plan, Plan) and plan.given is None and bool(plan.topology.endpoints[switch])

    def _notes(
        self,
        cabinets: Sequence[CabinetHeadroom],
        networks: Sequence[NetworkHeadroom],
        server: ServerKind | None,
    ) -> Iterator[str]:
        """Yield notes on unknown figures, and on limits that the figures ignore."""
        if not isinstance(self.plan.room, Hall):
            yield "The room is a grid: its cabinets have neither rack units nor limits on power and weight."
            return
        sums = {
            key: added(cabinet.amount(key) for cabinet in cabinets)
            for key in ("units", "watts", "kilograms")
        }
        sums["ports"] = added(network.ports for network in networks)
        for key, amount in sums.items():
            if amount.unknown:
                noun = "part" if key == "watts" and self.parts is not None else "device"
                yield f"{_UNSTATED[key]} of {count_text(amount.unknown, noun)} unknown."
        for key in ("watts", "kilograms"):
            open_ended = sum(cabinet.amount(key).limit is None for cabinet in cabinets)
            if open_ended:
                where = count_text(open_ended, "cabinet")
                yield f"{where} without a {FIGURES[key][0]} limit in the room file."
        if self.parts is None:
            yield "Power covers the devices alone; a catalogue adds transceivers and active cables."
        elif server is not None and server.watts is not None:
            yield "The power of a further server includes its own transceivers, not those in the switches."
        if self.plan.room.tiles is not None:
            yield "The load limit of floor tiles is ignored."
        if any(cabinet.kept_free for cabinet in cabinets):
            yield "Cabinets that the plan keeps free count as free."


def _row(name: str, cabinets: Sequence[CabinetHeadroom]) -> RowHeadroom:
    sums = {key: added(cabinet.amount(key) for cabinet in cabinets) for key in FIGURES}
    known = [cabinet.more_servers for cabinet in cabinets if cabinet.more_servers is not None]
    more = sum(known) if len(known) == len(cabinets) else None
    return RowHeadroom(name, len(cabinets), **sums, more_servers=more)


def _runs_of(free: Sequence[int], height: int) -> int:
    """Return how many devices of a height fit into the free units, given in ascending order."""
    count, last, length = 0, 0, 0
    for unit in free:
        length = length + 1 if unit == last + 1 else 1
        last = unit
        if length == height:
            count, length = count + 1, 0
    return count
