"""The effect on servers of losing one element of a network: ``topology failures --element``."""

from dataclasses import dataclass
from typing import Any

from netfloor.foundation.observer import Observer
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.table import Table, count_column
from netfloor.research.failures.elements import ElementLoss, element_losses
from netfloor.structure.hops.servers import server_diameter, servers_of
from netfloor.studies.named_network import NetworkRequest, find_network
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class ElementReport:
    """Losses, worst first: most pairs of servers without a path, then most hops, then most links."""

    topology: Topology
    kind: str
    losses: tuple[ElementLoss, ...]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The answer, then the figures of the intact network."""
        servers, hops = servers_of(self.topology), server_diameter(self.topology)
        has = "" if servers is None else f"{count_text(servers.count, 'server')} of "
        has += "" if servers is None else count_text(servers.ports, "port")
        whole = has if hops is None else f"{has}, at most {count_text(hops, 'hop')} between any two"
        return [("answer", self._answer()), ("without failure", whole)]

    def _answer(self) -> str:
        worst = self.losses[0]
        if worst.harmless:
            return f"whichever {self.kind} is lost, every server keeps a path to every other"
        parts = []
        if worst.servers_lost:
            parts.append(f"{count_text(worst.servers_lost, 'server')} without a port")
        if worst.pairs_apart:
            servers = "other servers" if worst.servers_lost else "servers"
            parts.append(f"{count_text(worst.pairs_apart, 'pair')} of {servers} without a path")
        return f"losing {self.kind} {worst.elements[0]} leaves {' and '.join(parts)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``topology failures --element``."""
        return {
            "schema": 1,
            "network": self.topology.name,
            "element": self.kind,
            "every_server_connected": self.losses[0].harmless,
            "losses": [loss.to_dict() for loss in self.losses],
        }

    @property
    def table(self) -> Table:
        """One row for all elements with the same effect."""
        heads = (
            *("how many\nsuch", "switches", "links", "server\nports", "servers\nwithout a port"),
            *("pairs of other\nservers without\na path", "hops between\nservers at most"),
        )
        rows = [
            (
                f"{self.kind} {loss.elements[0]}" + (" or another" if len(loss.elements) > 1 else ""),
                *(len(loss.elements), loss.switches, loss.links, loss.ports),
                *(loss.servers_lost, loss.pairs_apart, loss.hops),
            )
            for loss in self.losses
        ]
        return Table("What each loss leaves", ("lost", *map(count_column, heads)), rows)


def run_element_losses(wanted: NetworkRequest, kind: str, observer: Observer) -> ElementReport:
    """Return the effect on servers of losing each element of a kind.

    Raises
    ------
    InputError
        If the spec or plan is unusable, or the network has no such element or no servers.
    """
    topology = find_network(wanted).topology
    return ElementReport(topology, kind, tuple(element_losses(topology, kind, observer)))
