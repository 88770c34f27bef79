"""The plan file: everything a layout claims, so that anybody can check it.

A plan holds no time, host or absolute path: the same inputs and seed give the same bytes.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, load_json, write_atomic
from netfloor.foundation.models import parse
from netfloor.foundation.tool import TOOL
from netfloor.layout.cable_plan import CablePlan, cable_id
from netfloor.plans.models import PlanModel
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.topology import Topology

SCHEMA = 1
KIND = "netfloor plan"
#: What a plan says whose ports are numbered so that links share cages.
SHARED_CAGES = "shared cages"
#: What a plan says whose cables keep the ports that they had in the plan that it grew from.
KEPT_PORTS = "kept"
_SERVERS = re.compile(r",\s*servers\s*=\s*")


def plan_document(plan: Plan) -> dict[str, Any]:
    """Return a plan as the JSON document that its file holds; what it has not is left out."""
    cables, hosts = plan.shortest_cables, plan.hosts
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": KIND,
        "tool": dict(TOOL),
        "inputs": {
            "network": network_input(plan.topology),
            "room": room_input(plan.room, plan.room_spec),
        },
        "solver": plan.solver.model_dump(exclude_unset=True, warnings=False),
        "placement": plan.placement.slot_of.tolist(),
        "cables": cable_rows(plan.topology, plan.room, cables),
        "totals": {
            "cables": len(cables),
            "cables_inside_cabinets": int(cables.inside_cabinets.sum()),
            "total_cable_mm": cables.total_mm,
            "max_cable_mm": cables.max_mm,
        },
        "lower_bound": plan.bound.to_dict(),
    }
    if hosts is not None and len(hosts):
        document["hosts"] = hosts.to_dict(plan.server_cabinets())
    if plan.order is not None:
        document["order"] = plan.order.model_dump(warnings=False)
        if plan.order.trays is None:
            del document["order"]["trays"]
        if plan.order.networks is None:
            del document["order"]["networks"]
        if not plan.order.fibre_trunks:
            del document["order"]["fibre_trunks"], document["order"]["laying_price"]
    if plan.title:
        document["title"] = plan.title
    if plan.ports is not None:
        document["ports"] = KEPT_PORTS if plan.keeps_ports else SHARED_CAGES
    if plan.detours:
        document["detours"] = [[link, *way] for link, way in plan.detours.items()]
    document["sha256"] = document_sha256(document)
    return document


def network_input(topology: Topology) -> dict[str, Any]:
    """Return the network as a plan records it; a user's own graph whole, others by spec."""
    endpoints = sorted(set(topology.endpoints.tolist()))
    record: dict[str, Any] = {
        "spec": portable_spec(topology.name),
        "family": topology.family,
        "parameters": portable_parameters(topology),
        "routers": topology.routers,
        "links": topology.link_count,
        "link_gbps": topology.gbps,
        "endpoints_per_router": endpoints[0] if len(endpoints) == 1 else topology.endpoints.tolist(),
        "links_sha256": links_sha256(topology),
    }
    servers = topology.servers
    if topology.networks is not None:
        record["networks"] = [part.to_dict() for part in topology.networks]
    if servers is not None:
        record["servers_sha256"] = canonical_sha256(servers.to_dict())
    if of_graph_file(topology):
        triples = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
        record["graph"] = {
            "links": [[u, v, count] for (u, v), count in triples],
            "labels": list(topology.labels) if topology.labels is not None else None,
        } | ({} if servers is None else {"servers": servers.to_dict()})
    return record


def room_input(room: AnyRoom, spec: str) -> dict[str, Any]:
    """Return the room as a plan records it: the spec as typed and all that it means."""
    definition = room.definition()
    return {
        "spec": portable_path(spec),
        "definition": definition,
        "definition_sha256": canonical_sha256(definition),
    }


def cable_rows(topology: Topology, room: AnyRoom, cables: CablePlan) -> list[dict[str, Any]]:
    """Return one record a cable: both ends, the length and the rate."""
    names = [room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count)]
    rows, rates = [], topology.rates_of_links
    columns = (cables.routers, cables.cabinets, cables.slots, cables.ports)
    for i, (routers, cabinets, slots, ports) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
        ends = [
            {
                "router": topology.label(routers[e]),
                "cabinet": names[cabinets[e]],
                "slot": slots[e],
                "port": ports[e],
            }
            for e in (0, 1)
        ]
        rows.append(
            {
                "id": cable_id(i),
                "a": ends[0],
                "b": ends[1],
                "length_mm": int(cables.length_mm[i]),
                "gbps": float(rates[i]),
            }
        )
    return rows


def document_sha256(document: Mapping[str, Any]) -> str:
    """Return the checksum over everything in a plan but the checksum itself."""
    return canonical_sha256({key: value for key, value in document.items() if key != "sha256"})


def portable_path(spec: str) -> str:
    """Return a file spec without the folders of this machine; relative ones stay."""
    path = Path(spec)
    return path.name if path.is_absolute() else spec


def portable_spec(spec: str) -> str:
    """Return a network spec without the folders of this machine."""
    family, _, rest = spec.partition(":")
    if family.strip() != "file":
        return spec
    path, *servers = _SERVERS.split(rest, maxsplit=1)
    return f"file:{portable_path(path.strip())}" + "".join(
        f",servers={portable_path(one)}" for one in servers
    )


def of_graph_file(topology: Topology) -> bool:
    """Return True for a user's own graph, and for planes of one."""
    return "file" in (topology.family, topology.parameters.get("of"))


def portable_parameters(topology: Topology) -> dict[str, Any]:
    """Return the network's parameters without the folders of this machine."""
    parameters = dict(topology.parameters)
    if of_graph_file(topology) and isinstance(parameters.get("path"), str):
        parameters["path"] = portable_path(parameters["path"])
    return parameters


def plan_text(document: Mapping[str, Any]) -> str:
    """Return a plan as JSON text: one line a cable, so that two plans can be compared."""
    parts = [f"{_compact(key)}: {_value_text(key, value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_plan(path: Path, plan: Plan) -> str:
    """Write a plan's file, whole or not at all; return the checksum in it."""
    document = plan_document(plan)
    write_atomic(path, plan_text(document))
    return str(document["sha256"])


def _value_text(key: str, value: Any) -> str:
    if key == "cables":
        return "[\n" + ",\n".join(_compact(row) for row in value) + "\n]" if value else "[]"
    if key == "placement":
        return _compact(value)
    return json.dumps(value, indent=1, allow_nan=False) if key == "totals" else _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(", ", ": "), allow_nan=False)


def read_record(path: Path) -> tuple[dict[str, Any], PlanModel]:
    """Return a plan file as written, and its fields checked for form, not for truth.

    Raises
    ------
    InputError
        If the file is no plan, lacks a field, or is newer than this version.
    """
    document = load_json(path, "plan file")
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise InputError(str(path), "is not a netfloor plan", "make one with `netfloor layout`")
    schema = document.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        raise InputError(f"{path}: schema", f"{schema!r} is not a schema number", f"1 to {SCHEMA}")
    if schema == SCHEMA + 1:
        what = "is made from lists of devices, and this command reads plans of one formula"
        raise InputError(str(path), what, "use papers, export, explain, check built or verify")
    if schema > SCHEMA:
        raise InputError(
            f"{path}: schema",
            f"this plan is of schema {schema}, newer than this netfloor understands",
            f"up to {SCHEMA}; update netfloor",
        )
    return document, parse(PlanModel, document, path)


def is_plan(path: Path) -> bool:
    """Return True if a file is a plan that netfloor wrote, of whatever schema."""
    try:
        document = load_json(path, "plan file")
    except InputError:
        return False
    return isinstance(document, dict) and document.get("kind") == KIND
