"""An imported plan against the very file that it was read from: nothing differs, nothing is renamed."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.imported.standing import _in_own_units
from netfloor.fabric.fabric import Device, FloorCabinet
from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.file import document_sha256
from netfloor.plans.verify import verify_plan
from tests.fixtures.fabrics import ROOM
from tests.fixtures.rows import by_rows, rows_of

Cli = Callable[..., Any]
Document = dict[str, Any]
EXAMPLE = Path(__file__).parents[3] / "examples/fabric"
PORTS = """Source,Rack,Unit,Port,Destination,Rack,Unit,Port
leaf1,A01,40,51,spine1,A03,40,7
leaf1,A01,40,52,spine1,A03,40,8
leaf2,A02,40,51,spine1,A03,40,9
"""
RACKS = """Source,Rack,Unit,Port,Destination,Rack,Unit,Port
sw-1,x3000,40,31,sw-2,x3001,40,31
sw-1,x3000,40,32,sw-2,x3001,40,32
"""


def imported(cli: Cli, text: str) -> Path:
    """Return the plan of a cable list."""
    Path("list.csv").write_text(text)
    ran = cli("import", "list.csv", "--from", "edges", "--out", "plan.json", "-q")
    assert ran.code == 0, ran.err
    assert verify_plan(Path("plan.json")).problems == ()
    return Path("plan.json")


def labels(cli: Cli, plan: Path) -> list[str]:
    """Return the first lines of the labels of a plan."""
    assert cli("export", plan, "--to", "labels", "--out", "labels", "--force", "-q").code == 0
    with Path("labels/labels.csv").open() as file:
        return [row["Line1"] for row in csv.DictReader(file)]


@pytest.mark.usefixtures("here")
def test_ports_are_those_of_the_list(cli: Cli) -> None:
    """On labels, in the plan, and for the list as what was built."""
    plan = imported(cli, PORTS)
    assert labels(cli, plan)[::2] == [
        *("A01-40:51/A03-40:07", "A01-40:52/A03-40:08", "A02-40:51/A03-40:09")
    ]
    ran = cli("check", "built", plan, "list.csv", "--from", "csv")
    assert (ran.code, "3 cables at the right ports" in ran.out) == (0, True)


@pytest.mark.usefixtures("here")
def test_racks_and_units_are_those_on_the_doors(cli: Cli) -> None:
    """On labels and in NetBox's files; the room says which cell is which rack."""
    plan = imported(cli, RACKS)
    assert labels(cli, plan)[0] == "x3000-40:31/x3001-40:31"
    assert cli("export", plan, "--to", "netbox", "--out", "nb", "-q").code == 0
    with Path("nb/07-devices.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["name"], row["rack"], row["position"]) for row in rows] == [
        *(("sw-1", "x3000", "40"), ("sw-2", "x3001", "40"))
    ]
    assert cli("import", "list.csv", "--from", "edges", "--sources", "--out", "again.json", "-q").code == 0
    (room,) = Path().glob("list-*.toml")
    assert 'R01C01 = "x3000"' in room.read_text()
    assert verify_plan(Path("again.json")).unchecked == ()


@pytest.mark.parametrize("place", [(), ("--place", "--room", "grid:3x4", "--iterations", 500)])
@pytest.mark.usefixtures("here")
def test_the_shipped_fabric_differs_from_its_own_dump_in_nothing(cli: Cli, place: tuple[Any, ...]) -> None:
    """Where it stands, and placed in another room: hosts have their names, ports their numbers."""
    where = place or ("--locations", EXAMPLE / "places.csv")
    command = ("import", EXAMPLE / "fabric.dump", "--from", "ibnetdiscover", *where)
    assert cli(*command, "--out", "plan.json", "-q").code == 0
    assert verify_plan(Path("plan.json")).problems == ()
    ran = cli("check", "built", "plan.json", EXAMPLE / "fabric.dump", "--from", "ibnetdiscover", "--json")
    assert ran.code == 0
    document = json.loads(Path("plan.json").read_text())
    devices = rows_of(document["devices"])
    assert [one["kind"] for one in devices] == ["switch"] * 8 + ["server"] * 24
    assert len({one["guid"] for one in devices}) == 32


@pytest.mark.usefixtures("here")
def test_an_imported_network_grows_by_ids_of_its_own(cli: Cli) -> None:
    """New cables are counted after those of the file, ports stay."""
    plan = imported(
        cli, PORTS.replace("leaf2,A02,40,51,spine1,A03,40,9", "leaf2,A02,40,51,spine1,A03,40,20")
    )
    Path("more.edges").write_text("leaf1 spine1 2\nleaf2 spine1\nleaf3 spine1\n")
    ran = cli(
        "grow", plan, "file:more.edges", "--room", "grid:2x4", "--iterations", 500, "-o", "new.json", "-q"
    )
    assert ran.code == 0, ran.err
    assert verify_plan(Path("new.json")).problems == ()
    document = json.loads(Path("new.json").read_text())
    names = document["devices"]["name"]
    found = {
        row["id"]: {names[row["a"]]: row["port_a"], names[row["b"]]: row["port_b"]}
        for row in rows_of(document["cables"])
    }
    assert found["C000003"] == {"leaf2": 51, "spine1": 20}
    assert found["C000004"] == {"leaf3": 1, "spine1": 1}


UNITS = """a,port a,type a,rack a,unit a,b,port b,type b,rack b,unit b
leaf1,1,switch,A01,28,srv1,1,server,A02,1
leaf1,2,switch,A01,28,srv2,1,server,A02,1
leaf1,3,switch,A01,28,srv3,1,server,A01,28
leaf1,4,switch,A01,28,srv4,1,server,A02,31
leaf1,5,switch,A01,28,spine1,1,switch,A03,30
"""


@pytest.mark.usefixtures("here")
def test_a_unit_holds_one_device(cli: Cli) -> None:
    """The first keeps it; a unit filled by another, or that the cabinet lacks, is left out and named."""
    Path("room.toml").write_text(ROOM)
    Path("list.csv").write_text(UNITS)
    ran = cli("import", "list.csv", "--from", "csv", "--room", "room.toml", "--out", "plan.json", "-q")
    assert ran.code == 0, ran.err
    document = json.loads(Path("plan.json").read_text())
    units = {row["name"]: row["unit"] for row in rows_of(document["devices"])}
    assert units == {"leaf1": 28, "spine1": 30, "srv1": 1, "srv2": None, "srv3": None, "srv4": None}
    assert document["notes"] == [
        "3 units left out, filled by another device or not in the cabinet: "
        "srv2 at U1 of A02 beside srv1, srv3 at U28 of A01 beside leaf1 and srv4 at U31 of A02"
    ]
    assert verify_plan(Path("plan.json")).problems == ()


def test_switches_in_slots_nearer_than_they_are_high_are_refused() -> None:
    """Switches keep the slots of a hall, so that no unit can be left out."""
    cabinets = (FloorCabinet("A01", units=42),)
    devices = [
        Device(name, "switch", 4, 0, unit=unit, units=2) for name, unit in (("one", 40), ("two", 41))
    ]
    with pytest.raises(InfeasibleError, match="two at U41 of A01 overlaps one"):
        _in_own_units(devices, cabinets, 2)
    left, notes = _in_own_units(devices, cabinets, 1)
    assert [one.unit for one in left] == [40, None]
    assert notes == (
        "1 unit left out, filled by another device or not in the cabinet: two at U41 of A01 beside one",
    )


FORGED: dict[str, Callable[[Document], object]] = {
    "a cable to another switch": by_rows("cables", lambda rows: rows[0].update(b=1)),
    "a shorter cable": by_rows("cables", lambda rows: rows[0].update(length_mm=1)),
    "a port twice": by_rows("cables", lambda rows: rows[1].update(port_a=rows[0]["port_a"])),
    "a port beyond the device's": by_rows("cables", lambda rows: rows[0].update(port_a=1000)),
    "no such device": by_rows("cables", lambda rows: rows[0].update(a=77)),
    "an id twice": by_rows("cables", lambda rows: rows[1].update(id=rows[0]["id"])),
    "a cable fewer": by_rows("cables", lambda rows: rows[:-1]),
    "a switch renamed": by_rows("devices", lambda rows: rows[0].update(name="x")),
    "a switch in another rack": by_rows("devices", lambda rows: rows[0].update(cabinet="A02")),
    "a switch that is a server": by_rows("devices", lambda rows: rows[0].update(kind="server")),
    "an unknown kind": by_rows("devices", lambda rows: rows[0].update(kind="router")),
    "ports counted": lambda plan: plan.pop("ports"),
    "ports that grew": lambda plan: plan.update(ports="kept"),
}


@pytest.mark.parametrize("name", FORGED)
@pytest.mark.usefixtures("here")
def test_forged_imports_are_found(cli: Cli, name: str) -> None:
    """What the network says of devices and cables is derived again, however the file is signed."""
    path = imported(cli, PORTS)
    document = json.loads(path.read_text())
    FORGED[name](document)
    document["sha256"] = document_sha256(document)
    path.write_text(json.dumps(document))
    assert verify_plan(path).problems


SERVERS = """From,Port,Rack,To,Port,Rack,Length (m)
leaf1,Eth1/49,A01,spine1,Eth1/1,A02,5
leaf1,Eth1/50,A01,spine1,Eth1/2,A02,5
srv1,eth0,A01,leaf1,Eth1/1,A01,3
srv2,eth0,,leaf1,Eth1/2,A01,4
"""


@pytest.mark.usefixtures("here")
def test_cables_to_servers_have_the_length_of_the_file_where_the_room_has_none(cli: Cli) -> None:
    """Three lengths are compared with the room's rule; the fourth stands in the file alone."""
    plan = imported(cli, SERVERS)
    rows = rows_of(json.loads(plan.read_text())["cables"])
    assert sorted(row["length_mm"] for row in rows)[:2] == [2000, 4000]
    ran = cli("import", "list.csv", "--from", "csv", "--out", "plan.json", "--force", "--json", "-q")
    assert json.loads(ran.out)["recorded_lengths"]["cables"] == 3
    explained = cli("explain", plan, rows[-1]["id"])
    assert (explained.code, "as the imported file says" in explained.out) == (0, True)


@pytest.mark.usefixtures("here")
def test_a_refused_list_is_shown_as_understood_with_fifty_whole_problems(cli: Cli) -> None:
    """However long they are; the others are counted."""
    rows = "".join(
        f"leaf{n},{n},spine1,{n},{n} parsecs and a few words to make it long\n" for n in range(1, 71)
    )
    Path("list.csv").write_text(f"From,Port,To,Port,Length\n{rows}")
    ran = cli("import", "list.csv", "--from", "csv", "-o", "plan.json")
    assert ran.code == 3
    lines = ran.err.splitlines()
    assert ["From     a        leaf1" in ran.err, "70 problems" in ran.err] == [True, True]
    assert lines[-1] == "  20 more"
    assert [line.endswith("or 3m (10ft)") for line in lines[-51:-1]] == [True] * 50


@pytest.mark.usefixtures("here")
def test_racks_called_r_and_a_number_are_one_row(cli: Cli) -> None:
    """R is for rack, not the eighteenth row; places may be given as a unit with its word, or as a span."""
    Path("list.csv").write_text("From,Rack,To,Rack\nleaf1,R01,spine1,R04\nleaf2,R02,spine1,R04\n")
    assert "1 x 4 cabinets" in cli("import", "list.csv", "--from", "csv", "-o", "plan.json").out
    Path("places.csv").write_text("Ger\u00e4t,Schrank,HE\nleaf1,A01,HE 3\nleaf2,A01,40-41\nspine1,A02,U5\n")
    given = ("--locations", "places.csv", "-o", "plan.json", "--force", "-q")
    assert "1 x 2 cabinets" in cli("import", "list.csv", "--from", "csv", *given).out
    devices = rows_of(json.loads(Path("plan.json").read_text())["devices"])
    assert [row["unit"] for row in devices] == [3, 40, 5]
