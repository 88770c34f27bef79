"""Servers with ports on several switches: rails, planes, compute and storage networks side by side."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ServerGroups:
    """Which switch each port of each server is attached to: k groups of servers alike, p ports each.

    Servers are numbered group by group, the first group's first. A switch's endpoints are the
    (server, port) pairs attached to it, in order of server, then port; endpoints are numbered
    switch by switch, as everywhere.
    """

    switches: IntArray  # the switch of ports 0 .. p-1 of every server of a group, (k, p) int32
    servers: IntArray  # servers of each group, at least 1, (k,) int32
    labels: tuple[str, ...] | None = None  # names of the servers from a user's file, or None

    def __post_init__(self) -> None:
        if self.switches.ndim != 2 or self.switches.shape[1] < 1:
            raise ValueError("switches must hold a switch for each port of every group")
        if self.servers.shape != (len(self.switches),) or (self.servers < 1).any():
            raise ValueError("servers must hold one count >= 1 for every group")
        if self.labels is not None and len(self.labels) != self.count:
            raise ValueError("labels must hold one name for every server")
        if (self.switches < 0).any():
            raise ValueError("switches must be numbers 0 .. n-1")
        for array in (self.switches, self.servers):
            array.flags.writeable = False

    @property
    def ports(self) -> int:
        """Ports of each server, p."""
        return int(self.switches.shape[1])

    @property
    def count(self) -> int:
        """Number of servers, h."""
        return int(self.servers.sum())

    def label(self, server: int) -> str:
        """Return the name that a person knows this server by: ``h1``, ``h2`` ... where it has none."""
        return f"h{server + 1}" if self.labels is None else self.labels[server]

    def to_dict(self) -> dict[str, Any]:
        """Return the record in a plan."""
        record: dict[str, Any] = {"switches": self.switches.tolist(), "servers": self.servers.tolist()}
        return record if self.labels is None else record | {"labels": list(self.labels)}

    def endpoints(self, routers: int) -> IntArray:
        """Return the endpoints of each of so many switches, (n,) int32."""
        ends = np.repeat(self.servers, self.ports)
        return np.bincount(self.switches.ravel(), ends, routers).astype(np.int32)

    @cached_property
    def group(self) -> IntArray:
        """Group of each server, (h,) int32."""
        return np.repeat(np.arange(len(self.servers), dtype=np.int32), self.servers)

    @cached_property
    def _order(self) -> npt.NDArray[np.int64]:
        """The (server, port) pairs server by server, as positions in the order of endpoints, (h p,)."""
        return np.argsort(self.switches[self.group].ravel(), kind="stable")

    @property
    def of_endpoints(self) -> IntArray:
        """Server of each endpoint, (h p,) int32."""
        return (self._order // self.ports).astype(np.int32)

    @property
    def ports_of_endpoints(self) -> IntArray:
        """Port, from 0, by which each endpoint's server is attached, (h p,) int32."""
        return (self._order % self.ports).astype(np.int32)

    def is_same(self, other: "ServerGroups | None") -> bool:
        """Return True if other groups attach the same servers, by number, to the same switches."""
        if other is None or self.ports != other.ports:
            return False
        mine, theirs = self.switches[self.group], other.switches[other.group]
        return bool(np.array_equal(mine, theirs))
