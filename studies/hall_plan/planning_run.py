"""The result of a planning run."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.buying.ownership import Ownership
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.result import Result, gap_clause, is_telling, relative_gap, with_words
from netfloor.plans.headroom.amounts import Headroom
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.trays import worst_segment
from netfloor.plans.order.warnings import OVERFULL_TRAYS
from netfloor.plans.plan import Plan
from netfloor.reports.bom.ownership import ownership_document, ownership_fields
from netfloor.reports.bom.text import split_warnings, summary_fields, total_fields, warning_fields
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.headroom import brief_headroom, headroom_fields
from netfloor.rooms.hosts.server_placement import RULES
from netfloor.studies.hall_plan.cages import CageSaving
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.hall_plan.servers import LimitPrice, limit_fields, server_cable, server_words
from netfloor.studies.hall_plan.switch_places import PlaceOutcome

if TYPE_CHECKING:
    from netfloor.rooms.hall.cables.fill import TrayFill


@dataclass(frozen=True)
class PlanningRun:
    """A planning request and its results."""

    request: HallPlanFile
    plan: Plan
    result: Result  # of the placement search
    parts: PartsList
    bom: Mapping[str, Any]  # document of the bill of materials
    fill: "TrayFill | None"  # cables in the trays; None without trays
    head: ReportHead  # of report and workbook
    headroom: Headroom
    ownership: Ownership | None = None  # None without terms in the catalogue's currency
    files: tuple[str, ...] = ()  # names of the files written
    notes: tuple[str, ...] = ()
    limits: tuple[LimitPrice, ...] = ()  # cost of each limit on servers
    # savings of ports numbered to share cages; None if numbered by neighbour
    cages: CageSaving | None = None
    # outcome of each choice of places for the switches, if there were several
    places: tuple[PlaceOutcome, ...] = ()
    both: str = ""  # results of sequential and joint search, if both were tried

    @property
    def is_overfull(self) -> bool:
        """True if a tray exceeds its capacity."""
        return self.fill is not None and bool(self.fill.overfull)

    def price_basis(self) -> str:
        """Return a sentence on the scope of the placement's costs; empty unless cost was the objective."""
        objective = self.plan.solver.objective
        if objective is None or objective.name != "parts":
            return ""
        return (
            "Costs of the placement (parts, lower bound, requirements) cover only cables and transceivers "
            "between switches, at single-piece prices; the total covers the whole order."
        )

    def all_cable(self) -> str:
        """Return the gap of the total cable length to its lower bound; empty if unknown."""
        plan, hosts = self.plan, self.plan.hosts
        if hosts is None or hosts.proof is None or hosts.proof.wherever_mm is None:
            return ""
        links_mm, servers_mm = self.result.bound.length_mm, hosts.proof.wherever_mm
        to_servers = int(hosts.lengths_of_endpoints(plan.topology.endpoints).sum())
        here, minimum = plan.shortest_cables.total_mm + to_servers, links_mm + servers_mm
        whole, between, to = (f"{mm_to_metres(item):,.1f} m" for item in (minimum, links_mm, servers_mm))
        return (
            f"{mm_to_metres(here):,.1f} m in total, servers included. "
            f"Lower bound{with_words(self.result.requirements)}: {whole} ({between} between switches, {to} "
            f"to servers next to the units for switches){gap_clause(relative_gap(here, minimum))}"
        )

    def to_dict(self, out: Path) -> dict[str, Any]:
        """Return the document of ``plan --json``."""
        cables, bound = self.plan.shortest_cables, self.result.bound
        links = max(len(cables), 1)
        return {
            "schema": 1,
            "out": str(out),
            "files": list(self.files),
            "network": self.plan.topology.name,
            "room": self.plan.room.summary,
            "routers": self.plan.topology.routers,
            "servers": self.plan.servers,
            "server_rule": self.request.servers.rule,
            "server_cable": server_cable(self.plan, self.limits),
            "shared_cages_save": None if self.cages is None else self.cages.to_dict(),
            "switch_places": [place.to_dict() for place in self.places],
            "network_links": len(cables),
            "mean_cable_m": mm_to_metres(cables.mean_mm),
            "max_cable_m": mm_to_metres(cables.max_mm),
            "lower_bound_m": mm_to_metres(bound.length_mm / links),
            "gap": relative_gap(cables.total_mm, bound.length_mm),
            "status": self.result.status,
            "requirements": self.result.requirement_documents(),
            "warnings": list(self.head.warnings),
            "overfull_segments": 0 if self.fill is None else len(self.fill.overfull),
            "worst_segment": None if self.fill is None else worst_segment(self.plan.room, self.fill),
            "headroom": self.bom["headroom"],
            "currency": self.bom["currency"],
            "summary": self.bom["summary"],
            "counts": self.bom["counts"],
            "identities": self.bom["identities"],
            "example_prices": self.bom["example_prices"],
            "ownership": None if self.ownership is None else ownership_document(self.ownership),
            "notes": list(self.notes),
        }

    def text(self, out: Path, *, verbose: bool = False) -> str:
        """Return the result in a few lines, or every figure."""
        fields = self._all_fields(out) if verbose else self._brief_fields(out)
        width = max(len(name) for name, _ in fields) + 2
        return "\n".join(f"{name:<{width}}{value}" for name, value in fields)

    def _brief_fields(self, out: Path) -> list[tuple[str, str]]:
        """Return the prices, the order, the quality of the placement, spare capacity and warnings."""
        plan, document = self.plan, dict(self.bom)
        first, warnings = split_warnings(self.head.warnings)
        total, *orders = total_fields(document)
        placed = self.result.brief_fields()  # its "parts" are the cables between switches
        servers = f", {plan.servers:,} servers" if plan.servers else ""
        switches = f"{plan.topology.name}: {plan.topology.routers:,} switches{servers}"
        named = {"power", "fibre trunks"}
        return [
            *first,
            total,
            *(field for field in orders if field[0] != "choice of parts"),
            *self._ownership_fields()[:1],
            ("network", f"{switches}, {self.bom['counts']['cables']:,} cables"),
            *(("network cables" if name == "parts" else name, text) for name, text in placed),
            *(field for field in summary_fields(document, owned=True) if field[0] in named),
            *brief_headroom(headroom_fields(self.headroom)),
            *warnings,
            ("written", f"{count_text(len(self.files), 'file')} in {out}: begin with report.html"),
        ]

    def _ownership_fields(self) -> list[tuple[str, str]]:
        """Return the cost of ownership, if terms or years were given."""
        is_requested = self.request.ownership is not None or self.request.parts.years is not None
        if self.ownership is None or not is_requested:
            return []
        return ownership_fields(ownership_document(self.ownership))

    def _all_fields(self, out: Path) -> list[tuple[str, str]]:
        """Return every figure as labelled texts, the order first."""
        plan, cables = self.plan, self.plan.shortest_cables
        metres = (
            f"{mm_to_metres(cables.total_mm):,.1f} m, {mm_to_metres(cables.mean_mm):.4f} m on average, "
            f"longest {mm_to_metres(cables.max_mm):.2f} m"
        )
        servers = f", {plan.servers:,} servers" if plan.servers else ""
        document = dict(self.bom)
        first, _ = split_warnings(self.head.warnings)
        fields = [
            *first,
            *total_fields(document),
            ("network", f"{plan.topology.name}: {plan.topology.routers:,} switches{servers}"),
            ("room", f"{plan.room.summary}; {RULES[self.request.servers.rule]}"),
            *summary_fields(document, owned=self.ownership is not None),
            *self._ownership_fields(),
            *self.result.fields(),
            ("network cable", metres),
        ]
        if plan.hosts is not None and len(plan.hosts):
            fields.append(("server cable", server_words(plan.hosts, plan.topology.endpoints)))
            fields += limit_fields(self.limits, self.bom["currency"])
            fields += [("all cable", minimum)] if (minimum := self.all_cable()) else []
        place_texts = [place.words(self.bom["currency"]) for place in self.places]
        fields += [("" if number else "switch places", text) for number, text in enumerate(place_texts)]
        if self.fill is not None:
            fields.append(
                ("trays", f"{len(self.fill.overfull)} of {len(self.fill.cables)} segments overfull")
            )
        fields += headroom_fields(self.headroom)
        if self.cages is not None:
            fields.append(("ports", self.cages.words(self.bom["currency"])))
        reached = self.result.reached
        if not is_telling(self.result.gap if reached is None else reached.gap):
            fields.append(("quality", self.result.how_good()[0]))
        fields += [("basis of costs", basis)] if (basis := self.price_basis()) else []
        digest = self.head.plans.get("plan.json", "")
        fields += [("plan", f"checksum {digest[:12]}, as on its sheets and pages")] if digest else []
        files = f"{count_text(len(self.files), 'file')} in {out}: {', '.join(self.files)}"
        others = [text for text in self.head.warnings if not text.startswith(OVERFULL_TRAYS)]
        return [*fields, *warning_fields(others), ("written", files)]
