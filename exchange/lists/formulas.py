"""Formula networks in plans of lists: generated switches and links, which the lists' rows extend."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.fabric.fabric import SWITCH
from netfloor.layout.cable_plan import ports_by_neighbour
from netfloor.plans.record_tables import FormulaRecord
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class FormulaNetwork:
    """A formula network in a plan of lists; its endpoints are ports reserved for the lists' devices."""

    where: str  # in the planning file, such as ``networks.compute``
    name: str  # empty for a single network
    topology: Topology  # includes the link rate
    model: str = ""  # of its switches
    height: int | None = None  # of a switch, in rack units
    record: FormulaRecord | None = None  # the inputs to recreate it

    def switch_name(self, switch: int) -> str:
        """Return the name of a switch, by its pattern or else numbered after its network."""
        own = self.topology.label(switch)
        return f"{self.name}.{own}" if self.name and not self.topology.naming else own


def formula_devices(networks: Iterable[FormulaNetwork]) -> Iterator[ListedDevice]:
    """Return a device for each switch."""
    for network in networks:
        said: list[tuple[str, object]] = [
            ("kind", SWITCH),
            ("network", network.name),
            ("model", network.model),
            ("height", network.height),
        ]
        values = {key: (value, str(value), network.where) for key, value in said if value not in {None, ""}}
        for switch in range(network.topology.routers):
            yield ListedDevice(network.switch_name(switch), network.where, dict(values))


def formula_cables(networks: Iterable[FormulaNetwork], names: Sequence[str]) -> Iterator[ListedCable]:
    """Yield a cable for each link, with port numbers on the switches and without an id."""
    index = {name: number for number, name in enumerate(names)}
    for network in networks:
        topology = network.topology
        own = [index[network.switch_name(switch)] for switch in range(topology.routers)]
        ends = np.repeat(topology.links, topology.multiplicity, axis=0)
        ports = ports_by_neighbour(topology, ends)
        for (u, v), (p, q) in zip(ends.tolist(), ports.tolist(), strict=True):
            yield ListedCable(network.where, (own[u], own[v]), [str(p), str(q)], topology.gbps)
