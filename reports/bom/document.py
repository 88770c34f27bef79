"""The bill of materials as a JSON document with stable keys; amounts in currency units."""

import datetime as dt
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from netfloor.costmodels.buying.ownership import Ownership
from netfloor.costmodels.catalogue.bom import Bom
from netfloor.costmodels.catalogue.gaps import unused_terms
from netfloor.costmodels.catalogue.part_terms import DEVICES
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, POWER_CORD
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice
from netfloor.costmodels.sets.load import set_sha256
from netfloor.fabric.fabric import PANEL, PDU
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.plans.headroom.amounts import Headroom
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.warnings import bill_gaps, ownership_warnings, plan_warnings
from netfloor.plans.plan import Plan
from netfloor.reports.bom.assumptions import assumptions
from netfloor.reports.bom.cabinets import cabinet_records
from netfloor.reports.bom.limits import criterion_cost, curve_listing, limit_listing, medium_rule
from netfloor.reports.bom.money import money_figures
from netfloor.reports.bom.networks import network_listing
from netfloor.reports.bom.orders import order_listing
from netfloor.reports.bom.ownership import ownership_document
from netfloor.reports.bom.parts import part_listing
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line
from netfloor.reports.headroom import headroom_document
from netfloor.rooms.hall.cables.fill import TrayFill

#: Counts of a choice of parts that the document shows under the same names.
_COUNTED = ("cables", "assemblies", "assembly_links", "assembly_plugs", "cords", "transceivers", "cages")


def bill_head(
    bill: OrderedParts,
    head: ReportHead,
    fill: TrayFill | None = None,
    ownership: Ownership | None = None,
    *,
    day: dt.date | None = None,
) -> ReportHead:
    """Return the head of a bill: day and command as given, plan, catalogue, trust of the prices, warnings.

    Warnings that are given, such as those of the search, come first. ``fill`` and ``day`` are those of
    `plan_warnings`.
    """
    plan, trusts = bill.plan, Counter(line.sku.buying.price_from.trust for line in bill.bom.lines)
    return replace(
        head,
        title=head.title or f"Bill of materials of {one_line(bill.name, 80)}",
        seed=plan.solver.seed if isinstance(plan, Plan) else None,
        plans=head.plans or {"" if plan.path is None else plan.path.name: plan.sha256},
        catalogue=f"{bill.file.name}: {bill.catalogue.title}",
        catalogue_sha256=set_sha256(bill.catalogue.as_read),
        price_trust=dict(sorted(trusts.items())),
        warnings=(
            *head.warnings,
            *plan_warnings(bill, fill, day),
            *(() if ownership is None else ownership_warnings(ownership)),
        ),
    )


def bom_document(
    bill: OrderedParts, head: ReportHead, headroom: Headroom, ownership: Ownership | None = None
) -> dict[str, Any]:
    """Return the data of table, workbook and JSON; the cost of ownership if requested."""
    plan, bom, catalogue = bill.plan, bill.bom, bill.catalogue
    networks, rates = network_bills(bill), np.unique(bill.links.needs.gbps).tolist()
    examples = sum(line.sku.buying.is_example for line in bom.lines)
    return {
        "schema": 1,
        "report": head.to_dict(),
        "warnings": list(head.warnings),
        "plan": str(plan.path),
        "network": bill.name,
        "room": plan.room.summary,
        "link_gbps": rates[0] if len(rates) == 1 else None,
        **_listed(bill),
        **({"networks": network_listing(networks, bom.currency).records()} if networks else {}),
        "catalogue": {
            "file": str(bill.file),
            "title": catalogue.title,
            "price_date": catalogue.price_date.isoformat(),
        },
        "missing": [*bill.missing, *bill_gaps(bill)],
        "criterion": bill.criterion.name,
        "criterion_cost": criterion_cost(bill),
        "choice": _choice(bill),
        "currency": bom.currency,
        "summary": _summary(bill),
        "example_prices": {
            "part_numbers": examples,
            "of": len(bom.lines),
            "cost": _money(bom.example_cents),
            "mark": EXAMPLE,
        },
        "counts": counts(bill),
        "identities": identities(bill),
        "orders": order_listing(bom).records(),
        "parts": part_listing(bom).records(),
        "cabinets": cabinet_records(bill),
        "headroom": headroom_document(headroom),
        "money_by_lengths": curve_listing(bill).records(),
        "ownership": None if ownership is None else ownership_document(ownership),
        "assumptions": assumptions(bill),
        "notes": notes(bill),
    }


def _listed(bill: OrderedParts) -> dict[str, Any]:
    """Return the fields of a bill for lists: missing parts, assumptions, listed devices."""
    if not isinstance(bill, LaidParts):
        return {}
    there = [item for item in bill.devices_there if item.kind not in {PANEL, PDU}]
    watts = [item.watts for item in there if item.watts is not None]
    fabric = bill.fabric
    return {
        "listed": {
            "missing": list(bill.missing),
            "assumed": list(bill.assumed),
            "left_out": [
                {"why": item.what, "cables": [fabric.cables[number].id for number in item.cables]}
                for item in bill.left_out
            ],
            "power_cords": len(bill.cords),
            **({"installed": len(bill.installed)} if bill.installed else {}),
            "devices_there": len(there),
            "devices_w": sum(watts),
            "devices_without_watts": len(there) - len(watts),
        }
    }


def notes(bill: OrderedParts) -> list[str]:
    """Return the notes on the bill."""
    unused = [f"{unused_term.where}: {unused_term.what}." for unused_term in unused_terms(bill.catalogue)]
    return [*unused, *bill.catalogue.notes, *bill.notes]


def _money(cents: int) -> float:
    return round(cents_to_money(cents), 2)


def _summary(bill: OrderedParts) -> dict[str, Any]:
    bom, choice = bill.bom, bill.choice
    asked = None if bill.terms.years is None else bill.criterion
    power_mw = None if bill.catalogue.formula else bom.power_mw
    return {
        "part_numbers": len(bom.lines),
        **money_figures(bom),
        "tax_percent": bom.tax_percents[0] if len(bom.tax_percents) == 1 else None,
        "tax_percents": list(bom.stated_tax_percents),
        **({"suppliers_of_unknown_taxes": list(bom.untaxed)} if bom.untaxed else {}),
        **({"laying_of_unknown_taxes": True} if bom.is_laying_untaxed else {}),
        "power_w": None if power_mw is None else power_mw / 1000,
        **({} if bill.catalogue.formula else _stated_power(bom)),
        "energy_cost": None if asked is None or power_mw is None else _money(asked.energy_cents(power_mw)),
        "energy_basis": None if asked is None else f"{asked.energy_basis(bom.currency)}, PUE not counted",
        "routed_m": mm_to_metres(int(choice.cable_routed_mm.sum())),
        "ordered_m": mm_to_metres(sum(line.used * (line.sku.length_mm or 0) for line in bom.lines)),
        "lead_time_days": bom.lead_time_days,
        "parts_without_lead_time": sum(
            line.lead_time_days is None for line in bom.lines if line.purchase.quantity
        ),
    }


def _stated_power(bom: Bom) -> dict[str, Any]:
    """Return the stated watts, and the numbers of parts that draw power and that lack watts."""
    return {
        "stated_power_w": bom.stated_power_mw / 1000,
        "powered_parts": len(bom.powered),
        "parts_without_watts": len(bom.without_watts),
    }


def counts(bill: OrderedParts) -> dict[str, int]:
    """Count links, cables, cages and devices by kind."""
    chosen, links = bill.choice.counts, bill.links
    counted = links.is_counted
    hosts = int(counted.sum()) - links.network_links
    result = {name: getattr(chosen, name) for name in _COUNTED}
    if (trunks := bill.trunks) is not None:
        result["cords"] += trunks.jumpers - len(bill.trunk_of)
        result["cables"] = result["assemblies"] + result["cords"] + len(trunks.runs)
        result |= {"links_in_trunks": len(bill.trunk_of), "trunks": len(trunks.runs)}
        result |= {"cassettes": trunks.cassettes, "panels": sum(trunks.panels.values())}
    return {
        "links": int(counted.sum()),
        "network_links": links.network_links,
        "host_links": hosts,
        **({"panel_links": len(links.paths)} if links.paths else {}),
        "links_inside_cabinets": int((bill.choice.needs.inside_cabinet & links.is_direct).sum()),
        **result,
        "switch_ports": links.ports,
        **({"management_ports": links.management_ports} if links.management_ports else {}),
        "host_ports": hosts,
        "switches": links.pieces(Switch),
        "nics": links.pieces(Nic),
        "servers": links.pieces(Server),
    }


def identities(bill: OrderedParts) -> dict[str, bool]:
    """Return the identities between links, cables, cages, ports and parts, and whether each holds."""
    chosen = bill.choice.counts
    used = sum(line.used for line in bill.bom.lines if line.sku.kind not in {*DEVICES, POWER_CORD})
    pieces, told = chosen.cables, ""
    if bill.trunks is not None:
        shown = counts(bill)
        pieces = shown["cables"] + shown["cassettes"] + shown["panels"]
        told = " + cassettes + panels"
    own = chosen.identities()
    if paths := bill.links.paths:
        del own["links = links of assemblies + links of cords"]
        cables = int(bill.links.is_counted.sum()) + sum(len(path) - 1 for path in paths)
        name = "links + further cords of links through panels = links of assemblies + links of cords"
        own = {name: cables == chosen.assembly_links + chosen.cord_links} | own
    return {
        **(own if bill.trunks is None else _identities_with_trunks(bill, bill.trunks)),
        **bill.identities,
        f"pieces on the bill = cables + transceivers{told}": used == pieces + chosen.transceivers,
    }


def _identities_with_trunks(bill: OrderedParts, trunks: TrunkChoice) -> dict[str, bool]:
    """Return the identities of links and cords if some links are in trunks.

    Links in trunks are counted from the trunks; links of cords are those without cords to a cassette.
    """
    choice, chosen, inside = bill.choice, bill.choice.counts, len(bill.trunk_of)
    alone = int((choice.is_cord[choice.link_cable] & ~trunks.inside).sum())
    bought = sum(line.used for line in bill.bom.lines if line.sku.kind == "cord")
    holds = chosen.identities()
    del holds["links = links of assemblies + links of cords"], holds["cords = links of cords"]
    return {
        "links = links of assemblies + links of cords + links in trunks": (
            chosen.links == chosen.assembly_links + alone + inside
        ),
        "cords = links of cords + 2 x links in trunks": bought == alone + 2 * inside,
        **holds,
    }


def _choice(bill: OrderedParts) -> dict[str, Any]:
    """Return the quality of the choice, and the cost of each limit."""
    result = bill.found
    return {
        "counted_cost": _money(result.cents),
        "lower_bound": _money(result.bound_cents),
        "gap": _money(result.gap_cents),
        **({} if bill.trunks is None else {"trunks": trunk_figures(bill.trunks)}),
        "proved": result.gap_cents == 0 and result.kinds_proved,
        "fewest_proved": result.kinds_proved,
        "ties_open": result.ties_open or None,
        "medium_rule": medium_rule(bill),
        "surplus_of_used": any(terms.thresholds for terms in bill.bom.supplier_terms.values()),
        "limits": limit_listing(bill).records(),
    }


def trunk_figures(trunks: TrunkChoice) -> dict[str, Any]:
    """Return the savings of trunks in parts and laying, further potential, and links without a trunk."""
    return {
        "cords_alone_cost": None if trunks.without_cents is None else _money(trunks.without_cents),
        "parts_cost": _money(trunks.parts_cents),
        "laying_saved": _money(trunks.laying_saved_cents),
        "saved": None if trunks.saved_cents is None else _money(trunks.saved_cents),
        "more_saved_at_most": _money(trunks.gap_cents),
        "why_none": trunks.why_none,
        "links_suited": trunks.suited,
        "links_not_suited": [
            {"links": links, "why": why} for why, links in sorted(trunks.unsuited.items())
        ],
    }
