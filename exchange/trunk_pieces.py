"""Split of a fabric into installers' pieces: cords to cassettes, and trunks between panels."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.fabric.fabric import PANEL, Cable, Device, End, Fabric
from netfloor.foundation.wording import count_text
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.trunks.layout import CassettePlace, Jumper, PlacedPanel, TrunkLayout
from netfloor.rooms.hall.hall import Hall


def in_pieces(fabric: Fabric, parts: OrderedParts | None) -> Fabric:
    """Return a fabric in which a link in a trunk becomes a cord at each end and a share of the trunk.

    Panels become devices. Panel port ``2.4`` is front port 4 of cassette 2, ``2.R1`` its first rear
    connector. Link C000017 has the cords C000017-A and -B; connector 3 of trunk T0007 is T0007-03.
    """
    layout = None if parts is None else parts.trunk_layout
    if parts is None or layout is None:
        return fabric
    pieces = _Pieces(fabric, parts, layout)
    return replace(
        fabric,
        devices=(*fabric.devices, *pieces.panels()),
        cables=(*pieces.cords(), *pieces.trunks()),
        notes=(*fabric.notes, f"{_counted(layout)}: cords and trunks are pieces of their own"),
    )


def links_in_trunks(parts: OrderedParts | None) -> tuple[str, ...]:
    """Return a note for files that show links as single cables; empty without trunks."""
    layout = None if parts is None else parts.trunk_layout
    if layout is None:
        return ()
    told = "one cable here, with the parts and metres of its three pieces"
    return (f"{_counted(layout)}: each is {told}; labels, pull-sheets and papers have panels and pieces",)


def _counted(layout: TrunkLayout) -> str:
    return f"{count_text(len(layout.routes), 'link')} in {count_text(len(layout.trunks), 'trunk')}"


def _model(panel: PlacedPanel) -> str:
    """Return the part numbers of a panel and its cassettes."""
    inside = Counter(panel.cassettes)
    return f"{panel.part} with {', '.join(f'{count} x {part}' for part, count in inside.items())}"


class _Pieces:
    """Panels, cords and trunks of a fabric; every cassette uses the same number of port numbers."""

    def __init__(self, fabric: Fabric, parts: OrderedParts, layout: TrunkLayout) -> None:
        self.fabric, self.layout = fabric, layout
        self.connector = {cassette.part: cassette.trunk_connector for cassette in parts.catalogue.cassettes}
        self.front_connector = {
            cassette.part: cassette.front_connector for cassette in parts.catalogue.cassettes
        }
        self.front = max(trunk.front_ports for trunk in layout.trunks)
        self.ports = self.front + max(trunk.connectors for trunk in layout.trunks)
        hall = parts.plan.room
        cabinets = hall.cabinets if isinstance(hall, Hall) else ()
        kept = [number for number, cabinet in enumerate(cabinets) if not cabinet.taken]
        self.cabinet = {number: place for place, number in enumerate(kept)}

    def panels(self) -> Iterator[Device]:
        """Yield the panels."""
        for panel in self.layout.panels:
            ports, cabinet = self.ports * panel.places, self.cabinet[panel.cabinet]
            yield Device(
                panel.name,
                PANEL,
                ports,
                cabinet,
                unit=panel.unit,
                units=panel.height_u,
                model=_model(panel),
            )

    def cords(self) -> Iterator[Cable]:
        """Yield the unchanged cables, and both cords of each link in a trunk."""
        for link, cable in enumerate(self.fabric.cables):
            route = self.layout.routes.get(link)
            if route is None:
                yield cable
                continue
            near, far = route.jumpers
            front = self.front_connector[self.layout.trunks[route.trunk].cassette]
            yield replace(
                self._cord(cable, near, "A"),
                b=self._front(near),
                modules=(cable.modules[0], ""),
                cages=(cable.cages[0], front),
                cage_numbers=(cable.cage_numbers[0], -1),
            )
            yield replace(
                self._cord(cable, far, "B"),
                a=self._front(far),
                modules=("", cable.modules[1]),
                cages=(front, cable.cages[1]),
                cage_numbers=(-1, cable.cage_numbers[1]),
            )

    def trunks(self) -> Iterator[Cable]:
        """Yield the link share of every connector of every trunk."""
        for trunk in self.layout.trunks:
            joined = zip(*trunk.ends, trunk.ways_mm, strict=True)
            several = len(trunk.ends[0]) * trunk.connectors > 1
            number = 0
            for near, far, way_mm in joined:
                for behind in range(1, trunk.connectors + 1):
                    number += 1
                    form = self.connector[trunk.cassette]
                    yield Cable(
                        id=f"{trunk.name}-{number:02d}" if several else trunk.name,
                        a=self._behind(near, behind),
                        b=self._behind(far, behind),
                        length_mm=way_mm,
                        medium=MEDIA[1],
                        part=trunk.part,
                        ordered_mm=trunk.length_mm,
                        kind=trunk.fibre,
                        cages=(form, form),
                        piece=trunk.name if several else "",
                        cage_numbers=(number, number),
                        trunk=trunk.name,
                    )

    def _cord(self, cable: Cable, cord: Jumper, end: str) -> Cable:
        return replace(
            cable,
            id=f"{cable.id}-{end}",
            length_mm=cord.routed_mm,
            part=cord.part,
            ordered_mm=cord.length_mm,
            kind=cord.fibre,
            link=cable.id,
        )

    def _end(self, at: CassettePlace, port: int, name: str) -> End:
        return End(len(self.fabric.devices) + at.panel, (at.place - 1) * self.ports + port, name)

    def _front(self, cord: Jumper) -> End:
        return self._end(cord.at, cord.port, f"{cord.at.place}.{cord.port}")

    def _behind(self, at: CassettePlace, behind: int) -> End:
        return self._end(at, self.front + behind, f"{at.place}.R{behind}")
