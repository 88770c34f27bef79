"""Links through panels of an imported fabric: one cable of its network, written back in their pieces."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import PANEL, Fabric
from netfloor.plans.file import document_sha256
from netfloor.plans.verify import verify_plan

Cli = Callable[..., Any]
FILES = {
    "devices.csv": """Name,Status,Site,Rack,Position,Role,Manufacturer,Type
sw-a,Active,Hall,A01,40,Leaf Switch,Acme,S1
sw-b,Active,Hall,A05,40,Spine Switch,Acme,S1
pp-a,Active,Hall,A01,42,Patch Panel,Acme,P1
pp-b,Active,Hall,A05,42,Patch Panel,Acme,P1
srv,Active,Hall,A05,2,Server,Acme,M1
""",
    "cables.csv": "ID,Device A,Side A Type,Side A Name,Device B,Side B Type,Side B Name,Length,"
    "Length unit\n"
    """1,sw-a,Interface,Ethernet1,pp-a,Front Port,F1,2,Meters
2,pp-a,Rear Port,R1,pp-b,Rear Port,R1,30,Meters
3,pp-b,Front Port,F1,sw-b,Interface,Ethernet1,3,Meters
4,sw-a,Interface,Ethernet2,sw-b,Interface,Ethernet2,20,Meters
5,pp-b,Front Port,F2,srv,Interface,eth0,2,Meters
6,pp-a,Rear Port,R2,pp-b,Rear Port,R2,30,Meters
7,sw-a,Interface,Ethernet3,pp-a,Front Port,F2,1,Meters
8,sw-a,Interface,Ethernet4,pp-a,Front Port,F3,1,Meters
""",
    "front-ports.csv": """Device,Name,Rear Port,Rear Port Position
pp-a,F1,R1,1
pp-b,F1,R1,1
pp-a,F2,R2,1
pp-b,F2,R2,1
pp-a,F3,R3,1
""",
}
ROOM = """schema = 1
name = "two"
[hall]
outline_m = [[0, 0], [6, 0], [6, 6], [0, 6]]
[[row]]
name = "A"
start_m = [2, 3]
count = 2
pitch_m = 0.8
depth_m = 1.2
front = "left"
units = 42
"""


@pytest.fixture
def plan(cli: Cli) -> Path:
    """Return the plan of a folder of exports with panels."""
    Path("export").mkdir()
    for name, text in FILES.items():
        Path("export", name).write_text(text)
    ran = cli("import", "export", "--from", "netbox", "--out", "plan.json")
    assert ran.code == 0, ran.err
    assert "2 links through panels (1 + 2 + 3 and 5 + 6 + 7)" in ran.err.replace("7 + 6 + 5", "5 + 6 + 7")
    return Path("plan.json")


def pieces(fabric: Fabric) -> set[Any]:
    """Return id, devices and port names of every cable, and the length of those at panels."""
    names = [device.name for device in fabric.devices]
    ends = (
        (
            cable.id,
            cable.id != "4" and cable.length_mm,
            frozenset((names[end.device], end.port_name) for end in cable.ends),
        )
        for cable in fabric.cables
    )
    return set(ends)


@pytest.mark.usefixtures("here")
def test_exports_have_the_panels_and_each_piece(cli: Cli, plan: Path) -> None:
    """In places of their own; read again, each is as it was."""
    assert verify_plan(plan).problems == ()
    assert cli("export", plan, "--to", "netbox", "--out", "nb", "-q").code == 0
    before, after = (READERS["netbox"].read(Path(folder), {}) for folder in ("export", "nb"))
    assert pieces(after) == pieces(before)
    places = [
        {
            one.name: (fabric.cabinet_name(at), one.unit)
            for at, one in enumerate(fabric.devices)
            if one.kind == PANEL
        }
        for fabric in (before, after)
    ]
    assert places[0] == places[1] == {"pp-a": ("A01", 42), "pp-b": ("A05", 42)}
    assert cli("export", plan, "--to", "labels", "--out", "labels", "-q").code == 0
    with Path("labels/labels.csv").open() as file:
        assert len({row["CableID"] for row in csv.DictReader(file)}) == 8


@pytest.mark.usefixtures("here")
def test_a_link_is_as_long_as_its_pieces(cli: Cli) -> None:
    """Where the room measures no way through the panels; its pieces are explained, and verified."""
    Path("room.toml").write_text(ROOM)
    Path("list.csv").write_text(
        """id,length,a,rack a,port a,b,rack b,port b
W1,2.5,sw-a,A01,1,pp-a,A01,11
W2,50,pp-a,A01,11,pp-b,A02,11
W3,1.5,pp-b,A02,11,sw-b,A02,1
W4,3,sw-a,A01,2,sw-b,A02,2
"""
    )
    ran = cli("import", "list.csv", "--from", "csv", "--room", "room.toml", "--json")
    assert ran.code == 0, ran.err
    assert ran.json()["max_cable_m"] == 54
    assert ran.json()["recorded_lengths"]["cables"] == 1  # a way through panels is no way of the room
    assert verify_plan(Path("plan.json")).problems == ()
    told = cli("explain", "plan.json", "W1").out
    assert cli("explain", "plan.json", "W2").out == told
    assert ["2,500 mm" in told, "50,000 mm" in told, "length 54.000 m" in told] == [True] * 3


@pytest.mark.usefixtures("here")
def test_formats_of_links_have_each_link_once(cli: Cli, plan: Path) -> None:
    """Through panels too, without these and without what ends inside one."""
    assert cli("export", plan, "--to", "ptm", "--out", "ptm", "-q").code == 0
    text = next(Path("ptm").iterdir()).read_text()
    assert text.count(" -- ") == 3
    assert "pp-a" not in text


@pytest.mark.usefixtures("here")
def test_the_file_that_it_came_from_is_built_as_planned(cli: Cli, plan: Path) -> None:
    """Piece by piece; a cord in another panel port is found."""
    ran = cli("check", "built", plan, "export", "--from", "netbox")
    assert (ran.code, "8 cables at the right ports" in ran.out) == (0, True), ran.out
    cables = Path("export/cables.csv")
    cables.write_text(cables.read_text().replace("pp-a,Front Port,F3", "pp-a,Front Port,F4"))
    assert cli("check", "built", plan, "export", "--from", "netbox").code == 6


@pytest.mark.parametrize(
    ("table", "column", "value", "problem"),
    [
        ("devices", "passes", "1>3", "its pieces through panels do not join its ports"),
        ("devices", "kind", "switch", "holds devices that are not panels"),
        ("cables", "port_a", 1, "port"),
    ],
)
@pytest.mark.usefixtures("here")
def test_verify_finds_pieces_that_make_no_link(
    plan: Path, table: str, column: str, value: Any, problem: str
) -> None:
    """Joined inside otherwise, or two cables at a port."""
    document = json.loads(plan.read_text())
    document["panels"][table][column] = value
    document["sha256"] = document_sha256(document)
    plan.write_text(json.dumps(document))
    assert any(problem in one for one in verify_plan(plan).problems), verify_plan(plan).problems


@pytest.mark.usefixtures("here")
def test_a_bill_buys_each_piece(cli: Cli, plan: Path) -> None:
    """Not a cable straight from device to device; exports have the part of each."""
    assert cli("init", "example", "catalogue").code == 0
    parts = "examples/catalogue/parts_panels.toml"
    ran = cli("bom", plan, "--catalogue", parts, "--json")
    assert ran.code == 0, ran.err
    used = {line["part"]: line["used"] for line in ran.json()["parts"]}
    assert used == {"EX-SR4-100": 6, "EX-MPO-3": 4, "EX-MPO-10": 1}  # trunks 2 and 6 are installed
    assert cli("export", plan, "--to", "labels", "--catalogue", parts, "--out", "parts", "-q").code == 0
    with Path("parts/labels.csv").open() as file:
        lines = {row["CableID"]: row["Line2"] for row in csv.DictReader(file)}
    assert (len(lines), lines["1"][-6:], lines["7"][-6:]) == (8, "3.00 m", "3.00 m")
    assert cli("papers", plan, "--catalogue", parts, "--out", "papers", "-q").code == 0
    assert cli("export", plan, "--to", "ptm", "--catalogue", parts, "--out", "ptm", "-q").code == 0


@pytest.mark.usefixtures("here")
def test_columns_of_panels_are_refused_or_named(cli: Cli) -> None:
    """What an import does not read is never read as something else without a word."""
    Path("list.csv").write_text("a,port a,b,port b,via\nleaf1,1,spine1,1,pp1\nleaf2,1,spine1,2,pp1\n")
    ran = cli("import", "list.csv", "--from", "csv", "--network", "n.graphml")
    assert ran.code == 0
    assert "'via' names panels on the way" in ran.err
    told = cli("import", "list.csv", "--from", "csv", "--network", "n.graphml", "--map", "via=via")
    assert told.code == 3
    assert "netfloor plan FILE --room ROOM" in told.err
