"""Elevations: racks as columns, units as rows."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = tuple(FloorCabinet(name, units=42) for name in ("A01", "A02"))


def _read(folder: Path, text: str, more: str = "") -> ListedFabric:
    paths = [folder / "rooms.csv", folder / "more.csv"][: 1 + bool(more)]
    for path, content in zip(paths, (text, more), strict=False):
        path.write_text(content, encoding="utf-8")
    return read_lists(paths, _ROOM)


def _places(listed: ListedFabric) -> set[tuple[str, int | None, int | None, int | None]]:
    return {(one.name, one.cabinet, one.unit, one.units) for one in listed.fabric.devices}


@pytest.mark.parametrize("corner", ["", "U", "HE"])
@pytest.mark.parametrize("prefix", ["", "u", "U", "HE "])
def test_a_blank_corner_and_few_rows(corner: str, prefix: str, tmp_path: Path) -> None:
    """Racks in the headings and units in the first column are enough; gaps end a device."""
    rows = "".join(f"{prefix}{row}\n" for row in ("42,esx1,", "41,esx1,nas1", "38,esx2,nas1"))
    listed = _read(tmp_path, f"{corner},A01,A02\n{rows}")
    places = {place for place in _places(listed) if not place[0].startswith("nas1")}
    assert places == {("esx1", 0, 41, 2), ("esx2", 0, 38, 1)}
    assert len(listed.fabric.devices) == 4
    alone = _read(tmp_path, f"{corner},A01,A02\n{prefix}42,esx1,\n")
    assert _places(alone) == {("esx1", 0, 42, 1)}


def test_devices_of_elevations_are_known_names(tmp_path: Path) -> None:
    """Columns of ports in another list may name them."""
    listed = _read(tmp_path, ",A01,A02\n42,tor1,\n41,,\n", "Hostname,Rack,U,NIC1\nesx1,A01,3,tor1 / 7\n")
    (cable,) = listed.fabric.cables
    assert [end.port_text for end in cable.ends] == ["NIC1", "7"]


def test_a_map_of_ports_is_no_elevation(tmp_path: Path) -> None:
    """Devices in the headings and port numbers in the first column are not racks and units."""
    with pytest.raises(InputError, match="no column"):
        _read(tmp_path, ",sw1,sw2\n1,esx1,esx1\n2,esx2,esx2\n")


def test_cables_name_devices_that_an_elevation_lacks(tmp_path: Path) -> None:
    """It is a drawing: cells of several devices are left to the cables, with a note."""
    cables = "A,Port A,Rack A,Unit A,B,Port B\nn1,1,A02,20,tor1,1\nn3,1,A02,22,tor1,3\n"
    listed = _read(tmp_path, ",A01,A02\n42,tor1,\n20,,n1 / n2\n", cables)
    assert _places(listed) == {("tor1", 0, 42, 1), ("n1", 1, 20, None), ("n3", 1, 22, None)}
    assert any("'n1 / n2' in A02 U20" in note for note in listed.notes)
