"""Names of one device in two spellings, and adapters behind a device in its cell."""

from collections.abc import Callable
from pathlib import Path

import pytest

from netfloor.exchange.lists.racks import listed_racks
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=48),)
HEAD = "Device A,Port A,Rack A,U A,Device B,Port B,Rack B,U B\n"
UFM = "StartDevice,StartPort,EndDevice,EndPort,Rack A,Rack B,U A,U B\n"


def _written(folder: Path, text: str) -> Path:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    return path


def planned(path: Path, request: TableRequest) -> Fabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    return read_lists([path], CABINETS, request).fabric


def imported(path: Path, request: TableRequest) -> Fabric:
    """Return the fabric of a list as ``netfloor import`` reads it."""
    return READERS["csv"].read(path, {}, request)


READINGS = pytest.mark.parametrize("read", [planned, imported])
_Read = Callable[[Path, TableRequest], Fabric]


@pytest.mark.parametrize(
    ("first", "second"), [("srv1", "SRV1"), ("osd node 1", "OSD_Node1"), ("Leaf 01", "leaf01")]
)
def test_two_spellings_in_one_unit_are_refused_with_the_option_that_joins_them(
    tmp_path: Path, first: str, second: str
) -> None:
    """``plan`` and ``room lists`` name the cause; the option makes one device in both and in imports."""
    path = _written(tmp_path, HEAD + f"SW1,1,A01,40,{first},eth0,A01,1\nSW1,2,A01,40,{second},eth1,A01,1\n")
    expected = r'line 3: .* overlaps .*differ only in capitals.*map "Device B=b in any spelling" joins'
    for read in (lambda: read_lists([path], CABINETS), lambda: listed_racks([path], TableRequest())):
        with pytest.raises(InputError, match=expected):
            read()
    joined = {"Device B": "b in any spelling"}
    for fabric in (planned(path, TableRequest(joined)), imported(path, TableRequest(joined))):
        assert {device.name for device in fabric.devices} == {"SW1", first}
        assert len(fabric.cables) == 2
    assert listed_racks([path], TableRequest(joined)).highest_unit == {"A01": 40}


@READINGS
def test_two_spellings_without_units_are_noted(tmp_path: Path, read: _Read) -> None:
    """Nothing contradicts two devices, so a note asks; digits apart are other names."""
    text = (
        "Device A,Port A,Device B,Port B\nsw1,1,srv1,eth0\nsw1,2,SRV1,eth1\nsw1,3,pp 1 1,1\nsw1,4,pp 11,1\n"
    )
    request = TableRequest()
    read(_written(tmp_path, text), request)
    noted = [note for note in request.report.told() if "differ only in capitals" in note]
    assert len(noted) == 1
    assert "'srv1' and 'SRV1'" in noted[0]
    assert '--map "Device B=b in any spelling"' in noted[0]


@READINGS
@pytest.mark.parametrize("adapters", [("mlx5_0", "mlx5_1"), ("HCA-1", "HCA-2"), ("ib0", "ib1")])
def test_an_adapter_behind_a_device_is_a_slot(
    tmp_path: Path, read: _Read, adapters: tuple[str, str]
) -> None:
    """One host with two adapters in one unit, stated from both ends; a note says so."""
    links = [(f"r-dgx01 {adapters[n]}", f"leaf{n}", n) for n in (0, 1)]
    rows = [f"{host},Port 1,{leaf},Port 1,A01,A01,2,{40 + n}\n" for host, leaf, n in links]
    rows += [f"{leaf},Port 1,{host},Port 1,A01,A01,{40 + n},2\n" for host, leaf, n in links]
    request = TableRequest()
    fabric = read(_written(tmp_path, UFM + "".join(rows)), request)
    assert {device.name for device in fabric.devices} == {"r-dgx01", "leaf0", "leaf1"}
    host = next(number for number, device in enumerate(fabric.devices) if device.name == "r-dgx01")
    ports = {end.port_name for cable in fabric.cables for end in cable.ends if end.device == host}
    assert ports == {f"{adapter}:Port 1" for adapter in adapters}
    assert len(fabric.cables) == 2
    assert any(f"'r-dgx01 {adapters[0]}'" in note for note in request.report.told())


def test_an_adapter_without_a_port_is_the_port(tmp_path: Path) -> None:
    """``ConnectX-7 1`` alone names the port."""
    text = "Device A,Device B,Port B\ngpu01 ConnectX-7 1,leaf1,1\ngpu01 ConnectX-7 2,leaf1,2\n"
    fabric = planned(_written(tmp_path, text), TableRequest())
    assert [cable.a.port_name for cable in fabric.cables] == ["ConnectX-7 1", "ConnectX-7 2"]


def test_a_device_may_be_called_like_an_adapter(tmp_path: Path) -> None:
    """As written, or if the device list has it."""
    text = "Device A,Port A,Device B,Port B\nshelf ib0,1,leaf1,1\n"
    asked = TableRequest({"Device A": "a as written"})
    assert planned(_written(tmp_path, text), asked).devices[0].name == "shelf ib0"
    devices = tmp_path / "devices.csv"
    devices.write_text("name,rack,height\nshelf ib0,A01,1\nleaf1,A01,1\n")
    fabric = read_lists([devices, _written(tmp_path, text)], CABINETS).fabric
    assert {device.name for device in fabric.devices} == {"shelf ib0", "leaf1"}
