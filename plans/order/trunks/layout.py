"""The ends of trunks: panels in rack units, cassettes in panels, links at front ports.

Panels take the topmost free rack units, from above by part number. Cassettes fill the panels in the order
of the trunks, and links the cassette ports in their own order, with the same port at both ends.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, TrunkRun
from netfloor.plans.order.trunks.ways import link_ports, panel_units
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall

_MEDIUM = "optical"
#: Cabinet and rack unit.
_At = tuple[int, int]


@dataclass(frozen=True)
class PlacedPanel:
    """A panel in its rack.

    Attributes
    ----------
    name
        Such as ``A04-P1``, numbered in its cabinet from above.
    cabinet, unit, height_u
        Cabinet as in the bill's ``by_cabinet``, lowest rack unit, height in rack units.
    places
        Number of places for cassettes.
    cassettes
        Part number of the cassette in each occupied place, from place 1.
    """

    name: str
    cabinet: int
    unit: int
    height_u: int
    part: str
    places: int
    cassettes: tuple[str, ...]


@dataclass(frozen=True)
class CassettePlace:
    """A cassette: index of its panel, and its place there from 1."""

    panel: int
    place: int


@dataclass(frozen=True)
class PlacedTrunk:
    """A trunk between its cassettes.

    Attributes
    ----------
    name
        Such as ``T0007``.
    cabinets
        The lower number first; ``ends`` are in this order.
    part, fibre, length_mm
        The part bought.
    ways_mm
        Length of the route between the panels of each pair of cassettes that it joins.
    cassette, connectors, front_ports
        Part number of its cassettes, connectors at the rear and ports at the front of each.
    ends
        Cassettes at both ends, paired by position.
    """

    name: str
    cabinets: tuple[int, int]
    part: str
    fibre: str
    length_mm: int
    ways_mm: tuple[int, ...]
    cassette: str
    connectors: int
    front_ports: int
    ends: tuple[tuple[CassettePlace, ...], tuple[CassettePlace, ...]]

    @property
    def routed_mm(self) -> int:
        """Longest route between two of its panels."""
        return max(self.ways_mm)


@dataclass(frozen=True)
class Jumper:
    """The cord at one end of a link: from its cage to the front port of a cassette."""

    part: str
    fibre: str
    length_mm: int
    routed_mm: int
    at: CassettePlace
    port: int


@dataclass(frozen=True)
class TrunkRoute:
    """A link through a trunk (an index); its cords are in the order of its ends."""

    link: int
    trunk: int
    jumpers: tuple[Jumper, Jumper]


@dataclass(frozen=True, eq=False, repr=False)
class TrunkLayout:
    """All panels, trunks, and links in trunks."""

    panels: tuple[PlacedPanel, ...]
    trunks: tuple[PlacedTrunk, ...]
    routes: Mapping[int, TrunkRoute]

    def __repr__(self) -> str:
        return f"TrunkLayout({len(self.trunks)} trunks, {len(self.routes)} links)"

    def ordered_mm(self, route: TrunkRoute) -> int:
        """Return the length of a link's three pieces together."""
        return self.trunks[route.trunk].length_mm + sum(jumper.length_mm for jumper in route.jumpers)

    def way_mm(self, route: TrunkRoute) -> int:
        """Return the length of a link's route between its two panels."""
        trunk, cassettes = self.trunks[route.trunk], {jumper.at for jumper in route.jumpers}
        joined = zip(*trunk.ends, trunk.ways_mm, strict=True)
        return next(mm for low, high, mm in joined if {low, high} == cassettes)

    def routed_mm(self, route: TrunkRoute) -> int:
        """Return the length of a link's route through both panels."""
        return self.way_mm(route) + sum(jumper.routed_mm for jumper in route.jumpers)

    def parts(self, route: TrunkRoute) -> str:
        """Return the part numbers of a link's pieces in order, such as ``J-3 + T-20 + J-3``."""
        near, far = route.jumpers
        return f"{near.part} + {self.trunks[route.trunk].part} + {far.part}"

    def port_text(self, jumper: Jumper) -> str:
        """Return ``panel A04-P1 cassette 2 port 4``."""
        name = self.panels[jumper.at.panel].name
        return f"panel {name} cassette {jumper.at.place} port {jumper.port}"


def lay_trunks(
    plan: Plan,
    hall: Hall,
    links: CagedLinks,
    catalogue: Catalogue,
    choice: LinkChoice,
    trunks: TrunkChoice,
) -> TrunkLayout:
    """Return the ends of the chosen trunks; deterministic."""
    return _Layer(plan, hall, links, catalogue, choice, trunks).layout()


class _Layer:
    def __init__(
        self,
        plan: Plan,
        hall: Hall,
        links: CagedLinks,
        catalogue: Catalogue,
        choice: LinkChoice,
        chosen: TrunkChoice,
    ) -> None:
        self.hall, self.catalogue, self.choice, self.chosen = hall, catalogue, choice, chosen
        self.ends = link_ports(plan, hall, links)
        self.units = panel_units(plan, hall, links, catalogue)
        self.cassettes = {cassette.part: cassette for cassette in catalogue.cassettes}
        self.fibre = {length.part: cord.fibre for cord in catalogue.cords for length in cord.all_lengths()}
        self.fibre |= {
            length.part: trunk.fibre for trunk in catalogue.trunks for length in trunk.all_lengths()
        }

    @cached_property
    def places(self) -> dict[tuple[int, int], list[CassettePlace]]:
        """The places of the cassettes at each end of each run, by (run, end)."""
        holds = {item.part: item.cassettes for item in self.catalogue.panels}
        first: dict[tuple[int, str], int] = {}
        for number, (cabinet, panel) in enumerate(self.racked):
            first.setdefault((cabinet, panel), number)
        filled: dict[tuple[int, str], int] = defaultdict(int)
        result = {}
        for number, run in enumerate(self.chosen.runs):
            panel = self.cassettes[self.choice.skus[run.cassette].part].panel
            for end, cabinet in enumerate(run.cabinets):
                before = filled[cabinet, panel]
                filled[cabinet, panel] += run.cassettes
                turns = [divmod(before + turn, holds[panel]) for turn in range(run.cassettes)]
                result[number, end] = [
                    CassettePlace(first[cabinet, panel] + past, place + 1) for past, place in turns
                ]
        return result

    @cached_property
    def racked(self) -> list[tuple[int, str]]:
        """Cabinet and part number of every panel, from above."""
        return [
            (cabinet, self.choice.skus[sku].part)
            for (cabinet, sku), count in sorted(self.chosen.panels.items())
            for _ in range(count)
        ]

    def layout(self) -> TrunkLayout:
        panels = tuple(self._panels())
        trunks = tuple(self._trunk(number, run, panels) for number, run in enumerate(self.chosen.runs))
        routes = {route.link: route for route in self._routes(panels)}
        lengths = [(trunk.length_mm, trunk.routed_mm) for trunk in trunks]
        lengths += [
            (jumper.length_mm, jumper.routed_mm) for route in routes.values() for jumper in route.jumpers
        ]
        if any(length_mm < routed_mm + self.choice.slack_mm for length_mm, routed_mm in lengths):
            raise ValueError("a cord or a trunk is shorter than its way and the slack")
        return TrunkLayout(panels, trunks, dict(sorted(routes.items())))

    def _panels(self) -> Iterator[PlacedPanel]:
        parts = {item.part: item for item in self.catalogue.panels}
        inside: dict[int, dict[int, str]] = defaultdict(dict)
        for (run, _), own in self.places.items():
            for at in own:
                inside[at.panel][at.place] = self.choice.skus[self.chosen.runs[run].cassette].part
        below: dict[int, int] = {}
        numbers: dict[int, int] = defaultdict(int)
        for number, (cabinet, part) in enumerate(self.racked):
            panel, numbers[cabinet] = parts[part], numbers[cabinet] + 1
            unit = below.get(cabinet, self.units[cabinet][0] + 1) - panel.height_u
            if unit < self.units[cabinet][-1]:
                raise ValueError("panels take more rack units than are free")
            below[cabinet] = unit
            name = f"{self.hall.cabinets[cabinet].name}-P{numbers[cabinet]}"
            held = tuple(text for _, text in sorted(inside[number].items()))
            yield PlacedPanel(
                name=name,
                cabinet=cabinet,
                unit=unit,
                height_u=panel.height_u,
                part=part,
                places=panel.cassettes,
                cassettes=held,
            )

    def _trunk(self, number: int, run: TrunkRun, panels: tuple[PlacedPanel, ...]) -> PlacedTrunk:
        sku, cassette = self.choice.skus[run.trunk], self.cassettes[self.choice.skus[run.cassette].part]
        low, high = (tuple(self.places[number, end]) for end in (0, 1))
        ways = [
            tuple((panels[at.panel].cabinet, panels[at.panel].unit) for at in pair)
            for pair in zip(low, high, strict=True)
        ]
        return PlacedTrunk(
            name=f"T{number + 1:04d}",
            cabinets=run.cabinets,
            part=sku.part,
            fibre=self.fibre[sku.part],
            length_mm=sku.length_mm or 0,
            ways_mm=tuple(self._ways_mm(ways)),
            cassette=cassette.part,
            connectors=cassette.trunk_ports,
            front_ports=cassette.front_ports,
            ends=(low, high),
        )

    def _routes(self, panels: tuple[PlacedPanel, ...]) -> Iterator[TrunkRoute]:
        """Yield the links in trunks, trunk by trunk."""
        rows = []
        for number, run in enumerate(self.chosen.runs):
            front = self.cassettes[self.choice.skus[run.cassette].part].front_ports
            for turn, link in enumerate(run.links):
                place, port = divmod(turn, front)
                for end in (0, 1):
                    side = 0 if self.ends[end][0][link] == run.cabinets[0] else 1
                    rows.append((link, end, number, self.places[number, side][place], port + 1))
        ways = [
            (
                (int(self.ends[end][0][link]), int(self.ends[end][1][link])),
                (panels[at.panel].cabinet, panels[at.panel].unit),
            )
            for link, end, _, at, _ in rows
        ]
        jumpers = []
        for (link, end, _, at, port), routed_mm in zip(rows, self._ways_mm(ways), strict=True):
            sku = self.choice.skus[int(self.chosen.jumper_sku[link, end])]
            jumpers.append(Jumper(sku.part, self.fibre[sku.part], sku.length_mm or 0, routed_mm, at, port))
        for row, near, far in zip(rows[::2], jumpers[::2], jumpers[1::2], strict=True):
            yield TrunkRoute(row[0], row[2], (near, far))

    def _ways_mm(self, ways: Sequence[tuple[_At, ...]]) -> list[int]:
        """Return the length of the optical route between each pair of places."""
        table = np.array(ways, dtype=np.int32).reshape(-1, 4).T
        lengths = self.hall.lengths_between((table[0], table[1]), (table[2], table[3]), _MEDIUM)
        values: list[int] = lengths.tolist()
        return values
