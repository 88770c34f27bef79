"""Devices and cables of a plan as columns, the form of the plan file.

A column of equal values is stored as that value, and a column of defaults is left out, so
`pandas.DataFrame(plan["cables"])` reads either form.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.fabric.links import PanelCabling
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.models import StrictModel
from netfloor.plans.by_names import endpoint_routers, server_names
from netfloor.plans.plan import Plan
from netfloor.plans.record_tables import CablesRecord, DevicesRecord
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.management import MANAGEMENT, management_ends
from netfloor.topologies.topology import Topology

Columns = dict[str, Any]
_TEXTS = ("model", "face", "bay", "feed", "network", "attributes")


def fabric_columns(fabric: Fabric) -> tuple[Columns, Columns]:
    """Return the devices and cables of a fabric as columns."""
    devices, cables = fabric.devices, fabric.cables
    cabinets = [fabric.cabinet_name(number) for number in range(len(devices))]
    return _device_columns(devices, cabinets), _cable_columns(cables)


def panel_columns(panels: PanelCabling, links: Fabric) -> tuple[Columns, Columns]:
    """Return panels and their cables by columns; ``links`` is the fabric whose links pass through them."""
    names = [
        links.cabinets[panel.cabinet].name if panel.cabinet is not None else "" for panel in panels.panels
    ]
    return _device_columns(panels.panels, names), _cable_columns(panels.cables)


def _device_columns(devices: Sequence[Device], cabinets: Sequence[str]) -> Columns:
    """Return devices by columns; ``cabinets`` are the names of their cabinets."""
    columns = {
        "name": [device.name for device in devices],
        "kind": [device.kind for device in devices],
        "model": [device.model for device in devices],
        "cabinet": list(cabinets),
        "unit": [device.unit for device in devices],
        "height": [device.units for device in devices],
        "watts": [device.watts for device in devices],
        "kilograms": [device.kilograms for device in devices],
        "face": [device.face for device in devices],
        "half_depth": [device.half_depth for device in devices],
        "bay": [device.bay for device in devices],
        "feed": [device.feed for device in devices],
        "network": [device.network for device in devices],
        "ports": [device.ports for device in devices],
        "guid": ["" if device.guid is None else f"{device.guid:016x}" for device in devices],
        "kind_stated": [device.kind_stated for device in devices],
        "passes": [_passes_text(device) for device in devices],
        "inlets": [{port.label: port.form for port in device.inlets} for device in devices],
        "outlets": [{port.label: port.form for port in device.outlets} for device in devices],
        "rating_w": [device.rating_w for device in devices],
        "attributes": [dict(device.attributes) for device in devices],
    }
    return _short(columns, DevicesRecord)


def _cable_columns(cables: Sequence[Cable]) -> Columns:
    columns = {
        "id": [cable.id for cable in cables],
        "a": [cable.a.device for cable in cables],
        "port_a": [cable.a.port for cable in cables],
        "label_a": [cable.a.port_name for cable in cables],
        "b": [cable.b.device for cable in cables],
        "port_b": [cable.b.port for cable in cables],
        "label_b": [cable.b.port_name for cable in cables],
        "gbps": [cable.gbps for cable in cables],
        "length_mm": [cable.length_mm for cable in cables],
        "kind": [cable.kind for cable in cables],
        "link": [cable.link for cable in cables],
        "piece": [cable.piece for cable in cables],
        "one_end": [cable.one_end for cable in cables],
        "installed": [cable.installed for cable in cables],
        "length_listed": [cable.length_listed for cable in cables],
        "attributes": [dict(cable.attributes) for cable in cables],
    }
    return _short(columns, CablesRecord)


def plan_columns(plan: Plan) -> tuple[Columns, Columns]:
    """Return the devices and cables of a placed network as columns, switches and their cables first."""
    if plan.given is not None:
        return fabric_columns(plan.given)
    devices, cables = _switch_columns(plan), _network_columns(plan)
    if plan.hosts is not None and len(plan.hosts):
        servers, ways = _server_columns(plan), _server_cable_columns(plan)
        devices = {name: own + servers[name] for name, own in devices.items()}
        cables = {name: own + ways[name] for name, own in cables.items()}
    cables["id"] = plan.cable_ids
    return _short(devices, DevicesRecord), _short(cables, CablesRecord)


def _switch_columns(plan: Plan) -> Columns:
    topology, room, slots = plan.topology, plan.room, plan.placement.slot_of
    names = [room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count)]
    hosts, parts = plan.hosts, topology.networks or ()
    network = [part.name for part in parts for _ in range(part.switches)]
    heights = None if hosts is None else hosts.devices.switch_units.tolist()
    return {
        "name": [topology.label(switch) for switch in range(topology.routers)],
        "kind": [SWITCH] * topology.routers,
        "cabinet": [names[cabinet] for cabinet in room.lengths.cabinet_of_slot[slots].tolist()],
        "unit": room.slot_unit[slots].tolist() if isinstance(room, Hall) else [None] * topology.routers,
        "height": [None] * topology.routers if heights is None else [units or None for units in heights],
        "network": network or [""] * topology.routers,
        "ports": plan.switch_ports.tolist(),
    }


def _server_columns(plan: Plan) -> Columns:
    hosts, names = plan.hosts, plan.server_cabinets()
    assert hosts is not None  # noqa: S101 - see the caller
    count, used = len(hosts), np.bincount(hosts.of_endpoints(plan.topology.endpoints))
    return {
        "name": server_names(plan.topology, hosts),
        "kind": [SERVER] * count,
        "cabinet": [names[cabinet] for cabinet in hosts.cabinet.tolist()],
        "unit": [unit or None for unit in hosts.unit.tolist()],
        "height": [hosts.devices.server_units or None] * count,
        "network": [""] * count,
        "ports": used.tolist(),
    }


def _network_columns(plan: Plan) -> Columns:
    topology, cables = plan.topology, plan.shortest_cables
    labels = [["", ""]] * len(cables)
    if topology.managed.any():
        labels = np.where(management_ends(topology), MANAGEMENT, "").tolist()
    return {
        "a": cables.routers[:, 0].tolist(),
        "port_a": cables.ports[:, 0].tolist(),
        "label_a": [label for label, _ in labels],
        "b": cables.routers[:, 1].tolist(),
        "port_b": cables.ports[:, 1].tolist(),
        "label_b": [label for _, label in labels],
        "gbps": topology.rates_of_links.tolist(),
        "length_mm": cables.length_mm.tolist(),
    }


def _server_cable_columns(plan: Plan) -> Columns:
    topology, hosts = plan.topology, plan.hosts
    assert hosts is not None  # noqa: S101 - see the caller
    endpoints, switches = topology.endpoints, endpoint_routers(topology)
    ports = hosts.ports_of_endpoints(endpoints).tolist()
    return {
        "a": switches.tolist(),
        "port_a": plan.server_ports.tolist(),
        "label_a": [""] * len(switches),
        "b": (hosts.of_endpoints(endpoints) + topology.routers).tolist(),
        "port_b": [port + 1 for port in ports],
        "label_b": _server_labels(topology, ports),
        "gbps": topology.rates[switches].tolist(),
        "length_mm": hosts.lengths_of_endpoints(endpoints).tolist(),
    }


def _server_labels(topology: Topology, ports: Sequence[int]) -> list[str]:
    names = [topology.port_name(port) for port in range(max(ports, default=-1) + 1)]
    return [names[port] for port in ports]


def _short(columns: Columns, model: type[StrictModel]) -> Columns:
    """Shorten columns: a column of equal values becomes that value, a column of defaults is dropped."""
    result = {}
    for name, field in model.model_fields.items():
        rows = columns.get(name, [])
        alike = not rows or rows.count(rows[0]) == len(rows)
        if field.is_required():
            is_default = False
        else:
            is_default = alike and rows[:1] in ([], [field.get_default(call_default_factory=True)])
        if name in columns and not is_default:
            result[name] = rows[0] if rows and alike and name not in _ALWAYS else rows
    return result


#: Columns that stay lists even if all values are equal: they give the number of rows, or their values are
#: tables, which no data frame repeats.
_ALWAYS = frozenset({"name", "id", "attributes", "inlets", "outlets"})


def _passes_text(device: Device) -> str:
    """Return the connections inside a panel as ``1>13 2>14:2``: front port, rear port, rear position."""
    return " ".join(
        f"{front}>{rear}" + ("" if position == 1 else f":{position}")
        for front, rear, position in device.passes
    )


def _passes(text: str) -> tuple[tuple[int, int, int], ...]:
    """Parse the text of `_passes_text`."""
    results = []
    for item in text.split():
        front, _, behind = item.partition(">")
        rear, _, position = behind.partition(":")
        results.append((int(front), int(rear), int(position or 1)))
    return tuple(results)


def _power_ports(forms: Mapping[str, str]) -> tuple[PowerPort, ...]:
    return tuple(PowerPort(label, form) for label, form in forms.items())


def listed_devices(table: DevicesRecord, cabinets: Mapping[str, int]) -> tuple[Device, ...]:
    """Return the devices of a table; ``cabinets`` maps cabinet names to numbers."""
    return tuple(
        Device(
            name=row["name"],
            kind=row["kind"],
            ports=row["ports"],
            cabinet=cabinets[row["cabinet"]] if row["cabinet"] else None,
            guid=int(row["guid"], 16) if row["guid"] else None,
            kind_stated=row["kind_stated"],
            passes=_passes(row["passes"]),
            unit=row["unit"],
            units=row["height"],
            watts=row["watts"],
            kilograms=row["kilograms"],
            half_depth=row["half_depth"],
            inlets=_power_ports(row["inlets"]),
            outlets=_power_ports(row["outlets"]),
            rating_w=row["rating_w"],
            **{key: row[key] for key in _TEXTS},
        )
        for row in table.rows()
    )


def listed_cables(table: CablesRecord) -> tuple[Cable, ...]:
    """Return the cables of a table."""
    return tuple(
        Cable(
            row["id"],
            End(row["a"], row["port_a"], row["label_a"]),
            End(row["b"], row["port_b"], row["label_b"]),
            row["length_mm"],
            row["gbps"],
            kind=row["kind"],
            link=row["link"],
            piece=row["piece"],
            one_end=row["one_end"],
            installed=row["installed"],
            length_listed=row["length_listed"],
            attributes=row["attributes"],
        )
        for row in table.rows()
    )
