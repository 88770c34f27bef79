"""Independent check of a placed network's devices and cables by deriving every column again.

It shares no code with `plans.plan`, `layout.cable_plan`, `rooms.hosts` or `plans.columns`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.layout.check import cables as check
from netfloor.layout.check.hall import port_lengths
from netfloor.plans.check.differences import differences
from netfloor.plans.check.fabric import column_text_problems, fabric_problems, twice_problems
from netfloor.plans.check.networks import link_rate
from netfloor.plans.check.panels import joined_problems
from netfloor.plans.check.ports import own_links, port_problems
from netfloor.plans.models import IMPORTED, KEPT, HostsRecord, PlanModel
from netfloor.plans.record_tables import CablesRecord, DevicesRecord
from netfloor.topologies.parameters import printable
from netfloor.topologies.topology import Topology

_MAX_PORT, _MAX_UNIT = 10_000, 1_000
_ID_FORMS = re.compile(r"C\d{6,}"), re.compile(r"H\d{6,}")

Columns = dict[str, list[Any]]


#: A server: group, cabinet, lowest unit (0 in a room without units), and cable lengths.
ServerRow = tuple[int, str, int, list[int]]


def server_rows(plan: PlanModel, switches: int) -> list[ServerRow]:
    """Return a plan's servers, which follow its switches, and the cable lengths of their ports."""
    if plan.hosts is None:
        return []
    devices, cables = plan.devices.whole(), plan.cables.whole()
    lengths: list[dict[int, int]] = [{} for _ in devices["name"][switches:]]
    for device, port, length_mm in zip(
        *(cables[name] for name in ("b", "port_b", "length_mm")), strict=True
    ):
        if switches <= device < switches + len(lengths):
            lengths[device - switches][port] = length_mm
    places = zip(devices["cabinet"][switches:], devices["unit"][switches:], lengths, strict=True)
    return [
        (group, cabinet, unit or 0, [own[port] for port in sorted(own)])
        for group, (cabinet, unit, own) in zip(plan.hosts.group, places, strict=False)
    ]


def column_problems(
    plan: PlanModel, topology: Topology, floor: check.AnyFloor, lengths_mm: Sequence[int]
) -> Iterator[str]:
    """Yield devices and cables that are missing, surplus, duplicate, misplaced or wrong in a column.

    `layout.check.hosts` checks cabinets, units and cable lengths of servers.
    """
    devices, cables = plan.devices.whole(), plan.cables.whole()
    if plan.ports == IMPORTED:
        yield from _imported_problems(plan, topology, floor, lengths_mm)
        return
    yield from column_text_problems(devices, cables)
    for name in ("notes", "panels"):
        if getattr(plan, name):
            yield f"{name}: are of an imported plan, and this one is not"
    servers = [] if plan.hosts is None else _server_ports(plan.hosts, topology)
    of_servers = [end for ends in servers for end in ends]
    between, count = len(lengths_mm), len(lengths_mm) + len(of_servers)
    kept = plan.ports == KEPT and len(cables["id"]) == count
    if kept:
        yield from _kept_problems(plan, devices["name"], cables["id"])
    elif plan.next_numbers is not None:
        yield "next_numbers: is of a plan that grew, and this one did not"
    ends = _ends(topology)
    switch_ports, result = _ports(plan, topology, cables, len(of_servers))
    yield from result
    rates = _rates(topology)
    labels = _management(topology, ends)
    expected: Columns = {
        "id": cables["id"] if kept else _counted(between, len(of_servers)),
        "a": [u for u, _ in ends] + [switch for switch, _, _, _ in of_servers],
        "port_a": [a for a, _ in switch_ports],
        "label_a": [labels.get((cable, 0), "") for cable in range(between)] + [""] * len(of_servers),
        "b": [v for _, v in ends] + [topology.routers + server for _, server, _, _ in of_servers],
        "port_b": [b for _, b in switch_ports[:between]] + [port + 1 for _, _, port, _ in of_servers],
        "label_b": [labels.get((cable, 1), "") for cable in range(between)]
        + [name for *_, name in of_servers],
        "gbps": [rates(u, v) for u, v in ends] + [rates(switch) for switch, *_ in of_servers],
        "length_mm": [*lengths_mm, *cables["length_mm"][between:]],
    }
    for name, value in CablesRecord(id=[], a=0, port_a=0, b=0, port_b=0, length_mm=0):
        expected.setdefault(name, [value] * count)
    yield from _device_problems(
        plan=plan,
        topology=topology,
        floor=floor,
        claimed=devices,
        ends=ends,
        switch_ports=switch_ports,
        of_servers=of_servers,
    )
    if cables != expected:
        yield from _row_problems(cables, expected, devices["name"])


def _imported_problems(
    plan: PlanModel, topology: Topology, floor: check.AnyFloor, lengths_mm: Sequence[int]
) -> Iterator[str]:
    """Yield devices and cables of an imported plan that differ from its network or contradict it.

    Names, kinds, units, ports, labels, ids and rates come from the file, as do the lengths of cables that
    do not connect two switches.
    """
    devices, cables = plan.devices.whole(), plan.cables.whole()
    switches, between = topology.routers, len(lengths_mm)
    at_switch = [switch for switch, count in enumerate(topology.endpoints.tolist()) for _ in range(count)]
    links, network = between + len(at_switch), plan.inputs.network
    if network.graph is None or network.networks is not None or plan.hosts is not None:
        yield "ports: are imported, which a plan with a graph of its own alone can be"
        return
    if len(devices["name"]) < switches or len(cables["id"]) < links:
        yield "devices, cables: are fewer than those of the network"
        return
    if any(end < switches for end in cables["b"][between:links]):
        yield "cables.b: a cable of an endpoint ends at a switch"
    yield from _counter_problems(plan, cables["id"])
    rightly = (
        ("devices.name", devices["name"], [topology.label(switch) for switch in range(switches)]),
        (
            "devices.cabinet",
            devices["cabinet"],
            [floor.names[floor.cabinet[slot]] for slot in plan.placement],
        ),
        ("cables.length_mm", cables["length_mm"], list(lengths_mm)),
        ("cables.a", cables["a"], [u for u, _ in _ends(topology)] + at_switch),
        ("cables.b", cables["b"], [v for _, v in _ends(topology)]),
    )
    for where, claimed, right in rightly:
        yield from differences(claimed[: len(right)], right, where)
    yield from fabric_problems(devices, cables, _units_of_cabinets(plan, floor))
    yield from _imported_devices(plan, devices, switches)
    yield from _imported_lengths(plan, devices, cables, floor, between)
    yield from _strange_cables(devices, cables, links, switches)
    yield from _panelled_problems(plan, devices, cables, floor)


def _panelled_problems(
    plan: PlanModel, devices: Columns, cables: Columns, floor: check.AnyFloor
) -> Iterator[str]:
    """Yield panels that contradict the plan's devices, and pieces that belong to none of its links."""
    if plan.panels is None:
        return
    panels, pieces = plan.panels.devices.whole(), plan.panels.cables.whole()
    if set(panels["kind"]) - {"panel"} or not panels["name"]:
        yield "panels.devices: holds devices that are not panels, or none"
        return
    taken = set(pieces["id"])
    kept = [row for row, name in enumerate(cables["id"]) if name not in taken]
    whole = {name: own + panels[name] for name, own in devices.items()}
    laid = {name: [own[row] for row in kept] + pieces[name] for name, own in cables.items()}
    problems = [*fabric_problems(whole, laid, _units_of_cabinets(plan, floor))]
    yield from problems
    if not problems:
        yield from joined_problems(_rows(whole), _rows(laid), _rows(cables))


def _rows(columns: Columns) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _imported_devices(plan: PlanModel, devices: Columns, switches: int) -> Iterator[str]:
    """Yield devices of the wrong kind, and switches at another unit than their slot."""
    for number, (name, kind) in enumerate(zip(devices["name"], devices["kind"], strict=True)):
        if (kind == "switch") != (number < switches):
            yield f"device {printable(name)}: is of kind {kind!r}"
    units = _slot_units(plan.inputs.room.definition)
    own = [units[slot] for slot in plan.placement] if units else []
    yield from differences(devices["unit"][: len(own)], own, "devices.unit")


def _units_of_cabinets(plan: PlanModel, floor: check.AnyFloor) -> dict[str, int]:
    """Return the height of each cabinet in rack units by name; a grid has none."""
    cabinets = plan.inputs.room.definition.get("cabinets", ())
    return dict.fromkeys(floor.names, _MAX_UNIT) | {
        cabinet["name"]: cabinet["units"] for cabinet in cabinets
    }


def _imported_lengths(
    plan: PlanModel, devices: Columns, cables: Columns, floor: check.AnyFloor, between: int
) -> Iterator[str]:
    """Yield cables outside the switch network whose length differs from the length measured in the room."""
    room = plan.inputs.room.definition
    number = {entry["name"]: place for place, entry in enumerate(room.get("cabinets", ()))}
    first = {floor.names[home]: slot for slot, home in reversed(list(enumerate(floor.cabinet)))}
    measured: list[tuple[int, tuple[int, int], tuple[int, int]]] = []
    for row in range(between, len(cables["id"])):
        ends = cables["a"][row], cables["b"][row]
        if max(ends) >= len(devices["name"]):
            continue  # reported by `fabric_problems`
        (item, other), claimed = ([devices["cabinet"][end] for end in ends], cables["length_mm"][row])
        units = [devices["unit"][end] for end in ends]
        if number and item in number and other in number and None not in units:
            measured.append((row, (number[item], units[0]), (number[other], units[1])))
            continue
        if number or item not in first or other not in first:
            continue  # only the imported file gives the length
        right = room["inside_cabinet_mm"] if item == other else floor.length(first[item], first[other])
        if claimed != right:
            yield f"cable {printable(cables['id'][row])}: is {right} mm, the plan says {claimed}"
    lengths = port_lengths(room, [a for _, a, _ in measured], [b for *_, b in measured]) if measured else []
    for (row, *_), right in zip(measured, lengths, strict=True):
        claimed = cables["length_mm"][row]
        if claimed not in {right, None}:
            yield f"cable {printable(cables['id'][row])}: is {right} mm, the plan says {claimed}"


def _strange_cables(devices: Columns, cables: Columns, links: int, switches: int) -> Iterator[str]:
    """Yield cables after the network's own that end at a switch, except power cords."""
    for row, name in enumerate(cables["id"][links:], links):
        ends = cables["a"][row], cables["b"][row]
        power = any(end < len(devices["kind"]) and devices["kind"][end] == "pdu" for end in ends)
        if min(ends) < switches and not power:
            yield f"cable {printable(name)}: ends at a switch and is not a cable of its network"


def _device_problems(
    plan: PlanModel,
    topology: Topology,
    floor: check.AnyFloor,
    claimed: Columns,
    ends: Sequence[tuple[int, int]],
    switch_ports: Sequence[tuple[int, int]],
    of_servers: Sequence["_ServerEnd"],
) -> Iterator[str]:
    """Yield device columns that differ from the network's switches and servers."""
    hosts, switches = plan.hosts, topology.routers
    names = [topology.label(switch) for switch in range(switches)]
    units = _slot_units(plan.inputs.room.definition)
    networks = [part.name for part in topology.networks or () for _ in range(part.switches)]
    heights = [None] * switches if hosts is None else [u or None for _, _, u in hosts.switches]
    highest = [0] * switches
    for (u, v), (a, b) in zip(ends, switch_ports, strict=False):
        highest[u] = max(highest[u], a)
        highest[v] = max(highest[v], b)
    for (switch, *_), (port, _) in zip(of_servers, switch_ports[topology.link_count :], strict=False):
        highest[switch] = max(highest[switch], port)
    if hosts is None and plan.ports == KEPT:
        highest = _with_endpoints(topology, ends, switch_ports, highest)
    elif hosts is None:
        highest = [max(own, count) for own, count in zip(highest, topology.endpoints.tolist(), strict=True)]
    servers = len(hosts.group) if hosts is not None else 0
    used = Counter(server for _, server, _, _ in of_servers)
    expected: Columns = {
        "name": names + ([] if hosts is None else _server_names(hosts.group, topology)),
        "kind": ["switch"] * switches + ["server"] * servers,
        "cabinet": [floor.names[floor.cabinet[slot]] for slot in plan.placement]
        + claimed["cabinet"][switches:],
        "unit": [units[slot] if units else None for slot in plan.placement]
        + [unit or None for unit in claimed["unit"][switches:]],
        "height": heights + [(hosts.server.units if hosts is not None else 0) or None] * servers,
        "network": (networks or [""] * switches) + [""] * servers,
        "ports": highest + [used[server] for server in range(servers)],
    }
    if len(claimed["name"]) != switches + servers:
        yield f"devices: are {len(claimed['name'])}, the network has {switches + servers}"
        return
    for name, value in DevicesRecord(name=[], kind="", cabinet=[], ports=0):
        expected.setdefault(name, [value] * (switches + servers))
    for name, column in expected.items():
        if claimed[name] != column:
            yield from differences(claimed[name], column, f"devices.{name}")


def _with_endpoints(
    topology: Topology,
    ends: Sequence[tuple[int, int]],
    switch_ports: Sequence[tuple[int, int]],
    highest: Sequence[int],
) -> list[int]:
    """Return each switch's highest port, including endpoints on the lowest free ports."""
    used: list[set[int]] = [set() for _ in highest]
    for (u, v), (a, b) in zip(ends, switch_ports, strict=False):
        used[u].add(a)
        used[v].add(b)
    results = []
    for own, top, count in zip(used, highest, topology.endpoints.tolist(), strict=True):
        last, left = 0, count
        while left:
            last += 1
            left -= last not in own
        results.append(max(top, last))
    return results


#: The cable end of an endpoint: switch, server, the server's port from 0, and the port's name.
_ServerEnd = tuple[int, int, int, str]


def _server_ports(hosts: HostsRecord, topology: Topology) -> list[list[_ServerEnd]]:
    """Return the ends of the endpoints' cables by switch, ordered by server and port."""
    results: list[list[_ServerEnd]] = [[] for _ in range(topology.routers)]
    if topology.servers is not None:
        names = _port_names(topology)
        switches = topology.servers.switches.tolist()
        for server, group in enumerate(hosts.group):
            if group < len(switches):  # `host_problems` reports others
                for port, switch in enumerate(switches[group]):
                    results[switch].append((switch, server, port, names[port] if names else ""))
        return [sorted(own, key=lambda end: end[1:3]) for own in results]
    left = topology.endpoints.tolist()
    for server, switch in enumerate(hosts.group):
        if switch < topology.routers:
            for port in range(min(hosts.endpoints_per_server, left[switch])):
                results[switch].append((switch, server, port, ""))
                left[switch] -= 1
    return results


def _port_names(topology: Topology) -> list[str]:
    """Return the port names of a server on several networks."""
    return [f"{part.name}-{port + 1}" for part in topology.networks or () for port in range(part.ports)]


def _server_names(groups: Sequence[int], topology: Topology) -> list[str]:
    """Return the name of every server: numbered after its switch, or from the network."""
    if topology.servers is not None:
        return [topology.servers.label(server) for server in range(len(groups))]
    turn: Counter[int] = Counter()
    names = []
    for switch in groups:
        turn[switch] += 1
        label = topology.label(switch) if switch < topology.routers else ""
        names.append(f"h{label}-{turn[switch]}")
    return names


def _ends(topology: Topology) -> list[tuple[int, int]]:
    """Return both switches of every cable between switches, parallel cables in sequence."""
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    return [(u, v) for (u, v), count in pairs for _ in range(count)]


def _rates(topology: Topology) -> Any:
    """Return a function from a cable's switches to its rate."""
    if topology.networks is not None:
        return lambda *ends: link_rate(topology, *ends)
    if (own := topology.link_rates) is not None:
        of_pairs = dict(zip(map(tuple, topology.links.tolist()), own.of_pairs.tolist(), strict=True))
        return lambda *ends: of_pairs[ends] if len(ends) > 1 else own.of_servers
    rate = topology.link_gbps
    return lambda *_: rate


def _management(topology: Topology, ends: Sequence[tuple[int, int]]) -> Mapping[tuple[int, int], str]:
    """Return the port name by cable and side; only a switch's management port has one."""
    named: dict[tuple[int, int], str] = {}
    parts = topology.networks or ()
    homes = [part.management_ports for part in parts for _ in range(part.switches)]
    for cable, (u, v) in enumerate(ends if any(homes) else ()):
        if homes[u] != homes[v]:
            named[cable, 1 if homes[u] else 0] = "management"
    return named


def _ports(
    plan: PlanModel, topology: Topology, cables: Columns, of_servers: int
) -> tuple[list[tuple[int, int]], list[str]]:
    """Return the required ports of cables, those of servers with their switch's, and the problems."""
    claimed = list(zip(cables["port_a"], cables["port_b"], strict=True))
    own, between = own_links(topology), topology.link_count
    if plan.ports == KEPT and len(claimed) == between + of_servers:
        return claimed, list(_shared(cables, between))
    counted = [(k + 1, 0) for count in topology.endpoints.tolist() for k in range(count)][:of_servers]
    if plan.ports is not None and len(claimed) == between + of_servers:
        ports = [claimed[cable] for cable in own.cables]
        problems = list(port_problems(own.network, own.before, ports))
        return own.with_management(ports) + counted, problems
    numbered = zip(own.network.cables(), check.number_ports(own.network), strict=True)
    ports = [(own.before[u] + a, own.before[v] + b) for (u, v), (a, b) in numbered]
    return own.with_management(ports) + counted, []


def _shared(cables: Columns, between: int) -> Iterator[str]:
    """Yield ports of switches that hold two cables or do not exist."""
    ends = [*zip(cables["a"], cables["port_a"], strict=True)]
    ends += [*zip(cables["b"][:between], cables["port_b"][:between], strict=True)]
    for (switch, port), count in Counter(ends).items():
        if count > 1 or not 1 <= port <= _MAX_PORT:
            yield f"ports: port {port} of switch {switch} holds {count} cables"


def _slot_units(room: Mapping[str, Any]) -> list[int]:
    """Return the unit of every slot of a hall; empty for a grid."""
    if room.get("kind") != "hall":
        return []
    places = (item["switch_units"] for item in room["cabinets"] if not item["taken"])
    return [unit for units in places for unit in units or ()]


def _counted(between: int, of_servers: int) -> list[str]:
    """Return sequential ids: those of cables between switches, then those of servers."""
    cables, servers = range(1, between + 1), range(1, of_servers + 1)
    return [f"C{number:06d}" for number in cables] + [f"H{number:06d}" for number in servers]


def _kept_problems(plan: PlanModel, names: Sequence[str], ids: Sequence[str]) -> Iterator[str]:
    """Yield duplicate names and ids of an expanded plan, and ids that its counters would assign again."""
    yield from twice_problems("device", names)
    yield from twice_problems("cable", ids)
    yield from _counter_problems(plan, ids)


def _counter_problems(plan: PlanModel, ids: Sequence[str]) -> Iterator[str]:
    """Yield ids in netfloor's own format that the plan's counters would assign again.

    Ids of other formats come from the file of a user's network.
    """
    if plan.next_numbers is None:
        yield "next_numbers: is missing"
        return
    if plan.inputs.network.graph is None:
        strange = (name for name in ids if not any(form.fullmatch(name) for form in _ID_FORMS))
        yield from (f"cable {name}: is not an id of a cable" for name in strange)
    for form, limit in zip(_ID_FORMS, plan.next_numbers, strict=True):
        for name in ids:
            if form.fullmatch(name) and int(name[1:]) >= limit:
                yield f"cable {name}: is not an id below those of next_numbers"


def _row_problems(claimed: Columns, expected: Columns, names: Sequence[str]) -> Iterator[str]:
    """Yield every cable whose columns differ."""
    place: dict[str, int] = {}
    for row, name in enumerate(claimed["id"]):
        if name in place:
            yield f"cable {name}: is listed twice"
        place[name] = row
    known = set(expected["id"])
    order = [name for name in expected["id"] if name in place]
    if list(place) != order + [name for name in place if name not in known]:
        yield "cables: are not in the order of their ids"
    for row, name in enumerate(expected["id"]):
        both = (expected["a"][row], expected["b"][row])
        ends = " to ".join(names[end] if end < len(names) else "?" for end in both)
        result = place.pop(name, None)
        if result is None:
            yield f"cable {name}: is missing ({ends})"
            continue
        for column, values in expected.items():
            if row < len(values):
                where = f"cable {name} ({ends}).{column}"
                yield from differences(claimed[column][result], values[row], where)
    yield from (f"cable {name}: joins nothing in this network" for name in place)
