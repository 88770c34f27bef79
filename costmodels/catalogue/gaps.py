"""The reach of a catalogue, and gaps that would prevent an order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from netfloor.costmodels.catalogue.choice.part_index import PartIndex, build_part_index
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Caged
from netfloor.costmodels.catalogue.parts.skus import POWERED, skus_of
from netfloor.costmodels.sets.offers import metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.foundation.errors import as_option
from netfloor.foundation.tool import current_day
from netfloor.foundation.wording import count_text

#: A step between stock lengths is reported from this difference if the longer is at least 1.5 times as
#: long.
STEP_MM = 2000
#: Maximum part numbers named for a gap.
_MAX_NAMED = 5
#: First word of sentences on expired prices.
EXPIRED = "EXPIRED"
#: First words of sentences on terms of an order with amounts that no field holds.
NOT_COUNTED = "NOT COUNTED"


@dataclass(frozen=True)
class Reach:
    """The longest connection between two devices.

    Attributes
    ----------
    one, other
        Part numbers of a switch, and of the same switch or an adapter.
    electrical_mm, optical_mm
        Longest route after slack, 0 if nothing fits.
    lengths_mm
        Every fitting length, ascending.
    """

    one: str
    other: str
    gbps: float
    electrical_mm: int
    optical_mm: int
    lengths_mm: tuple[int, ...]

    @property
    def longest_mm(self) -> int:
        """The longer of the two."""
        return max(self.electrical_mm, self.optical_mm)


@dataclass(frozen=True)
class CatalogueGap:
    """A gap in a catalogue: where, what is missing, and whether it prevents an order."""

    where: str
    what: str
    stops: bool


def reaches(catalogue: Catalogue) -> tuple[Reach, ...]:
    """Return the reach of each switch to another of its model and to each adapter of its rate."""
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    return tuple(
        _reach(switch, other, shelf, slack_mm)
        for switch in catalogue.switches
        for other in (switch, *(nic for nic in catalogue.nics if nic.gbps == switch.gbps))
    )


def _reach(caged: Caged, other: Caged, shelf: PartIndex, slack_mm: int) -> Reach:
    ends = {Socket(caged.connector, caged.links_per_cage), Socket(other.connector, other.links_per_cage)}
    longest, lengths = {"electrical": 0, "optical": 0}, set()
    for cable, offered in shelf.assemblies:
        plugs = {Socket(cable.connector_a, cable.links), Socket(cable.connector_b, cable.tail_links)}
        if cable.carries(caged.gbps) and plugs == ends:
            fitting = offered.length_mm.tolist()
            longest[cable.medium] = max(longest[cable.medium], *fitting, 0)
            lengths |= set(fitting)
    for kind, modules in shelf.modules.items():
        at = [[m.reach_mm for m in modules if m.socket == end] for end in ends]
        reach = min((max(result, default=0) for result in at), default=0)
        cords = [mm for mm in shelf.cords[kind].length_mm.tolist() if mm <= reach]
        if kind.gbps == caged.gbps and cords:
            longest["optical"] = max(longest["optical"], *cords)
            lengths |= set(cords)
    electrical_mm, optical_mm = (max(mm - slack_mm, 0) for mm in longest.values())
    return Reach(caged.part, other.part, caged.gbps, electrical_mm, optical_mm, tuple(sorted(lengths)))


def catalogue_gaps(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield the gaps of a catalogue: expired prices, gaps that prevent every order, then the rest."""
    if catalogue.formula is not None:
        what = "by formula, for any network: no part numbers, watts, stock or lead times; not for orders"
        yield CatalogueGap("prices", what, stops=False)
        return
    yield from _expired(catalogue)
    if not catalogue.switches:
        yield CatalogueGap("switches", "there is none: no network can be ordered", stops=True)
    for reach in reaches(catalogue):
        between = f"{reach.one} to {reach.other}"
        if not reach.lengths_mm:
            what = f"no cable or transceiver pair connects their cages at {reach.gbps:g} Gb/s"
            yield CatalogueGap(between, what, stops=True)
    yield from _steps(catalogue)
    rates = {switch.gbps for switch in catalogue.switches}
    for nic in catalogue.nics:
        if nic.gbps not in rates:
            yield CatalogueGap(nic.part, f"no switch has its rate, {nic.gbps:g} Gb/s", stops=False)
    if catalogue.switches and not catalogue.nics:
        what = "none listed: orders cover the network only"
        yield CatalogueGap("adapters", what, stops=False)
    if catalogue.servers and not catalogue.nics:
        yield CatalogueGap("servers", "cannot be connected: no adapter is listed", stops=False)
    yield from _lone_optics(catalogue)
    yield from _unsaid(catalogue)
    yield from unused_terms(catalogue)
    yield from _unread_terms(catalogue)
    if catalogue.on_request:
        parts = _first_names([item.part for item in catalogue.on_request])
        what = f"{count_text(len(catalogue.on_request), 'part')} with a price on request: not bought"
        yield CatalogueGap(parts, what, stops=False)


def _expired(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield expired prices, which no supplier is bound by."""
    today = current_day()
    ends = {sku.part: sku.buying.valid_until for sku in skus_of(catalogue)}
    late = {part: end for part, end in ends.items() if end is not None and end < today}
    if late:
        last = max(late.values()).isoformat()
        many = f"{len(late):,} of {len(ends):,} prices have expired"
        what = f"{EXPIRED}: {many}, the last on {last}"
        yield CatalogueGap(_first_names([*late]), what, stops=False)


def _first_names(parts: Sequence[str]) -> str:
    """Return the first part numbers, and the count of the others."""
    more = len(parts) - _MAX_NAMED
    return ", ".join(parts[:_MAX_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def unused_terms(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield supplier terms that apply to no part."""
    sellers = {sku.buying.supplier for sku in skus_of(catalogue)}
    for supplier in catalogue.suppliers:
        if supplier.name not in sellers:
            what = f"no part has this supplier, so its terms have no effect: write {supplier.name!r} as"
            yield CatalogueGap(f"suppliers: {supplier.name}", f"{what} supplier of its parts", stops=False)


def _unread_terms(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield the sentences of suppliers' terms with amounts that no order counts."""
    for supplier in catalogue.suppliers:
        for text in supplier.unread_terms:
            what = (
                f"{NOT_COUNTED}: {text!r}; write its amounts as terms of the supplier, and delete it from"
            )
            yield CatalogueGap(f"suppliers: {supplier.name}", f"{what} unread_terms", stops=True)


def _steps(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield large steps to the next longer part, once for devices that accept the same parts."""
    of_lengths: dict[tuple[float, tuple[int, ...]], list[str]] = {}
    for reach in reaches(catalogue):
        of_lengths.setdefault((reach.gbps, reach.lengths_mm), []).append(f"{reach.one} to {reach.other}")
    for (gbps, lengths_mm), between in of_lengths.items():
        steps = [
            f"{metres(short).removesuffix(' m')} to {metres(long)}"
            for short, long in pairwise(lengths_mm)
            if long - short >= STEP_MM and 2 * long >= 3 * short
        ]
        if steps:
            what = f"large steps between lengths at {gbps:g} Gb/s: {', '.join(steps)}"
            what += "; links in between get the longer part"
            yield CatalogueGap(", ".join(between), what, stops=False)


def _lone_optics(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    for kind, modules in shelf.modules.items():
        if not len(shelf.cords[kind].length_mm):
            parts = ", ".join(shelf.skus[module.sku].part for module in modules)
            what = f"no cord fits: {kind.fibre_connector}, {kind.fibre}, {kind.fibres} fibres or more"
            yield CatalogueGap(parts, what, stops=False)
    for cord in catalogue.cords:
        if not any(kind.takes(cord) for kind in shelf.modules):
            yield CatalogueGap(cord.name, "no transceiver takes this cord", stops=False)


def _unsaid(catalogue: Catalogue) -> Iterator[CatalogueGap]:
    """Yield prices and watts of 0, which are used as they are."""
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    free = [sku.part for sku in shelf.skus if sku.buying.price_cents == 0]
    if free:
        what = f"{count_text(len(free), 'part number')} {'has' if len(free) == 1 else 'have'} a price of 0"
        yield CatalogueGap(_first_names(free), what, stops=False)
    powered = [sku for sku in skus_of(catalogue) if sku.kind in POWERED]
    if dark := [sku.part for sku in powered if sku.lacks_watts]:
        draw = f"{len(dark):,} of {len(powered):,} parts that draw power"
        what = f"no watts for {draw}: power and electricity of orders with them are unknown"
        yield CatalogueGap(_first_names(dark), what, stops=False)
    if late := [sku.part for sku in shelf.skus if sku.buying.lead_time_days is None]:
        has = "has" if len(late) == 1 else "have"
        what = f"{len(late):,} of {count_text(len(shelf.skus), 'part number')} {has} no lead time"
        what += f": no delivery date beyond stock; {as_option('max-lead-days')} buys only from stock"
        yield CatalogueGap(_first_names(late), what, stops=False)
    if examples := sum(sku.buying.is_example for sku in shelf.skus):
        what = f"{examples} of {len(shelf.skus)} prices have no source: EXAMPLES, not for orders"
        yield CatalogueGap("prices", what, stops=False)
