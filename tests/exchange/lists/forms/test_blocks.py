"""Sheets with a table of devices above a table of cables: each is read by its own headings."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet

ROOM = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
OWN = """name,rack,unit
sw1,A01,42
srv1,A02,10

a,port a,b,port b,id,length
srv1,NIC1,sw1,Eth1,DC0001,2
"""
#: The headings of dcTrack's imports, in comments.
OF_IMPORTS = """# Operation *,Object *,Name *,Cabinet,U Position
ADD,DEVICE-RACKABLE,sw1,A01,42
ADD,DEVICE-RACKABLE,srv1,A02,10

# Operation *,Object *,Starting Item Name *,Starting Port Name *,Ending Item Name *,Ending Port Name *
ADD,DATA-CONNECTION,srv1,NIC1,sw1,Eth1
"""


def read(folder: Path, text: str) -> ListedFabric:
    """Return the fabric of a list."""
    path = folder / "list.csv"
    path.write_text(text)
    return read_lists([path], ROOM, TableRequest())


def places(listed: ListedFabric) -> dict[str, tuple[str, int | None]]:
    """Return cabinet and unit of each device."""
    fabric = listed.fabric
    return {one.name: (fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)}


@pytest.mark.parametrize(
    "text", [OWN, OWN.replace("\n\n", "\n"), OWN.replace("\n\n", "\n\nCables\n"), OF_IMPORTS]
)
def test_devices_above_cables_keep_their_places(tmp_path: Path, text: str) -> None:
    """Blank rows, titles and comments between the tables make no difference."""
    listed = read(tmp_path, text)
    assert places(listed) == {"sw1": ("A01", 42), "srv1": ("A02", 10)}
    assert len(listed.fabric.cables) == 1
    assert any("2 tables below each other (devices and cables)" in note for note in listed.notes)


def test_cables_with_other_columns_start_a_table(tmp_path: Path) -> None:
    """The second table has its length first and no ports."""
    text = "a,port a,b,port b\nx,1,y,1\n\nlength,a,b,colour\n3,x,z,blue\n"
    listed = read(tmp_path, text)
    assert [cable.length_mm for cable in listed.fabric.cables] == [None, 3000]
    assert {one.name for one in listed.fabric.devices} == {"x", "y", "z"}


def test_headings_again_start_no_table(tmp_path: Path) -> None:
    """A page break repeats them in one list."""
    listed = read(tmp_path, "a,port a,b,port b\nx,1,y,1\n\na,port a,b,port b\nx,2,y,2\n")
    assert len(listed.fabric.cables) == 2
    assert not any("below each other" in note for note in listed.notes)
