"""The bill of materials as one JSON document, stable keys, money in currency units."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from costmodels.catalogue.bom import BomLine
from costmodels.catalogue.cabinet_power import cabinet_power_mw
from costmodels.catalogue.skus import EXAMPLE, UNVERIFIED
from foundation.units import cents_to_money, mm_to_metres
from netfloor.bom_rules import assumptions

if TYPE_CHECKING:
    from netfloor.bom_run import MadeBom

#: Kinds of parts that a cabinet's row counts, each with its key.
KINDS = {"switch": "switches", "server": "servers", "NIC": "nics", "transceiver": "transceivers"}


def bom_document(made: "MadeBom") -> dict[str, Any]:
    """Return everything that the table, the workbook and programs show."""
    plan, bom, catalogue = made.plan, made.bom, made.catalogue
    examples = sum(line.sku.buying.is_example for line in bom.lines)
    return {
        "schema": 1,
        "plan": str(plan.path),
        "network": plan.topology.name,
        "room": plan.room.summary,
        "link_gbps": plan.topology.link_gbps,
        "catalogue": {
            "file": str(made.request.catalogue),
            "title": catalogue.title,
            "price_date": catalogue.price_date.isoformat(),
        },
        "criterion": made.criterion.name,
        "currency": bom.currency,
        "summary": _summary(made),
        "example_prices": {
            "part_numbers": examples,
            "of": len(bom.lines),
            "cost": _money(bom.example_cents),
            "mark": EXAMPLE,
        },
        "counts": _counts(made),
        "identities": identities(made),
        "parts": [_part(line) for line in bom.lines],
        "cabinets": _cabinets(made),
        "money_by_lengths": [{"lengths": n, "cable_cost": _money(cents)} for n, cents in made.curve],
        "assumptions": assumptions(made),
        "notes": [*catalogue.notes, *plan.topology.notes],
    }


def _money(cents: int) -> float:
    return round(cents_to_money(cents), 2)


def _summary(made: "MadeBom") -> dict[str, Any]:
    bom, choice = made.bom, made.choice
    energy = made.criterion.energy_cents(bom.power_mw) if made.request.years is not None else None
    return {
        "part_numbers": len(bom.lines),
        "parts_cost": _money(bom.net_cents),
        "tax_percent": bom.tax_percent,
        "tax_cost": _money(bom.tax_cents),
        "total_cost": _money(bom.total_cents),
        "power_w": bom.power_mw / 1000,
        "energy_cost": None if energy is None else _money(energy),
        "routed_m": mm_to_metres(int(choice.cable_routed_mm.sum())),
        "ordered_m": mm_to_metres(int(choice.ordered_mm.sum())),
        "lead_time_days": bom.lead_time_days,
    }


def _counts(made: "MadeBom") -> dict[str, int]:
    counts, fabric = made.choice.counts, made.fabric
    inside = made.choice.needs.inside_cabinet
    return {
        "links": counts.links,
        "network_links": fabric.network_links,
        "host_links": counts.links - fabric.network_links,
        "links_inside_cabinets": int(inside.sum()),
        "cables": counts.cables,
        "assemblies": counts.assemblies,
        "assembly_links": counts.assembly_links,
        "assembly_plugs": counts.assembly_plugs,
        "cords": counts.cords,
        "transceivers": counts.transceivers,
        "cages": counts.cages,
        "switch_ports": fabric.ports,
        "host_ports": counts.links - fabric.network_links,
        "switches": len(fabric.router_cabinet),
        "nics": len(fabric.nic_cabinet),
        "servers": len(fabric.server_cabinet),
    }


def identities(made: "MadeBom") -> dict[str, bool]:
    """Return each identity between links, cables, cages, ports and parts, and whether it holds."""
    counts, topology = made.choice.counts, made.plan.topology
    hosts = int(topology.endpoints.sum())
    used = sum(line.used for line in made.bom.lines if line.sku.kind not in {"switch", "NIC", "server"})
    return {
        **counts.identities(),
        "network links + host links = links": topology.link_count + hosts == counts.links,
        "switch ports = 2 x network links + host links": made.fabric.ports
        == 2 * topology.link_count + hosts,
        "pieces on the bill = cables + transceivers": used == counts.cables + counts.transceivers,
    }


def _part(line: BomLine) -> dict[str, Any]:
    sku, buying, purchase = line.sku, line.sku.buying, line.purchase
    return {
        "part": sku.part,
        "name": sku.name,
        "kind": sku.kind,
        "length_m": None if sku.length_mm is None else mm_to_metres(sku.length_mm),
        "used": line.used,
        "spares": line.spares,
        "from_stock": line.from_stock,
        "to_buy": purchase.quantity,
        "bought_beyond_need": purchase.extra,
        "why_more": purchase.why,
        "unit_price": _money(purchase.unit_cents),
        "extended_price": _money(purchase.total_cents),
        "price_date": buying.price_date.isoformat(),
        "example_price": buying.is_example,
        "price_trust": buying.price_from.trust,
        "price_source": buying.price_from.text,
        "lead_time_days": buying.lead_time_days,
        "power_w_each": sku.power_mw / 1000,
        "figures_trust": sku.figures_from.trust,
        "figures_source": sku.figures_from.text,
        "unverified": sku.figures_from.trust == UNVERIFIED,
    }


def _cabinets(made: "MadeBom") -> list[dict[str, Any]]:
    """Return each cabinet's parts, units, power and weight, cables at the cabinet of their first end."""
    held: dict[int, dict[int, int]] = defaultdict(dict)
    for (cabinet, sku), pieces in sorted(made.bom.by_cabinet.items()):
        held[cabinet][sku] = pieces
    power_mw = cabinet_power_mw(made.fabric, made.choice, made.catalogue).tolist()
    return [_cabinet(made, cabinet, held[cabinet], power_mw[cabinet]) for cabinet in sorted(held)]


def _cabinet(made: "MadeBom", cabinet: int, pieces: dict[int, int], power_mw: int) -> dict[str, Any]:
    skus = made.bom.skus
    of_kind = dict.fromkeys(KINDS.values(), 0) | {"cables": 0}
    for sku, count in pieces.items():
        of_kind[KINDS.get(skus[sku].kind, "cables")] += count
    return {
        "cabinet": made.cabinet_names[cabinet],
        **of_kind,
        "height_u": sum(skus[sku].height_u * count for sku, count in pieces.items()),
        "power_w": power_mw / 1000,
        "weight_kg": sum(skus[sku].weight_g * count for sku, count in pieces.items()) / 1000,
        "parts": {skus[sku].part: count for sku, count in pieces.items()},
    }
