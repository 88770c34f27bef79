"""The lists of a plan, read again as it records: what `verify` compares its devices and cables with."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from netfloor.exchange.lists.formulas import FormulaNetwork
from netfloor.exchange.lists.kept import OldFabric, next_number, with_kept_places
from netfloor.exchange.lists.power import with_numbers
from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Cable, Device, End, Fabric
from netfloor.fabric.power import PowerRules
from netfloor.plans.check.relisted import ListsRead
from netfloor.plans.check.sources import listed_files, specs_found
from netfloor.plans.diff import require_names
from netfloor.plans.file import path_from_here, read_record
from netfloor.plans.laid import LaidFabric, hall_cabinets
from netfloor.plans.load import AnyPlan, load_any_plan
from netfloor.plans.models import LaidModel
from netfloor.plans.plan_fabric import recorded_fabric
from netfloor.plans.record_tables import FormulaRecord, PowerRecord, ReadingRecord
from netfloor.rooms.hall.hall import Hall
from netfloor.studies.power_cords import open_cords
from netfloor.topologies.spec import build, parse_spec
from netfloor.topologies.switch_names import with_names
from netfloor.topologies.topology import Topology


def reading_record(
    tables: TableRequest, device_types: Path | None, formulas: Sequence[FormulaNetwork]
) -> ReadingRecord | None:
    """Return the other inputs that determine how lists are read; None for nothing."""
    record = ReadingRecord(
        columns=dict(tables.columns),
        switches=list(tables.switches),
        servers=list(tables.servers),
        panels=list(tables.panels),
        device_types="" if device_types is None else path_from_here(device_types),
        formulas=[formula.record for formula in formulas if formula.record is not None],
    )
    return None if record == ReadingRecord() else record


def read_lists_again(record: LaidModel, hall: Hall, folders: Sequence[Path]) -> ListsRead:
    """Return the fabric of a plan's lists, which are looked for from here and in the folders.

    Raises
    ------
    InputError
        If they cannot be read as the plan says.
    """
    reading, rules = record.inputs.reading or ReadingRecord(), _rules(record.power)
    find = partial(listed_files, folders=folders)
    paths = [next(find(listing.file, listing.sha256), None) for listing in record.inputs.lists]
    types = next(_folders(reading.device_types, folders), None)
    networks, reasons = [], [f"{path} is not here" for path in [reading.device_types] if path and not types]
    for formula in reading.formulas:
        topology = _topology(formula, folders)
        if topology is None:
            reasons.append(f"{formula.spec} is not here")
        else:
            networks.append(
                FormulaNetwork(_table(formula), formula.name, topology, formula.model, formula.height)
            )
    old = None
    if record.grown is not None:
        old = _old(record.grown.plan, record.grown.sha256, folders)
        if old is None:
            reasons.append(f"{record.grown.plan} is not here")
    if not paths or None in paths or reasons:
        return ListsRead(reasons=tuple(reasons))
    asked = TableRequest(
        reading.columns,
        switches=tuple(reading.switches),
        servers=tuple(reading.servers),
        panels=tuple(reading.panels),
    )
    files = [path for path in paths if path is not None]
    cabinets = hall_cabinets(hall)
    if old is None:
        listed = read_lists(files, cabinets, asked, types, networks, power=rules).fabric
    else:
        listed = lists_beside(old, hall, files, asked, networks, rules)[0].fabric
    if rules is not None:
        listed = _with_cords(listed, record)
    names = [cabinet.name for cabinet in cabinets]
    return ListsRead([_device(device, names) for device in listed.devices], [*map(_cable, listed.cables)])


def lists_beside(
    old: AnyPlan,
    hall: Hall,
    files: Sequence[Path],
    tables: TableRequest,
    formulas: Sequence[FormulaNetwork],
    rules: PowerRules | None,
) -> tuple[ListedFabric, OldFabric]:
    """Return lists beside a plan that grows, and what stands of that.

    Rack, unit, ports and ids that the lists leave blank are as they were.
    """
    fabric = recorded_fabric(old)
    require_names(fabric, old.name)
    before = (old.next_number or 1) if isinstance(old, LaidFabric) else old.next_numbers[0]
    known = OldFabric(fabric, next_number(fabric, before))
    cabinets = hall_cabinets(hall)
    listed = read_lists(
        paths=files,
        cabinets=cabinets,
        request=tables,
        device_types=None,
        formulas=formulas,
        old=known,
        power=rules,
    )
    usable = {cabinet.name for cabinet in hall.cabinets if not cabinet.taken}
    kept = with_kept_places(listed.fabric.devices, fabric, cabinets, usable)
    return replace(listed, fabric=replace(listed.fabric, devices=kept)), known


def _rules(record: PowerRecord | None) -> PowerRules | None:
    if record is None:
        return None
    feeds = {feed.feed: feed.limit_w for feed in record.feeds}
    return PowerRules(feeds, record.apart, record.survive, record.volts, record.reach_mm)


def _folders(name: str, folders: Sequence[Path]) -> Iterator[Path]:
    """Yield folders of a name, from here and in some folders."""
    places = (Path(name), *(folder / part for folder in folders for part in (name, Path(name).name)))
    yield from (place for place in places if name and not Path(name).is_absolute() and place.is_dir())


def _topology(record: FormulaRecord, folders: Sequence[Path]) -> Topology | None:
    """Return a network of a formula; None where it is of a graph file that is not here."""
    spec: str | None = record.spec
    if parse_spec(record.spec)[0].name == "file":
        spec = next(iter(specs_found(record.spec, folders)), None)
    if spec is None:
        return None
    topology = build(spec, endpoints=record.endpoints, link_gbps=record.gbps, seed=record.seed)
    return with_names(topology, record.names, f"{_table(record)}.names") if record.names else topology


def _table(record: FormulaRecord) -> str:
    """Return the table of a planning file that says so of a network."""
    return f"networks.{record.name}" if record.name else "network"


def _old(name: str, sha256: str, folders: Sequence[Path]) -> AnyPlan | None:
    """Return the plan that one grew from."""
    for path in listed_files(name, "", folders):
        if read_record(path)[1].sha256 == sha256:
            return load_any_plan(path)
    return None


def _with_cords(listed: Fabric, record: LaidModel) -> Fabric:
    """Return lists with the outlets that the plan gives to cords without one, and its cords' ports.

    Ports are numbered by all labels, those of the cords that the plan adds too.
    """
    rows, count = record.cables.rows(), len(listed.cables)
    cables = list(listed.cables)
    for cord in open_cords(listed):
        if cord.cable is not None and cord.cable < len(rows):
            cables[cord.cable] = _at_outlet(cables[cord.cable], cord.device, rows[cord.cable])
    for row in rows[count:]:
        a, b = (End(row[side], 0, row[f"label_{side}"], stated=False) for side in "ab")
        cables.append(Cable(row["id"], a, b))
    if cables == list(listed.cables) or any(
        end.device >= len(listed.devices) for cable in cables for end in cable.ends
    ):
        return listed
    numbered = with_numbers(listed, cables)
    return replace(numbered, cables=numbered.cables[:count])


def _at_outlet(cable: Cable, device: int, row: dict[str, object]) -> Cable:
    """Return a cord whose far end is where the plan has it."""
    side = "b" if cable.a.device == device else "a"
    far = End(int(str(row[side])), 0, str(row[f"label_{side}"]), stated=False)
    return replace(cable, b=far) if side == "b" else replace(cable, a=far)


def _device(device: Device, cabinets: Sequence[str]) -> dict[str, Any]:
    """Return the data of a device's row."""
    same = ("name", "kind", "model", "face", "half_depth", "feed", "network", "kind_stated", "rating_w")
    passes = (
        f"{front}>{rear}" if position == 1 else f"{front}>{rear}:{position}"
        for front, rear, position in device.passes
    )
    return {name: getattr(device, name) for name in (*same, "watts", "kilograms", "ports", "unit")} | {
        "cabinet": "" if device.cabinet is None else cabinets[device.cabinet],
        "height": device.units,
        "guid": "" if device.guid is None else f"{device.guid:016x}",
        "passes": " ".join(passes),
        "inlets": {port.label: port.form for port in device.inlets},
        "outlets": {port.label: port.form for port in device.outlets},
        "attributes": dict(device.attributes),
    }


def _cable(cable: Cable) -> dict[str, Any]:
    """Return the data of a cable's row; its length where that is listed."""
    same = ("id", "gbps", "kind", "link", "piece", "one_end", "installed", "length_listed")
    ends = {
        f"{name}{side}": value
        for side, end in zip("ab", cable.ends, strict=True)
        for name, value in (("", end.device), ("port_", end.port), ("label_", end.port_name))
    }
    listed = {"length_mm": cable.length_mm} if cable.length_listed else {}
    plain = {name: getattr(cable, name) for name in same} | {"attributes": dict(cable.attributes)}
    return plain | ends | listed
