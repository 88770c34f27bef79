"""Rack units, watts, kilograms and ports that are left, in cabinets, rows and networks.

A figure is unknown where a limit or a load is: it is never taken for 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

#: Figures of a cabinet by their keys, each as it is called, and its unit.
FIGURES: Mapping[str, tuple[str, str]] = {
    "units": ("rack units", "U"),
    "watts": ("power", "W"),
    "kilograms": ("weight", "kg"),
    "ports": ("ports", ""),
}


@dataclass(frozen=True)
class Amount:
    """What there is of something, what is in use, and the devices that do not state theirs.

    ``limit`` is None where nobody gave one.
    """

    limit: float | None = None
    used: float = 0.0
    unknown: int = 0

    @property
    def left(self) -> float | None:
        """What is left, negative where more is in use than there is; None where that is not known."""
        return None if self.limit is None or self.unknown else round(self.limit - self.used, 3)

    @property
    def share_left(self) -> float:
        """What is left as a share of the limit; infinite where it is not known."""
        return float("inf") if self.left is None else self.left / max(self.limit or 0.0, 1e-9)


def added(amounts: Iterable[Amount]) -> Amount:
    """Return the sum of amounts; without a limit where one has none."""
    every = list(amounts)
    if not every:
        return Amount(0, 0)
    limits = [one.limit for one in every if one.limit is not None]
    return Amount(
        sum(limits) if len(limits) == len(every) else None,
        sum(one.used for one in every),
        sum(one.unknown for one in every),
    )


@dataclass(frozen=True)
class CabinetHeadroom:
    """What a cabinet has left.

    Attributes
    ----------
    units
        Rack units, those that the room binds to switches included; both faces of one have to be free.
    watts
        Power, and where the room limits heat into the air, no more than that.
    ports
        Ports of its switches.
    servers
        Its end devices.
    more_servers
        Servers of the commonest kind that fit into it, ports aside; None where that is not known.
    stops_at
        What keeps more of them out, such as ``power``.
    kept_free
        Whether the plan had to keep it free.
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
        """The key of what has the smallest share left, of ``units``, ``watts`` and ``kilograms``."""
        return min(("units", "watts", "kilograms"), key=lambda key: self.amount(key).share_left)

    def amount(self, key: str) -> Amount:
        """Return one of its figures."""
        found: Amount = getattr(self, key)
        return found


@dataclass(frozen=True)
class RowHeadroom:
    """What the cabinets of a row have left together."""

    name: str
    cabinets: int
    units: Amount
    watts: Amount
    kilograms: Amount
    ports: Amount
    more_servers: int | None

    def amount(self, key: str) -> Amount:
        """Return one of its figures."""
        found: Amount = getattr(self, key)
        return found


@dataclass(frozen=True)
class NetworkHeadroom:
    """What the switches of a network have left.

    Attributes
    ----------
    ports
        Of all its switches.
    edge_ports
        Of those that servers are attached to.
    per_server
        Ports on it of a server of the commonest kind.
    """

    name: str
    switches: int
    ports: Amount
    edge_ports: Amount
    per_server: int = 0

    @property
    def more_servers(self) -> int | None:
        """Servers of the commonest kind that its free ports take; None without a port, or if not known."""
        left = self.edge_ports.left
        return None if left is None or not self.per_server else max(int(left), 0) // self.per_server


@dataclass(frozen=True)
class ServerKind:
    """The commonest kind of server: what each takes; None where that is not known."""

    model: str
    count: int
    units: int | None
    watts: float | None
    kilograms: float | None
    ports: tuple[tuple[str, int], ...]

    @property
    def needs(self) -> Iterator[tuple[str, float | None]]:
        """What each takes of a cabinet beside its units."""
        yield "watts", self.watts
        yield "kilograms", self.kilograms


@dataclass(frozen=True)
class Headroom:
    """What a plan leaves free.

    ``by_order`` tells whether the watts are those of an order, with transceivers and active cables.
    """

    cabinets: tuple[CabinetHeadroom, ...]
    rows: tuple[RowHeadroom, ...]
    networks: tuple[NetworkHeadroom, ...]
    server: ServerKind | None
    by_order: bool
    notes: tuple[str, ...]

    @property
    def in_use(self) -> tuple[CabinetHeadroom, ...]:
        """The cabinets that hold devices, the tightest first."""
        used = [one for one in self.cabinets if one.devices]
        return tuple(sorted(used, key=lambda one: (one.amount(one.tightest).share_left, one.name)))

    @property
    def unsure_cabinets(self) -> int:
        """Cabinets of which nobody knows how many more servers they take."""
        return sum(one.more_servers is None for one in self.cabinets)

    @property
    def places(self) -> int | None:
        """Servers of the commonest kind that cabinets take, as far as known; None where none is."""
        known = [one.more_servers for one in self.cabinets if one.more_servers is not None]
        return sum(known) if known else None

    @property
    def more_servers(self) -> int | None:
        """Servers of the commonest kind that cabinets and ports take; None where either is not known."""
        taken = [one.more_servers for one in self.networks if one.per_server]
        known = [one for one in taken if one is not None]
        if self.places is None or len(known) < len(taken):
            return None
        return min(self.places, *known) if known else self.places
