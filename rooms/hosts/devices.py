"""What stands in cabinets: switches with their servers."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hosts.places import Counts


class Attached(Protocol):
    """Servers with ports on several switches, as a network has them: k groups of servers, p ports each."""

    @property
    def switches(self) -> npt.NDArray[np.int32]:
        """The switch of every port of each group's servers, (k, p)."""

    @property
    def servers(self) -> npt.NDArray[np.int32]:
        """Servers of each group, (k,)."""

    @property
    def of_endpoints(self) -> npt.NDArray[np.int32]:
        """Server of each endpoint."""

    @property
    def ports_of_endpoints(self) -> npt.NDArray[np.int32]:
        """Port of that server, from 0."""


@dataclass(frozen=True, eq=False)
class Devices:
    """What stands in the cabinets, milliwatts and grams: n switches, k groups of servers alike.

    Attributes
    ----------
    servers
        Servers of each group, (k,): of each switch, unless ``attached`` says otherwise.
    endpoints_per_server
        Endpoints that share a server, at most.
    switch_mw, switch_g, switch_units
        Of each router's switch, (n,).
    server_mw, server_g, server_units
        Of every server.
    attached
        Which switches each port of a server is attached to; None where a server has all its ports on
        one switch.
    """

    servers: Counts
    endpoints_per_server: int
    switch_mw: Counts
    switch_g: Counts
    switch_units: Counts
    server_mw: int
    server_g: int
    server_units: int
    attached: Attached | None = None

    @property
    def heights(self) -> tuple[int, int]:
        """Units of the tallest switch and of a server."""
        return int(self.switch_units.max(initial=0)), self.server_units

    @cached_property
    def ends(self) -> Counts:
        """The switches that ways from each group's servers lead to, (k, w): one a port, or one for all."""
        if self.attached is None:
            return np.arange(len(self.servers))[:, None]
        return self.attached.switches.astype(np.int64)

    @property
    def total_mw(self) -> int:
        """What all of it draws."""
        return int(self.switch_mw.sum()) + int(self.servers.sum()) * self.server_mw

    @property
    def total_g(self) -> int:
        """What all of it weighs."""
        return int(self.switch_g.sum()) + int(self.servers.sum()) * self.server_g

    def router_mw(self) -> Counts:
        """Return what each router's switch draws together with its servers, (n,)."""
        return self.switch_mw + self.servers * self.server_mw

    def router_g(self) -> Counts:
        """Return what each router's switch weighs together with its servers, (n,)."""
        return self.switch_g + self.servers * self.server_g
