"""What the integer programme of an order is given, and what it answers."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from netfloor.costmodels.catalogue.choice.menu import Menu
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.part_terms import PartTerms

#: A demand for cords: of a class, the first cord and how many are allowed; or of a template's way, a link.
CordKey = tuple[Literal["shared", "of one link"], int, int, int]
#: A class of transceivers and a kind of cage.
ModuleKey = tuple[int, Socket]


@dataclass(frozen=True)
class KindLimit:
    """At most so many of some part numbers may be bought."""

    skus: frozenset[int]
    most: int


@dataclass(frozen=True)
class Programme:
    """What is to be solved.

    Attributes
    ----------
    terms, energy_cents
        Of each part number that may be bought.
    limits
        On kinds of parts.
    """

    menu: Menu
    terms: Mapping[int, PartTerms]
    energy_cents: Mapping[int, int]
    limits: tuple[KindLimit, ...] = ()


@dataclass(frozen=True, eq=False)
class Answer:
    """What the programme found.

    Attributes
    ----------
    bound
        No choice has less of what was minimised.
    assemblies
        For each template the pieces of each part number.
    optics
        For each template and place in its ``optics`` the groups that go this way, and for each cage
        and level above the least one how many of them have it.
    cords
        Pieces by demand.
    modules
        Pieces by class and kind of cage.
    unserved
        Groups of each template that cannot be served, where that was asked.
    """

    bound: float
    assemblies: dict[int, dict[int, int]]
    optics: dict[tuple[int, int], tuple[int, dict[tuple[int, int], int]]]
    cords: dict[CordKey, dict[int, int]]
    modules: dict[ModuleKey, dict[int, int]]
    unserved: dict[int, int]


def most_used(menu: Menu) -> dict[int, int]:
    """Return how many pieces of each part could be used at most."""
    most: dict[int, int] = defaultdict(int)
    for template in menu.templates:
        count = len(template.groups)
        for sku in template.assemblies:
            most[sku] += count
        for way in template.optics:
            own = menu.optics[way.kind]
            for socket in way.sockets:
                for _, sku in own.modules[socket]:
                    most[sku] += count
            for link, (_, _, first) in enumerate(way.links):
                for sku in own.cords[first : own.allowed[way.highest(link)]]:
                    most[sku] += count
    return most
