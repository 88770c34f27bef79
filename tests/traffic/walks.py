"""All walks that a routing allows, enumerated one by one, for small networks."""

from collections.abc import Iterator

import numpy as np

from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.valiant import towards_groups

Walk = tuple[int, ...]


class Small:
    """A small network with the tables of a routing."""

    def __init__(self, spec: str, routing: str) -> None:
        self.topology = build(spec)
        self.channels = channels_of(self.topology)
        self.rule = routing_named(routing)
        everyone = np.arange(self.topology.routers, dtype=np.int32)
        self.table = self.rule.table(self.topology, self.channels, everyone)
        self.before: NextChannels | None = None
        if self.rule.intermediate == "switch":
            self.before = self.table
        if self.rule.intermediate == "group":
            assert self.topology.groups is not None
            self.before = towards_groups(self.channels, self.topology.groups)
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

    def minimal(self, switch: int, to: int) -> Iterator[tuple[Walk, float]]:
        """Yield the walks of packets that go minimally."""
        yield from self.walks(self.table, to, switch)

    def indirect(self, switch: int, to: int) -> Iterator[tuple[Walk, float]]:
        """Yield the walks of packets that go by an intermediate, each as likely."""
        assert self.before is not None
        for row in range(len(self.before.hops)):
            for one, share in self.walks(self.before, row, switch):
                for other, rest in self.walks(self.table, to, self.end(switch, one)):
                    yield one + other, share * rest / len(self.before.hops)
