"""NetBox records of interfaces, interface templates and patch-panel ports; for power see `power_rows`."""

import json
from collections.abc import Iterator, Sequence

from netfloor.exchange.job import Job
from netfloor.exchange.writers.netbox.kinds import interface_type
from netfloor.exchange.writers.netbox.rows import Row, device_type_names, device_types, type_key
from netfloor.fabric.fabric import PANEL, PDU, Cable, End, Fabric

#: NetBox's termination types for cable imports.
INTERFACE, FRONT_PORT, REAR_PORT = "dcim.interface", "dcim.frontport", "dcim.rearport"
POWER_PORT, POWER_OUTLET = "dcim.powerport", "dcim.poweroutlet"
#: NetBox's type for panel ports with an unknown connector.
_PORT_TYPE = "other"


def interfaces(job: Job) -> list[Row]:
    """Return every network port in use, with its type and its rate in kbit/s."""
    devices = job.fabric.devices
    return [
        (devices[index].name, port_name(end), kind, _kbps(cable.gbps))
        for index, end, cable, kind in used_ports(job)
    ]


def used_ports(job: Job) -> Iterator[tuple[int, End, Cable, str]]:
    """Yield device, end, cable and interface type of every port in use: the user's type, else by cage."""
    told = job.values["interface_type"]
    for index, end, cable in _ends(job):
        if termination(job.fabric, cable, end) == INTERFACE:
            form = cable.cages[cable.ends.index(end)]
            yield index, end, cable, told or interface_type(form, cable.gbps)


def _ends(job: Job) -> Iterator[tuple[int, End, Cable]]:
    """Yield device, end and cable of every port in use, ordered by device."""
    for index in range(len(job.fabric.devices)):
        for port, cable in job.fabric.cables_of[index]:
            at_a = (cable.a.device, cable.a.port) == (index, port)
            yield index, cable.a if at_a else cable.b, cable


def termination(fabric: Fabric, cable: Cable, end: End) -> str:
    """Return the termination type of a cable end: panel port, power port or interface.

    An unmapped panel port is a rear port if the other end is a panel too.
    """
    device, far = fabric.devices[end.device], fabric.devices[fabric.far_end(end.device, cable).device]
    if PDU in {device.kind, far.kind} and cable.gbps is None:
        outlet = device.kind == PDU and (far.kind != PDU or end is cable.a)
        return POWER_OUTLET if outlet else POWER_PORT
    if device.kind != PANEL:
        return INTERFACE
    fronts, rears = ({joint[side] for joint in device.passes} for side in (0, 1))
    behind = end.port in rears or (end.port not in fronts and far.kind == PANEL)
    return REAR_PORT if behind else FRONT_PORT


def rear_ports(job: Job) -> list[Row]:
    """Return the rear ports of panels: device, name, type and number of positions."""
    rows: list[Row] = []
    for index, end, cable in _ends(job):
        if termination(job.fabric, cable, end) == REAR_PORT:
            device = job.fabric.devices[index]
            maximum = max((at for _, rear, at in device.passes if rear == end.port), default=1)
            rows.append((device.name, port_name(end), _PORT_TYPE, str(maximum)))
    return rows


def front_ports(job: Job) -> list[Row]:
    """Return the front ports of panels: device, name, type, rear port and its position."""
    names = {(index, end.port): port_name(end) for index, end, _ in _ends(job)}
    rows: list[Row] = []
    for index, end, cable in _ends(job):
        if termination(job.fabric, cable, end) == FRONT_PORT:
            device = job.fabric.devices[index]
            joint = ("", "")
            for front, rear, at in device.passes:
                if front == end.port and (index, rear) in names:
                    joint = names[index, rear], str(at)
            rows.append((device.name, port_name(end), _PORT_TYPE, *joint))
    return rows


def port_name(end: End) -> str:
    """Return the name of an interface."""
    return end.port_name or f"p{end.port}"


def _kbps(gbps: float | None) -> str:
    """Return a rate in kbit/s; empty if unknown or not a whole number."""
    return str(round(gbps * 10**6)) if gbps is not None and (gbps * 10**6).is_integer() else ""


def device_types_json(job: Job, columns: Sequence[str]) -> str:
    """Return the device types as JSON, with a template for every port that a device of the type uses."""
    names = device_type_names(job)
    ports: dict[str, dict[str, set[str]]] = {}
    for index, end, _, kind in used_ports(job):
        device = job.fabric.devices[index]
        of_type = ports.setdefault(names[type_key(job, device)], {})
        of_type.setdefault(port_name(end), set()).add(kind)
    records = []
    for row in device_types(job):
        own = sorted(ports.get(row[1], {}).items(), key=lambda item: (len(item[0]), item[0]))
        templates = [
            {"name": port, "type": kinds.pop() if len(kinds) == 1 else "other"} for port, kinds in own
        ]
        records.append({**dict(zip(columns, row, strict=True)), "interfaces": templates})
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"
