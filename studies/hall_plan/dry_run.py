"""``netfloor plan --dry-run``: everything that is known before placement."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.formula import with_parts
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import prices_text, skus_of
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.observer import Observer
from netfloor.foundation.wording import count_text, join_words, percent_text
from netfloor.layout.apart import apart_pairs
from netfloor.layout.requirements import OF_SLOTS
from netfloor.layout.solve import SolveOptions
from netfloor.plans.order.devices import chosen_equipment
from netfloor.reports.formats.table import Table
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.studies.hall_plan.cabinet_checks import CabinetChecks
from netfloor.studies.hall_plan.checks import (
    COPPER,
    DOUBT,
    OPTICAL,
    SHORT,
    UNKNOWN,
    Check,
    Findings,
    Verdict,
    checks_table,
)
from netfloor.studies.hall_plan.expected import ExpectedTime, Searches, expected_time
from netfloor.studies.hall_plan.file import HallPlanFile, read_hall_plan
from netfloor.studies.hall_plan.min_parts import (
    LINK_KINDS,
    SEVERAL,
    LeastParts,
    links_without_parts,
    min_parts,
)
from netfloor.studies.hall_plan.run import (
    chosen_cabinets,
    named_as_in,
    planned_aim,
    planned_devices,
    planned_limits,
    planned_options,
    planned_ownership,
    planned_site,
    with_own_tariff,
)
from netfloor.studies.hall_plan.server_ways import longest_to_servers
from netfloor.studies.hall_plan.switch_places import AllowedSlots, Candidates, choices_of, possible_places
from netfloor.studies.hall_plan.together import Together
from netfloor.studies.place import Site


@dataclass(frozen=True)
class DryRun:
    """The results of a dry run."""

    network: str
    room: str
    currency: str
    prices: str  # price list, and how many of its prices have no source
    checks: tuple[Check, ...]
    reasons: tuple[str, ...]  # proofs that the plan cannot fit; none if no limit is provably violated
    # limits that depend on the placement, for which ``plan`` may still refuse the file
    in_doubt: tuple[str, ...]
    warnings: tuple[str, ...]  # the same as sentences, and impossible choices of places
    parts: LeastParts | None  # lower bound on the price of the parts; None if unknown
    time: ExpectedTime | None  # expected time of the run; None if unknown

    @property
    def fits(self) -> bool:
        """True if no limit is provably violated; those in `in_doubt` may still be."""
        return not self.reasons

    @property
    def answer(self) -> str:
        """The result on one line."""
        if self.reasons:
            return "; ".join(self.reasons)
        if self.in_doubt:
            return f"in doubt until placed: {join_words([*self.in_doubt])}; no limit is provably exceeded"
        return "no obstacle found so far"

    def brief_fields(self) -> Iterator[tuple[str, str]]:
        """Yield the result, network, room, prices, lowest cost and time."""
        yield "answer", self.answer
        yield "network", self.network
        yield "room", self.room
        if self.parts is not None:
            yield "prices", self.prices
            yield "cost at least", self.parts.brief(self.currency)
        if self.time is not None:
            yield "time", self.time.brief

    @property
    def failed(self) -> Table:
        """The checks that fail."""
        return checks_table([check for check in self.checks if check.verdict == SHORT])

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the result and the labelled lines around the table."""
        yield "answer", self.answer
        for warning in self.warnings:
            yield "in doubt", warning
        yield "network", self.network
        yield "room", self.room
        if self.parts is not None:
            yield "prices", self.prices
            yield "cost at least", self.parts.text(self.currency)
        if self.time is not None:
            yield "time", self.time.text()

    @property
    def table(self) -> Table:
        """The table of checks."""
        return checks_table(self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``plan --dry-run --json``."""
        return {
            "schema": 1,
            "fits": self.fits,
            "reasons": list(self.reasons),
            "in_doubt": list(self.in_doubt),
            "warnings": list(self.warnings),
            "network": self.network,
            "room": self.room,
            "checks": [asdict(check) for check in self.checks],
            "currency": self.currency,
            "prices": self.prices,
            "cost_at_least": None if self.parts is None else self.parts.to_dict(),
            "links_perhaps_not_purchasable": None if self.parts is None else self.parts.links_in_doubt,
            "expected_seconds": None if self.time is None else self.time.to_dict(),
        }


def dry_run(path: Path, workers: int, observer: Observer) -> DryRun:
    """Return everything known about a planning file without placement; nothing is written.

    `InputError` for an invalid file, room or catalogue.
    """
    observer.doing("reading network, room and catalogue")
    request = read_hall_plan(path)
    site = planned_site(request, path)
    catalogue = with_parts(load_catalogue(Path(request.catalogue)), "a planning file")
    request = with_own_tariff(request, planned_ownership(request, catalogue), catalogue)
    with named_as_in(path):
        options = planned_options(request, path, site, workers)
        planned_aim(request, catalogue).spec()
    return _FeasibilityCheck(request, site, catalogue, options).outcome(path, workers, observer)


class _FeasibilityCheck:
    """The checks of a planning file, with their findings."""

    def __init__(
        self, request: HallPlanFile, site: Site, catalogue: Catalogue, options: SolveOptions
    ) -> None:
        self.request, self.site, self.catalogue = request, site, catalogue
        self.options, self.searches, self.found = options, Searches(), Findings()

    def outcome(self, path: Path, workers: int, observer: Observer) -> DryRun:
        """Return all results; checks of devices run only if the catalogue has them."""
        topology, room, result = self.site.topology, self.site.room, self.found
        parts = time = None
        result.add("slots for switches", topology.routers, room.slots, "slots")
        with named_as_in(path):
            try:
                equipment = chosen_equipment(self.request.order_terms(), topology, self.catalogue)
                devices = planned_devices(self.request, topology, self.catalogue)
            except InfeasibleError as error:
                result.reasons.append(str(error))
            else:
                self._ports(equipment)
                self._stock(equipment, devices)
                observer.doing("limits of the cabinets")
                narrowed = self._cabinets(equipment, devices)
                observer.doing("lengths of the routes")
                closed = narrowed.shut if int((~narrowed.shut).sum()) >= topology.routers else None
                parts = self._lengths(devices, narrowed, closed) if topology.networks is None else None
                result.reasons += links_without_parts(self.request, topology, self.catalogue)
                if topology.networks is not None:
                    result.doubt("parts of several networks", SEVERAL)
                self._choices()
                if not result.reasons:
                    observer.doing("measuring the speed of the search")
                    time = expected_time(self.request, self.site, closed, workers, self.searches)
        summary = f"{topology.name}: {topology.routers:,} switches, {topology.link_count:,} links, "
        return DryRun(
            network=summary + f"{int(topology.endpoints.sum()):,} endpoints",
            room=f"{room.summary}, {room.slots:,} slots",
            currency=self.catalogue.currency,
            prices=prices_text(self.catalogue).removeprefix("prices: "),
            checks=tuple(result.checks),
            reasons=tuple(result.reasons),
            in_doubt=tuple(dict.fromkeys(result.doubts)),
            warnings=tuple(dict.fromkeys(result.warnings)),
            parts=parts,
            time=time,
        )

    def _ports(self, equipment: Equipment) -> None:
        ports = self.site.topology.ports
        for switch, count in sorted(Counter(equipment.switches.tolist()).items()):
            maximum = int(ports[equipment.switches == switch].max())
            item = self.catalogue.switches[switch]
            self.found.add(f"ports of {item.part} ({count:,} of them)", maximum, item.ports, "ports")

    def _stock(self, equipment: Equipment, devices: Devices) -> None:
        """Check the available pieces of devices; the number of cables is known only later."""
        terms, catalogue = self.request.order_terms(), self.catalogue
        rules = BuyingRules(catalogue, terms.spare_rule(), terms.max_lead_days)
        pieces = Counter(catalogue.switches[item].part for item in equipment.switches.tolist())
        servers = int(devices.servers.sum())
        if equipment.server is not None:
            pieces[equipment.server.part] += servers
        scarce = []
        for sku in skus_of(catalogue):
            bought = rules.terms(sku)
            needed, largest = pieces.get(sku.part, 0), bought.prices.largest
            if needed and not bought.can_supply(needed):
                needed += bought.spare.count(needed) - bought.owned
                self.found.add(f"pieces of {sku.part}", needed, largest, "pieces")
            if bought.prices.most is not None and sku.kind in (*LINK_KINDS, "NIC"):
                scarce.append(sku.part)
        if scarce:
            self.found.doubt(
                "pieces in stock",
                f"pieces in stock: {count_text(len(scarce), 'part')} such as {scarce[0]} are limited; "
                "the number needed is known once parts are chosen",
            )

    def _cabinets(self, equipment: Equipment, devices: Devices) -> AllowedSlots:
        """Check the limits of cabinets for each choice of places, and return the best one."""
        servers, request, site = self.request.servers, self.request, self.site
        limits = planned_limits(request, site, self.catalogue, self.options)
        required = self.options.requirements
        standing = Candidates(site.room, devices, limits, servers.rule, required)
        possible, refused = possible_places(choices_of(request), standing)
        chosen = chosen_cabinets(request, site, devices)
        examined = []
        for item in possible or [standing.without_limits()]:
            checks = CabinetChecks(
                request=request,
                site=site,
                catalogue=self.catalogue,
                equipment=equipment,
                devices=devices,
                narrowed=item,
                chosen=chosen,
            )
            examined.append((checks.findings(limits_close_slots=bool(possible)), item))
        result, best = min(examined, key=lambda entry: (len(entry[0].reasons), len(entry[0].doubts)))
        self.found.extend(result)
        if possible:
            self.found.warnings += refused
            self._count_searches(possible, devices)
        else:
            self.found.reasons += refused
        apart = apart_pairs(best.required, site.room)
        kept = apart is None or apart.surely_fits(~best.shut)
        known = (*OF_SLOTS, *["apart", "only"] * kept)
        tied = [entry.text for entry in best.required if entry.kind not in known]
        if tied:
            message = f"only a placement shows whether {join_words(tied)} can be met"
            self.found.doubt(f"requirements ({join_words(tied)})", message)
        return best

    def _choices(self) -> None:
        """Note limits on the choice of parts, which depend on the lengths of the cables."""
        request = self.request
        if request.parts.max_skus is not None:
            message = f"at most {count_text(request.parts.max_skus, 'part number')} of cables and cords"
            self.found.doubt("number of part numbers", f"{message}: known once parts are chosen")
        hall = self.site.room
        if isinstance(hall, Hall):
            self._trays(hall)

    def _trays(self, hall: Hall) -> None:
        """Note trays that all cables together would overfill; the fill is known after placement."""
        trays, topology = self.request.trays, self.site.topology
        if trays.reroute and hall.trays:
            message = "cables routed around full trays are longer: their parts are known after placement"
            self.found.doubt("cables around full trays", message)
        limits_mm2 = [tray.capacity_mm2 for tray in hall.trays if tray.capacity_mm2 is not None]
        cables = topology.link_count + int(topology.endpoints.sum())
        all_mm2 = cables * max(trays.electrical_mm2, trays.optical_mm2)
        if limits_mm2 and all_mm2 > min(limits_mm2):
            self.found.doubt(
                "trays",
                f"trays: up to {cables:,} cables take up to {all_mm2:,.0f} mm2, the smallest tray holds "
                f"{min(limits_mm2):,.0f} mm2; the fill of each tray is known after placement",
            )

    def _count_searches(self, possible: Sequence[AllowedSlots], devices: Devices) -> None:
        """Count the searches; the cost of requirements is searched for the kept choice only."""
        joint, both, costs = False, False, 0
        for item in possible:
            together = Together(self.request, self.site, self.catalogue, devices, item.limits)
            options = replace(self.options, requirements=item.required)
            joint, refused = together.takes_place(options), together.refused(options)
            if refused and refused not in self.found.warnings:
                self.found.warnings.insert(0, refused)
            both = both or together.is_worth_trying(options)
            by_both = len(self.options.requirements) if self.request.layout.objective == "length" else 0
            costs = max(costs, by_both if joint else len(item.required))
        again = sum(entry.searched for entry in possible)
        self.searches = Searches(len(possible), again, costs, joint, both)

    def _lengths(
        self, devices: Devices, narrowed: AllowedSlots, closed: npt.NDArray[np.bool_] | None
    ) -> LeastParts:
        """Check the routes in the room against the parts on sale, and return the parts' bound."""
        result = self.found
        parts = min_parts(self.request, self.site, self.catalogue, devices, closed)
        result.reasons += parts.reasons
        self._to_servers(devices, narrowed, parts)
        max_mm = parts.limits.longest_mm
        if max_mm is None:
            return parts
        optical: Verdict = DOUBT if parts.links_in_doubt else COPPER
        reaches: tuple[tuple[str, int | None, Verdict], ...] = (
            ("copper", parts.limits.electrical_mm, OPTICAL),
            ("optical", parts.limits.optical_mm, optical),
        )
        for medium, reach_mm, beyond in reaches:
            what = f"longest {medium} route of the room, and part between switches"
            result.add(what, parts.longest_mm[medium] / 1000, (reach_mm or 0) / 1000, "m", beyond)
        if parts.links_in_doubt:
            links = self.site.topology.link_count
            result.doubt(
                "lengths between switches",
                f"{percent_text(parts.share_out_of_reach)} of all pairs of slots are farther apart than "
                f"the longest part ({max_mm / 1000:,.1f} m); with switches at random, about "
                f"{parts.links_in_doubt:,} of {links:,} links could not be bought: the placement must "
                "avoid this",
            )
        return parts

    def _to_servers(self, devices: Devices, narrowed: AllowedSlots, parts: LeastParts) -> None:
        """Check the longest routes to servers against parts on sale and the file's reach."""
        result, limits, reach_mm = self.found, parts.to_servers, narrowed.limits.reach_mm
        if limits is None or not devices.servers.any():
            return
        longest = longest_to_servers(self.site.room, devices, narrowed, limits, self.request.servers.rule)
        if longest is None:  # too many routes to measure
            for medium, sold_mm in parts.reach_to_servers:
                what = f"length to a server, longest {medium} part"
                result.checks.append(Check(what, None, sold_mm / 1000, "m", UNKNOWN))
            result.doubt("lengths to servers", "lengths to servers are known once servers are placed")
            return
        optical: Verdict = COPPER if longest.all_served else DOUBT
        beyond: dict[str, Verdict] = {"copper": OPTICAL, "optical": optical}
        for medium, sold_mm in parts.reach_to_servers:
            what = f"length to a server, longest {medium} part"
            result.add(what, longest.of_medium_mm[medium] / 1000, sold_mm / 1000, "m", beyond[medium])
        asked_m = self.request.servers.reach_m
        if asked_m is not None:
            result.add(
                "length to a server, and servers.reach_m", longest.any_mm / 1000, asked_m, "m", DOUBT
            )
        if not longest.all_served or (reach_mm is not None and longest.any_mm > reach_mm):
            reach = "the longest part" if reach_mm is None else f"the {reach_mm / 1000:,.1f} m allowed"
            result.doubt(
                "lengths to servers",
                f"lengths to servers: the most distant place is {longest.any_mm / 1000:,.1f} m from a "
                f"slot, more than {reach}, or some route has no part: the placement must avoid this",
            )
