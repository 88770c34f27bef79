"""All walks that a routing allows, enumerated one by one, for small networks."""

from collections.abc import Iterator

import numpy as np

from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.valiant import intermediates_of

Walk = tuple[int, ...]


class Small:
    """A small network with the tables of a routing."""

    def __init__(self, spec: str | Topology, routing: str) -> None:
        self.topology = build(spec) if isinstance(spec, str) else spec
        self.channels = channels_of(self.topology)
        self.rule = routing_named(routing)
        everyone = np.arange(self.topology.routers, dtype=np.int32)
        self.table = self.rule.table(self.topology, self.channels, everyone)
        self.intermediates = intermediates_of(self.rule, self.topology, self.channels, self.table)
        self.ends: list[int] = np.flatnonzero(self.topology.endpoints).tolist()

    def walks(self, table: NextChannels, row: int, switch: int) -> Iterator[tuple[Walk, float]]:
        """Yield every walk of a row from a switch and its share, split evenly at every switch."""
        if table.hops[row, switch] == 0:
            yield (), 1.0
            return
        at = row * table.switches + switch
        choices = table.channel[table.first[at] : table.first[at + 1]].tolist()
        for channel in choices:
            for rest, share in self.walks(table, row, int(self.channels.head[channel])):
                yield (channel, *rest), share / len(choices)

    def end(self, switch: int, walk: Walk) -> int:
        """Return where a walk ends."""
        return int(self.channels.head[walk[-1]]) if walk else switch

    def direct(self, switch: int, to: int) -> Iterator[tuple[Walk, float]]:
        """Yield the walks of packets that go directly."""
        yield from self.walks(self.table, to, switch)

    def detours(self, switch: int, to: int) -> Iterator[tuple[Walk, float]]:
        """Yield the walks of packets by each intermediate, a switch or a group, that holds neither end."""
        if self.intermediates is None:
            return
        area = np.arange(self.topology.routers)
        if self.rule.intermediate == "group":
            assert self.topology.groups is not None
            area = self.topology.groups
        areas = set(area.tolist())
        for row in areas - {area[switch], area[to]}:
            for one, share in self.walks(self.intermediates.towards, row, switch):
                for other, rest in self.walks(self.table, to, self.end(switch, one)):
                    yield one + other, share * rest / len(areas)

    def packets(self, switch: int, to: int) -> Iterator[tuple[Walk, float]]:
        """Yield the walks of all packets of an oblivious routing: what no detour takes goes directly."""
        by_others = list(self.detours(switch, to))
        yield from by_others
        left = 1.0 - sum(share for _, share in by_others)
        for walk, share in self.direct(switch, to):
            yield walk, share * left
