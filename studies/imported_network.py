"""The network of an existing fabric without places, for ``import --network``."""

import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from netfloor.exchange.imported.locations import places_form
from netfloor.exchange.imported.network import SERVERS, ImportedNetwork, network_of, router_labels
from netfloor.exchange.imported.sources import holds
from netfloor.exchange.tables.read import collector_paused
from netfloor.fabric.fabric import Fabric
from netfloor.fabric.links import links_alone
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.output_files import check_free, write_file
from netfloor.foundation.wording import count_text
from netfloor.studies.imported import PLACES, ImportRequest
from netfloor.topologies.files import write_topology
from netfloor.topologies.files.servers import write_servers
from netfloor.topologies.parameters import shown

_ENDING = ".graphml"


@dataclass(frozen=True)
class NetworkOnly:
    """A fabric as a network for other commands, with the list of its switches."""

    request: ImportRequest
    fabric: Fabric
    network: ImportedNetwork
    graph: Path | None  # graph file; None if no cable joins two switches
    places: Path  # table of switches, to be filled in with cabinets
    servers: Path | None = None  # table of servers with ports on several switches; None if there are none

    @property
    def spec(self) -> str:
        """The network as a spec."""
        return f"file:{self.graph}" + ("" if self.servers is None else f",servers={self.servers}")

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files written."""
        return tuple(str(path) for path in (self.graph, self.places, self.servers) if path is not None)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the fabric."""
        notes = self.network.topology.notes
        if self.graph is not None:
            return notes
        return (*notes, "no cable joins two switches: there is no network to place, so no graph is written")

    @property
    def nowhere(self) -> int:
        """Number of switches without a cabinet."""
        return sum(self.fabric.devices[index].cabinet is None for index in self.fabric.switches)

    @property
    def next_steps(self) -> dict[str, str]:
        """Command lines for the next steps, by purpose."""
        request = self.request
        again = request.command
        gbps = f"{self.network.topology.link_gbps:g}"
        steps = {
            "with its places": shlex.join((*again, "--locations", str(self.places), "--out", "plan.json"))
        }
        if self.graph is not None:
            spec = self.spec
            steps["placed again"] = shlex.join((*again, "--place", "--room", "ROOM", "--out", "plan.json"))
            steps["as a network"] = shlex.join(
                ("netfloor", "layout", spec, "--gbps", gbps, "--room", "ROOM", "--out", "plan.json")
            )
        return steps

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor import --network --json``."""
        topology = self.network.topology
        return {
            "schema": 1,
            "file": self.fabric.name,
            "network": None if self.graph is None else self.spec,
            "places": str(self.places),
            "routers": topology.routers,
            "links": topology.link_count,
            "hosts": len(self.fabric.end_devices),
            "link_gbps": topology.link_gbps,
            "without_cabinet": self.nowhere,
            "switches": router_labels(self.fabric),
            "next_steps": self.next_steps,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the result in a few lines: contents, files, next steps."""
        topology = self.network.topology
        lines = [
            f"network      {count_text(topology.routers, 'switch')}, "
            f"{count_text(topology.link_count, 'link')} of {topology.link_gbps:g} Gb/s, "
            f"{count_text(len(self.fabric.end_devices), 'server')}",
        ]
        if self.graph is not None:
            lines.append(f"spec         {self.spec}")
        lines.append(f"places       {self.places}: {self.nowhere:,} switches without a cabinet")
        fill_in = "fill in the cabinets, or " if self.nowhere else ""
        lines.append(f"next         {fill_in}give a room to place the switches in:")
        lines += [f"  {what:<16} {command}" for what, command in self.next_steps.items()]
        return "\n".join(lines)


@collector_paused()
def run_network(request: ImportRequest, out: Path, *, force: bool) -> NetworkOnly:
    """Read a fabric, and write its network and the list of its switches, without places.

    ``out`` is the graph file (GraphML, which holds names and servers). The list of places to fill in is
    written next to it: ``OUT.places.csv`` for ``OUT.graphml``. `InputError` if a file cannot be read or
    already exists; nothing is written then.
    """
    if out.suffix.lower() != _ENDING:
        raise InputError(
            setting("network"),
            f"{shown(str(out))} is not the name of a GraphML file",
            f"end it in {_ENDING}",
        )
    fabric = request.fabric()
    network = network_of(fabric, request.file, request.gbps)
    places = out.with_suffix(PLACES)
    files = {places: places_form(links_alone(fabric))}
    graph = out if len(network.topology.links) else None
    if graph is not None:
        files[graph] = write_topology(network.topology, "graphml")
    servers = out.with_suffix(SERVERS) if graph is not None and network.topology.servers else None
    if servers is not None:
        files[servers] = write_servers(network.topology)
    for path, text in files.items():
        check_free(path, partial(holds, text), force=force)
    with defer_interrupts():
        for path, text in files.items():
            write_file(path, text)
    return NetworkOnly(request, fabric, network, graph, places, servers)
