"""The conversion of an existing fabric into a plan, for the ``import`` command."""

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.exchange.device_types import with_device_types
from netfloor.exchange.imported.locations import with_locations
from netfloor.exchange.imported.network import (
    ImportedNetwork,
    file_stem,
    in_order_of_names,
    network_of,
)
from netfloor.exchange.imported.places import (
    placement_of,
    with_units_from_top,
)
from netfloor.exchange.imported.room import ImportedRoom, UnknownPlacesError, racks_in, room_of
from netfloor.exchange.imported.sources import holds, source_files
from netfloor.exchange.imported.standing import standing_fabric
from netfloor.exchange.readers import READERS
from netfloor.exchange.readers.infiniband.ib_names import read_name_map
from netfloor.exchange.readers.reader import Reader
from netfloor.exchange.tables.all_questions import read_with_all_questions
from netfloor.exchange.tables.fields import UNIT_FROM_TOP
from netfloor.exchange.tables.read import TableRequest, collector_paused
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, SeveralWaysError, setting
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import check_free, write_file
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text, known_text
from netfloor.layout.bounds import lower_bound
from netfloor.layout.budget import Budget
from netfloor.layout.chains.portfolio import IMPORTED
from netfloor.layout.placement import Placement
from netfloor.layout.problem import make_problem
from netfloor.layout.result import Result, Status, gap_text, is_telling
from netfloor.layout.solve import SolveOptions
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.file import is_plan, write_plan
from netfloor.plans.objective import LENGTH
from netfloor.plans.plan import Plan, new_plan
from netfloor.rooms.any_room import require_slots
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.studies.place import Site, place
from netfloor.topologies.parameters import shown

#: What places to fill in end in, beside their network.
PLACES = ".places.csv"


@dataclass(frozen=True)
class ImportRequest:
    """The options of the command."""

    file: Path
    form: str
    out: Path
    room: str | None = None
    locations: Path | None = None
    node_name_map: Path | None = None
    gbps: float | None = None
    sources: bool = False
    place: SolveOptions | None = None
    device_types: Path | None = None
    tables: TableRequest = field(default_factory=TableRequest)

    @collector_paused()
    def fabric(self) -> Fabric:
        """Return the fabric of the file, with the user's names and places added."""
        reader = self.reader
        names = {} if self.node_name_map is None else read_name_map(self.node_name_map)
        if (read := reader.tables) is None:
            fabric = reader.read(self.file, names)
        else:
            fabric = read_with_all_questions(
                lambda asked: read(self.file, names, asked), self.tables, [self.file]
            )
        if self.device_types is not None:
            fabric = with_device_types(fabric, self.device_types)
        if self.locations is not None:
            fabric = with_locations(fabric, self.locations)
        if any(UNIT_FROM_TOP in device.attributes for device in fabric.devices):
            room = None if self.room is None else room_from_spec(self.room)
            fabric = with_units_from_top(fabric, () if room is None else cabinet_slots(room).cabinets)
        return in_order_of_names(fabric)

    @property
    def reader(self) -> Reader:
        """The reader of the format; `InputError` if it is unknown."""
        if self.form not in READERS:
            known = known_text(self.form, READERS)
            raise InputError(setting("from"), f"there is no format {shown(self.form)!r}", known)
        reader = READERS[self.form]
        if self.node_name_map is not None and not reader.guids:
            raise InputError(setting("node-name-map"), f"{reader.name} has no GUIDs", "leave it out")
        asked = self.tables
        of_devices = asked.patterns
        for name, given in {"map": asked.columns, **of_devices}.items():
            if given and (reader.tables is None or (reader.roles and name not in of_devices)):
                raise InputError(setting(name), f"{reader.name} is not a cable list", "leave it out")
        return reader

    @property
    def command(self) -> tuple[str, ...]:
        """The command line that reads the file, without what comes of it."""
        again = ["netfloor", "import", str(self.file), "--from", self.form]
        for name, path in (("node-name-map", self.node_name_map), ("device-types", self.device_types)):
            again += [] if path is None else [f"--{name}", str(path)]
        for heading, meaning in self.tables.columns.items():
            again += ["--map", f"{heading}={meaning}"]
        for name, patterns in self.tables.patterns.items():
            if patterns:
                again += [f"--{name}", ",".join(patterns)]
        return tuple(again)

    def ways_to_place(self, switches: int) -> tuple[str, ...]:
        """Return the command lines that place switches of unknown places."""
        graph = Path(f"{file_stem(self.file)}.graphml")
        rows = math.ceil(math.sqrt(switches / 2))
        grid = f"grid:{rows}x{math.ceil(switches / 2 / rows)}"
        fill_in = (*self.command, "--network", str(graph))
        filled = (*self.command, "--locations", str(graph.with_suffix(PLACES)), "--out", str(self.out))
        placed = (*self.command, "--place", "--room", grid, "--out", str(self.out))
        return (
            f"a list of places to fill in: {shlex.join(fill_in)}",
            f"then, with its places: {shlex.join(filled)}",
            f"or placed in a room: {shlex.join(placed)}",
        )


@dataclass(frozen=True)
class RecordedLengths:
    """Lengths recorded in the file, and those by the room's rule for the same cables."""

    recorded_mm: np.ndarray[Any, np.dtype[np.int64]]
    by_rule_mm: np.ndarray[Any, np.dtype[np.int64]]

    def to_dict(self) -> dict[str, Any] | None:
        """Return the differences; None if no lengths are recorded."""
        if not len(self.recorded_mm):
            return None
        apart = self.recorded_mm - self.by_rule_mm
        return {
            "cables": len(apart),
            "mean_recorded_m": mm_to_metres(float(self.recorded_mm.mean())),
            "mean_by_rule_m": mm_to_metres(float(self.by_rule_mm.mean())),
            "mean_difference_m": mm_to_metres(float(apart.mean())),
            "largest_difference_m": mm_to_metres(int(np.abs(apart).max())),
            "shorter_than_rule": int((apart < 0).sum()),
        }


@dataclass(frozen=True)
class Imported:
    """The result of an import."""

    fabric: Fabric
    network: ImportedNetwork
    floor: ImportedRoom
    plan: Plan
    result: Result
    lengths: RecordedLengths
    files: tuple[str, ...]

    @property
    def interrupted(self) -> bool:
        """True if the search for places was interrupted."""
        return self.result.status == "interrupted"

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the fabric and the room."""
        given = () if self.plan.given is None else self.plan.given.notes
        notes = list(dict.fromkeys([*self.network.topology.notes, *given]))
        if self.floor.derived:
            notes.append("the room is derived from the cabinets' names, with usual pitches; see --room")
        return tuple(notes)

    @property
    def placing_anew(self) -> str:
        """The command line that places the network again; empty without the files that it needs."""
        if not self.files:
            return ""
        path = self.plan.path or Path()
        folder, topology = path.parent, self.network.topology
        room = str(folder / self.floor.spec) if self.floor.derived else self.floor.spec
        graph = f"file:{folder / topology.parameters['path']}"
        out = path.with_name(f"{path.stem}-anew.json")  # keeps the imported plan
        options = ("--room", room, "--gbps", str(topology.link_gbps), "--out", str(out))
        return shlex.join(("netfloor", "layout", graph, *options))

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor import --json``."""
        names = [cabinet.name for cabinet in self.fabric.cabinets]
        room = self.floor.room
        return {
            "schema": 1,
            "file": self.fabric.name,
            "network": self.network.topology.name,
            "plan": str(self.plan.path),
            "files": list(self.files),
            "placing_anew": self.placing_anew,
            "routers": self.network.topology.routers,
            "links": self.result.links,
            "hosts": len(self.fabric.end_devices),
            "link_gbps": self.network.topology.link_gbps,
            "room": room.summary,
            "room_derived": self.floor.derived,
            "cabinets": {names[item]: room.cabinet_name(at) for item, at in self.floor.cabinet_at.items()},
            **self.plan.cable_figures(),
            "recorded_lengths": self.lengths.to_dict(),
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the result in a few lines."""
        topology, cables, gap = self.plan.topology, self.plan.cables, self.result.gap
        recorded = self.lengths.to_dict()
        lines = [
            f"network      {count_text(topology.routers, 'switch')}, "
            f"{count_text(self.result.links, 'link')} of {topology.link_gbps:g} Gb/s, "
            f"{count_text(len(self.fabric.end_devices), 'server')}",
            f"room         {self.floor.room.summary}, {self.floor.room.slots:,} slots",
            f"cable        {mm_to_metres(cables.total_mm):,.1f} m in total, mean "
            f"{mm_to_metres(cables.mean_mm):.2f} m, longest {mm_to_metres(cables.max_mm):.1f} m",
        ]
        if is_telling(gap):
            lines.append(f"gap          {gap_text(gap)} above the lower bound")
        if recorded is not None:
            lines.append(
                f"recorded     {count_text(recorded['cables'], 'length')}, on average "
                f"{recorded['mean_difference_m']:+.2f} m compared with the room's rule, "
                f"{recorded['shorter_than_rule']:,} of them shorter"
            )
        return "\n".join([*lines, f"plan         {self.plan.path}"])


def run_import(
    request: ImportRequest,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
    *,
    force: bool,
) -> Imported:
    """Read a fabric and write it as a plan, with its own places or placed in a given room.

    `InputError` if a file cannot be read; nothing is written then. `InfeasibleError` if a cabinet of the
    room has fewer slots than switches, or the room has fewer slots than switches to place.
    """
    check_free(request.out, is_plan, force=force)
    fabric = request.fabric()
    network = network_of(fabric, request.file, request.gbps)
    if request.place is None:
        standing = _standing(request, fabric, network)
    else:
        standing = _placed(request, request.place, fabric, network, observer, interrupt or Interrupt())
    floor, result = standing.floor, standing.result
    sources = source_files(network, floor, result.placement) if request.sources else {}
    files = {request.out.parent / name: text for name, text in sources.items()}
    for path, text in files.items():
        check_free(path, partial(holds, text), force=force)
    plan = replace(standing.plan, path=request.out)
    with defer_interrupts():
        for path, text in files.items():
            write_file(path, text)
        write_plan(request.out, plan)
    return replace(standing, plan=plan, files=tuple(map(str, files)))


@collector_paused()
def _standing(request: ImportRequest, fabric: Fabric, network: ImportedNetwork) -> Imported:
    """Return the fabric with the places of its file or of the user's list."""
    try:
        floor = room_of(fabric, request.room, network.stem)
    except UnknownPlacesError as error:
        where, what, _ = error.parts
        raise SeveralWaysError(where, what, request.ways_to_place(len(fabric.switches))) from error
    result = _result(network, floor, placement_of(fabric, floor))
    plan = new_plan(network.topology, floor.room, floor.spec, result, Budget(iterations=1))
    standing = standing_fabric(fabric, network, floor, result.placement, plan.cables)
    given = _rated(standing.fabric, request.gbps)
    plan = replace(plan, given=given, panels=standing.panels, kept=standing.kept)
    lengths = _lengths(network, floor, result.placement, standing.recorded_mm)
    return Imported(
        fabric=fabric,
        network=network,
        floor=floor,
        plan=plan,
        result=result,
        lengths=lengths,
        files=(),
    )


def _placed(
    request: ImportRequest,
    options: SolveOptions,
    fabric: Fabric,
    network: ImportedNetwork,
    observer: Observer,
    interrupt: Interrupt,
) -> Imported:
    """Return the fabric placed in a room by the usual search, regardless of its present places."""
    if request.room is None:
        raise InputError(setting("place"), "needs a room to place the fabric in", f"add {setting('room')}")
    room = room_from_spec(request.room)
    require_slots(shown(fabric.name), network.topology.routers, room)
    site = Site(network.topology, room, request.room)
    with interrupt.handle_interrupts():
        run = place(site, options, LENGTH, observer, interrupt, network.stem)
    nothing = np.zeros(0, dtype=np.int64)
    floor = ImportedRoom(room, request.room, {}, derived=False, names=racks_in(fabric, room))
    placement, cables = run.result.placement, run.plan.shortest_cables
    standing = standing_fabric(fabric, network, floor, placement, cables, moved=True)
    given = _rated(standing.fabric, request.gbps)
    plan = replace(run.plan, given=given, panels=standing.panels, kept=standing.kept)
    return Imported(
        fabric=fabric,
        network=network,
        floor=floor,
        plan=plan,
        result=run.result,
        lengths=RecordedLengths(nothing, nothing),
        files=(),
    )


def _rated(fabric: Fabric, gbps: float | None) -> Fabric:
    """Return a fabric with the user's rate on links between switches that have none."""
    switches = set(fabric.switches)
    cables = (
        replace(cable, gbps=gbps)
        if cable.gbps is None and {end.device for end in cable.ends} <= switches
        else cable
        for cable in fabric.cables
    )
    return replace(fabric, cables=tuple(cables))


def _result(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> Result:
    """Return the existing placement as a result without search; its bound holds for any placement."""
    problem = make_problem(network.topology, floor.room)
    bound = lower_bound(problem, effective_eigenvalue(network.topology))
    cost_mm = problem.cost(placement.slot_of)
    status: Status = "bounded" if bound.length_mm > 0 else "heuristic"
    return Result(
        placement=placement,
        cost_mm=cost_mm,
        links=problem.link_count,
        bound=bound,
        status="optimal" if cost_mm == bound.length_mm else status,
        placer=IMPORTED,
        seed=0,
        chains=1,
        iterations=0,
        seconds=0.0,
        history=(),
    )


def _lengths(
    network: ImportedNetwork,
    floor: ImportedRoom,
    placement: Placement,
    beside: Sequence[tuple[int, int]],
) -> RecordedLengths:
    """Return the recorded lengths of all cables that the room measures; ``beside`` are those to servers."""
    known = [(u, v, length) for u, v, length in network.between if length is not None]
    table = np.array(known, dtype=np.int64).reshape(-1, 3)
    slots = placement.slot_of[table[:, :2]]
    others = np.array(beside, dtype=np.int64).reshape(-1, 2)
    return RecordedLengths(
        np.concatenate([table[:, 2], others[:, 0]]),
        np.concatenate([floor.room.lengths.between(slots[:, 0], slots[:, 1]), others[:, 1]]),
    )
