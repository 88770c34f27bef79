"""What stands in cabinets: switches with their servers."""

from dataclasses import dataclass

from netfloor.rooms.hosts.places import Counts


@dataclass(frozen=True, eq=False)
class Devices:
    """What stands in the cabinets, milliwatts and grams.

    Attributes
    ----------
    servers
        Servers of each router, (n,).
    endpoints_per_server
        Endpoints that share a server, at most.
    switch_mw, switch_g, switch_units
        Of each router's switch, (n,).
    server_mw, server_g, server_units
        Of every server.
    """

    servers: Counts
    endpoints_per_server: int
    switch_mw: Counts
    switch_g: Counts
    switch_units: Counts
    server_mw: int
    server_g: int
    server_units: int

    @property
    def heights(self) -> tuple[int, int]:
        """Units of the tallest switch and of a server."""
        return int(self.switch_units.max(initial=0)), self.server_units

    def router_mw(self) -> Counts:
        """Return what each router's switch draws together with its servers, (n,)."""
        return self.switch_mw + self.servers * self.server_mw

    def router_g(self) -> Counts:
        """Return what each router's switch weighs together with its servers, (n,)."""
        return self.switch_g + self.servers * self.server_g
