"""Several rooms in one study: each is priced as if alone, and a room that is there bounds what fits."""

import json
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from netfloor import exit_codes
from netfloor.foundation.files import load_toml, to_json
from netfloor.foundation.models import parse
from netfloor.research.growth.report.page import growth_document
from netfloor.research.growth.study import run as study_run
from netfloor.research.growth.study.places import growth_rooms
from netfloor.research.growth.study.study_file import GrowthStudy
from netfloor.rooms.room import GridRoom

HEAD = """
schema = 1
endpoints = [64, 144]
basis = "injection"
radix = 16
link_gbps = 18.0
cost_sets = ["dragonfly-2008"]
power = "dragonfly-2008-cables"
[layout]
ways = ["closed", "optimised"]
iterations = 2000
[sensitivity]
draws = 100
[[families]]
name = "dragonfly"
"""
OVERHEAD = 'overhead = { value = 4, unit = "m", year = 2007, source = "test", trust = "computed" }'
GROWS = f"""
[[rooms]]
name = "dense"
endpoints_per_cabinet = 16
endpoints_per_m2 = {{ value = 75, unit = "1/m2", year = 2007, source = "test", trust = "unverified" }}
{OVERHEAD}
"""
STANDS = f"""
[[rooms]]
name = "stands"
room = "room.toml"
endpoints_per_cabinet = 16
{OVERHEAD}
"""
BASE = ("growth", "study.toml", "--date", "2026-01-02", "--quiet", "--workers", "1")


@pytest.fixture(autouse=True)
def numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the numbers alone: charts take seconds, and hold nothing else."""
    monkeypatch.setattr(
        study_run,
        "growth_files",
        lambda found, _: {"report.json": to_json(growth_document(found))},
    )


def grid(columns: int) -> None:
    """Write a room of two rows with six slots a cabinet."""
    Path("room.toml").write_text(f"[grid]\nrows = 2\ncolumns = {columns}\nslots_per_cabinet = 6\n")


@pytest.mark.usefixtures("here")
def test_each_room_is_priced_as_if_alone(cli: Any) -> None:
    """Rows of a study of two rooms are those of two studies of one; lengths differ between the rooms."""
    grid(8)
    rows = []
    for number, rooms in enumerate((GROWS, STANDS, GROWS + STANDS)):
        Path("study.toml").write_text(HEAD + rooms)
        ran = cli(*BASE, "--out", f"out{number}")
        assert ran.code == exit_codes.DONE, ran.err
        rows.append(json.loads(Path(f"out{number}/report.json").read_text())["rows"])
    one, other, both = rows
    assert both == one + other
    assert {row["room"] for row in both} == {"dense", "stands"}
    assert {row["lengths"] for row in other} == {"closed", "optimised"}
    assert one[0]["cable_m"] != other[0]["cable_m"]


@pytest.mark.usefixtures("here")
def test_a_room_that_is_too_small(cli: Any) -> None:
    """Networks that do not fit are named; a room that holds none is refused with its place in the file."""
    Path("study.toml").write_text(HEAD + GROWS + STANDS)
    grid(3)
    found = cli(*BASE, "--out", "out", "--json").json()
    assert any("room 'stands' is too small: 144 endpoints" in one for one in found["missing"])
    grid(1)
    ran = cli(*BASE, "--out", "no")
    assert (ran.code, Path("no").exists()) == (exit_codes.INFEASIBLE, False)
    for said in ("study.toml: rooms.1.room", "do not fit in cabinets for 32", "a larger room"):
        assert said in ran.err


@pytest.mark.usefixtures("here")
def test_cabinets_of_switches_stand_beside_those_of_endpoints(cli: Any) -> None:
    """Switches without endpoints need cabinets that no endpoints fill, however many slots there are."""
    study = HEAD.replace("[64, 144]", "[64]").replace('dragonfly"\n', 'clos"\n')
    Path("study.toml").write_text(study + STANDS + "switches_per_cabinet = 2\n")
    grid(2)  # four cabinets, which the endpoints fill
    ran = cli(*BASE, "--out", "no")
    assert (ran.code, Path("no").exists()) == (exit_codes.INFEASIBLE, False)
    assert "4 cabinets of endpoints and" in ran.err
    assert "of switches alone do not fit in 4" in ran.err


REFUSED = {
    "no floor": (GROWS.replace("endpoints_per_m2", "# "), "rooms.0", "give it, or endpoints_per_m2"),
    "both": (GROWS + 'room = "room.toml"', "rooms.0", "one of the two"),
    "no such room": (STANDS.replace("room.toml", "hall.toml"), "rooms.0.room", "hall.toml"),
    "one name": (GROWS + GROWS, "study.toml", "'dense' is given twice"),
    "one file name": (
        GROWS.replace("dense", "hall B") + GROWS.replace("dense", "Hall-b"),
        "study.toml",
        "'hall B' is given twice, the second time as 'Hall-b'",
    ),
    "no room": ("", "rooms", "study.toml"),
    "an old floor": (GROWS.replace("[[rooms]]\nname = \"dense\"", "[floor]"), "rooms", "field required"),
}  # fmt: skip


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_named(cli: Any, case: str) -> None:
    """The message names the file and the place in it, and nothing is written."""
    rooms, where, said = REFUSED[case]
    grid(8)
    Path("study.toml").write_text(HEAD + rooms)
    ran = cli(*BASE, "--out", "out")
    assert (ran.code, Path("out").exists()) == (exit_codes.INVALID_INPUT, False), ran.err
    for text in ("study.toml", where, said):
        assert text in ran.err


@pytest.mark.usefixtures("here")
def test_a_cluster_finds_what_threads_find(cli: Any) -> None:
    """Layouts optimised on a Dask cluster are those of this machine: the same bytes."""
    grid(8)
    Path("study.toml").write_text(HEAD.replace("[64, 144]", "[144]") + STANDS)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local:
        address = str(local.scheduler_address)
        ran = cli(*BASE, "--scheduler", address, "--out", "there")
        assert ran.code == exit_codes.DONE, ran.err
    assert cli(*BASE, "--out", "here").code == exit_codes.DONE
    assert Path("there/report.json").read_bytes() == Path("here/report.json").read_bytes()


def test_a_room_that_is_there_has_its_area_and_cabinets(here: Path) -> None:
    """Of a hall what is inside its outline, whichever way round; of a grid its pitches."""
    row = '[[row]]\nname = "A"\nstart_m = [7, 1]\ncount = 3\npitch_m = 0.6\ndepth_m = 1.2\nfront = "left"\n'
    corners = [[0, 0], [12, 0], [12, 9], [6, 9], [6, 4], [0, 4]]
    for outline in (corners, corners[::-1]):
        (here / "room.toml").write_text(f"[hall]\noutline_m = {outline}\n{row}switch_units = [40]\n")
        (here / "study.toml").write_text(HEAD + STANDS)
        study = parse(GrowthStudy, load_toml(here / "study.toml", "study"), "study.toml")
        (room,) = growth_rooms(here / "study.toml", study)
        assert room.floor.given == ((12 * 9 - 6 * 5) * 10**6, 3)
    (here / "study.toml").write_text((HEAD + STANDS).replace("room.toml", "grid:2x3"))
    study = parse(GrowthStudy, load_toml(here / "study.toml", "study"), "study.toml")
    (room,) = growth_rooms(here / "study.toml", study)
    grid = room.room
    assert isinstance(grid, GridRoom)
    assert room.floor.given == (6 * grid.row_pitch_mm * grid.column_pitch_mm, 6)
