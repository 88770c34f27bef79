"""The file of a plan made from lists: what is written is read, by columns, and no edit of it passes."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.fabric.fabric import CHASSIS, KINDS, PANEL, Cable, Device, End, Fabric
from netfloor.foundation.errors import CheckFailedError, InputError
from netfloor.foundation.files import canonical_sha256
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.columns import fabric_columns, listed_cables
from netfloor.plans.file import document_sha256, laid_document, read_record, write_plan
from netfloor.plans.laid import LaidFabric, hall_cabinets, lay
from netfloor.plans.load import load_any_plan, load_laid
from netfloor.plans.record_tables import CablesRecord
from netfloor.rooms.hall import Hall
from tests.fixtures.rows import row_edit

Document = dict[str, Any]
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=12)
AMOUNTS = st.none() | st.floats(0, 1e5)


@st.composite
def fabrics(draw: st.DrawFn, hall: Hall) -> Fabric:
    """Draw devices in units of their own and cables between ports of their own."""
    places = st.tuples(st.integers(0, 2), st.integers(1, 10))
    drawn = draw(st.lists(places, min_size=1, max_size=6, unique=True))
    devices = [
        Device(
            draw(st.just(f"d{number}") | TEXTS.map(lambda text, number=number: f"{text}{number}")),
            draw(st.sampled_from(sorted({*KINDS} - {PANEL}))),  # paths end at devices
            4,
            cabinet=cabinet,
            unit=unit,
            units=draw(st.sampled_from([None, 1])),
            model=draw(TEXTS),
            watts=draw(AMOUNTS),
            kilograms=draw(AMOUNTS),
            face=draw(st.sampled_from(["", "front", "rear"])),
            half_depth=draw(st.booleans()),
            bay=draw(st.sampled_from(["", "left", "right", CHASSIS, "1", "B"])),
            feed=draw(TEXTS),
            network=draw(TEXTS),
            attributes=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        )
        for number, (cabinet, unit) in enumerate(drawn)
    ]
    ports = draw(
        st.permutations([(device, port) for device in range(len(devices)) for port in (1, 2, 3, 4)])
    )
    pairs = [pair for pair in zip(ports[::2], ports[1::2], strict=True) if pair[0][0] != pair[1][0]]
    cables = [
        Cable(
            f"{draw(TEXTS)}{number}",
            End(*a, draw(st.sampled_from(["", f"Eth1/{a[1]}"]))),
            End(*b, draw(st.sampled_from(["", f"p {b[1]}"]))),
            gbps=draw(st.none() | st.floats(1e-6, 1e6)),
            attributes=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        )
        for number, (a, b) in enumerate(pairs)
    ]
    notes = tuple(draw(st.lists(TEXTS, max_size=2)))
    return Fabric(draw(TEXTS), tuple(devices), tuple(cables), hall_cabinets(hall), notes, named=True)


@settings(max_examples=25)
@given(st.data())
def test_what_is_written_is_read(
    laid: LaidFabric, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Fabric, room, title and lengths of any plan come back equal, with the checksum in the file."""
    fabric = data.draw(fabrics(laid.hall))
    title = data.draw(TEXTS)
    drawn = lay(fabric, laid.hall, "room.toml", title)
    path = tmp_path_factory.mktemp("drawn") / "plan.json"
    sha256 = write_plan(path, drawn)
    read = load_laid(path)
    assert read.fabric == drawn.fabric
    assert (read.hall, read.room_spec, read.title) == (drawn.hall, "room.toml", title)
    assert (read.path, read.sha256, read.total_mm) == (path, sha256, drawn.total_mm)


def test_a_plan_of_the_small_lists_comes_back(laid: LaidFabric, laid_plan: Path) -> None:
    """Vertical PDUs, unknown watts, own columns and ids included; written again it is the same file."""
    read = load_laid(laid_plan)
    assert read.fabric == laid.fabric
    write_plan(laid_plan.with_name("again.json"), read)
    assert laid_plan.with_name("again.json").read_bytes() == laid_plan.read_bytes()


def test_the_file_says_first_what_it_is(laid_plan: Path, plan: Path) -> None:
    """Plans of lists and of networks are one kind of file; what asks for lists refuses a network."""
    assert isinstance(load_any_plan(laid_plan), LaidFabric)
    assert not isinstance(load_any_plan(plan), LaidFabric)
    with pytest.raises(InputError, match="is the plan of a network"):
        load_laid(plan)


def test_a_table_is_columns_of_one_length_or_one_value(laid: LaidFabric, laid_plan: Path) -> None:
    """Rows that are all alike are one value: what a data frame reads in one call."""
    document = json.loads(laid_plan.read_text())
    devices, cables = document["devices"], document["cables"]
    assert devices["name"] == ["spine1", "leaf1", "leaf2", "srv1", "srv2", "nas1", "pdu1"]
    assert ("half_depth" in devices, "network" in devices) == (False, False)
    assert cables["label_a"] == ["Eth1/49", "Eth1/49", "eth0", "eth0", "e0", "e1", "psu-a"]
    assert cables["length_mm"] == [cable.length_mm for cable in laid.fabric.cables]
    for table, rows in ((devices, 7), (cables, 7)):
        assert {len(column) for column in table.values() if isinstance(column, list)} == {rows}
        assert all(len(set(map(str, column))) > 1 for column in table.values() if isinstance(column, list))


def test_a_table_of_one_row_has_its_first_column_as_a_list(laid: LaidFabric, tmp_path: Path) -> None:
    """How many rows there are is known even where all columns are one value; of no row too."""
    for cables in (laid.fabric.cables[:1], ()):
        alone = lay(replace(laid.fabric, cables=cables), laid.hall, "room.toml")
        document = laid_document(alone)
        assert document["cables"]["id"] == [cable.id for cable in cables]
        write_plan(tmp_path / "plan.json", alone)
        assert load_laid(tmp_path / "plan.json").fabric == alone.fabric


def test_a_data_frame_takes_a_table_as_it_is(laid: LaidFabric) -> None:
    """One value for all rows becomes a column; attributes are rows even where all cables have the same."""
    pandas = pytest.importorskip("pandas")
    cables = tuple(replace(cable, attributes={"owner": "us"}) for cable in laid.fabric.cables)
    document = laid_document(lay(replace(laid.fabric, cables=cables), laid.hall, "room.toml"))
    assert document["cables"]["attributes"] == [{"owner": "us"}] * 7
    for table, rows in (("devices", laid.fabric.devices), ("cables", cables)):
        assert len(pandas.DataFrame(document[table])) == len(rows)
    frame = pandas.DataFrame(document["cables"])
    assert frame["length_mm"].sum() == document["totals"]["total_cable_mm"]


# What is no plan file


def _cut(document: Document) -> None:
    document["cables"]["a"].pop()


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (lambda d: d.update(schema=3), "schema"),
        (lambda d: d.update(kind="network plan"), "is not a netfloor plan"),
        (lambda d: d["totals"].pop("total_cable_mm"), "totals.total_cable_mm"),
        (lambda d: d["devices"].update(colour="red"), "devices.colour"),
        (lambda d: d["cables"].pop("id"), "cables.id"),
        (_cut, "cables: has columns of different lengths"),
        (lambda d: d["devices"]["kind"].append("pdu"), "devices: has columns of different lengths"),
        (lambda d: d["devices"]["unit"].__setitem__(0, "10"), "devices.unit"),
        (lambda d: d["devices"].update(face="left"), "devices.face"),
        (lambda d: d["cables"]["length_mm"].__setitem__(2, -1), "cables.length_mm"),
        (lambda d: d["cables"].update(id="C1"), "cables.id"),
    ],
)
def test_another_form_is_refused_with_its_place(
    laid_plan: Path, edit: Callable[[Document], object], place: str
) -> None:
    """Whatever its checksum says."""
    document = json.loads(laid_plan.read_text())
    edit(document)
    laid_plan.write_text(json.dumps(document | {"sha256": document_sha256(document)}))
    with pytest.raises(InputError) as refused:
        load_laid(laid_plan)
    assert place in str(refused.value)
    assert str(laid_plan) in str(refused.value)


# What was forged, and signed again


def _set(table: str, column: str, row: int, value: object) -> Callable[[Document], None]:
    """Return the edit that sets one value of a table."""
    return row_edit(table, row, **{column: value})


def _hall(edit: Callable[[Document], object]) -> Callable[[Document], None]:
    """Return an edit of the room's definition, its own checksum made good."""

    def edited(document: Document) -> None:
        room = document["inputs"]["room"]
        edit(room["definition"])
        room["definition_sha256"] = canonical_sha256(room["definition"])

    return edited


def _total(total_mm: int) -> Callable[[Document], None]:
    """Return the edit of the length of all cables."""
    return lambda document: document["totals"].update(total_cable_mm=total_mm)


FORGERIES: dict[str, tuple[Callable[[Document], object], str]] = {
    "length": (_set("cables", "length_mm", 1, 5244), "cable C000002: is 5245 mm, the plan says 5244"),
    "total": (_total(18445), "totals.total_cable_mm: the plan says 18445, derived 18446"),
    "total of a large hall": (
        _total(8 * 10**9),
        "totals.total_cable_mm: the plan says 8000000000, derived 18446",
    ),
    "longest": (
        lambda d: d["totals"].update(max_cable_mm=1),
        "totals.max_cable_mm: the plan says 1",
    ),
    "both": (
        lambda d: (_set("cables", "length_mm", 0, 388)(d), _total(18445)(d)),
        "cable C000001: is 389 mm, the plan says 388",
    ),
    "cabinet": (_set("devices", "cabinet", 4, "A03"), "device nas1: unit 1 of A03 is taken by srv2"),
    "free cabinet": (_set("devices", "cabinet", 2, "A03"), "cable C000002: is 5845 mm"),
    "no cabinet": (_set("devices", "cabinet", 2, "A04"), "device leaf2: there is no cabinet 'A04'"),
    "unit": (_set("devices", "unit", 1, 7), "cable C000001: is 433 mm"),
    "taken unit": (_set("devices", "unit", 1, 10), "device leaf1: unit 10 of A01 is taken by spine1"),
    "unit above": (_set("devices", "unit", 0, 11), "device spine1: unit 11 and 1 U are not within the 10"),
    "unit 0": (_set("devices", "unit", 0, 0), "device spine1: unit 0 and 1 U are not within"),
    "no unit": (_set("devices", "unit", 0, None), "device spine1: has no unit"),
    "height": (_set("devices", "height", 3, 8), "device srv1: unit 8 of A01 is taken by leaf1"),
    "height above": (_set("devices", "height", 0, 2), "device spine1: unit 10 and 2 U are not within"),
    "height 0": (_set("devices", "height", 0, 0), "device spine1: has a unit and a height of 0"),
    "PDU in a unit": (_set("devices", "unit", 6, 10), "device pdu1: has a unit and a height of 0"),
    "kind": (_set("devices", "kind", 0, "router"), "device spine1: there is no kind 'router'"),
    "name": (_set("devices", "name", 0, "leaf1"), "device leaf1: is listed twice"),
    "ports": (_set("devices", "ports", 0, 1), "cable C000002: spine1 has no port 2"),
    "port": (_set("cables", "port_b", 1, 1), "cable C000002: port Eth1/2 of spine1 holds cable C000001"),
    "port 0": (_set("cables", "port_a", 0, 0), "cable C000001: leaf1 has no port 0"),
    "device": (_set("cables", "b", 0, 7), "cable C000001: there is no device 7"),
    "other device": (_set("cables", "b", 0, 2), "cable C000004: port Eth1/1 of leaf2"),
    "itself": (_set("cables", "b", 0, 1), "cable C000001: joins a device to itself"),
    "label": (
        _set("cables", "label_b", 0, "Eth1/2"),
        "cable C000002: port Eth1/2 of spine1 holds cable C0",
    ),
    "id": (_set("cables", "id", 0, "C000002"), "cable C000002: is listed twice"),
    "tool": (lambda d: d["tool"].update(name="netfloor2"), "tool: is not netfloor and its version"),
    "unknown field": (lambda d: d.update(more=1), "more: a plan has no such field"),
    "order": (lambda d: d.update(order={}), "order: a plan has no such field"),
    "unknown input": (
        lambda d: d["inputs"].update(cost=1),
        "inputs.cost: a plan has no such field",
    ),
    "unknown total": (lambda d: d["totals"].update(price=1), "totals.price: a plan has no such field"),
    "room": (
        lambda d: d["inputs"]["room"]["definition"].update(name="other"),
        "inputs.room.definition_sha256: is not that of the definition",
    ),
    "tray": (
        _hall(lambda hall: hall["trays"][0].update(height_mm=2500)),
        "cable C000002: is 5445 mm, the plan says 5245",
    ),
    "grid": (_hall(lambda hall: hall.pop("cabinets")), "inputs.room.definition: is not a hall"),
}


def problems_of(document: Document, path: Path) -> list[str]:
    """Return what the check says of a document."""
    path.write_text(json.dumps(document))
    return laid_problems(*read_record(path))


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_however_it_is_signed(laid: LaidFabric, here: Path, name: str) -> None:
    """Places, ports, ids, lengths and the room are checked by the file alone, and loading refuses it."""
    edit, problem = FORGERIES[name]
    document = copy.deepcopy(laid_document(laid))
    edit(document)
    document["sha256"] = document_sha256(document)
    found = problems_of(document, here / "forged.json")
    assert any(problem in one for one in found), found
    assert len(set(found)) == len(found)
    assert not any(one.startswith("sha256") for one in found)
    refused = InputError if name == "grid" else CheckFailedError
    with pytest.raises(refused):
        load_laid(here / "forged.json")


def test_a_good_plan_has_no_problem(laid: LaidFabric, here: Path) -> None:
    """The plan that every forgery begins with."""
    assert problems_of(laid_document(laid), here / "plan.json") == []


def test_an_edit_that_is_not_signed_is_found_by_the_checksum(laid: LaidFabric, here: Path) -> None:
    """What no rule binds, such as watts, at least does not change unnoticed."""
    document = laid_document(laid)
    _set("devices", "watts", 0, 351.0)(document)
    assert problems_of(document, here / "plan.json") == [
        "sha256: the file was changed after it was written"
    ]


def test_all_problems_are_found_at_once(laid: LaidFabric, here: Path) -> None:
    """A second fault is not hidden behind the first; lengths are measured only between sound places."""
    document = copy.deepcopy(laid_document(laid))
    for name in ("kind", "no cabinet", "id", "port 0", "length"):
        FORGERIES[name][0](document)
    found = problems_of(document, here / "plan.json")
    assert [one.split(":")[0] for one in found] == [
        *["sha256", "device spine1", "device leaf2", "cable C000002", "cable C000002"]
    ]


def test_halves_of_a_unit_are_two_places(laid: LaidFabric, here: Path) -> None:
    """Two devices of half depth share a unit front and rear, but not one face."""
    document = copy.deepcopy(laid_document(laid))
    for row, face in ((0, "rear"), (1, "front")):
        for column, value in (("half_depth", True), ("face", face), ("cabinet", "A02"), ("unit", 5)):
            _set("devices", column, row, value)(document)
    places = [one for one in problems_of(document, here / "plan.json") if "taken" in one]
    assert places == []
    _set("devices", "face", 1, "rear")(document)
    places = [one for one in problems_of(document, here / "plan.json") if "taken" in one]
    assert places == ["device leaf1: unit 5 of A02 is taken by spine1"]


def test_what_a_panel_joins_comes_back(laid: LaidFabric, here: Path) -> None:
    """Front and rear ports, with the position in a shared rear port; none that the panel does not have."""
    devices = list(laid.fabric.devices)
    devices[5] = replace(devices[5], kind="panel", ports=5, passes=((1, 2, 1), (3, 5, 1), (4, 5, 2)))
    joined = replace(laid, fabric=replace(laid.fabric, devices=tuple(devices)))
    write_plan(here / "panel.json", joined)
    assert load_laid(here / "panel.json").fabric == joined.fabric
    document = json.loads((here / "panel.json").read_text())
    _set("devices", "passes", 5, "1>6")(document)
    assert "device nas1: joins a port that it does not have" in problems_of(document, here / "panel.json")


def test_what_one_piece_carries_is_kept() -> None:
    """Links of a piece name its first link in the file; a plan without pieces has no such column."""
    devices = Device("a", "switch", 4), Device("b", "switch", 4)
    alone = tuple(Cable(f"C{n}", End(0, n), End(1, n)) for n in (1, 2))
    pieces = tuple(replace(cable, piece="C1") for cable in alone)
    found = [fabric_columns(Fabric("list", devices, cables))[1] for cables in (alone, pieces)]
    assert [columns.get("piece") for columns in found] == [None, "C1"]
    read = [listed_cables(CablesRecord.model_validate(columns)) for columns in found]
    assert read == [alone, pieces]
