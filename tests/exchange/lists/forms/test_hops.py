"""Rows of links with columns of the panels on their way (Sunbird dcTrack's import of data connections)."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError

ROOM = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
ITEMS = """# Operation *,Object *,Name *,Model *,Cabinet **,U Position **
add,network-stack,sw1,Nexus 93180YC-FX,A01,42
add,data-panel,pp1,CP48BLY,A02,42
add,data-panel,pp2,CP48BLY,A01,41
add,device-rackable,srv1,DL385p,A02,4
"""
ONE = """# Operation *,Object *,Starting Item Name *,Starting Port Name *,Cord 1 ID,Cord 1 Length,\
Hop 1: Near End Panel Location,Hop 1: Near End Panel Name,Hop 1: Port Name,Cord 2 ID,Cord 2 Length,\
Cord 2 Color,Ending Item Name *,Ending Port Name *
add,data-connection,srv1,Net01,pc-1,5,Hall,pp1,B0005,pc-2,10,Blue,sw1,NJ03
add,data-connection,srv1,Net02,pc-3,7,,,,,,,sw1,NJ04
"""
TWO = """a,port a,rack a,Hop 1 panel name,Hop 1 port,Hop 2 panel name,Hop 2 port,\
Cable 1 length,Cable 2 length,Cable 3 length,b,port b,rack b
srv1,Net01,A02,pp1,1,pp2,1,2,30,3,sw1,NJ03,A01
"""


def links(folder: Path, cables: str) -> list[tuple[tuple[str, ...], tuple[int | None, ...]]]:
    """Return ids and listed lengths of the pieces of each link."""
    for name, text in (("items", ITEMS), ("cables", cables)):
        (folder / f"{name}.csv").write_text(text)
    fabric = read_lists([folder / "items.csv", folder / "cables.csv"], ROOM).fabric
    kinds = {one.name: one.kind for one in fabric.devices}
    assert kinds == {"sw1": SWITCH, "pp1": PANEL, "pp2": PANEL, "srv1": SERVER}
    found = trace_links(fabric)
    assert not found.open_paths
    return [
        (tuple(piece.id for piece in link.pieces), tuple(piece.length_mm for piece in link.pieces))
        for link in found.links
    ]


def test_each_cord_is_a_cable(tmp_path: Path) -> None:
    """With its own id and length; a row without a panel is one cable."""
    assert links(tmp_path, ONE) == [(("pc-1", "pc-2"), (5_000, 10_000)), (("pc-3",), (7_000,))]


def test_several_panels_follow_each_other(tmp_path: Path) -> None:
    """Of a way through two, the middle cable is behind both; racks of the ends are not of the panels."""
    assert [lengths for _, lengths in links(tmp_path, TWO)] == [(2_000, 30_000, 3_000)]


def test_a_column_of_a_cord_belongs_to_the_cord_of_its_number(tmp_path: Path) -> None:
    """Where others have no column: `Cord 3` is the third piece."""
    cables = TWO.replace("Cable 1 length,Cable 2 length,", "Cable 1 length,").replace("2,30,3", "2,3")
    assert [lengths for _, lengths in links(tmp_path, cables)] == [(2_000, None, 3_000)]


def test_panels_alone_make_pieces(tmp_path: Path) -> None:
    """Without columns of cords; ports in front lead behind the panel, to the fixed cable that is listed."""
    cables = (
        "Connection Name,Starting Item Name,Starting Port Name,Hop 1: Near End Panel Name,Hop 1: Port Name,"
        "Hop 2: Near End Panel Name,Hop 2: Port Name,Ending Item Name,Ending Port Name\n"
        "k1,srv1,Net01,pp1,F1,pp2,F1,sw1,NJ03\nk2,srv1,Net02,,,,,sw1,NJ04\n"
    )
    (tmp_path / "items.csv").write_text(ITEMS)
    (tmp_path / "links.csv").write_text(cables)
    (tmp_path / "fixed.csv").write_text("a,port a,b,port b,length,id\npp1,rear 1,pp2,rear 1,30 m,T1\n")
    files = [tmp_path / f"{name}.csv" for name in ("items", "fixed", "links")]
    fabric = read_lists(files, ROOM).fabric
    pieces = [[piece.id for piece in link.pieces] for link in trace_links(fabric).links]
    assert sorted(pieces) == [["k1-A", "T1", "k1-B"], ["k2"]]
    assert [cable.id for cable in fabric.cables if cable.installed] == ["T1"]


def test_a_length_of_several_pieces_is_refused(tmp_path: Path) -> None:
    """It says nothing of each; the option leaves it out."""
    cables = "a,port a,Panel 1,Panel 1 port,Length,b,port b\nsrv1,Net01,pp1,1,40,sw1,NJ03\n"
    with pytest.raises(InputError, match=r'line 2: Length 40 of a link .* or map "Length=skip"'):
        links(tmp_path, cables)
    request = TableRequest(columns={"Length": "skip"})
    found = read_lists([tmp_path / "items.csv", tmp_path / "cables.csv"], ROOM, request).fabric
    assert len(found.cables) == 2


@pytest.mark.parametrize("name", ["panel-1", "Panel 1", "Patch Panel 1", "hop panel 2"])
def test_a_panel_in_a_row_is_no_heading(tmp_path: Path, name: str) -> None:
    """Only the row of headings may have columns of panels; the cell below names a device."""
    path = tmp_path / "cables.csv"
    path.write_text(f"From,Port,To,Port\nsw1,1,{name},F1\nsw2,1,{name},F2\n")
    fabric = read_lists([path], ROOM).fabric
    assert [one.name for one in fabric.devices] == ["sw1", name, "sw2"]
    assert [[end.port_text for end in one.ends] for one in fabric.cables] == [["1", "F1"], ["1", "F2"]]
