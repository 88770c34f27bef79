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


def pieces(folder: Path, text: str, **options: str) -> list[list[str]]:
    """Return the devices and ports on the way of each link, a panel's port once."""
    (folder / "paths.csv").write_text(text, encoding="utf-8")
    request = TableRequest(columns={name.replace("_", " "): target for name, target in options.items()})
    fabric = read_lists([folder / "paths.csv"], ROOM, request).fabric
    found = trace_links(fabric)
    assert not found.open_paths
    results = []
    for link in found.links:
        ends = [link.a, *(piece.b for piece in link.pieces)]
        results.append([f"{fabric.devices[end.device].name} {end.port_text}" for end in ends])
    return results


_HEADS = (
    "Anfangsobjekt;Ausgang;Kabel 1;Eingang;Patchfeld 1;Ausgang;Kabel 2;Eingang;Patchfeld 2;Ausgang;"
    "Kabel 3;Eingang;Endobjekt",
    "Start object;Output;Cable 1;Input;Panel 1;Output;Cable 2;Input;Panel 2;Output;Cable 3;Input;"
    "End object",
    "Objet de départ;Sortie;Cordon 1;Entrée;Panneau 1;Sortie;Cordon 2;Entrée;Panneau 2;Sortie;Cordon 3;"
    "Entrée;Objet final",
    "Van apparaat;Uitgang;Kabel 1;Ingang;Paneel 1;Uitgang;Kabel 2;Ingang;Paneel 2;Uitgang;Kabel 3;Ingang;"
    "Naar apparaat",
)
_PATHS = """
srv1;eth0;K1;7;PP-1;7;T7;8;PP-2;8;K2;Gi1;sw1
srv2;eth0;K3;;;;;;;;;Gi2;sw1
srv3;eth0;K4;9;PP-1;9;;;;;K5;Gi3;sw1
"""


@pytest.mark.parametrize("head", _HEADS)
def test_ports_and_cords_without_numbers_belong_to_the_devices_beside_them(
    tmp_path: Path, head: str
) -> None:
    """Of paths over two panels, over none and over one; each cord has the name of its own columns."""
    found = pieces(tmp_path, head + _PATHS)
    assert found == [
        ["srv1 eth0", "PP-1 7", "PP-2 rear 8", "sw1 Gi1"],
        ["srv2 eth0", "sw1 Gi2"],
        ["srv3 eth0", "PP-1 9", "sw1 Gi3"],
    ]
    fabric = read_lists([tmp_path / "paths.csv"], ROOM).fabric
    assert [cable.id for cable in fabric.cables] == ["K1", "T7", "K2", "K3", "K4", "K5"]
    assert [cable.id for cable in fabric.cables if cable.installed] == ["T7"]


@pytest.mark.parametrize(
    "head",
    [
        "Device A,Port A,Panel A,Panel A Port,Panel B,Panel B Port,Device B,Port B",
        "From Device,From Port,From Panel,From Panel Port,To Panel,To Panel Port,To Device,To Port",
        "Device A,Port A,Panel 1,Panel 1 Port,Panel 2,Panel 2 Port,Device B,Port B",
        "Device A,Port A,Panel 1,Port,Panel 2,Port,Device B,Port B",
    ],
)
def test_panels_beside_the_devices_of_their_ends_are_on_the_way(tmp_path: Path, head: str) -> None:
    """With and without numbers; a row without panels is one cable, one of a single panel two."""
    rows = "\nsrv1,e0,PP-1,1,PP-2,2,sw1,5\nsrv2,e0,,,,,sw1,6\nsrv3,e0,PP-1,3,,,sw1,7\n"
    found = pieces(tmp_path, head + rows)
    assert found == [
        ["srv1 e0", "PP-1 1", "PP-2 rear 2", "sw1 5"],
        ["srv2 e0", "sw1 6"],
        ["srv3 e0", "PP-1 3", "sw1 7"],
    ]


def test_panels_without_columns_of_ports_have_one_for_each_link(tmp_path: Path) -> None:
    """Numbered by row, so that both cords of a link meet at one port."""
    found = pieces(tmp_path, "Startobjekt;Patchfeld 1;Zielobjekt\nsrv1;PF-1;sw1\nsrv2;PF-1;sw1\n")
    assert [link[1] for link in found] == ["PF-1 1", "PF-1 2"]


def test_ends_under_unknown_headings_are_asked_about(tmp_path: Path) -> None:
    """A panel is no end while columns of names stand outside all panels; the options read the path."""
    text = "Foo;Panel 1;Panel 2;Bar\nsrv1;PP-1;PP-2;sw1\n"
    with pytest.raises(InputError, match=r'map "Foo=a" map "Bar=b"; or map "Panel 1=a" map "Panel 2=b"'):
        pieces(tmp_path, text)
    assert pieces(tmp_path, text, Foo="a", Bar="b") == [
        ["srv1 port 1", "PP-1 1", "PP-2 rear 1", "sw1 port 1"]
    ]
    between = {"Panel_1": "a", "Panel_2": "b"}
    fabric = (
        read_lists([tmp_path / "paths.csv"], ROOM, TableRequest(columns={"Panel 1": "a", "Panel 2": "b"}))
    ).fabric
    assert pieces(tmp_path, text, **between) == []
    assert [device.name for device in fabric.devices] == ["PP-1", "PP-2"]


def test_columns_may_be_given_as_those_of_panels(tmp_path: Path) -> None:
    """By heading or by letter; the ends given with them are in no doubt."""
    rows = "srv1;e0;PP-1;1;K1;sw1;5\n"
    expected = [["srv1 e0", "PP-1 1", "sw1 5"]]
    by_name = {"Eins": "a", "Zwei": "port a", "Drei": "panel 1", "Vier": "panel 1 port"}
    by_name |= {"Acht": "cord 1 id", "Sechs": "b", "Sieben": "port b"}
    assert pieces(tmp_path, f"Eins;Zwei;Drei;Vier;Acht;Sechs;Sieben\n{rows}", **by_name) == expected
    letters = dict(zip("ABCDEFG", by_name.values(), strict=True))
    assert pieces(tmp_path, f"Eins;Zwei;Drei;Vier;Acht;Sechs;Sieben\n{rows}", **letters) == expected
    named = {"A": "a", "B": "panel 1", "C": "panel 2", "D": "b"}
    text = "Anfangsobjekt;Patchfeld 1;Patchfeld 2;Endobjekt\nsrv1;PF-1;PF-2;sw1\n"
    assert [len(link) for link in pieces(tmp_path, text, **named)] == [4]


def test_two_lines_of_headings_may_hold_those_of_panels(tmp_path: Path) -> None:
    """The upper line groups name and port of the panel; a blank rack of an end is not asked about."""
    text = (
        "No.;Startpunkt;;;Rangierfeld;;Zielpunkt;;\n;Schrank;Gerät;Port;Name;Port;Schrank;Gerät;Port\n"
        "K1;A01;srv1;e0;RF-A1;1;A02;sw1;Gi1\nK2;A01;srv2;e0;;;A02;sw1;Gi2\n"
    )
    assert pieces(tmp_path, text) == [["srv1 e0", "RF-A1 1", "sw1 Gi1"], ["srv2 e0", "sw1 Gi2"]]


def test_two_cords_beside_a_trunk_are_at_the_ends(tmp_path: Path) -> None:
    """Of a path over two panels: the trunk's own column names the cable between them."""
    text = (
        "Départ équipement;Départ port;Panneau 1;Port panneau 1;Panneau 2;Port panneau 2;"
        "Arrivée équipement;Arrivée port;Cordon 1;Rocade;Cordon 2\n"
        "srv1;e0;PP-A;1;PP-B;1;sw1;Gi1;J1;R1;J2\nsrv2;e0;PP-A;2;;;sw1;Gi2;J3;;J4\nsrv3;e0;;;;;sw1;Gi3;J5;;\n"
    )
    assert len(pieces(tmp_path, text)) == 3
    fabric = read_lists([tmp_path / "paths.csv"], ROOM).fabric
    assert [cable.id for cable in fabric.cables] == ["J1", "R1", "J2", "J3", "J4", "J5"]


def test_places_of_panels_are_theirs(tmp_path: Path) -> None:
    """Columns of the rack and unit of a numbered panel say nothing of the ends."""
    text = (
        "Device A,Port A,Rack A,Panel 1,Panel 1 Port,Panel 1 Rack,Panel 1 Unit,Device B,Port B,Rack B\n"
        "srv1,e0,A01,PP-1,1,A02,40,sw1,5,A01\n"
    )
    (tmp_path / "paths.csv").write_text(text)
    devices = read_lists([tmp_path / "paths.csv"], ROOM).fabric.devices
    places = {device.name: (ROOM[device.cabinet or 0].name, device.unit) for device in devices}
    assert places == {"srv1": ("A01", None), "PP-1": ("A02", 40), "sw1": ("A01", None)}
