"""Forwarding tables: the channel on which every switch sends a destination's packets."""

from dataclasses import dataclass, field

import numpy as np

from netfloor.foundation.errors import InfeasibleError
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels

#: Table entries other than channels: the destination is attached here, or there is no route.
DELIVERED, NO_ROUTE = -1, -2


@dataclass(frozen=True)
class LidChoice:
    """The addresses of an endpoint to use, by the zones of both ends and the size of the message.

    Attributes
    ----------
    zone
        Zone of each switch, (n,) int32.
    small, large
        For messages below the threshold and for others: ``options[a][b]`` are the addresses, counted from
        0, of an endpoint in zone b for an endpoint in zone a.
    """

    zone: IntArray
    small: tuple[tuple[tuple[int, ...], ...], ...]
    large: tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, eq=False)
class Forwarding:
    """The forwarding tables of a network.

    Row ``e * per_endpoint + i`` is address (LID) number i of endpoint e; endpoints are numbered switch by
    switch. Addresses of switches are left out: they carry management traffic only.

    Attributes
    ----------
    name
        Name of the routing.
    switch
        Switch of each endpoint, (e,) int32, rising.
    per_endpoint
        Addresses of an endpoint: 2^LMC of InfiniBand.
    out
        Channel, `DELIVERED` or `NO_ROUTE`, (e per_endpoint, n) int32.
    hops
        Channels from each switch to the address, -1 if the tables lead nowhere or into a loop, shaped like
        ``out``.
    choice
        The choice of an address; None if there is only one.
    """

    name: str
    topology: Topology = field(repr=False)
    channels: Channels = field(repr=False)
    switch: IntArray = field(repr=False)
    per_endpoint: int
    out: IntArray = field(repr=False)
    hops: IntArray = field(repr=False)
    choice: LidChoice | None = None

    @property
    def endpoints(self) -> int:
        """Number of endpoints."""
        return len(self.switch)

    @property
    def lid_switch(self) -> IntArray:
        """Switch that each address is attached to, (rows of ``out``,) int32."""
        return np.repeat(self.switch, self.per_endpoint)

    @property
    def unreached(self) -> int:
        """Number of pairs of a switch with endpoints and an address without a path."""
        return int((self.hops[:, np.unique(self.switch)] < 0).sum())

    @property
    def longest(self) -> int:
        """Maximum channels between switches of a path from a switch with endpoints."""
        return int(self.hops[:, np.unique(self.switch)].max(initial=0))

    def require_routes(self) -> None:
        """Refuse tables that leave endpoints without a path.

        Raises
        ------
        InfeasibleError
            With the first pair.
        """
        starts = np.unique(self.switch)
        rows, columns = np.nonzero(self.hops[:, starts] < 0)
        if len(rows):
            at, lid = self.topology.label(int(starts[columns[0]])), int(rows[0])
            what = f"{self.name} leaves {len(rows):,} pairs of a switch and an address without a path"
            end = f"endpoint {lid // self.per_endpoint} (address {lid % self.per_endpoint})"
            raise InfeasibleError(f"{what}, such as from switch {at} to {end}")

    def lids(self, sources: IntArray, targets: IntArray, seed: int, *, large: bool = True) -> IntArray:
        """Return the row of ``out`` to which each source sends, in their shape, int32.

        If several addresses are allowed, a hash of the seed draws an address for each pair of endpoints
        (splitmix64: Steele, Lea, Flood 2014), so that a pair keeps its address.
        """
        if self.choice is None:
            return (targets * self.per_endpoint).astype(np.int32)
        options = self.choice.large if large else self.choice.small
        maximum = max(len(item) for row in options for item in row)
        padded = np.array([[(item * maximum)[:maximum] for item in row] for row in options], np.int32)
        counts = np.array([[len(item) for item in row] for row in options], np.uint64)
        zones = self.choice.zone[self.switch]
        here, there = zones[sources], zones[targets]
        pairs = sources.astype(np.uint64) * np.uint64(self.endpoints) + targets.astype(np.uint64)
        drawn = (_hashed(pairs, seed) % counts[here, there]).astype(np.int64)
        chosen: IntArray = (targets * self.per_endpoint + padded[here, there, drawn]).astype(np.int32)
        return chosen


def forwarding(
    name: str,
    topology: Topology,
    channels: Channels,
    out: IntArray,
    per_endpoint: int = 1,
    choice: LidChoice | None = None,
) -> Forwarding:
    """Return tables with their hops; see `Forwarding` for the arrays."""
    from netfloor.research.traffic.static.table_kernels import follow  # noqa: PLC0415 - a heavy import

    switch = np.repeat(np.arange(topology.routers, dtype=np.int32), topology.endpoints)
    hops = np.empty(out.shape, np.int32)
    follow(channels.head, out, hops)
    return Forwarding(
        name=name,
        topology=topology,
        channels=channels,
        switch=switch,
        per_endpoint=per_endpoint,
        out=out,
        hops=hops,
        choice=choice,
    )


def port_numbers(topology: Topology, channels: Channels, cable_ports: IntArray | None = None) -> IntArray:
    """Return the port by which each channel leaves its switch, (c,) int32.

    Ports count from 1, the endpoints' first, then by neighbour, unless ``cable_ports`` is given: the port
    at both ends of each cable, (m, 2), in the order of the topology's links, as in plans.
    """
    place = np.arange(channels.count) - channels.first[channels.tail]
    if cable_ports is None:
        ports: IntArray = (topology.endpoints[channels.tail] + 1 + place).astype(np.int32)
        return ports
    pair = channels.tail.astype(np.int64) * channels.switches + channels.head
    first = np.concatenate([[0], np.cumsum(topology.multiplicity)])
    cable = first[channels.link] + np.arange(channels.count) - np.searchsorted(pair, pair)
    side = (channels.tail != topology.links[channels.link, 0]).astype(np.int64)
    named: IntArray = cable_ports[cable, side].astype(np.int32)
    return named


def _hashed(values: np.typing.NDArray[np.uint64], seed: int) -> np.typing.NDArray[np.uint64]:
    mixed = values + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))
