"""Cables that nothing reads are asked about: sheets beside others, columns of devices, rows out of use."""

from pathlib import Path

import openpyxl
import pytest

from netfloor.exchange.exported_lists import naming_imports
from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("A1", units=42),)


def _read(folder: Path, *texts: str, **columns: str) -> ListedFabric:
    paths = [folder / f"list{number}.csv" for number, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return read_lists(paths, _ROOM, TableRequest(columns))


def test_a_sheet_of_ports_beside_devices_is_asked_about(tmp_path: Path) -> None:
    """It is not passed over with a note, as the plan would have no cables; skipping it is an option."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Devices"
    for row in (["Device", "Rack", "U"], ["sw1", "A1", 1], ["sw2", "A1", 2]):
        sheet.append(row)
    cables = book.create_sheet("Network")
    for row in (
        ["Switch port", "Usage", "Switch port", "Usage"],
        [1, "sw2 p1", 1, "x"],
        [2, "sw2 p2", 2, "y"],
    ):
        cables.append(row)
    path = tmp_path / "book.xlsx"
    book.save(path)
    with pytest.raises(InputError, match="whose rows look like cables") as asked:
        read_lists([path], _ROOM)
    assert 'map "Switch port=skip" to skip it' in str(asked.value)
    assert len(read_lists([path], _ROOM, TableRequest({"Switch port": "skip"})).fabric.devices) == 2


def test_a_column_of_listed_devices_is_asked_about_beside_cables(tmp_path: Path) -> None:
    """Its cells may be cables; with the option it stays unread."""
    devices = "name,rack,unit,HA partner\nsw1,A1,1,sw2\nsw2,A1,2,sw1\n"
    cables = "a,port a,b,port b\nsw1,1,sw2,1\n"
    with pytest.raises(
        InputError, match="'HA partner' names listed devices, such as 'sw2', and is not read"
    ):
        _read(tmp_path, devices, cables)
    assert len(_read(tmp_path, devices, cables, **{"HA partner": "skip"}).fabric.cables) == 1


def test_ports_with_their_far_devices_are_cables(tmp_path: Path) -> None:
    """As xCAT lists the links among switches, from both ends."""
    links = _read(tmp_path, 'switch,linkports\nsw1,49:core\nsw2,49:core\ncore,"1:sw1,2:sw2"\n').fabric
    names = [device.name for device in links.devices]
    ends = {frozenset(f"{names[end.device]} {end.port_text}" for end in one.ends) for one in links.cables}
    assert ends == {frozenset({"sw1 49", "core 1"}), frozenset({"sw2 49", "core 2"})}


@pytest.mark.parametrize("heading", ["disable", "Ignore", "inaktiv"])
def test_rows_out_of_use_are_left_out(tmp_path: Path, heading: str) -> None:
    """A yes leaves a row out with a note, and other cells do not."""
    listed = _read(tmp_path, f"a,port a,b,port b,{heading}\nx,1,y,1,\nx,2,y,2,1\nx,3,y,3,0\n")
    assert [cable.a.port_text for cable in listed.fabric.cables] == ["1", "3"]
    assert any(f"'{heading}': '1' 1 left out" in note for note in listed.notes)


def test_a_text_in_some_rows_below_no_heading_is_left_out(tmp_path: Path) -> None:
    """With a note; a status there is about its rows, and refused."""
    rows = "x,1,y,1,Power Connection\nx,2,y,2,\nx,3,y,3,Power Connection\nx,4,y,4,\nx,5,y,5,\n"
    text = f"a,port a,b,port b,\n{rows}"
    listed = _read(tmp_path, text)
    assert any("has no heading and only 'Power Connection'" in note for note in listed.notes)
    with pytest.raises(InputError, match="'removed' has no heading"):
        _read(tmp_path, text.replace("Power Connection", "removed"))


@pytest.mark.parametrize(("name", "text"), [("x.yaml", "fabric:\n- name: a\n"), ("x.json", '{"a": [1]}')])
def test_other_texts_are_refused_without_options(tmp_path: Path, name: str, text: str) -> None:
    """They are no table, so no option makes one of them."""
    path, other = tmp_path / name, tmp_path / "list.csv"
    path.write_text(text)
    other.write_text("a,b\nx,y\n")
    with (
        pytest.raises(InputError, match="in a form that netfloor reads") as refused,
        naming_imports([other, path], TableReport()),
    ):
        read_lists([other, path], ())
    assert "map" not in str(refused.value)
    assert "a CSV table with a row for each cable" in str(refused.value)


def test_a_port_unlike_the_others_of_a_panel_is_its_trunk(tmp_path: Path) -> None:
    """Whatever its name, if it is cabled to such a port of another panel."""
    rows = "s1,1,odf1,Poort 1,\ns2,1,odf1,Poort 2,\nodf1,Trunk 1,odf2,Trunk 1,yes\n"
    rows += "odf2,Poort 1,s3,1,\nodf2,Poort 2,s4,1,\n"
    listed = _read(tmp_path, f"a,port a,b,port b,installed\n{rows}")
    assert any("2 panels whose only rear port is read as a trunk" in note for note in listed.notes)


def test_exports_of_netbox_in_dutch_are_read(tmp_path: Path) -> None:
    """By the words of its translation, with terminations as ports and connected cables in place."""
    devices = "Naam,Status,Rek,Positie,Rol\nsw1,Actief,A1,1,Leaf switch\nsw2,Actief,A1,2,Leaf switch\n"
    cables = (
        "ID,Label,Beëindiging A,Eindpunt B,Apparaat A,Apparaat B,-status,Tenant,Lengte\n"
        '1,K1,1,2,sw1,sw2,Verbonden,x,2 m\n2,K2,3,4,sw1,sw2,Gepland,x,"2,5 m"\n'
    )
    fabric = _read(tmp_path, devices, cables).fabric
    told = [(cable.id, cable.a.port_text, cable.length_mm, cable.installed) for cable in fabric.cables]
    assert told == [("K1", "1", 2000, True), ("K2", "3", 2500, False)]
    assert [device.unit for device in fabric.devices] == [1, 2]
