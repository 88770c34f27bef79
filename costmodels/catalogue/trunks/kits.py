"""Trunks with cassettes at both ends: compatible combinations and their link capacity."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from netfloor.costmodels.catalogue.choice.part_index import OpticsClass
from netfloor.costmodels.catalogue.part_terms import PartTerms
from netfloor.costmodels.catalogue.parts.cable_parts import Cord
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.trunk_parts import Cassette, FibreTrunk
from netfloor.costmodels.sets.coefficient import exact_decimal

_MM_PER_KM = 10**6


@dataclass(frozen=True)
class Length:
    """A length on offer, with its part number as an index."""

    length_mm: int
    sku: int


@dataclass(frozen=True, eq=False)
class Kit:
    """A trunk with cassettes at both ends.

    Attributes
    ----------
    sku, panel
        Part numbers of the cassette and of the panel that holds it.
    lengths
        Lengths of the trunk, ascending.
    panel_holds, panel_u
        Cassettes per panel, and panel height.
    """

    trunk: FibreTrunk
    cassette: Cassette
    sku: int
    panel: int
    lengths: tuple[Length, ...]
    panel_holds: int
    panel_u: int

    @property
    def cassettes(self) -> int:
        """Cassettes at each end."""
        return self.trunk.connectors // self.cassette.trunk_ports

    @property
    def links(self) -> int:
        """Number of links it carries."""
        return self.cassettes * self.cassette.front_ports

    def takes(self, optics: OpticsClass) -> bool:
        """Whether it can carry links of a class."""
        cassette = self.cassette
        alike = (cassette.fibre, cassette.front_connector) == (optics.fibre, optics.fibre_connector)
        return alike and cassette.fibres >= optics.fibres

    def loss_db(self, length_mm: int) -> Fraction | None:
        """Return the loss of a link through both cassettes and a trunk, None if any is not stated."""
        return trunk_loss_db(self.trunk, self.cassette, length_mm)


def trunk_loss_db(trunk: FibreTrunk, cassette: Cassette, length_mm: int) -> Fraction | None:
    """Return the loss through a trunk and a cassette at each end, None if any is not stated."""
    if cassette.loss_db is None or trunk.loss_db_per_km is None:
        return None
    of_trunk = exact_decimal(trunk.loss_db_per_km) * Fraction(length_mm, _MM_PER_KM)
    return 2 * exact_decimal(cassette.loss_db) + of_trunk


def kits_of(catalogue: Catalogue, place: Mapping[str, int]) -> Iterator[Kit]:
    """Yield every trunk with every cassette that fits it; ``place`` maps part numbers to indices.

    They fit if connectors, fibre and number of connectors agree, and the fibres of the trunk's connectors
    suffice for the front ports.
    """
    panels = {panel.part: panel for panel in catalogue.panels}
    for trunk in catalogue.trunks:
        lengths = lengths_of(trunk, place)
        for cassette in catalogue.cassettes:
            behind = cassette.trunk_ports * (trunk.fibres // trunk.connectors)
            alike = (cassette.trunk_connector, cassette.fibre) == (trunk.connector, trunk.fibre)
            if (
                alike
                and not trunk.connectors % cassette.trunk_ports
                and cassette.front_ports * cassette.fibres <= behind
            ):
                panel = panels[cassette.panel]
                places = place[cassette.part], place[panel.part]
                yield Kit(trunk, cassette, *places, lengths, panel.cassettes, panel.height_u)


def lengths_of(series: FibreTrunk | Cord, place: Mapping[str, int]) -> tuple[Length, ...]:
    """Return the lengths of a series, ascending."""
    return tuple(Length(length.length_mm, place[length.part]) for length in series.all_lengths())


def worth_having(
    series: FibreTrunk | Cord,
    lengths: tuple[Length, ...],
    needs_mm: set[int],
    terms: Mapping[int, PartTerms],
    used: frozenset[int] = frozenset(),
) -> tuple[Length, ...]:
    """Return the lengths that an order may need; ``used`` are those it has already.

    For cables made to length whose price rises with length (with equal spares), only the shortest
    sufficient length for each need matters: a longer purchase can be shortened to the longest of the needs
    it serves. The same holds if the unit price is independent of quantity and longer pieces cost no less.
    """
    shortest = {
        next((length.sku for length in lengths if length.length_mm >= need), -1)
        for need in sorted(needs_mm)
    }
    if series.line is not None and not series.lengths:
        return tuple(length for length in lengths if length.sku in shortest | used)
    linear = all(terms[length.sku].is_linear for length in lengths)
    prices = [terms[length.sku].prices.unit_cents[0] for length in lengths]
    if linear and prices == sorted(prices):
        return tuple(length for length in lengths if length.sku in shortest)
    return lengths
