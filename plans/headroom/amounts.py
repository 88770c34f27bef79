"""Free rack units, watts, kilograms and ports of cabinets, rows and networks.

A figure is unknown if its limit or a load is unknown; it is never taken as 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

#: Figures of a cabinet by key: name and unit.
FIGURES: Mapping[str, tuple[str, str]] = {
    "units": ("rack units", "U"),
    "watts": ("power", "W"),
    "kilograms": ("weight", "kg"),
    "ports": ("ports", ""),
}


@dataclass(frozen=True)
class Amount:
    """Limit and use of a resource, and the number of devices or parts whose use is unknown.

    ``limit`` is None if unknown.
    """

    limit: float | None = None
    used: float = 0.0
    unknown: int = 0

    @property
    def left(self) -> float | None:
        """The free amount, negative if overloaded; None if unknown."""
        return None if self.limit is None or self.unknown else round(self.limit - self.used, 3)

    @property
    def share_left(self) -> float:
        """The free amount as a share of the limit; infinite if unknown."""
        return float("inf") if self.left is None else self.left / max(self.limit or 0.0, 1e-9)


def added(amounts: Iterable[Amount]) -> Amount:
    """Return the sum of amounts, without a limit if one has none."""
    every = list(amounts)
    if not every:
        return Amount(0, 0)
    limits = [item.limit for item in every if item.limit is not None]
    return Amount(
        sum(limits) if len(limits) == len(every) else None,
        sum(item.used for item in every),
        sum(item.unknown for item in every),
    )


@dataclass(frozen=True)
class CabinetHeadroom:
    """The free resources of a cabinet.

    Attributes
    ----------
    units
        Rack units, including those reserved for switches; a unit is free if both faces are.
    watts
        Power, reduced to the limit on heat into the air if the room has one.
    ports
        Ports of its switches.
    servers
        Number of end devices.
    more_servers
        Servers of the commonest kind that fit, ports aside; None if unknown.
    stops_at
        The binding limit, such as ``power``.
    kept_free
        Whether the plan was required to keep it free.
    """

    name: str
    row: str
    units: Amount
    watts: Amount
    kilograms: Amount
    ports: Amount
    devices: int = 0
    servers: int = 0
    more_servers: int | None = None
    stops_at: str = ""
    kept_free: bool = False

    @property
    def tightest(self) -> str:
        """The key of the scarcest of ``units``, ``watts`` and ``kilograms``."""
        return min(("units", "watts", "kilograms"), key=lambda key: self.amount(key).share_left)

    def amount(self, key: str) -> Amount:
        """Return a figure by key."""
        amount: Amount = getattr(self, key)
        return amount


@dataclass(frozen=True)
class RowHeadroom:
    """The free resources of the cabinets of a row together."""

    name: str
    cabinets: int
    units: Amount
    watts: Amount
    kilograms: Amount
    ports: Amount
    more_servers: int | None

    def amount(self, key: str) -> Amount:
        """Return a figure by key."""
        amount: Amount = getattr(self, key)
        return amount


@dataclass(frozen=True)
class NetworkHeadroom:
    """The free ports of the switches of a network.

    Attributes
    ----------
    ports
        Of all its switches.
    edge_ports
        Of the switches with servers.
    per_server
        Ports of this network that a server of the commonest kind uses.
    """

    name: str
    switches: int
    ports: Amount
    edge_ports: Amount
    per_server: int = 0

    @property
    def more_servers(self) -> int | None:
        """Servers of the commonest kind that its free ports allow.

        None if it has no ports here, or unknown.
        """
        left = self.edge_ports.left
        return None if left is None or not self.per_server else max(int(left), 0) // self.per_server


@dataclass(frozen=True)
class ServerKind:
    """The commonest kind of server and its needs; None for an unknown figure."""

    model: str
    count: int
    units: int | None
    watts: float | None
    kilograms: float | None
    ports: tuple[tuple[str, int], ...]

    @property
    def needs(self) -> Iterator[tuple[str, float | None]]:
        """The needs of a server in a cabinet besides rack units."""
        yield "watts", self.watts
        yield "kilograms", self.kilograms


@dataclass(frozen=True)
class Headroom:
    """The free resources of a plan.

    ``by_order``: whether watts are those of an order, with transceivers and active cables.
    """

    cabinets: tuple[CabinetHeadroom, ...]
    rows: tuple[RowHeadroom, ...]
    networks: tuple[NetworkHeadroom, ...]
    server: ServerKind | None
    by_order: bool
    notes: tuple[str, ...]

    @property
    def in_use(self) -> tuple[CabinetHeadroom, ...]:
        """The cabinets with devices, the fullest first."""
        used = [cabinet for cabinet in self.cabinets if cabinet.devices]
        return tuple(sorted(used, key=lambda item: (item.amount(item.tightest).share_left, item.name)))

    @property
    def unsure_cabinets(self) -> int:
        """Number of cabinets whose free server places are unknown."""
        return sum(cabinet.more_servers is None for cabinet in self.cabinets)

    @property
    def places(self) -> int | None:
        """Servers of the commonest kind that the known cabinets take; None if all are unknown."""
        known = [cabinet.more_servers for cabinet in self.cabinets if cabinet.more_servers is not None]
        return sum(known) if known else None

    @property
    def more_servers(self) -> int | None:
        """Servers of the commonest kind that cabinets and ports allow; None if either is unknown."""
        taken = [network.more_servers for network in self.networks if network.per_server]
        known = [item for item in taken if item is not None]
        if self.places is None or len(known) < len(taken):
            return None
        return min(self.places, *known) if known else self.places
