"""``netfloor export`` of a hall's plan: servers, parts of a catalogue, trays."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from netfloor import exit_codes
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.hall_plan.run import run_hall_plan
from tests.fixtures.rows import server_cables, server_places

CATALOGUES = Path(__file__).parents[2] / "examples/catalogue"
pytestmark = pytest.mark.usefixtures("here")
PARTS_200, PARTS_400 = CATALOGUES / "parts_200g.toml", CATALOGUES / "parts_400g.toml"
ROOM = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 2]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "left"
switch_units = [40]
[[row]]
name = "B"
start_m = [2, 6]
count = 8
pitch_m = 0.6
depth_m = 1.2
front = "right"
switch_units = [38, 40]
[[tray]]
points_m = [[1.5, 4], [10, 4]]
height_m = 2.5
access_m = 3
"""


@pytest.fixture(scope="module", params=[(200, 3, PARTS_200), (400, 4, PARTS_400)], ids=lambda p: f"{p[0]}G")
def order(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the folder of ``netfloor plan`` and its catalogue, single-link cables and twin-port ones."""
    gbps, endpoints, catalogue = request.param
    folder = tmp_path_factory.mktemp("order")
    (folder / "room.toml").write_text(ROOM)
    (folder / "hall.toml").write_text(
        f'room = "room.toml"\ncatalogue = "{catalogue}"\n'
        f'[network]\nspec = "random:16,4,seed=1"\nendpoints = {endpoints}\ngbps = {gbps}\n'
        '[servers]\nrule = "nearest"\nper_cabinet = 6\n[layout]\niterations = 2000\n'
    )
    run_hall_plan(folder / "hall.toml", folder / "out", 1, SILENT, Interrupt(), force=False)
    return folder / "out", catalogue


def exported(cli: Any, order: Any, form: str, *words: str) -> Path:
    """Export a plan with its catalogue; return the folder."""
    folder, catalogue = order
    ran = cli("export", folder / "plan.json", "--to", form, "--out", form, "--catalogue", catalogue, *words)
    assert ran.code == exit_codes.DONE, ran.err
    return Path(form)


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the records of a CSV."""
    return list(csv.DictReader(io.StringIO(path.read_text())))


def test_cables_are_those_of_the_bill(cli: Any, order: Any) -> None:
    """As many pieces of each part as ``netfloor plan`` bills, each as long as its part."""
    folder = exported(cli, order, "labels", "--label-format", r"{part}\n{id} {length_m}")
    rows = [row for row in rows_of(folder / "labels.csv") if row["End"] == "A"]
    bill = {row["part"]: int(row["used"]) for row in rows_of(order[0] / "bom-parts.csv")}
    links = Counter(row["Line1"] for row in rows)
    assert set(links) <= set(bill)
    assert all(links[part] >= bill[part] for part in links)
    if order[1] == PARTS_200:  # one link a cable there
        assert all(links[part] == bill[part] for part in links)
    assert len(rows) == len({row["CableID"] for row in rows})


def test_netbox_has_units_and_types(cli: Any, order: Any) -> None:
    """Servers stand in the units of the plan; every cable's type is told by its part."""
    folder = exported(cli, order, "netbox")
    servers = server_places(json.loads((order[0] / "plan.json").read_text()))
    placed = [
        (row["rack"], int(row["position"]))
        for row in rows_of(folder / "07-devices.csv")
        if row["role"] == "Server"
    ]
    assert placed == [(one["cabinet"], one["unit"]) for one in servers]
    cables = rows_of(folder / "10-cables.csv")
    assert all(row["type"] for row in cables)
    assert {row["type"] for row in cables} <= {"dac-passive", "dac-active", "aoc", "smf-os2", "mmf-om4"}
    assert {row["u_height"] for row in rows_of(folder / "06-racks.csv")} == {"42"}
    assert "other" not in {row["type"] for row in rows_of(folder / "08-interfaces.csv")}


def test_cvt_names_the_transceivers(cli: Any, order: Any) -> None:
    """At both ends of a cord, at none of a cable with plugs."""
    folder = exported(cli, order, "cvt")
    page = openpyxl.load_workbook(folder / "unified.xlsx")["Links"]
    head, *rows = page.iter_rows(values_only=True)
    links = [dict(zip(head, row, strict=True)) for row in rows]
    parts = {row["part"]: row["kind"] for row in rows_of(order[0] / "bom-parts.csv")}
    for link in links:
        modules = link["A-Module-PN"], link["Z-Module-PN"]
        assert all(modules) or not any(modules)
        assert all(parts[module] == "transceiver" for module in modules if module)
    assert any(link["A-Module-PN"] for link in links) == ("transceiver" in parts.values())


def test_pull_sheets_have_the_cables_of_each_tray(cli: Any, order: Any) -> None:
    """Every cable between two cabinets lies in the tray, and its row names it."""
    folder = exported(cli, order, "pull-sheets")
    pulled = [row for row in rows_of(folder / "pull-sheets.csv") if row["Work"] == "pull"]
    in_tray = rows_of(folder / "trays.csv")
    assert sorted(row["CableID"] for row in in_tray) == sorted(row["CableID"] for row in pulled)
    assert {row["Trays"] for row in pulled} == {row["Tray"] for row in in_tray}


def test_a_cost_set_reaches_servers_in_other_cabinets(cli: Any, order: Any) -> None:
    """A server's cable is as long as its way, not as one inside a cabinet."""
    words = (
        "--to",
        "labels",
        "--out",
        "out",
        "--catalogue",
        "slimfly-2014",
        "--label-format",
        "{length_m}",
    )
    assert cli("export", order[0] / "plan.json", *words).code == exit_codes.DONE
    plan = json.loads((order[0] / "plan.json").read_text())
    needed = {row["id"]: row["length_mm"] for row in server_cables(plan)}
    assert len(needed) == len(plan["hosts"]["group"]) * plan["hosts"]["endpoints_per_server"]
    rows = [row for row in rows_of(Path("out/labels.csv")) if row["CableID"].startswith("H")]
    assert len({*needed.values()}) > 1
    assert all(float(row["Line1"]) * 1000 >= needed[row["CableID"]] for row in rows)


REFUSED = {
    "a reach of parts": (("--catalogue", PARTS_200, "--reach", "5"), "--reach"),
    "criterion alone": (("--criterion", "price"), "add --catalogue"),
    "switch alone": (("--switch", "X"), "add --catalogue"),
    "no such criterion": (("--catalogue", PARTS_200, "--criterion", "beauty"), "known: price"),
    "no such file": (("--catalogue", "none.toml"), "none.toml"),
}


@pytest.mark.parametrize(("words", "told"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_order_writes_nothing(cli: Any, plan: Path, here: Path, words: Any, told: str) -> None:
    """Exit code 3, one message that says what would be right."""
    ran = cli("export", plan, "--to", "labels", "--out", "out", *words)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert told in ran.err
    assert not (here / "out").exists()


@pytest.mark.parametrize("form", ["netbox", "cvt", "labels", "pull-sheets"])
def test_a_plan_is_exported_with_its_own_order(cli: Any, order: Any, form: str) -> None:
    """What ``netfloor plan`` bought is on labels and in files without being asked for again."""
    asked = exported(cli, order, form)
    ran = cli("export", order[0] / "plan.json", "--to", form, "--out", "own", "--json")
    assert ran.code == exit_codes.DONE, ran.err
    assert any("the plan's own order" in note for note in ran.json()["notes"])
    files = sorted(path.name for path in asked.iterdir())
    assert files == sorted(path.name for path in Path("own").iterdir())
    assert all((asked / name).read_bytes() == (Path("own") / name).read_bytes() for name in files)


SECOND_TRAY = """
capacity_mm2 = 200
[[tray]]
points_m = [[1.5, 4], [1.5, 4.6], [10, 4.6], [10, 4]]
height_m = 2.5
access_m = 3
capacity_mm2 = 200
"""


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a plan of which some cables go around full trays."""
    folder = tmp_path_factory.mktemp("around")
    (folder / "room.toml").write_text(ROOM + SECOND_TRAY)
    (folder / "hall.toml").write_text(
        f'room = "room.toml"\ncatalogue = "{PARTS_200}"\n'
        '[network]\nspec = "random:8,3,seed=1"\nendpoints = 3\ngbps = 200\n'
        '[servers]\nrule = "nearest"\nper_cabinet = 2\n[layout]\niterations = 2000\nseed = 3\n'
        "[trays]\nreroute = true\nelectrical_mm2 = 60\noptical_mm2 = 60\n"
    )
    run_hall_plan(folder / "hall.toml", folder / "out", 1, SILENT, Interrupt(), force=False)
    return folder / "out"


def detours_by_id(folder: Path) -> dict[str, int]:
    """Return the length in mm of every cable that goes around, by its id in exports."""
    plan = json.loads((folder / "plan.json").read_text())
    links = plan["totals"]["cables"]
    return {
        f"C{link + 1:06d}" if link < links else f"H{link - links + 1:06d}": mm
        for link, _, mm in plan["detours"]
    }


def test_cables_that_go_around_full_trays_are_as_long_as_they_go(cli: Any, around: Path) -> None:
    """For hosts' cables too, with and without an order; labels say what the bill ordered."""
    ways = detours_by_id(around)
    assert {name[0] for name in ways} == {"C", "H"}
    assert cli("export", around / "plan.json", "--to", "sst", "--out", "sst").code == exit_codes.DONE
    switches = json.loads(Path("sst/topology.json").read_text())["switches"]
    lengths = Counter(port["length_mm"] for one in switches.values() for port in one["outports"].values())
    ends = Counter(mm for name, mm in ways.items() for _ in range(2 if name[0] == "C" else 1))
    assert all(lengths[mm] >= count for mm, count in ends.items())
    words = ("--to", "labels", "--out", "labels", "--label-format", r"{part}\n{length_m}")
    assert cli("export", around / "plan.json", *words).code == exit_codes.DONE
    labels = [row for row in rows_of(Path("labels/labels.csv")) if row["End"] == "A"]
    bill = rows_of(around / "bom-cables.csv")
    assert [(row["Line1"], float(row["Line2"])) for row in labels] == [
        (row["part"], float(row["ordered (m)"])) for row in bill
    ]


def test_cables_that_go_around_full_trays_are_on_no_trays_sheet(cli: Any, around: Path) -> None:
    """A plan does not hold the trays of their ways: a sheet would send the installer to the full one."""
    ran = cli("export", around / "plan.json", "--to", "pull-sheets", "--out", "out")
    ids = {row["CableID"] for row in rows_of(Path("out/trays.csv"))}
    pulled = {row["CableID"] for row in rows_of(Path("out/pull-sheets.csv")) if row["Work"] == "pull"}
    assert pulled - ids == set(detours_by_id(around))
    assert min(detours_by_id(around)) in ran.err


def test_explain_knows_the_ids_of_exported_hosts_cables(cli: Any, around: Path) -> None:
    """The k-th endpoint of all is H and its number, on labels and in ``explain``."""
    for exported_id, own in (("H000001", "0/1"), ("H000006", "1/3"), ("h24", "7/3")):
        told = [cli("explain", around / "plan.json", name, "--json").json() for name in (exported_id, own)]
        assert told[0] == told[1]
    assert cli("explain", around / "plan.json", "H000025").code == exit_codes.INVALID_INPUT
