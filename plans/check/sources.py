"""Comparison of a plan with the files and rules it names, which may have changed since."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file, read_bytes
from netfloor.plans.file import network_input, of_graph_file
from netfloor.plans.models import IMPORTED, LaidModel, PlanModel
from netfloor.rooms.any_room import Room
from netfloor.rooms.room_spec import is_room_file, room_from_spec
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.parameters import printable
from netfloor.topologies.spec import build, parse_spec
from netfloor.topologies.topology import OWN_GRAPH, Topology, endpoints_record

#: Prefixes of room specs that are rules instead of files.
RULES = ("paper:", "grid:")
_ROOM, _GRAPH, _LISTS = "inputs.room.definition", "inputs.network.graph", "inputs.lists"
NO_CATALOGUE = (
    "hosts: watts, weights and sizes of servers and switches are used as the plan holds them: "
    "it names no catalogue"
)


class FileGone(str):
    """An unchecked part of a plan whose file was not found; it may be in another folder.

    Attributes
    ----------
    fields
        The fields of the plan that depend on the file and are accepted unchecked.
    """

    fields: tuple[str, ...]

    def __new__(cls, reason: str, fields: Iterable[str]) -> "FileGone":
        """Return the reason with the fields that depend on the file."""
        named = tuple(fields)
        item = super().__new__(cls, f"{reason}; not checked: {', '.join(named)}")
        item.fields = named
        return item


def compare_sources(
    plan: PlanModel, topology: Topology, room: Room, folder: Path, given: Sequence[Path] = ()
) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked): where a plan differs from the files and rules it names.

    Files are searched for in the working directory, in the plan's folder, and by bare name in the given
    folders; comparisons with missing files are skipped.
    """
    problems: list[str] = []
    unchecked: list[str] = []
    find = partial(_found, folder=folder, given=given)
    spec = plan.inputs.room.spec
    by_rule = not is_room_file(spec) or spec.startswith(RULES) or not is_room_file(room.name)
    sources = [spec] if by_rule else find(spec)
    any_units = (False, True) if plan.ports == IMPORTED else (False,)  # switches may be at any unit

    def is_room(source: str) -> bool:
        return any(room_from_spec(source, any_unit=any_unit) == room for any_unit in any_units)

    _compare_room(spec, sources, is_room, problems, unchecked)
    if plan.hosts is not None and plan.order is None:
        unchecked.append(NO_CATALOGUE)
    if topology.family == OWN_GRAPH:
        unchecked.append(
            FileGone(f"{printable(topology.name)} is a graph of no file: the plan holds it", [_GRAPH])
        )
    if not of_graph_file(topology):
        return problems, unchecked
    spec = plan.inputs.network.spec
    graphs = _specs_found(spec, find)
    if not graphs:
        unchecked.append(FileGone(f"{spec} is not here: the graph is used as the plan holds it", [_GRAPH]))
    elif reason := _none_fits(graphs, lambda graph: _same_graph(graph, topology)):
        problems.append(f"inputs.network: {spec} is not the graph of this plan{reason}")
    return problems, unchecked


def compare_lists(
    plan: LaidModel, room: Room, folder: Path, given: Sequence[Path] = ()
) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked) of a plan from lists: whether room and lists are the named ones.

    Files are searched for as by `compare_sources`; a list is identified by its checksum.
    """
    problems: list[str] = []
    unchecked: list[str] = []
    find = partial(_found, folder=folder, given=given)
    spec = plan.inputs.room.spec

    def is_room(source: str) -> bool:
        return room_from_spec(source, any_unit=True) == room

    copy = folder / Path(spec).name  # another room of that name is not the plan's
    copies = [str(copy)] if is_file(copy) and _none_fits([str(copy)], is_room) is None else []
    _compare_room(spec, find(spec) or copies, is_room, problems, unchecked)
    for listing in plan.inputs.lists:
        name, sources = printable(listing.file), find(listing.file)
        if any(sha256(read_bytes(Path(source))).hexdigest() == listing.sha256 for source in sources):
            continue
        if set(sources) - {
            listing.file
        }:  # beside the plan or in a folder given, where no other list belongs
            problems.append(f"inputs.lists: {name} is not a list of this plan (edited since?)")
        else:
            where = "is not here" if not sources else "is another file here, or edited since"
            what = "names, ids and rates are used as the plan holds them"
            unchecked.append(FileGone(f"{name} {where}: {what}", [_LISTS]))
    if not plan.inputs.lists:
        unchecked.append("inputs.lists: the plan names no list, names and rates are used as it holds them")
    return problems, unchecked


def _compare_room(
    spec: str,
    sources: Sequence[str],
    is_room: Callable[[str], bool],
    problems: list[str],
    unchecked: list[str],
) -> None:
    """Add the problem of a room that differs from the plan's, or the note that it is missing."""
    if not sources:
        gone = f"{printable(spec)} is not here: the room is used as the plan holds it"
        unchecked.append(FileGone(gone, [_ROOM]))
    elif reason := _none_fits(sources, is_room):
        problems.append(f"inputs.room: {printable(spec)} is not the room of this plan{reason}")


def _found(name: str, folder: Path, given: Sequence[Path]) -> list[str]:
    """Return the files of a relative name in the working directory, plan's folder or given folders."""
    if Path(name).is_absolute():
        return []
    places = (
        Path(name),
        folder / name,
        *(item / part for item in given for part in (name, Path(name).name)),
    )
    return list(dict.fromkeys(str(path) for path in places if is_file(path)))


def listed_files(name: str, sha256_of: str, folders: Sequence[Path]) -> Iterator[Path]:
    """Yield files of a name and a checksum (if given) in the working directory and the folders."""
    for path in map(Path, _found(name, Path(), folders)):
        if not sha256_of or sha256(read_bytes(path)).hexdigest() == sha256_of:
            yield path


def specs_found(spec: str, folders: Sequence[Path]) -> list[str]:
    """Return the specs of a graph whose files are in the working directory or the folders."""
    return _specs_found(spec, partial(_found, folder=Path(), given=folders))


def _none_fits(sources: Iterable[str], fits: Callable[[str], bool]) -> str | None:
    """Return None if a source matches, otherwise the text to add to the message."""
    reason = " (edited since?)"
    for source in sources:
        try:
            if fits(source):
                return None
        except InputError as error:
            reason = f": {error}"
    return reason


def _specs_found(spec: str, find: Callable[[str], list[str]]) -> list[str]:
    """Return the specs that a graph's spec may refer to: its file, and its servers' file if any."""
    parameters = parse_spec(spec)[1]
    options = dict(parameters.named)
    servers = find(options.pop("servers")) if "servers" in options else [""]
    how = "".join(f",{name}={value}" for name, value in options.items())
    return [
        f"file:{graph}{how}" + (f",servers={server}" if server else "")
        for graph in find(parameters.positional[0])
        for server in servers
    ]


def _same_graph(spec: str, topology: Topology) -> bool:
    """Return True if a graph file contains this network with the same names.

    A common number of endpoints may have been given separately from the file.
    """
    result = build(spec)
    if network_input(result).get("servers_sha256") != network_input(topology).get("servers_sha256"):
        return False
    endpoints = endpoints_record(topology)
    return (
        links_sha256(result) == links_sha256(topology)
        and all(result.label(router) == topology.label(router) for router in range(result.routers))
        and (isinstance(endpoints, int) or endpoints == endpoints_record(result))
    )
