"""Servers with ports on several switches: rails, planes, compute and storage networks side by side."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ServerGroups:
    """The switch of each server port, for k groups of identical servers with p ports each.

    Servers are numbered group by group. A switch's endpoints are its (server, port) pairs, in order of
    server, then port; endpoints are numbered switch by switch, as everywhere.
    """

    switches: IntArray  # switch of ports 0 .. p-1 of every server of a group, (k, p) int32
    servers: IntArray  # servers per group, at least 1, (k,) int32
    labels: tuple[str, ...] | None = None  # server names from a user's file, or None

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
        """Ports per server, p."""
        return int(self.switches.shape[1])

    @property
    def count(self) -> int:
        """Number of servers, h."""
        return int(self.servers.sum())

    def label(self, server: int) -> str:
        """Return a server's display name; ``h1``, ``h2`` ... without labels."""
        return f"h{server + 1}" if self.labels is None else self.labels[server]

    def to_dict(self) -> dict[str, Any]:
        """Return the record for a plan."""
        record: dict[str, Any] = {"switches": self.switches.tolist(), "servers": self.servers.tolist()}
        return record if self.labels is None else record | {"labels": list(self.labels)}

    def endpoints(self, routers: int) -> IntArray:
        """Return the endpoints of each switch, (n,) int32."""
        ends = np.repeat(self.servers, self.ports)
        return np.bincount(self.switches.ravel(), ends, routers).astype(np.int32)

    @cached_property
    def group(self) -> IntArray:
        """Group of each server, (h,) int32."""
        return np.repeat(np.arange(len(self.servers), dtype=np.int32), self.servers)

    @cached_property
    def _order(self) -> npt.NDArray[np.int64]:
        """Position of each (server, port) pair, server by server, in the order of endpoints, (h p,)."""
        return np.argsort(self.switches[self.group].ravel(), kind="stable")

    @property
    def of_endpoints(self) -> IntArray:
        """Server of each endpoint, (h p,) int32."""
        return (self._order // self.ports).astype(np.int32)

    @property
    def ports_of_endpoints(self) -> IntArray:
        """Server port, from 0, of each endpoint, (h p,) int32."""
        return (self._order % self.ports).astype(np.int32)

    def is_same(self, other: "ServerGroups | None") -> bool:
        """Test whether other groups attach the same servers, by number, to the same switches."""
        if other is None or self.ports != other.ports:
            return False
        mine, theirs = self.switches[self.group], other.switches[other.group]
        return bool(np.array_equal(mine, theirs))
