"""Rows of ports without a cable and of free units, which name no device."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
HEAD = "Device A,Port A,Device B,Port B,Rack B,Cable ID,Length\nsw1,1,srv1,eth0,A01,K1,3\n"


def planned(folder: Path, text: str) -> Fabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS).fabric


def imported(folder: Path, text: str) -> Fabric:
    """Return the fabric of a list as ``netfloor import`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return next(reader for reader in READERS if reader.name == "csv").read(folder / "list.csv")


@pytest.mark.parametrize("read", [planned, imported])
@pytest.mark.parametrize(
    "row",
    [
        "sw1,2,,,,,",
        "sw1,2,N/A,,,,",
        "sw1,2,r\u00e9serve,,,K2,",
        "sw1,2,Reserve,-,,,",
        "sw1,2,(spare),n/a,-,K2,",
        "sw1,2,nicht belegt,,,,",
        "spare,,sw1,2,,,",
    ],
)
def test_a_far_end_called_unused_is_no_device(tmp_path: Path, read, row: str) -> None:
    """The port is counted as unused in plans and imports alike, whether or not the row has an id."""
    fabric = read(tmp_path, f"{HEAD}{row}\n")
    assert sorted(device.name for device in fabric.devices) == ["srv1", "sw1"]
    assert len(fabric.cables) == 1
    assert any("1 row of ports without a cable left out, first line 3" in note for note in fabric.notes)


@pytest.mark.parametrize("read", [planned, imported])
def test_a_device_with_a_port_may_be_called_spare(tmp_path: Path, read) -> None:
    """A row that states the far port, or the place of its device, is a cable."""
    fabric = read(tmp_path, f"{HEAD}sw1,2,spare,eth0,A01,K2,\nsw1,3,reserve,,A02,K3,\n")
    assert sorted(device.name for device in fabric.devices) == ["reserve", "spare", "srv1", "sw1"]
    assert len(fabric.cables) == 3


@pytest.mark.parametrize("read", [planned, imported])
def test_a_row_with_an_id_and_a_blank_end_lacks_a_name(tmp_path: Path, read) -> None:
    """A cable that exists has two ends: the row is refused."""
    with pytest.raises(InputError, match="b is empty"):
        read(tmp_path, f"{HEAD}sw1,2,,,,K2,\n")


@pytest.mark.parametrize("read", [planned, imported])
@pytest.mark.parametrize(
    "row", ["sw1,2,TBD,,,K2,", "sw1,2,any,,,,3", "sw1,2,reserve,,,K2,3", "NA,,sw1,2,,K2,"]
)
def test_a_cable_to_an_unused_word_lacks_a_name(tmp_path: Path, read, row: str) -> None:
    """It disappeared; a spare port may have an id, but no length."""
    with pytest.raises(InputError, match=r"line 3: [ab] is '\w+', and the row has an id or a length"):
        read(tmp_path, f"{HEAD}{row}\n")


@pytest.mark.parametrize("read", [planned, imported])
@pytest.mark.parametrize(
    "rows",
    [
        ["K2,A01,,Reserve,,A02,,Reserve,"],
        ["K2,A01,,Reserve,,A02,40,spare,"],
        ["K2,A01,40,sw1,2,A02,,Reserve,", "K3,A01,40,sw1,3,A01,,Reserve,"],
        ["K2,A01,40,sw1,2,A02,7,frei,-", "K3,A01,40,sw1,3,A02,9,frei,n/a"],
    ],
)
def test_a_word_in_several_places_is_no_device(tmp_path: Path, read, rows: list[str]) -> None:
    """At both ends of a row, or in rows of several racks or units: the places are those of free ports."""
    head = "id,rack a,unit a,a,port a,rack b,unit b,b,port b\nK1,A01,40,sw1,1,A02,40,srv1,1\n"
    fabric = read(tmp_path, head + "".join(f"{row}\n" for row in rows))
    assert sorted(device.name for device in fabric.devices) == ["srv1", "sw1"]
    assert any("of ports without a cable left out" in note for note in fabric.notes)


def test_a_row_that_contradicts_itself_offers_no_column_to_skip(tmp_path: Path) -> None:
    """The racks of all other rows would go with it."""
    with pytest.raises(InputError, match="sw2: rack 'A01' at one end, 'A02' at the other") as refused:
        planned(tmp_path, "rack a,a,port a,rack b,b,port b\nA01,sw2,1,A02,sw2,2\nA01,sw1,1,A02,sw3,1\n")
    assert "skip" not in str(refused.value)


def test_a_device_called_so_is_a_device(tmp_path: Path) -> None:
    """As listed, or as the option says, which the note on unused ports names."""
    cables = f"{HEAD}sw1,2,reserve,,,K2,3\nsw1,3,any,,,,\n"
    (tmp_path / "devices.csv").write_text("name,rack\nsw1,A01\nsrv1,A01\nreserve,A02\n")
    (tmp_path / "cables.csv").write_text(cables)
    lists = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
    fabric = read_lists(lists, CABINETS).fabric
    assert [device.name for device in fabric.devices] == ["sw1", "srv1", "reserve"]
    assert any('"Device B=b as written" keeps' in note for note in fabric.notes)
    asked = TableRequest(columns={"Device B": "b as written", "Rack B": "rack b as written"})
    names = {device.name for device in read_lists([lists[1]], CABINETS, asked).fabric.devices}
    assert names == {"sw1", "srv1", "reserve", "any"}


def test_free_units_are_no_devices(tmp_path: Path) -> None:
    """A word for free units is left out; reserved units and blanking panels stay occupied."""
    devices = (
        "name,kind,rack,unit,height\nsw1,switch,A01,42,1\nfrei,,A01,40,2\nLeer,,A02,1,10\n-,,A01,37,1\n"
        "Blanking panel,,A01,39,1\nreserved,,A01,38,1\nempty,server,A02,40,1\n"
    )
    fabric = planned(tmp_path, devices)
    names = [device.name for device in fabric.devices]
    assert names == ["sw1", "Blanking panel", "reserved", "empty"]
    assert any("line 3 ('frei': free units)" in note for note in fabric.notes)


def test_free_cells_of_an_elevation_are_no_devices(tmp_path: Path) -> None:
    """Cells such as ``leer`` mark free units of a rack."""
    rows = "U,A01,A02\n5,sw1,leer\n4,empty,leer\n3,srv1,sw2\n2,srv1,\n1,frei,-\n"
    fabric = planned(tmp_path, rows)
    assert [(device.name, device.unit, device.units) for device in fabric.devices] == [
        ("sw1", 5, 1),
        ("srv1", 2, 2),
        ("sw2", 3, 1),
    ]
