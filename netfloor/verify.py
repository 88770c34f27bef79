"""Verification of a plan file: every claim re-derived from the inputs and the placement."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import canonical_sha256
from foundation.units import mm_to_metres
from layout import check
from layout.plan_file import (
    cable_id,
    document_sha256,
    links_sha256,
    network_input,
    portable_path,
    read_plan,
)
from layout.plan_models import PlanModel
from layout.result import relative_gap
from netfloor.loaded_plan import rebuild_network
from rooms.room import Room
from rooms.room_file import room_from_definition
from rooms.room_spec import is_room_file, room_from_spec
from topologies.spec import build, parse_spec
from topologies.topology import Topology

MAX_PROBLEMS = 1000


@dataclass(frozen=True)
class Verification:
    """What a verification found.

    The figures are re-derived, None where the plan is too broken to derive them.
    """

    problems: tuple[str, ...]
    notes: tuple[str, ...]
    mean_cable_m: float | None
    max_cable_m: float | None
    lower_bound_m: float | None
    gap: float | None

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return what ``netfloor verify --json`` prints."""
        return {
            "schema": 1,
            "ok": self.ok,
            "problems": list(self.problems),
            "notes": list(self.notes),
            "mean_cable_m": self.mean_cable_m,
            "max_cable_m": self.max_cable_m,
            "lower_bound_m": self.lower_bound_m,
            "gap": self.gap,
        }

    def text(self) -> str:
        """Return the verdict and the figures in a few lines."""
        lines = [f"problem      {problem}" for problem in self.problems]
        lines.append("verdict      " + ("everything re-derived and equal" if self.ok else "NOT as claimed"))
        for name, value in (("mean cable", self.mean_cable_m), ("longest", self.max_cable_m)):
            lines.append(f"{name:<12} " + ("not derivable" if value is None else f"{value:.4f} m"))
        bound = "not proved" if self.lower_bound_m is None else f"{self.lower_bound_m:.4f} m"
        gap = "" if self.gap is None else f", gap {self.gap:.2%}"
        return "\n".join([*lines, f"lower bound  {bound}{gap}"])


def verify_plan(path: Path) -> Verification:
    """Return everything that is wrong with a plan file.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    """
    document, plan = read_plan(path)
    problems: list[str] = []
    if document_sha256(document) != plan.sha256:
        problems.append("sha256: the file was changed after it was written")
    try:
        topology = rebuild_network(plan.inputs.network, str(path))
        room = room_from_definition(plan.inputs.room.definition, "inputs.room.definition")
    except InputError as error:
        return _broken([*problems, f"inputs: cannot be rebuilt: {error}"])
    source_problems, notes = compare_sources(plan, topology, room, path.parent)
    problems += source_problems
    problems += input_problems(plan, topology, room)
    problems += claim_problems(document, plan, topology, room)
    return _derived(plan, topology, room, problems, notes)


def _broken(problems: list[str]) -> Verification:
    return Verification(tuple(problems[:MAX_PROBLEMS]), (), None, None, None, None)


def _derived(
    plan: PlanModel, topology: Topology, room: Room, problems: list[str], notes: list[str]
) -> Verification:
    """Return the verification with its figures, the bound proved anew."""
    network, floor = plain_network(topology), check.floor_from_definition(room.definition())
    if check.placement_problems(plan.placement, network, floor):
        return _broken(problems)
    derived = check.derive(plan.placement, network, floor)
    links, claim = max(len(derived.lengths_mm), 1), plan.lower_bound
    bound = None
    if check.eigenvalue_is_proved(network, claim.eigenvalue):
        bound = check.derive_bound(network, floor, claim.eigenvalue)
        if claim.length_mm != bound:
            problems.append(f"lower_bound: the plan claims {claim.length_mm} mm, its cuts prove {bound} mm")
    else:
        problems.append(f"lower_bound: the eigenvalue {claim.eigenvalue} cannot be proved")
    if claim.length_mm > derived.total_mm:
        problems.append(f"lower_bound: {claim.length_mm} mm is above the cost of {derived.total_mm} mm")
    return Verification(
        problems=tuple(problems[:MAX_PROBLEMS]),
        notes=tuple(notes),
        mean_cable_m=mm_to_metres(derived.total_mm / links),
        max_cable_m=mm_to_metres(derived.max_mm),
        lower_bound_m=None if bound is None else mm_to_metres(bound / links),
        gap=None if bound is None else relative_gap(derived.total_mm, bound),
    )


def plain_network(topology: Topology) -> check.Network:
    """Return a network as the check takes it."""
    links = tuple((u, v) for u, v in topology.links.tolist())
    return check.Network(topology.routers, links, tuple(topology.multiplicity.tolist()))


def compare_sources(
    plan: PlanModel, topology: Topology, room: Room, folder: Path
) -> tuple[list[str], list[str]]:
    """Return (problems, notes) where the plan no longer matches the files and rules it names."""
    problems: list[str] = []
    notes: list[str] = []
    room_spec = plan.inputs.room.spec
    source = _find(room_spec, folder) if is_room_file(room_spec) else room_spec
    if source is None:
        notes.append(f"{room_spec} is not here: the room as the plan holds it was used")
    elif (reason := _differs(lambda: room_from_spec(source) == room)) is not None:
        problems.append(f"inputs.room: {room_spec} is not the room of this plan{reason}")
    if topology.family != "file":
        return problems, notes
    spec = plan.inputs.network.spec
    graph = _find(_graph_path(spec), folder)
    if graph is None:
        notes.append(f"{spec} is not here: the graph as the plan holds it was used")
    elif (
        reason := _differs(lambda: links_sha256(build(_at(spec, graph))) == links_sha256(topology))
    ) is not None:
        problems.append(f"inputs.network: {spec} is not the graph of this plan{reason}")
    return problems, notes


def _at(spec: str, path: str) -> str:
    """Return a file spec with its path replaced by where the file was found."""
    return spec.replace(_graph_path(spec), path, 1)


def _graph_path(spec: str) -> str:
    """Return the path in a file spec."""
    return parse_spec(spec)[1].positional[0]


def _find(name: str, folder: Path) -> str | None:
    """Return where a named file is: from here, or beside the plan."""
    here = (Path(name), folder / name, folder / portable_path(name))
    return next((str(path) for path in here if path.is_file()), None)


def _differs(same: Any) -> str | None:
    """Return None if ``same()`` holds, else what to add to the message."""
    try:
        return None if same() else " (edited since?)"
    except InputError as error:
        return f": {error}"


def input_problems(plan: PlanModel, topology: Topology, room: Room) -> list[str]:
    """Return where the recorded inputs are not what their specs give."""
    problems = []
    claimed = plan.inputs.network.model_dump(exclude={"graph"})
    rebuilt = network_input(topology)
    for key, value in claimed.items():
        if rebuilt.get(key) != value:
            problems.append(f"inputs.network.{key}: {value!r} recorded, {rebuilt.get(key)!r} rebuilt")
    if plan.inputs.room.definition != room.definition():
        problems.append("inputs.room.definition: is not in the form that netfloor writes")
    if plan.inputs.room.definition_sha256 != canonical_sha256(plan.inputs.room.definition):
        problems.append("inputs.room.definition_sha256: does not match the definition")
    return problems


def claim_problems(document: dict[str, Any], plan: PlanModel, topology: Topology, room: Room) -> list[str]:
    """Return where placement, cables or totals are not what network, room and slots give."""
    network, floor = plain_network(topology), check.floor_from_definition(room.definition())
    problems = check.placement_problems(plan.placement, network, floor)
    if problems:
        return problems
    derived = check.derive(plan.placement, network, floor)
    expected = expected_cables(topology, network, floor, plan.placement, derived)
    problems += cable_problems(document["cables"], expected)
    totals = {
        "cables": len(expected),
        "cables_inside_cabinets": derived.inside,
        "total_cable_mm": derived.total_mm,
        "max_cable_mm": derived.max_mm,
    }
    for key, value in totals.items():
        if document["totals"].get(key) != value:
            problems.append(f"totals.{key}: the plan claims {document['totals'].get(key)}, derived {value}")
    return problems


def expected_cables(
    topology: Topology,
    network: check.Network,
    floor: check.Floor,
    slot_of: list[int],
    derived: check.Derived,
) -> list[dict[str, Any]]:
    """Return the cables as the plan must list them."""
    rows = []
    ends = zip(network.cables(), check.number_ports(network), derived.lengths_mm, strict=True)
    for index, (routers, ports, length_mm) in enumerate(ends):
        a, b = (
            {
                "router": topology.label(router),
                "cabinet": floor.names[floor.cabinet[slot_of[router]]],
                "slot": slot_of[router],
                "port": port,
            }
            for router, port in zip(routers, ports, strict=True)
        )
        rows.append({"id": cable_id(index), "a": a, "b": b, "length_mm": length_mm})
    return rows


def cable_problems(claimed: list[dict[str, Any]], expected: Iterable[dict[str, Any]]) -> list[str]:
    """Return every cable that is missing, surplus, repeated or described wrongly."""
    by_id: dict[str, dict[str, Any]] = {}
    problems = []
    for row in claimed:
        if row["id"] in by_id:
            problems.append(f"cable {row['id']}: is listed twice")
        by_id[row["id"]] = row
    for row in expected:
        found = by_id.pop(row["id"], None)
        if found is None:
            problems.append(f"cable {row['id']}: is missing ({_ends(row)})")
            continue
        for key, value in row.items():
            if found[key] != value:
                problems.append(f"cable {row['id']} ({_ends(row)}): {key} is {found[key]}, must be {value}")
    problems += [f"cable {name}: joins nothing in this network" for name in by_id]
    return problems


def _ends(row: dict[str, Any]) -> str:
    return f"router {row['a']['router']} to {row['b']['router']}"
