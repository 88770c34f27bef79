"""Conversion of a fabric to a network of switches, with its servers as endpoints."""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netfloor.exchange.tables.fields import natural
from netfloor.exchange.tables.kinds import MANY_CABLES
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.read import collector_paused
from netfloor.fabric.fabric import PANEL, SWITCH, Cable, Device, End, Fabric
from netfloor.fabric.links import Link, links_alone, trace_links
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.foundation.wording import count_text
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.files.graph import labels_of
from netfloor.topologies.parameters import shown
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology, normal_links

#: Number of links through panels named in a note.
_FEW = 3
#: Example rate for links without a rate from the file or the user.
EXAMPLE_GBPS = 100.0
_FORMAT = "graphml"
#: Suffix of the file of multi-homed servers, after the graph's name.
SERVERS = ".servers.csv"
UNLIKE = "hosts have different numbers of ports on several switches: ports are counted per switch only"
#: The switches at the ends of a cable, None for a server.
_Ends = tuple[int | None, ...]


@dataclass(frozen=True)
class ImportedNetwork:
    """The network of a fabric."""

    topology: Topology  # its switches in the order of the fabric's
    # (switch, switch, recorded length in mm) of each cable between two switches; None also for links
    # through panels
    between: tuple[tuple[int, int, int | None], ...]

    @property
    def stem(self) -> str:
        """The file name of its inputs, without an extension."""
        return Path(self.topology.parameters["path"]).stem


def in_order_of_names(fabric: Fabric) -> Fabric:
    """Return a fabric with its devices in natural order of their names.

    Each format has its own order, and a plan numbers its switches and ports by order; sorting ensures that
    two files of the same fabric give the same plan.
    """
    order = sorted(range(len(fabric.devices)), key=lambda index: natural(fabric.devices[index].name))
    place = {device: index for index, device in enumerate(order)}
    if order == sorted(order):
        return fabric

    def moved(end: End) -> End:
        return End(place[end.device], end.port, end.port_name, end.stated)

    cables = (replace(cable, a=moved(cable.a), b=moved(cable.b)) for cable in fabric.cables)
    return replace(fabric, devices=tuple(fabric.devices[index] for index in order), cables=tuple(cables))


@collector_paused()
def network_of(fabric: Fabric, source: Path, gbps: float | None) -> ImportedNetwork:
    """Return the network of a fabric: its links, without panels and power.

    ``source``: source file, which names the network; ``gbps``: link rate; None for the most common rate of
    cables between switches.

    Raises `InputError` if there is no switch, or the rate is invalid.
    """
    if not fabric.switches:
        raise InputError(
            fabric.name,
            "holds no switch: no type, name or port says that a device is one, and none has "
            f"{MANY_CABLES} cables or more",
            f"a file with the records of its switches; of a cable list, {setting('switches')} PATTERN",
        )
    has_panels = any(device.kind == PANEL for device in fabric.devices)  # avoids tracing 500,000 links
    through = [link for link in trace_links(fabric).links if len(link.pieces) > 1] if has_panels else []
    panels, apart = panels_note(through), {link.pieces[0].id for link in through}
    cords = len(fabric.power_cords)
    fabric = links_alone(fabric)
    router_of = {device: router for router, device in enumerate(fabric.switches)}
    routers = len(router_of)
    refuse_if_too_large(fabric.name, routers, len(fabric.cables))
    ends = [tuple(router_of.get(end.device) for end in cable.ends) for cable in fabric.cables]
    cables = list(zip(ends, fabric.cables, strict=True))
    between = tuple(
        (u, v, None if cable.id in apart else cable.length_mm)
        for (u, v), cable in cables
        if u is not None and v is not None
    )
    hosts = Counter(v if u is None else u for u, v in ends if (u is None) != (v is None))
    links, multiplicity = normal_links([(u, v) for u, v, _ in between], routers)
    rate, notes = _rate(cables, gbps)
    beside = sum(u is None and v is None for u, v in ends)
    if beside:
        notes = (*notes, f"left out: {count_text(beside, 'cable')} between two servers")
    if cords:
        notes = (*notes, f"left out: {count_text(cords, 'power cord')}")
    notes = (*notes, *panels)
    servers, said = servers_of(fabric, router_of)
    topology = Topology(
        name="",
        family="file",
        parameters={},
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.array([hosts[router] for router in range(routers)], dtype=np.int32),
        gbps=rate,
        labels=labels_of(router_labels(fabric)),
        notes=(*fabric.notes, *notes, *said),
        servers=servers,
    )
    stem = f"{file_stem(source)}-{_digest(topology)}"
    path, beside_it = f"{stem}.{_FORMAT}", "" if servers is None else f",servers={stem}{SERVERS}"
    named = replace(topology, name=f"file:{path}{beside_it}", parameters={"path": path, "format": _FORMAT})
    return ImportedNetwork(named, between)


def panels_note(through: Sequence[Link]) -> tuple[str, ...]:
    """Return a note on links through panels: the pieces of each, and the command that prices each piece."""
    if not through:
        return ()
    joined = [" + ".join(shown(piece.id) for piece in link.pieces) for link in through]
    what = f"{count_text(len(through), 'link')} through panels ({shortened(joined, _FEW)})"
    return (
        f"{what}: one cable of the network, as long as its pieces where all are known; the bill, "
        "exports to netbox, labels and pull-sheets, papers and check built have the panels and each piece",
    )


def servers_of(fabric: Fabric, router_of: Mapping[int, int]) -> tuple[ServerGroups | None, tuple[str, ...]]:
    """Return the servers of a fabric with notes; None if each server is on one switch.

    Servers keep their order, and consecutive servers on the same switches form a group; their switch ports
    are numbered from the lowest.
    """
    rows, names = list[list[int]](), list[str]()
    for host in fabric.end_devices:
        far = (fabric.far_end(host, cable).device for _, cable in fabric.cables_of[host])
        row = [router_of[item] for item in far if fabric.devices[item].kind == SWITCH]
        if row:
            rows.append(row)
            names.append(fabric.devices[host].name)
    if all(len(set(row)) == 1 for row in rows):
        return None, ()
    if len(set(map(len, rows))) > 1:
        return None, (UNLIKE,)
    first = [number for number, row in enumerate(rows) if number == 0 or row != rows[number - 1]]
    servers = np.diff([*first, len(rows)]).astype(np.int32)
    switches = np.array([rows[number] for number in first], dtype=np.int32)
    labels = tuple(names) if len(set(names)) == len(names) else None
    return ServerGroups(switches, servers, labels), ()


def router_labels(fabric: Fabric) -> list[str]:
    """Return a unique name for each switch; shared names get the GUID or a number as a suffix."""
    devices = [fabric.devices[index] for index in fabric.switches]
    times = Counter(device.name for device in devices)
    taken = {name for name, count in times.items() if count == 1}
    labels = []
    for device in devices:
        label = device.name if times[device.name] == 1 else _own_name(device, taken)
        taken.add(label)
        labels.append(label)
    return labels


def _own_name(device: Device, taken: set[str]) -> str:
    if device.guid is not None and (name := f"{device.name}-{device.guid:016x}") not in taken:
        return name
    number = 1
    while f"{device.name}-{number}" in taken:
        number += 1
    return f"{device.name}-{number}"


def _rate(cables: list[tuple[_Ends, Cable]], gbps: float | None) -> tuple[float, tuple[str, ...]]:
    """Return the rate of the links between switches, or else of those to servers, with notes."""
    if gbps is not None:
        if not (math.isfinite(gbps) and gbps > 0):
            raise InputError(setting("gbps"), f"{gbps} Gb/s", "a number above 0")
        return gbps, ()
    rates = [cable.gbps for ends, cable in cables if None not in ends]
    known = Counter(rate for rate in rates if rate is not None)
    if known:
        rate, count = max(known.items(), key=lambda pair: (pair[1], pair[0]))
        have = "has" if count == 1 else "have"
        said = f"{count:,} of {len(rates):,} links {have} {rate:g} Gb/s; that rate is used for all"
        return rate, () if count == len(rates) else (said,)
    of_hosts = Counter(cable.gbps for _, cable in cables if cable.gbps is not None)
    if of_hosts:
        rate = max(of_hosts.items(), key=lambda pair: (pair[1], pair[0]))[0]
        said = (
            f"no link between switches states a rate: {rate:g} Gb/s, the rate of most server links, is used"
        )
        return rate, (said,) if rates else ()
    return EXAMPLE_GBPS, (f"the file has no rate: {EXAMPLE_GBPS:g} Gb/s is an example, see --gbps",)


def file_stem(source: Path) -> str:
    """Return a file's name as part of a spec: letters, digits and dashes."""
    return re.sub(r"[^A-Za-z0-9]+", "-", source.resolve().stem).strip("-")[:40] or "fabric"


def _digest(topology: Topology) -> str:
    """Return an eight-digit hash of the network for its file names."""
    names = [topology.label(router) for router in range(topology.routers)]
    servers = () if topology.servers is None else (topology.servers.to_dict(),)
    text = repr((links_sha256(topology), topology.endpoints.tolist(), names, *servers))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:8]


def device_name(device: Device) -> str:
    """Return a device's name for a message, with its GUID if it has one."""
    return shown(device.name) if device.guid is None else f"{shown(device.name)} (0x{device.guid:016x})"
