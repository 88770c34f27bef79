"""Power of a network: links by medium, switches, server ports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.cable_orders import MEDIA, CableOrders
from netfloor.foundation.display.charts import named_bars
from netfloor.foundation.display.data_table import DataTable, Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netfloor.costmodels.sets.power_set import PowerSet
    from netfloor.topologies.topology import Topology


@dataclass(frozen=True, repr=False)
class Power(Tabular):
    """Power of a network.

    Attributes
    ----------
    network_w
        All links, both ends, and the switches if the set has a figure for them.
    host_w
        The switches' ports to endpoints; None if the set has no figure.
    by_medium, routers_w
        The links of each medium, ``electrical`` and ``optical``, and the switches without their ports, 0 if
        the set has no figure.
    """

    power_set: str
    network_w: float
    host_w: float | None
    by_medium: Mapping[str, float]
    routers_w: float
    endpoints: int

    def __repr__(self) -> str:
        servers = "" if self.host_w is None else f", ports to servers {self.host_w:,.0f} W"
        return f"Power(network {self.network_w:,.0f} W{servers}, by {self.power_set})"

    def _parts(self) -> dict[str, float]:
        parts = {f"{medium} links": watts for medium, watts in self.by_medium.items()}
        if self.routers_w:
            parts["switches, ports apart"] = self.routers_w
        return parts if self.host_w is None else {**parts, "ports to servers": self.host_w}

    def to_table(self) -> DataTable:
        """Return the watts of links by medium, of switches, and of the switches' ports to servers."""
        parts = self._parts()
        columns: dict[str, Sequence[Any]] = {"item": list(parts), "power_w": list(parts.values())}
        return DataTable(columns, f"Power by {self.power_set}")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the rows of `to_table` as bars; return Matplotlib's axes."""
        parts = self._parts()
        return named_bars(ax, list(parts), list(parts.values()), "power (W)")

    @property
    def network_w_per_endpoint(self) -> float | None:
        """Network power per endpoint, None without endpoints."""
        return self.network_w / self.endpoints if self.endpoints else None

    @property
    def host_w_per_endpoint(self) -> float | None:
        """Server port power per endpoint, None without endpoints or without a figure."""
        if self.host_w is None or not self.endpoints:
            return None
        return self.host_w / self.endpoints

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "power_set": self.power_set,
            "endpoints": self.endpoints,
            "network_w": self.network_w,
            "host_w": self.host_w,
            "routers_w": self.routers_w,
            "by_medium_w": dict(self.by_medium),
            "network_w_per_endpoint": self.network_w_per_endpoint,
            "host_w_per_endpoint": self.host_w_per_endpoint,
        }


def power_of(
    topology: "Topology", media: CableOrders | npt.NDArray[np.integer], power_set: "PowerSet"
) -> Power:
    """Return the power of a network whose cables are of these media.

    ``media`` are the orders, or an index into `MEDIA` for every link, (m,).
    """
    codes = media.medium if isinstance(media, CableOrders) else np.asarray(media)
    if len(codes) != topology.link_count:
        raise ValueError(f"{len(codes)} cables for a network of {topology.link_count} links")
    if len(codes) and not 0 <= codes.min() <= codes.max() < len(MEDIA):
        raise ValueError(f"medium codes must be below {len(MEDIA)}")
    links = np.bincount(codes, minlength=len(MEDIA)).tolist()
    counts = zip(MEDIA, links, strict=True)
    by_medium = {medium: count * power_set.link_w(medium) for medium, count in counts}
    routers_w = topology.routers * power_set.router.value if power_set.router else 0.0
    hosts = int(topology.endpoints.sum())
    return Power(
        power_set=power_set.name,
        network_w=sum(by_medium.values()) + routers_w,
        host_w=hosts * power_set.host_port.value if power_set.host_port else None,
        by_medium=by_medium,
        routers_w=routers_w,
        endpoints=hosts,
    )


def mw_per_gbps(power_w: float, bisection_links: float, link_gbps: float) -> float | None:
    """Return power per bisection bandwidth in mW per Gb/s, None for an empty bisection.

    SpectralFly, Table II: total power over bisection links times the link's rate.
    """
    if not bisection_links:
        return None
    return power_w * 1000 / (bisection_links * link_gbps)
