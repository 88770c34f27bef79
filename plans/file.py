"""The plan file: all claims of a layout, in a form that anybody can check.

A plan contains no time, host name or absolute path: the same inputs and seed give the same bytes.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from netfloor.fabric.fabric import PANEL, End, Fabric
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, each_file, load_json, portable_path, write_atomic
from netfloor.foundation.models import parse
from netfloor.foundation.tool import TOOL
from netfloor.plans.columns import Columns, fabric_columns, panel_columns, plan_columns
from netfloor.plans.laid import DeviceSearch, LaidFabric, LaidPower
from netfloor.plans.models import (
    IMPORTED,
    KEPT,
    SHARED_CAGES,
    LaidModel,
    OrderRecord,
    PlanModel,
    SearchRecord,
)
from netfloor.plans.plan import Plan
from netfloor.plans.record_tables import CablesRecord, DevicesRecord, FeedRecord, PowerRecord, RuleRecord
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.management import management_pairs
from netfloor.topologies.networks import ATTACHED
from netfloor.topologies.topology import OWN_GRAPH, Topology

SCHEMA = 2
KIND = "netfloor plan"
_SERVERS = re.compile(r",\s*servers\s*=\s*")


def plan_document(plan: Plan) -> dict[str, Any]:
    """Return the JSON document of a placed network; absent fields are left out."""
    hosts = plan.hosts
    document = _begun(plan) | {
        "inputs": {
            "network": network_input(plan.topology),
            "room": room_input(plan.room, plan.room_spec),
        },
        "solver": plan.solver.model_dump(exclude_unset=True, warnings=False),
        "placement": plan.placement.slot_of.tolist(),
        "lower_bound": plan.bound.to_dict(),
    }
    if hosts is not None and len(hosts):
        document["hosts"] = hosts.to_dict(plan.server_cabinets())
    if plan.order is not None:
        document["order"] = _order_record(plan.order)
    if plan.kept is not None:
        numbering = KEPT if plan.given is None else IMPORTED
        document |= {"ports": numbering, "next_numbers": list(plan.kept.next_numbers)}
    elif plan.ports is not None:
        document["ports"] = SHARED_CAGES
    if plan.given is not None:
        document["notes"] = list(plan.given.notes)
        if plan.panels is not None:
            names = "devices", "cables"
            document["panels"] = dict(zip(names, panel_columns(plan.panels, plan.given), strict=True))
    if plan.detours:
        document["detours"] = [[link, *way] for link, way in plan.detours.items()]
    cables = plan.shortest_cables
    totals = {
        "cables": len(cables),
        "cables_inside_cabinets": int(cables.inside_cabinets.sum()),
        "total_cable_mm": cables.total_mm,
        "max_cable_mm": cables.max_mm,
    }
    return _ended(document, totals, *plan_columns(plan))


def _order_record(order: OrderRecord) -> dict[str, Any]:
    """Return the record of an order; absent fields are left out."""
    lacks = {
        "trays": order.trays is None,
        "networks": order.networks is None,
        "fibre_trunks": not order.fibre_trunks,
        "laying_price": not order.fibre_trunks,
        "laid": not order.laid,
    }
    return order.model_dump(warnings=False, exclude={name for name, lacking in lacks.items() if lacking})


def laid_document(laid: LaidFabric) -> dict[str, Any]:
    """Return the JSON document of a plan made from lists."""
    fabric = laid.fabric
    document = _begun(laid) | {
        "name": fabric.name,
        "inputs": {"room": room_input(laid.hall, laid.room_spec)} | _lists_input(laid),
        **({} if laid.search is None else {"search": _search_record(laid.search, laid.hall)}),
        **({} if laid.power is None else {"power": _power_record(laid.power)}),
        **({} if laid.next_number is None else {"next_number": laid.next_number}),
        "notes": list(fabric.notes),
    }
    places = [device.cabinet for device in fabric.devices]
    totals = {
        "cables": len(fabric.cables),
        "cables_inside_cabinets": sum(places[a.device] == places[b.device] for a, b in _ends(fabric)),
        "total_cable_mm": laid.total_mm,
        "max_cable_mm": max((cable.length_mm or 0 for cable in fabric.cables), default=0),
    }
    if any(device.kind == PANEL for device in fabric.devices):
        links = trace_links(fabric).links
        through = [link.length_mm or 0 for link in links if len(link.pieces) > 1]
        totals |= {"panel_links": len(through), "panel_links_mm": sum(through)}
        totals["max_link_mm"] = max((link.length_mm or 0 for link in links), default=0)
    return _ended(document, totals, *fabric_columns(fabric))


def _lists_input(laid: LaidFabric) -> dict[str, Any]:
    lists = [{"file": name, "sha256": digest} for name, digest in laid.lists]
    result: dict[str, Any] = {"lists": lists} if lists else {}
    if laid.reading is not None:
        result["reading"] = laid.reading.model_dump(exclude_defaults=True)
    return result


def _power_record(power: LaidPower) -> dict[str, Any]:
    rules = power.rules
    feeds = [FeedRecord(feed=feed, limit_w=limit) for feed, limit in rules.feeds.items()]
    record = PowerRecord(
        feeds=feeds,
        apart=rules.apart,
        survive=rules.survive,
        volts=rules.volts,
        reach_mm=rules.reach_mm,
        added=sorted(power.added),
    )
    return record.model_dump(exclude_none=True)


def _search_record(search: DeviceSearch, hall: Hall) -> dict[str, Any]:
    """Return the record of a search; cabinets without prices are left out."""
    rules = [
        RuleRecord.model_validate(
            {
                "devices": [*item.devices],
                "apart_by": item.by,
                "metres": item.metres,
                "only": [*item.only],
                "network": item.network,
                "total_mm_without": without,
            }
        )
        for item, without in zip_longest(search.rules, search.without_mm)
    ]
    prices = zip(hall.cabinets, search.price_mm, strict=False)
    record = SearchRecord(
        free=[*search.free],
        unit_free=[*search.unit_free],
        rules=rules,
        seed=search.seed,
        lower_bound_mm=search.bound_mm,
        method=search.method,
        price_mm={cabinet.name: [*own] for cabinet, own in prices if any(own)},
    )
    document = record.model_dump(exclude={"objective"})
    if search.objective is not None:
        document["objective"] = search.objective.model_dump(exclude_none=True) | {
            "least": search.objective.least
        }
    return document


def _ends(fabric: Fabric) -> Iterator[tuple[End, End]]:
    return (cable.ends for cable in fabric.cables)


def _begun(plan: Plan | LaidFabric) -> dict[str, Any]:
    begun: dict[str, Any] = {"schema": SCHEMA, "kind": KIND, "tool": dict(TOOL)}
    begun |= {"title": plan.title} if plan.title else {}
    return begun | ({} if plan.grown is None else {"grown": plan.grown.model_dump()})


def _ended(
    document: dict[str, Any], totals: dict[str, int], devices: Columns, cables: Columns
) -> dict[str, Any]:
    document |= {"totals": totals, "devices": devices, "cables": cables}
    document["sha256"] = document_sha256(document)
    return document


def network_input(topology: Topology) -> dict[str, Any]:
    """Return the record of the network: a user's own graph in full, other networks by spec."""
    endpoints = sorted(set(topology.endpoints.tolist()))
    record: dict[str, Any] = {
        "spec": topology.name if topology.family == OWN_GRAPH else portable_spec(topology.name),
        "family": topology.family,
        "parameters": portable_parameters(topology),
        "routers": topology.routers,
        "links": topology.link_count,
        "link_gbps": topology.gbps,
        "endpoints_per_router": endpoints[0] if len(endpoints) == 1 else topology.endpoints.tolist(),
        "links_sha256": links_sha256(topology),
    }
    servers = topology.servers
    if topology.naming:
        record["names"] = topology.naming
    if topology.networks is not None:
        record["networks"] = [part.to_dict() for part in topology.networks]
    if servers is not None and ATTACHED in topology.parameters:
        management = management_pairs(topology).tolist()
        record["attached"] = {"servers": servers.to_dict(), "management": management}
    if servers is not None:
        record["servers_sha256"] = canonical_sha256(servers.to_dict())
    if holds_graph(topology):
        triples = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
        record["graph"] = {
            "links": [[u, v, count] for (u, v), count in triples],
            "labels": list(topology.labels) if topology.labels is not None else None,
        } | ({} if servers is None else {"servers": servers.to_dict()})
        if (rates := topology.link_rates) is not None:
            of_pairs = rates.of_pairs.tolist()
            record["graph"]["gbps"] = {"links": of_pairs, "servers": rates.of_servers}
    return record


def room_input(room: Room, spec: str) -> dict[str, Any]:
    """Return the record of the room: the spec as typed and its full definition."""
    definition = room.definition()
    return {
        "spec": portable_path(spec),
        "definition": definition,
        "definition_sha256": canonical_sha256(definition),
    }


def document_sha256(document: Mapping[str, Any]) -> str:
    """Return the checksum of a plan, computed over all fields but the checksum."""
    return canonical_sha256({key: value for key, value in document.items() if key != "sha256"})


def path_from_here(path: Path) -> str:
    """Return a path relative to the working directory, with forward slashes, for the plan file."""
    return each_file(str(path), _from_here)


def _from_here(path: Path) -> str:
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:  # on another drive
        return path.name


def portable_spec(spec: str) -> str:
    """Return a network spec without absolute folders."""
    family, _, rest = spec.partition(":")
    if family.strip() != "file":
        return spec
    path, *servers = _SERVERS.split(rest, maxsplit=1)
    return f"file:{portable_path(path.strip())}" + "".join(
        f",servers={portable_path(server)}" for server in servers
    )


def of_graph_file(topology: Topology) -> bool:
    """Return True for a user's own graph, and for planes of it."""
    return "file" in (topology.family, topology.parameters.get("of"))


def holds_graph(topology: Topology) -> bool:
    """Return True if a plan stores the network as a graph: from a file, or built by the caller."""
    return topology.family == OWN_GRAPH or of_graph_file(topology)


def portable_parameters(topology: Topology) -> dict[str, Any]:
    """Return the network's parameters without absolute folders."""
    parameters = dict(topology.parameters)
    if of_graph_file(topology) and isinstance(parameters.get("path"), str):
        parameters["path"] = portable_path(parameters["path"])
    return parameters


def plan_text(document: Mapping[str, Any]) -> str:
    """Return a plan as JSON text: a line for each field, and for each column of devices and cables."""
    lines = []
    for key, value in document.items():
        text = _compact(value)
        if key in {"devices", "cables", "search"}:
            columns = ",\n".join(f"  {json.dumps(name)}: {_compact(own)}" for name, own in value.items())
            text = f"{{\n{columns}\n}}"
        lines.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write_plan(path: Path, plan: Plan | LaidFabric) -> str:
    """Write a plan's file atomically and return its checksum."""
    document = plan_document(plan) if isinstance(plan, Plan) else laid_document(plan)
    write_atomic(path, plan_text(document))
    return str(document["sha256"])


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def read_record(path: Path) -> tuple[dict[str, Any], PlanModel | LaidModel]:
    """Read a plan file and check the form of its fields, not their truth.

    Raises
    ------
    InputError
        If the file is not a plan, lacks a field, has another version, or has columns of different lengths.
    """
    document = load_json(path, "plan file")
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise InputError(str(path), "is not a netfloor plan", "make one with `netfloor layout`")
    schema, inputs = document.get("schema"), document.get("inputs")
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        raise InputError(f"{path}: schema", f"{schema!r} is not a schema number", f"{SCHEMA}")
    if schema < SCHEMA:
        what = f"this plan is of schema {schema}, which an earlier netfloor wrote"
        raise InputError(f"{path}: schema", what, f"this one reads {SCHEMA}: make the plan again")
    if schema > SCHEMA:
        raise InputError(
            f"{path}: schema",
            f"this plan is of schema {schema}, newer than this netfloor understands",
            f"up to {SCHEMA}; update netfloor",
        )
    of_network = not isinstance(inputs, dict) or "network" in inputs or "placement" in document
    record: PlanModel | LaidModel
    record = parse(PlanModel, document, path) if of_network else parse(LaidModel, document, path)
    tables: dict[str, DevicesRecord | CablesRecord] = {"devices": record.devices, "cables": record.cables}
    if isinstance(record, PlanModel) and record.panels is not None:
        tables |= {"panels.devices": record.panels.devices, "panels.cables": record.panels.cables}
    for what, table in tables.items():
        first, *others = dict(table).values()
        if any(isinstance(column, list) and len(column) != len(first) for column in others):
            raise InputError(f"{path}: {what}", "has columns of different lengths", "the file was changed")
    return document, record


def read_placed(path: Path) -> tuple[dict[str, Any], PlanModel]:
    """Read the file of a placed network like `read_record`; raise `InputError` also for a plan of lists."""
    document, record = read_record(path)
    if isinstance(record, LaidModel):
        what = "is made from lists of devices, and this command reads plans of a network"
        raise InputError(str(path), what, "use papers, export, explain, check built or verify")
    return document, record


def is_plan(path: Path) -> bool:
    """Return True if a file is a netfloor plan of any schema."""
    try:
        document = load_json(path, "plan file")
    except InputError:
        return False
    return isinstance(document, dict) and document.get("kind") == KIND
