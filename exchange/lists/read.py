"""Conversion of users' lists of devices and cables to a fabric in the cabinets of a room."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.exchange.device_types import with_device_types
from netfloor.exchange.lists.cable_rows import CableRows
from netfloor.exchange.lists.cables import MAX_NOTED, ListedCables, assigned_note, read_cables
from netfloor.exchange.lists.cabling import panel_numbers
from netfloor.exchange.lists.cells.power_cells import Rating
from netfloor.exchange.lists.devices import KINDS, DeviceBook, finished
from netfloor.exchange.lists.forms.ends.named_ends import refuse_unread_ends
from netfloor.exchange.lists.forms.places import unread_units
from netfloor.exchange.lists.formulas import FormulaNetwork, formula_cables, formula_devices
from netfloor.exchange.lists.kept import OldFabric
from netfloor.exchange.lists.list_tables import list_tables
from netfloor.exchange.lists.listed_device import ListedDevice
from netfloor.exchange.lists.paths import end_notes, path_problems, trunk_notes, unplaced_panels
from netfloor.exchange.lists.power import check_cords, unsure_cords, with_power_labels
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.lists.units import with_heights
from netfloor.exchange.tables.kinds import kinds_by_cables, kinds_by_patterns, name_patterns
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.exchange.tables.read import TableRequest, collector_paused
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import TO_BUY
from netfloor.exchange.tables.text_input import source_name
from netfloor.fabric.fabric import OTHER, PANEL, PDU, Cable, Device, Fabric, FloorCabinet
from netfloor.fabric.links import trace_links, with_named_passes
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NO_DEVICE = "a list with a heading name and a row for each device, such as devices.csv"
_KIND_NAMES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True)
class ListedFabric:
    """The fabric of some lists."""

    fabric: Fabric
    fixed: tuple[bool, ...]  # for each device, whether its unit is stated or follows from stacking
    lines: tuple[str, ...]  # location of each cable in the lists
    files: tuple[Path, ...] = ()  # device lists first; reading them in this order gives the same fabric
    unplaced: tuple[InputError, ...] = ()  # on panels whose places installed cables fix, but no list gives

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on gaps of the lists and the assumptions made."""
        return self.fabric.notes

    def refuse_unplaced(self) -> None:
        """Raise `InputError` if a plan would have to move the ends of installed cables between panels."""
        problems = Problems()
        problems.include_all(self.unplaced)
        problems.raise_all()


@collector_paused()
def read_lists(
    paths: Sequence[Path],
    cabinets: Sequence[FloorCabinet],
    request: TableRequest | None = None,
    device_types: Path | None = None,
    formulas: Sequence[FormulaNetwork] = (),
    old: OldFabric | None = None,
    power: PowerRules | None = None,
) -> ListedFabric:
    """Read lists of devices and cables, files or sheets in any order, for a room's cabinets.

    ``device_types``: folder of types that supplement the lists by model; ``formulas``: networks that the
    lists extend, whose switches and links rows may describe further; ``old``: the fabric to expand, which
    supplies ports and ids left blank; ``power``: rules for the power cords.

    Raises `InputError` with all problems of all lists, by file and line.
    """
    problems, asked = Problems(), request or TableRequest()
    notes = asked.report.notes
    tables, racks = list_tables(paths, CABLES, asked, problems, cabinets)
    problems.include_all(unread_units(tables))
    of_devices = [table for table in tables if table.subject is DEVICES]
    of_cables = [table for table in tables if table.subject is CABLES]
    book = DeviceBook(cabinets, problems, formula_devices(formulas), from_top=racks.from_top)
    book.join_spellings(tables)
    book.read(of_devices, notes)
    are_drawings = all(table.table.is_drawing for table in of_devices)
    book.grows = are_drawings and (bool(of_devices) or not book.devices)
    if not book.devices and not book.grows:
        if not problems:
            problems.add(of_devices[0].table.where, "holds no device", _NO_DEVICE)
        problems.raise_all()  # otherwise every cable would report its devices
    rows = CableRows(book, problems)
    for table in of_cables:
        rows.read(table, notes)
    book.settle(notes)
    notes += rows.notes()
    listed, names = book.devices, book.names
    by_pattern: Mapping[str, str] = {}
    with problems.collecting():
        by_pattern = kinds_by_patterns(names, asked.patterns)
    panels = panel_numbers(book, rows.cables, by_pattern)
    if not listed and not problems:
        problems.add("lists", "hold no device", _NO_DEVICE)
    cabling = read_cables(rows.cables, names, panels, problems, formula_cables(formulas, names), old)
    if not formulas:
        refuse_unread_ends(of_devices, problems, has_cables=bool(cabling.cables))
    problems.raise_all()
    guessed = _guessed_kinds(listed, cabling.cables, by_pattern, panels, by_cables=book.grows)
    volts = (power or PowerRules()).volts
    placed = tuple(
        finished(device, ports, by_pattern.get(device.name), guessed.get(number), volts=volts)
        for number, (device, ports) in enumerate(zip(listed, cabling.ports, strict=True))
    )
    fabric = Fabric(_name(paths, of_devices), placed, cabling.cables, tuple(cabinets), named=True)
    if device_types is not None:
        fabric = with_device_types(fabric, device_types)
    fabric = with_power_labels(with_heights(fabric, None if old is None else old.fabric))
    check_cords(fabric, cabling.lines, problems, power)
    fabric = with_named_passes(fabric)
    problems.include_all(path_problems(fabric, cabling.lines, cabling.tables, cabling.trunks))
    problems.raise_all()
    known = fabric.devices
    told = (
        *asked.report.notes,
        *_notes(known),
        *_without_cable(known, fabric.cables),
        *_rates(fabric),
        *unsure_cords(fabric, cabling.lines),
        *_amperes(listed, power),
        *_installed(cabling),
        *_lengths(fabric.cables),
        *cabling.notes,
        *end_notes(fabric, cabling.tables),
        *trunk_notes(fabric),
        *assigned_note(fabric, power=power is None),
        *(note for network in formulas for note in network.topology.notes),
    )
    fabric = replace(fabric, notes=asked.report.ordered((*told, *fabric.notes)))
    asked.report.read = fabric.notes
    stated = tuple(device.unit is not None for device in placed)
    files = _in_order(paths, of_devices, of_cables)
    return ListedFabric(fabric, stated, cabling.lines, files, tuple(unplaced_panels(fabric, cabling)))


def _in_order(
    paths: Sequence[Path], of_devices: Sequence[SubjectTable], of_cables: Sequence[SubjectTable]
) -> tuple[Path, ...]:
    """Return the files of devices, then those of cables; a file with both keeps its position."""
    first, last = (
        {path for path in paths if any(table.table.where.startswith(source_name(path)) for table in tables)}
        for tables in (of_devices, of_cables)
    )
    return tuple(paths) if first & last else tuple(sorted(paths, key=lambda path: path not in first))


def _guessed_kinds(
    listed: Sequence[ListedDevice],
    cables: Sequence[Cable],
    by_pattern: Mapping[str, str],
    panels: frozenset[int],
    *,
    by_cables: bool,
) -> Mapping[Hashable, str]:
    """Return the inferred kinds of devices, by number, from their names, models, ports and cables."""
    labels: dict[int, list[str]] = defaultdict(list)
    far: dict[Hashable, list[Hashable]] = {number: [] for number in range(len(listed))}
    for end, other in (ends for cable in cables for ends in (cable.ends, cable.ends[::-1])):
        labels[end.device].append(end.port_text if end.stated else "")
        far[end.device].append(other.device)
    known: dict[Hashable, str] = {
        number: kind
        for number, device in enumerate(listed)
        if (
            kind := by_pattern.get(device.name)
            or device.named_kind
            or (PANEL if number in panels else device.kind_of_ports(labels[number]))
        )
    }
    return {**known, **kinds_by_cables(far, known)} if by_cables else known


def _name(paths: Sequence[Path], of_devices: Sequence[SubjectTable]) -> str:
    """Return the name of the first device list, without its extension."""
    where = of_devices[0].table.where if of_devices else ""
    return next((path.stem for path in paths if where.startswith(source_name(path))), paths[0].stem)


def _without_cable(devices: Sequence[Device], cables: Sequence[Cable]) -> Iterator[str]:
    """Yield devices without a cable if the lists have cables, and PDUs if they have cords."""
    joined = {end.device for cable in cables for end in cable.ends}
    has_cords = any(devices[index].kind == PDU for index in joined)
    asked = [index for index, device in enumerate(devices) if has_cords or device.kind != PDU]
    alone = [shown(devices[index].name) for index in asked if index not in joined]
    if joined and alone:
        have = "has" if len(alone) == 1 else "have"
        total = count_text(len(asked), "device")
        yield f"{len(alone):,} of {total} {have} no cable: {shortened(alone, MAX_NOTED)}."


def _rates(fabric: Fabric) -> Iterator[str]:
    """Yield a note on cables without a rate, ignoring power cords, installed cables and spares.

    Pieces of a link through panels have the rate of the link.
    """
    unrated = (link for link in trace_links(fabric).links if link.gbps is None)
    pieces = {piece.id for link in unrated for piece in link.pieces if not piece.installed}
    unknown = sum(cable.id in pieces for cable in fabric.network_cables)
    if unknown:
        yield f"No rate is listed for {count_text(unknown, 'cable')}."


def _amperes(devices: Sequence[ListedDevice], power: PowerRules | None) -> Iterator[str]:
    """Yield a note on the assumed voltage of ratings in amperes."""
    amperes = [
        device for device in devices if isinstance(own := device.value("rating"), Rating) and own.is_amperes
    ]
    if amperes and power is None:
        yield (
            f"Ratings of {count_text(len(amperes), 'PDU')} in amperes were read at "
            f"{PowerRules().volts:g} V: change it with volts in [power] of a planning file."
        )


def _installed(cabling: ListedCables) -> Iterator[str]:
    """Yield a note on the number of installed cables, and on those that no list calls installed."""
    if installed := sum(cable.installed for cable in cabling.cables):
        are = "is" if installed == 1 else "are"
        told = f"{count_text(installed, 'cable')} {are} installed: not bought, and not compared"
        yield f"{told} with the cables of other plans{_between_panels(cabling)}."


def _between_panels(cabling: ListedCables) -> str:
    """Return how many cables count as installed for being between panels, and the option to buy them."""
    at = [number for number, cable in enumerate(cabling.cables) if cable.id in cabling.fixed]
    if not at:
        return ""
    table, first = cabling.tables[at[0]], cabling.lines[at[0]]
    option = "" if table is None else f'{table.options["device_a"]}{TO_BUY}" or '
    are = "1 is taken so because it is" if len(at) == 1 else f"{len(at):,} are taken so because they are"
    return f"; {are} between panels, first {first}: {option}no in a column Installed buys such cables"


def _lengths(cables: Sequence[Cable]) -> Iterator[str]:
    """Yield a note on the listed lengths of cables that are not installed, and their use."""
    listed = sum(cable.length_mm is not None and not cable.length_listed for cable in cables)
    if listed:
        told = f"Listed lengths of {count_text(listed, 'cable')} are compared with the routes, which are"
        yield f"{told} measured and planned; mark a cable as installed to keep its length."


def _notes(devices: Sequence[Device]) -> Iterator[str]:
    """Yield notes on unknown device data, watts first."""
    powered = [device for device in devices if device.kind not in (PANEL, PDU)]
    unknown = [shown(device.name) for device in devices if device.load_w is None]
    if unknown:
        total = count_text(len(powered), "device")
        yield f"Watts are unknown for {len(unknown):,} of {total}: {shortened(unknown, MAX_NOTED)}."
    unknown = [shown(device.name) for device in devices if device.units is None]
    if unknown:
        yield f"Heights are not listed for {shortened(unknown, MAX_NOTED)}."
    for kind, noun in _KIND_NAMES.items():
        taken = [device.name for device in devices if not device.kind_stated and device.kind == kind]
        if taken:
            patterns = f"'{','.join(name_patterns(taken))}'" if kind == OTHER else "PATTERN"
            names = shortened([*map(shown, taken)], MAX_NOTED)
            yield (
                f"No kind listed; taken as {noun}: {names}; "
                f"--switches {patterns}, --servers {patterns} or --panels {patterns} changes it."
            )
