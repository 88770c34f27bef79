"""The import, display and check of a company's own catalogue."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.gaps import EXPIRED, CatalogueGap, Reach, catalogue_gaps, reaches
from netfloor.costmodels.catalogue.order_choice import order_obstacles
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue, read_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import caged_links, same_cabinet_routes
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.offers import metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.foundation.errors import InfeasibleError, InputError, as_option, setting
from netfloor.foundation.files import files_of
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.cable_plan import CablePlan, ports_by_neighbour
from netfloor.plans.file import is_plan
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.order.devices import chosen_equipment, offered_devices
from netfloor.plans.order.laid_parts import laid_obstacles
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.reports.catalogue.shown import Product, products
from netfloor.reports.formats.table import Column, Columns, Table
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class CheckedCatalogue:
    """The result of checking a catalogue, optionally against a network and a room."""

    file: Path
    part_numbers: int
    # (where, what) of everything that blocks an order, file errors first
    problems: tuple[tuple[str, str], ...]
    remarks: tuple[tuple[str, str], ...]  # (where, what) for the buyer's attention
    reach: tuple[Reach, ...]  # longest possible link between each two devices
    has_examples: bool = False  # True if a price has no source, or comes from a formula
    answer: str = ""  # that a network can be bought in a room; empty if unknown or if something blocks

    @property
    def ok(self) -> bool:
        """True if nothing blocks an order."""
        return not self.problems

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document."""
        return {
            "schema": 1,
            "file": str(self.file),
            "ok": self.ok,
            "part_numbers": self.part_numbers,
            "answer": self.answer,
            "problems": [{"where": where, "what": what} for where, what in self.problems],
            "remarks": [{"where": where, "what": what} for where, what in self.remarks],
            "reach": [
                {
                    "from": item.one,
                    "to": item.other,
                    "gbps": item.gbps,
                    "electrical_m": mm_to_metres(item.electrical_mm),
                    "optical_m": mm_to_metres(item.optical_mm),
                }
                for item in self.reach
            ],
        }

    @property
    def problems_table(self) -> Table:
        """The problems that block an order."""
        return Table("Problems", ("where", "problem"), self.problems)

    @property
    def reach_table(self) -> Table:
        """The longest possible link between devices; a dash where no part joins them."""
        columns: Columns = (
            *("from", "to", Column("rate", "Gb/s", form="g")),
            *(Column(medium, "m", "#,##0.000", 3, form="g") for medium in ("copper", "optical")),
        )
        rows = [
            (item.one, item.other, item.gbps, item.electrical_mm or None, item.optical_mm or None)
            for item in self.reach
        ]
        return Table("Longest route that parts can cover, slack deducted", columns, rows)

    @property
    def remarks_table(self) -> Table:
        """The remarks for the buyer, except on expired prices."""
        rows = [row for row in self.remarks if not row[1].startswith(EXPIRED)]
        return Table("Before you order", ("where", "remark"), rows)

    @property
    def expired(self) -> list[str]:
        """Remarks on expired prices, which are shown first and do not block an order."""
        return [f"{what} ({where})" for where, what in self.remarks if what.startswith(EXPIRED)]


def show_catalogue(file: Path, gbps: float | None, kind: str | None) -> tuple[Catalogue, list[Product]]:
    """Return a catalogue and its products, filtered by rate and kind (None for all).

    `InputError` if the catalogue cannot be used or has no such product.
    """
    catalogue = load_catalogue(file)
    known = {sku.kind.lower(): sku.kind for sku in skus_of(catalogue)}
    words = {"adapter": "NIC", "copper": "DAC", "optical": "AOC"}
    asked = None if kind is None else known.get(kind.lower(), words.get(kind.lower(), kind))
    result = products(catalogue, gbps, asked)
    if not result and (gbps is not None or kind is not None):
        there = ", ".join(dict.fromkeys(sku.kind for sku in skus_of(catalogue))) or "none"
        raise InputError(str(file), "has no such part", f"its kinds: {there}")
    return catalogue, result


def check_catalogue(
    file: Path,
    network: str | None,
    room: str | None,
    gbps: float | None,
    *,
    network_only: bool,
    max_lead_days: int | None = None,
    cages: tuple[str, ...] = (),
) -> CheckedCatalogue:
    """Return all errors and gaps of a catalogue.

    An order is blocked by the obstacles of a bill of materials (`order_obstacles`), except long cables.
    ``network`` is the network to order, or the plan file of lists; ``gbps`` the rate of its links (None:
    that of the first switch), or of listed cables without a rate. ``cages`` gives the form of cages by
    rate, for lists: ``400=OSFP``. `InputError` if the file is not TOML, or network or room cannot be read.
    """
    if network is None and (room is not None or network_only or max_lead_days is not None):
        raise InputError(setting("for"), "is missing", "give the network to order")
    problems = list(_faults(file))
    if problems:
        return CheckedCatalogue(file, 0, tuple(problems), (), ())
    catalogue = load_catalogue(file)
    gaps, answer = list(catalogue_gaps(catalogue)), ""
    laid = None if network is None else _listed_plan(Path(network))
    if laid is not None:
        _refuse_with_plan(room=room, network_only=network_only)
        terms = OrderTerms(max_lead_days=max_lead_days, listed=ListedTerms(cages, gbps))
        gaps = [gap for gap in gaps if gap.where != "switches"]  # devices of lists are there already
        obstacles = laid_obstacles(laid, catalogue, terms)
        gaps = [*(CatalogueGap(*obstacle, stops=True) for obstacle in obstacles), *gaps]
    elif network is not None:
        if cages:
            raise InputError(setting("cage"), "applies only to plans made from lists", "leave it out")
        of_network = list(
            _for_network(
                catalogue, network, room, gbps, network_only=network_only, max_lead_days=max_lead_days
            )
        )
        own = [gap for gap in of_network if isinstance(gap, CatalogueGap)]
        gaps = [*own, *gaps]
        if not any(gap.stops for gap in gaps):
            answer = next((fit.text(network) for fit in of_network if isinstance(fit, _RoomFit)), "")
    stopping = tuple((gap.where, gap.what) for gap in gaps if gap.stops)
    remarks = tuple((gap.where, gap.what) for gap in gaps if not gap.stops)
    skus = skus_of(catalogue)
    has_examples = catalogue.formula is not None or any(sku.buying.is_example for sku in skus)
    return CheckedCatalogue(file, len(skus), stopping, remarks, reaches(catalogue), has_examples, answer)


def _faults(name: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text of each error in the files of a catalogue, with the file name if several."""
    files = files_of(name)
    for file in files:
        read = read_catalogue(file)
        of_file = f"{file}: " if len(files) > 1 else ""
        for error in read.problems:
            yield of_file + read.by_part(error.where), read.by_part(_told(error))
        if read.catalogue is None and not read.problems:
            yield str(file), "cannot be read"


def _listed_plan(path: Path) -> LaidFabric | None:
    """Return the plan in a file if it is made from lists; None for other plans, specs and files."""
    plan = load_any_plan(path) if is_plan(path) else None
    return plan if isinstance(plan, LaidFabric) else None


def _refuse_with_plan(*, room: str | None, network_only: bool) -> None:
    """Refuse options that a plan made from lists already defines."""
    given = [setting(name) for name, value in (("room", room), ("network-only", network_only)) if value]
    if given:
        raise InputError(" and ".join(given), "does not apply to plans made from lists", "leave it out")


def _told(error: InputError) -> str:
    return error.what + (f"; {error.expected}" if error.expected else "")


def _order_obstacles(catalogue: Catalogue, topology: Topology, terms: OrderTerms) -> tuple[str, ...]:
    """Return the reasons that block an order even if every cable is as short as possible."""
    routers = np.repeat(topology.links, topology.multiplicity, axis=0)
    nowhere = np.zeros_like(routers)
    ports, none_mm = ports_by_neighbour(topology, routers), np.zeros(len(routers), np.int64)
    cables = CablePlan(routers, nowhere, nowhere, ports, none_mm)
    routes = same_cabinet_routes(cables, topology, np.zeros(topology.routers, np.int64), 0)
    rules = BuyingRules(catalogue, terms.spare_rule(), terms.max_lead_days)
    options, _ = offered_devices(terms, topology, catalogue, placed=False)
    links = [caged_links(topology, cables, routes, catalogue, option.equipment) for option in options]
    asked, *others = (
        PartsQuestion(own.needs, rules, terms.chosen_criterion(), pieces=option.needs(own))
        for option, own in zip(options, links, strict=True)
    )
    choice, obstacles = order_obstacles(replace(asked, alternatives=tuple(others)))
    if choice is not None:
        return obstacles
    *devices, why = obstacles
    return (*devices, f"even if every cable is as short as possible: {why}")


def _for_network(
    catalogue: Catalogue,
    network: str,
    room: str | None,
    gbps: float | None,
    *,
    network_only: bool,
    max_lead_days: int | None,
) -> Iterator["CatalogueGap | _RoomFit"]:
    """Yield the obstacles to ordering a network, and whether its links may be too long in the room."""
    if catalogue.formula is not None:
        yield from _for_any_network(catalogue, catalogue.formula, network, room)
        return
    if not catalogue.switches:
        return
    topology = build(network, link_gbps=gbps or catalogue.switches[0].gbps)
    terms = OrderTerms(network_only=network_only, max_lead_days=max_lead_days)
    try:
        equipment = chosen_equipment(terms, topology, catalogue)
    except InfeasibleError as error:
        yield CatalogueGap(topology.name, error.told(as_option), stops=True)
        return
    for what in _order_obstacles(catalogue, topology, terms):
        yield CatalogueGap(topology.name, InfeasibleError(what).told(as_option), stops=True)
    if room is None:
        return
    place = room_from_spec(room)
    require_slots(network, topology.routers, place)
    used = {catalogue.switches[number].part for number in np.unique(equipment.switches).tolist()}
    longest_mm = min(reach.longest_mm for reach in reaches(catalogue) if {reach.one, reach.other} <= used)
    yield _room_fit(place, longest_mm)


def _for_any_network(
    catalogue: Catalogue, formula: CostSet, network: str, room: str | None
) -> Iterator["CatalogueGap | _RoomFit"]:
    """Yield whether links may be too long for a price formula, which has a switch for any network."""
    topology = build(network)
    if room is None:
        return
    place = room_from_spec(room)
    require_slots(network, topology.routers, place)
    longest = [formula.electrical.longest_mm, formula.optical.longest_mm]
    if formula.electrical_reach_mm is not None:
        longest[0] = min(longest[0] or formula.electrical_reach_mm, formula.electrical_reach_mm)
    ends = [mm for mm in longest if mm is not None]
    if len(ends) == len(longest):
        yield _room_fit(place, max(ends) - exact_mm(catalogue.slack_m, "slack_m"))


@dataclass(frozen=True)
class _RoomFit:
    """A room in which no route is longer than the longest part."""

    room: str
    route_mm: int
    part_mm: int

    def text(self, network: str) -> str:
        """Return that every link between switches can be bought, whatever the placement."""
        lengths = f"longest route {metres(self.route_mm)}, parts reach {metres(self.part_mm)}"
        return f"{network} in {self.room}: every link between switches can be bought ({lengths})"


def _room_fit(place: Room, longest_mm: int) -> CatalogueGap | _RoomFit:
    """Return the fit, or the pairs of cabinets beyond the longest part; blocking only if all pairs are."""
    slots = np.unique(place.lengths.cabinet_of_slot, return_index=True)[1]
    ways_mm = place.lengths.between(slots[:, None], slots[None, :])
    far = int((ways_mm > longest_mm).sum()) // 2
    longest_route_mm = int(ways_mm.max())
    if not far:
        return _RoomFit(place.name, longest_route_mm, longest_mm)
    pairs = len(slots) * (len(slots) - 1) // 2
    what = (
        f"{far:,} of {pairs:,} pairs of cabinets are more than {metres(longest_mm)} apart, the longest part"
    )
    return CatalogueGap(
        place.name, f"{what}; the longest route is {metres(longest_route_mm)}", stops=far == pairs
    )
