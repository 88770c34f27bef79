"""A placed network by names alone: comparable with another one of any size, in any room."""

from collections.abc import Mapping
from dataclasses import dataclass, field

#: Two routers in the order of their names, and which of their parallel cables, from 1.
Link = tuple[str, str, int]

#: Names of more digits are compared as texts.
_MOST_DIGITS = 18


@dataclass(frozen=True, order=True)
class Spot:
    """Where a device stands.

    Attributes
    ----------
    cabinet
        Name.
    position
        Of a switch its place in the cabinet from 1, of a server its lowest rack unit.
    unit
        Lowest rack unit; None where the room knows none.
    """

    cabinet: str
    position: int
    unit: int | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """Cabinet and rack unit, else position, as on papers and labels: ``A04-42``."""
        return f"{self.cabinet}-{self.position if self.unit is None else self.unit:02d}"


@dataclass(frozen=True)
class CableFacts:
    """Everything that a cable can be told apart by.

    Attributes
    ----------
    ends
        Where its two routers stand, in the order of their names.
    ports
        Port at both ends.
    length_mm, gbps
        Routed length and rate.
    part, medium, ordered_mm, price_cents
        What is bought for it; empty and 0 where nobody asked. The price is no part of what it is.
    chosen_by
        Catalogue, terms and cages that the part was chosen by; empty where it shares a cage with other
        links. Of two parts for one length that were chosen by the same, each serves for the other: only
        quantity prices, packs or pieces in stock made them differ.
    """

    ends: tuple[Spot, Spot]
    ports: tuple[int, int]
    length_mm: int
    gbps: float
    part: str = ""
    medium: str = ""
    ordered_mm: int = 0
    price_cents: int = field(default=0, compare=False)
    chosen_by: str = field(default="", compare=False)


@dataclass(frozen=True)
class Cabling:
    """Devices and cables of a placed network by name.

    Attributes
    ----------
    routers
        Where each switch and each server stands.
    cables
        By the devices that they join.
    servers
        Names of the devices that are servers.
    counted
        True if servers have no names but those that count them: each is as good as any other.
    """

    routers: Mapping[str, Spot]
    cables: Mapping[Link, CableFacts]
    servers: frozenset[str] = frozenset()
    counted: bool = True

    def __post_init__(self) -> None:
        for (a, b, number), facts in self.cables.items():
            if name_key(a) >= name_key(b) or number < 1:
                raise ValueError("a link names two switches in the order of their names, counted from 1")
            if (self.routers.get(a), self.routers.get(b)) != facts.ends:
                raise ValueError("a cable must end where its switches are")

    def is_between_switches(self, link: Link) -> bool:
        """Return True if neither end of a cable is a server."""
        return link[0] not in self.servers and link[1] not in self.servers


def name_key(name: str) -> tuple[bool, int, str]:
    """Return what sorts names as people do: numbers by value, before all other names."""
    number = name.isascii() and name.isdecimal() and len(name) <= _MOST_DIGITS
    return not number, int(name) if number else 0, name


def link_key(link: Link) -> tuple[object, ...]:
    """Return what sorts links by their routers' names."""
    a, b, number = link
    return name_key(a), name_key(b), number
