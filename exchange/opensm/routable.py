"""Check that the real OpenSM can route a plan, as run by ``check routable``."""

from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np
from scipy.sparse.csgraph import shortest_path

from netfloor.exchange.job import Job
from netfloor.exchange.names import guid_of
from netfloor.exchange.opensm.forwarding import HostRoutes, follow, read_forwarding
from netfloor.exchange.opensm.programs import ENGINES, Netlist, Verdict, find_programs, read_log, route
from netfloor.exchange.writers import ibsim
from netfloor.fabric.fabric import SERVER, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.wording import known_text
from netfloor.plans.networks import PlanNetwork
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology
from netfloor.traffic.switch_limits import SwitchChecks


@dataclass(frozen=True)
class Routable:
    """The outcome of opensm on a plan."""

    network: str
    engine: str
    lanes_there: int  # virtual lanes available on the switches
    verdict: Verdict
    routes: HostRoutes | None  # None if nothing was routed
    notes: tuple[str, ...]
    # the catalogue switches' features against the engine's requirements
    switches: SwitchChecks = field(default_factory=SwitchChecks)

    @property
    def ok(self) -> bool:
        """True if every server is reachable and the switches have all required features."""
        enough = self.verdict.lanes is None or self.verdict.lanes <= self.lanes_there
        enough = enough and not self.switches.too_little
        return self.verdict.routed and enough and self.routes is not None and not self.routes.unreached

    @property
    def reason(self) -> str:
        """The reason why the plan is not routable; empty if it is routable."""
        if self.ok or not self.verdict.routed:
            return self.verdict.reason
        if self.routes is not None and self.routes.unreached:
            return f"{self.routes.unreached} pairs of a switch and a server have no route"
        if self.switches.too_little:
            return self.switches.too_little
        return f"the switches have {self.lanes_there} virtual lanes, {self.verdict.lanes} are needed"

    def to_dict(self) -> dict[str, Any]:
        """Return the output of ``netfloor check routable --json``."""
        return {
            "schema": 1,
            "network": self.network,
            "engine": self.engine,
            "ok": self.ok,
            "routed": self.verdict.routed,
            "lanes_needed": self.verdict.lanes,
            "lanes_there": self.lanes_there,
            "longest_route_links": None if self.routes is None else self.routes.longest,
            "unreached": None if self.routes is None else self.routes.unreached,
            "reason": self.reason,
            "switches": self.switches.to_list(),
            "notes": list(self.notes),
        }

    def fields(self) -> list[tuple[str, str]]:
        """Return the answer as labelled text."""
        lanes, minimum = self.verdict.lanes, "" if self.verdict.routed else "at least "
        needed = "not stated" if lanes is None else f"{minimum}{lanes}"
        rows = [
            ("network", self.network),
            ("engine", self.engine),
            ("verdict", "routable" if self.ok else "NOT routable"),
            ("virtual lanes", f"{needed} of {self.lanes_there}"),
        ]
        if self.routes is not None:
            rows.append(("longest route", f"{self.routes.longest} links between switches"))
        rows += [("switch", text) for text in self.switches.texts]
        return rows + [("reason", self.reason)] * bool(self.reason)


def check_routable(
    topology: Topology, fabric: Fabric, engine: str, lanes: int, seconds: float, interrupt: Interrupt
) -> Routable:
    """Check whether opensm routes a network over ibsim with an engine within a time limit.

    ``lanes`` is the number of virtual lanes of the switches.

    Raises `InputError` for an unknown engine, or for names that are invalid in a netlist;
    `UnplannedStopError` if a program is missing, does not start or takes too long; `Interrupted` if the
    user interrupts the run.
    """
    if engine not in ENGINES:
        what = f"there is no engine {shown(engine)!r}"
        raise InputError(setting("engine"), what, known_text(engine, ENGINES))
    tables, verdict, remarks = ask_opensm(fabric, topology, engine, seconds, interrupt)
    routes = follow(read_forwarding(tables, fabric), fabric) if verdict.routed else None
    return Routable(topology.name, engine, lanes, verdict, routes, remarks)


def ask_opensm(
    fabric: Fabric, topology: Topology, engine: str, seconds: float, interrupt: Interrupt
) -> tuple[str, Verdict, tuple[str, ...]]:
    """Return opensm's tables for a fabric, its verdict, and notes on the run.

    Raises `UnplannedStopError` if a program is missing, does not start or takes too long; `Interrupted` if
    the user interrupts the run.
    """
    programs = find_programs()
    netlist, remarks = netlist_of(fabric, topology, engine)
    with interrupt.handle_interrupts():
        routing = route(programs, netlist, engine, seconds, lambda: interrupt.asked)
        if interrupt.asked:
            raise Interrupted
    return routing.tables, read_log(routing.log, engine), remarks


def netlist_of(fabric: Fabric, topology: Topology, engine: str) -> tuple[Netlist, tuple[str, ...]]:
    """Return a fabric for the simulator and an engine, with notes."""
    root = _root(topology) if engine == "updn" else None
    netlist = Netlist(
        text=str(ibsim.write(Job(fabric, topology))["fabric.net"]),
        sizes=ibsim.simulator_sizes(fabric),
        start=f"H-{guid_of(fabric, fabric.end_devices[0]):016x}",
        root_guid=None if root is None else guid_of(fabric, root),
    )
    if root is None:
        return netlist, ()
    return netlist, (f"up/down has its root at {fabric.devices[root].name}, a centre of the network",)


def with_endpoints(network: PlanNetwork) -> tuple[Topology, Fabric, tuple[str, ...]]:
    """Return a network with servers, one added per switch if it has none, with notes."""
    topology, fabric = network.topology, _with_first_ports(network.fabric.without_power())
    if topology.endpoints.any():
        return topology, fabric, ()
    devices, cables = list(fabric.devices), list(fabric.cables)
    names = {device.name for device in devices}
    for switch in fabric.switches:
        own = devices[switch]
        devices[switch] = replace(own, ports=own.ports + 1)
        host = next(name for name in map(f"h{own.name}-{{}}".format, count(1)) if name not in names)
        cable = Cable(f"stand-in {host}", End(switch, own.ports + 1), End(len(devices), 1))
        cables.append(cable)
        devices.append(Device(host, SERVER, 1, own.cabinet))
    topology = replace(topology, endpoints=np.ones(topology.routers, np.int32))
    note = f"{topology.name} has no endpoints: tested with one server per switch"
    return topology, replace(fabric, devices=tuple(devices), cables=tuple(cables)), (note,)


def _with_first_ports(fabric: Fabric) -> Fabric:
    """Return a network whose end devices use ports 1, 2, ...: OpenSM starts at the first port.

    In this network, a server of several networks has other port numbers.
    """
    number = {
        (device, port): place
        for device in fabric.end_devices
        for place, port in enumerate(sorted(end.port for end in _ends(fabric, device)), start=1)
    }
    cables = tuple(
        replace(
            cable,
            a=replace(cable.a, port=number.get((cable.a.device, cable.a.port), cable.a.port)),
            b=replace(cable.b, port=number.get((cable.b.device, cable.b.port), cable.b.port)),
        )
        for cable in fabric.cables
    )
    return replace(fabric, cables=cables)


def _ends(fabric: Fabric, device: int) -> list[End]:
    return [fabric.end_at(device, cable) for _, cable in fabric.cables_of[device]]


def _root(topology: Topology) -> int | None:
    """Return a switch of minimum eccentricity, None if some switches have no servers.

    Trees have switches without servers, and opensm finds their roots by itself; in other networks it finds
    no root and gives up.
    """
    if not topology.endpoints.all():
        return None
    hops = shortest_path(topology.adjacency, directed=False, unweighted=True)
    return int(hops.max(axis=1).argmin())
