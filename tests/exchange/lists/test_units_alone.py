"""Units at the ends of cables without a rack: kept or refused, never dropped."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

ONE, TWO = (FloorCabinet("A01", units=42),), (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
HEADS = [
    "U A,Device A,Port A,U B,Device B,Port B",
    "HE A,Gerät A,Port A,HE B,Gerät B,Port B",
    "Position U A,Équipement A,Port A,Position U B,Équipement B,Port B",
]


def planned(folder: Path, text: str, cabinets: tuple[FloorCabinet, ...], **columns: str) -> ListedFabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    asked = {name.replace("_", " "): target for name, target in columns.items()}
    return read_lists([folder / "list.csv"], cabinets, TableRequest(columns=asked))


@pytest.mark.parametrize("head", HEADS)
def test_units_are_of_the_only_cabinet(tmp_path: Path, head: str) -> None:
    """A room of one cabinet leaves no other place; a note says so."""
    listed = planned(tmp_path, f"{head}\nU40,sw1,1,38,sw2,1\n40,sw1,2,38,sw2,2\n", ONE)
    assert {(item.name, item.cabinet, item.unit) for item in listed.fabric.devices} == {
        ("sw1", 0, 40),
        ("sw2", 0, 38),
    }
    assert any("the only cabinet" in note for note in listed.notes)


@pytest.mark.parametrize("cabinets", [ONE, TWO])
def test_units_that_contradict_each_other_are_refused(
    tmp_path: Path, cabinets: tuple[FloorCabinet, ...]
) -> None:
    """A device has one unit, whatever its rack."""
    with pytest.raises(InputError, match=r"line.* 3: .*unit"):
        planned(tmp_path, f"{HEADS[0]}\n40,sw1,1,38,sw2,1\n41,sw1,2,38,sw2,2\n", cabinets)


@pytest.mark.parametrize("head", HEADS)
def test_units_without_a_rack_are_asked_about(tmp_path: Path, head: str) -> None:
    """In a room of several cabinets the option named leaves the units open."""
    text = f"{head}\n40,sw1,1,38,sw2,1\n40,sw1,2,38,sw2,2\n"
    with pytest.raises(InputError) as error:
        planned(tmp_path, text, TWO)
    names = [cell for cell in head.split(",") if cell[:2] in {"U ", "HE", "Po"} and "Port" not in cell]
    assert all(f'"{name}=skip"' in str(error.value) for name in names)
    listed = planned(tmp_path, text, TWO, **{name.replace(" ", "_"): "skip" for name in names})
    assert [device.unit for device in listed.fabric.devices] == [None, None]


def test_a_unit_without_a_rack_beside_a_list_of_devices(tmp_path: Path) -> None:
    """The device list gives the rack; without one there, the unit is refused as well."""
    cables = "U A,Device A,Port A,Device B,Port B\n40,sw1,1,sw2,1\n"
    (tmp_path / "cables.csv").write_text(cables, encoding="utf-8")
    for rack in ("A01", ""):
        (tmp_path / "devices.csv").write_text(f"name,rack,height\nsw1,{rack},1\nsw2,A01,1\n")
        files = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
        if rack:
            assert read_lists(files, TWO).fabric.devices[0].unit == 40
        else:
            with pytest.raises(InputError, match="a unit without a rack"):
                read_lists(files, TWO)


def test_a_unit_beside_a_blank_rack_is_one_question(tmp_path: Path) -> None:
    """Of the rack, below a filled cell; each alternative that it offers reads the list by itself."""
    path = tmp_path / "list.csv"
    head = "Device A,Rack A,U A,Port A,Device B,Rack B,U B,Port B"
    path.write_text(f"{head}\nsrv1,A01,1,e0,leaf1,A02,40,1\nsrv2,,3,e0,leaf1,A02,40,2\n")
    cabinets = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
    with pytest.raises(InputError) as refused:
        read_lists([path], cabinets)
    assert "problems" not in str(refused.value)
    above, *written = re.findall('map "([^"]*)=([^"]*)"', str(refused.value))
    for options, place in (([above], (0, 3)), (written, (None, None))):
        listed = read_lists([path], cabinets, TableRequest(dict(options)))
        srv2 = next(device for device in listed.fabric.devices if device.name == "srv2")
        assert (srv2.cabinet, srv2.unit) == place
