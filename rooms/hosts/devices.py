"""Devices to place in cabinets: switches with their servers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hosts.places import Counts


class Attached(Protocol):
    """Servers with ports on several switches: k groups of servers with p ports each."""

    @property
    def switches(self) -> npt.NDArray[np.int32]:
        """The switch of every port of each group's servers, (k, p)."""

    @property
    def servers(self) -> npt.NDArray[np.int32]:
        """Number of servers of each group, (k,)."""

    @property
    def of_endpoints(self) -> npt.NDArray[np.int32]:
        """Server of each endpoint."""

    @property
    def ports_of_endpoints(self) -> npt.NDArray[np.int32]:
        """Port of that server, from 0."""


@dataclass(frozen=True, eq=False)
class Liquid:
    """Heat removed by liquid: of each switch, (n,), and of every server, mW."""

    switch_mw: Counts
    server_mw: int


@dataclass(frozen=True, eq=False)
class Devices:
    """Switches and servers, in milliwatts and grams: n switches, k groups of identical servers.

    Attributes
    ----------
    servers
        Number of servers of each group, (k,): per switch, unless ``attached`` is given.
    endpoints_per_server
        Maximum number of endpoints that share a server.
    switch_mw, switch_g, switch_units
        Of each switch, (n,).
    server_mw, server_g, server_units
        Of every server.
    attached
        Switches to which the ports of servers are attached; None if all ports of a server are on the same
        switch.
    liquid
        Heat that goes into liquid; None: all heat goes into air.
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
    liquid: Liquid | None = None

    @property
    def heights(self) -> tuple[int, int]:
        """Units of the tallest switch and of a server."""
        return int(self.switch_units.max(initial=0)), self.server_units

    @cached_property
    def ends(self) -> Counts:
        """Switches of the cables of each group's servers, (k, w): one per port, or a single one."""
        if self.attached is None:
            return np.arange(len(self.servers))[:, None]
        return self.attached.switches.astype(np.int64)

    @property
    def liquid_of_servers(self) -> Liquid | None:
        """Heat into liquid without any switch."""
        return self.liquid and Liquid(self.liquid.switch_mw[:0], self.liquid.server_mw)

    @cached_property
    def loads(self) -> Mapping[str, tuple[Counts, int]]:
        """Load of each switch, (n,), and of every server on a cabinet's limits, by name."""
        none = Liquid(np.zeros_like(self.switch_mw), 0)
        liquid = self.liquid or none
        return {
            "watts": (self.switch_mw, self.server_mw),
            "air": (self.switch_mw - liquid.switch_mw, self.server_mw - liquid.server_mw),
            "liquid": (liquid.switch_mw, liquid.server_mw),
            "kilograms": (self.switch_g, self.server_g),
        }

    def of_switches(self, numbers: Counts) -> "Devices":
        """Return the same servers with only some of the switches."""
        liquid = self.liquid and replace(self.liquid, switch_mw=self.liquid.switch_mw[numbers])
        mw, g, units = (item[numbers] for item in (self.switch_mw, self.switch_g, self.switch_units))
        return replace(self, switch_mw=mw, switch_g=g, switch_units=units, liquid=liquid)

    def loads_of_routers(self, *, with_servers: bool) -> Mapping[str, Counts]:
        """Return the load of each switch on the limits, alone or with its servers, (n,)."""
        servers = self.servers if with_servers else 0
        return {name: switch + servers * server for name, (switch, server) in self.loads.items()}
