"""Halls on the command line: shown, checked, drawn, imported from DXF."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ezdxf
import numpy as np
import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import write_atomic
from netfloor.reports.rooms.hall_drawing import HallView, hall_svg
from netfloor.reports.rooms.hall_dxf import LAYERS, hall_dxf
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.cables.fill import TrayCables, tray_fill

EXAMPLE = Path(__file__).parents[3] / "examples/hall/room.toml"
OURS = (
    "outline=OUTLINE,cabinets=CABINETS,taken=CABINETS_TAKEN,pillars=PILLARS,keep_outs=KEEP_OUTS,"
    "cooling=COOLING,trays=TRAYS,risers=RISERS"
)


def words(svg: str) -> list[str]:
    """Return every text in a picture."""
    return [element.text or "" for element in fromstring(svg).iter() if element.tag.endswith("text")]


def test_show_measures_the_hall(cli: Any) -> None:
    """Numbers for programs and for people; the definition comes along."""
    facts = cli("room", "show", EXAMPLE, "--json").json()
    hall = read_hall(EXAMPLE)
    assert (facts["cabinets"], facts["usable_cabinets"], facts["slots"]) == (216, 196, 392)
    assert facts["longest_cable_m"] == hall.slot_lengths().max() / 1000
    # 20 x 29.4, less the cut corner: a triangle of 3.6 x 2.4 and a box of 3.6 x 4.4
    assert facts["floor_m2"] == pytest.approx(20 * 29.4 - 3.6 * 2.4 / 2 - 3.6 * 4.4)
    assert facts["definition"] == hall.definition()
    # two sides of 7 m and two of 21.6 m, 7 m through the middle, 26.4 m of fibre duct
    assert facts["tray_m"] == pytest.approx(2 * 7 + 2 * 21.6 + 7 + 26.4)


def test_show_draws_rows_as_characters(cli: Any) -> None:
    """A line for each row, taken cabinets marked."""
    lines = cli("room", "show", EXAMPLE).out.splitlines()
    assert lines[0] == "A ··x·············x·····"
    assert lines[9].startswith("J x")


def test_the_drawing_names_everything(cli: Any, here: Path) -> None:
    """Every cabinet, tray, cooling row and keep-out is named; halls without a fill are empty."""
    assert cli("room", "show", EXAMPLE, "--svg", "hall.svg").err == "written: hall.svg\n"
    texts = words((here / "hall.svg").read_text())
    hall = read_hall(EXAMPLE)
    assert {cabinet.name for cabinet in hall.cabinets} <= set(texts)
    assert {f"{tray.name} {tray.height_mm / 1000:g} m" for tray in hall.trays} <= set(texts)
    assert {"CRAH-1", "switchboard", "cabinet, occupied (20)"} <= set(texts)


def test_the_drawing_tells_hostile_names_from_markup(tmp_path: Path) -> None:
    """A name of a hall is text wherever it stands."""
    path = tmp_path / "hall.toml"
    path.write_text(EXAMPLE.read_text().replace('"east hall"', "'</title><script>1</script>'"))
    hall = read_hall(path)
    svg = hall_svg(HallView(hall), hall.name)
    assert not [element for element in fromstring(svg).iter() if "script" in str(element.tag)]


def filled() -> tuple[Any, Any]:
    """Return the example with cables in its trays, more than one of them holds."""
    hall = read_hall(EXAMPLE)
    one = np.arange(150)
    ends = hall.ports_of(one), hall.ports_of(391 - one)
    return hall, tray_fill(hall, TrayCables(*ends, ["electrical"] * 150, np.full(150, 400.0)))


def test_a_drawing_shows_cables_and_what_is_overfull() -> None:
    """In the key and in words."""
    hall, fill = filled()
    svg = hall_svg(HallView(hall, np.ones(hall.cabinet_count, dtype=np.int32), fill), "h")
    assert fill.overfull
    assert {"overfull", "cabinet, with switches (196)"} <= set(words(svg))
    assert f"{fill.cables.max()} cables in the busiest segment" in svg


def test_check_of_a_good_hall(cli: Any) -> None:
    """Nothing to say, exit code 0."""
    ran = cli("room", "check", EXAMPLE)
    assert ran.code == 0
    assert "no obstructions" in ran.out
    assert cli("room", "check", EXAMPLE, "--json").json()["ok"] is True


def test_check_names_problems_with_coordinates(cli: Any, here: Path) -> None:
    """Exit code 6, a document and a table; --aisle sets the limit."""
    text = EXAMPLE.read_text().replace("centre_m = [6.6, 13]", "centre_m = [6.1, 13]")
    (here / "hall.toml").write_text(text)
    ran = cli("room", "check", "hall.toml", "--json")
    assert ran.code == 6
    (problem,) = ran.json()["problems"]
    assert (problem["kind"], problem["subject"]) == ("pillar", "cabinet E06")
    assert (5.85 < problem["x_m"] < 6.3, 12.75 < problem["y_m"] < 13.25) == (True, True)
    found = cli("room", "check", EXAMPLE, "--aisle", "1.201", "--json").json()["problems"]
    assert {problem["width_m"] for problem in found} == {1.2}
    assert "E06" in cli("room", "check", "hall.toml").out


@pytest.mark.parametrize("aisle", ["-1", "nan", "inf", "1e999", "0.0001", "1000"])
def test_widths_that_are_none_are_refused(aisle: str, cli: Any) -> None:
    """With code 3 and the option's name."""
    ran = cli("room", "check", EXAMPLE, "--aisle", aisle)
    assert (ran.code, "--aisle" in ran.err) == (3, True)


def test_a_grid_is_no_hall(cli: Any, here: Path) -> None:
    """There is nothing to check in it."""
    (here / "grid.toml").write_text("[grid]\nrows = 2\ncolumns = 2\n")
    assert cli("room", "check", "grid.toml").code == 3


def test_a_dxf_holds_every_cabinet_and_tray(tmp_path: Path) -> None:
    """Read back by ezdxf: one shape each, at its place, in millimetres, its name beside."""
    hall, fill = filled()
    held = {hall.cabinets[0].name: "2 switches"}
    write_atomic(tmp_path / "hall.dxf", hall_dxf(hall, fill.cables, fill.used_mm2, held))
    document = ezdxf.readfile(tmp_path / "hall.dxf")
    assert document.header["$INSUNITS"] == 4
    assert not document.audit().errors
    space = document.modelspace()
    assert {entity.dxf.layer for entity in space} == set(LAYERS)
    shapes = space.query('LWPOLYLINE[layer=="CABINETS" | layer=="CABINETS_TAKEN"]')
    centres = {tuple(np.round(np.mean(list(s.vertices()), axis=0)).astype(int)) for s in shapes}
    assert centres == {cabinet.centre_mm for cabinet in hall.cabinets}
    trays = {
        (tuple((int(x), int(y)) for x, y in shape.vertices()), int(shape.dxf.elevation))
        for shape in space.query('LWPOLYLINE[layer=="TRAYS"]')
    }
    assert trays == {(tray.points_mm, tray.height_mm) for tray in hall.trays}
    texts = {text.dxf.text for text in space.query("TEXT")}
    assert {part.name for part in (*hall.cabinets, *hall.trays)} <= texts
    assert len(space.query('HATCH[layer=="CABINETS_USED"]')) == len(held)
    for cabinet in hall.cabinets:
        (name,) = (text for text in space.query("TEXT") if text.dxf.text == cabinet.name)
        assert 0 < name.dxf.height * 0.9 * len(cabinet.name) <= cabinet.width_mm
    lines = space.query('LINE[layer=="CABLES" | layer=="CABLES_OVERFULL"]')
    counts = fill.cables[fill.cables > 0]
    weights = [line.dxf.lineweight for line in lines]
    assert weights == [(13, 25, 35, 50, 70, 100, 140, 200)[7 * many // max(counts)] for many in counts]
    full = space.query('LINE[layer=="CABLES_OVERFULL"]')
    assert len(full) == len(fill.overfull)
    assert len(full) + len(space.query('LINE[layer=="CABLES"]')) == np.count_nonzero(fill.cables)


def test_a_dxf_is_the_same_in_every_process() -> None:
    """Its bytes depend on the hall alone, not on the hour or on how a process orders its sets."""
    script = (
        "import sys; from pathlib import Path; from netfloor.rooms.hall import read_hall\n"
        "from netfloor.reports.rooms.hall_dxf import hall_dxf\n"
        f"sys.stdout.write(hall_dxf(read_hall(Path({str(EXAMPLE)!r}))))"
    )
    drawings = {
        subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(EXAMPLE.parents[2])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawings) == 1


def test_our_drawing_comes_back_as_the_same_hall(cli: Any, here: Path) -> None:
    """Places, names, sizes, fronts and heights; only reach, capacity and units are not in it."""
    hall = read_hall(EXAMPLE)
    write_atomic(here / "hall.dxf", hall_dxf(hall))
    found = cli("room", "import", "hall.dxf", "--layers", OURS, "--out", "back.toml", "--json").json()[
        "found"
    ]
    assert found == {
        "cabinets": 216,
        "pillars": 2,
        "keep_outs": 1,
        "cooling": 2,
        "doors": 0,
        "trays": 3,
        "risers": 3,
    }
    text = (here / "back.toml").read_text().replace("[[tray]]", "[[tray]]\naccess_m = 9")
    (here / "back.toml").write_text(text)
    back = read_hall(here / "back.toml")

    def floor(given: Any) -> Any:
        names = [
            (c.name, c.centre_mm, c.width_mm, c.depth_mm, c.front_deg, c.taken) for c in given.cabinets
        ]
        trays = [(tray.points_mm, tray.height_mm) for tray in given.trays]
        areas = [area.corners_mm for area in (*given.pillars, *given.keep_outs, *given.cooling)]
        return sorted(names), trays, areas, given.outline_mm, [riser.at_mm for riser in given.risers]

    assert floor(back) == floor(hall)


@pytest.fixture
def drawing(here: Path) -> Any:
    """Return a maker of small drawings: floor, cabinets and what a test adds, by unit."""

    def make(unit: int, scale: float, draw: Any = None) -> Path:
        document = ezdxf.new("R2010", units=unit)
        space = document.modelspace()
        for a, b in (((0, 0), (9, 0)), ((9, 0), (9, 6)), ((9, 6), (0, 6)), ((0, 6), (0, 0))):
            ends = [(x * scale, y * scale) for x, y in (a, b)]
            space.add_line(*ends, dxfattribs={"layer": "Walls"})
        block = document.blocks.new("RACK")
        block.add_lwpolyline([(0, 0), (0.6 * scale, 0), (0.6 * scale, scale), (0, scale)], close=True)
        for i in range(3):
            space.add_blockref("RACK", ((2 + 0.6 * i) * scale, 2 * scale), dxfattribs={"layer": "Racks"})
        space.add_text("K-7", dxfattribs={"layer": "Racks"}).set_placement((2.3 * scale, 2.5 * scale))
        if draw:
            draw(space, scale)
        document.saveas(here / "plan.dxf")
        return here / "plan.dxf"

    return make


@pytest.mark.parametrize(("unit", "scale"), [(4, 1000.0), (5, 100.0), (6, 1.0)])
def test_import_joins_lines_takes_blocks_apart_and_knows_units(
    unit: int, scale: float, drawing: Any, cli: Any, here: Path
) -> None:
    """Walls of four lines, cabinets as block references, a name written into one."""
    drawing(unit, scale)
    ran = cli(
        "room", "import", "plan.dxf", "--layers", "outline=walls,cabinets=Racks", "--out", "hall.toml"
    )
    assert ran.code == 0
    hall = read_hall(here / "hall.toml")
    assert set(hall.outline_mm) == {(0, 0), (9000, 0), (9000, 6000), (0, 6000)}
    assert [cabinet.centre_mm for cabinet in hall.cabinets] == [(2300, 2500), (2900, 2500), (3500, 2500)]
    assert [cabinet.name for cabinet in hall.cabinets] == ["K-7", "C0002", "C0003"]
    assert {(cabinet.width_mm, cabinet.depth_mm) for cabinet in hall.cabinets} == {(600, 1000)}


def test_import_reads_trays_arcs_and_circles(drawing: Any, cli: Any, here: Path) -> None:
    """A tray keeps its elevation, a round pillar becomes a polygon; what is no line is named."""

    def draw(space: Any, scale: float) -> None:
        space.add_line(
            (scale, 3.5 * scale, 2.4 * scale),
            (8 * scale, 3.5 * scale, 2.4 * scale),
            dxfattribs={"layer": "T"},
        )
        space.add_circle((6 * scale, 5 * scale), 0.25 * scale, dxfattribs={"layer": "P"})
        space.add_point((1, 1), dxfattribs={"layer": "P"})

    drawing(6, 1.0, draw)
    layers = "outline=Walls,cabinets=Racks,trays=T,pillars=P"
    ran = cli("room", "import", "plan.dxf", "--layers", layers, "--out", "hall.toml")
    assert "layer p: 1 POINT skipped" in ran.err
    hall = read_hall(here / "hall.toml")
    assert (hall.trays[0].points_mm, hall.trays[0].height_mm) == (((1000, 3500), (8000, 3500)), 2400)
    corners = np.array(hall.pillars[0].corners_mm) - (6000, 5000)
    assert np.abs(np.hypot(*corners.T) - 250).max() < 2
    assert len(corners) >= 8


BAD_LAYERS = {
    "no kind": "WALLS",
    "unknown kind": "outline=Walls,cabinets=Racks,windows=W",
    "no layer": "outline=,cabinets=Racks",
    "twice": "outline=Walls,outline=Racks,cabinets=Racks",
    "no cabinets": "outline=Walls",
    "layer not there": "outline=Walls,cabinets=Nothing",
    "many outlines": "outline=Racks,cabinets=Racks",
    "cabinets that are none": "outline=Walls,cabinets=Hexagons",
    "open walls": "outline=Open,cabinets=Racks",
}


@pytest.mark.parametrize("case", BAD_LAYERS)
def test_bad_imports_are_refused(case: str, drawing: Any, cli: Any, here: Path) -> None:
    """With code 3, and nothing is written."""

    def draw(space: Any, _scale: float) -> None:
        hexagon = [(np.cos(turn), np.sin(turn)) for turn in np.arange(6) * np.pi / 3]
        space.add_lwpolyline(hexagon, close=True, dxfattribs={"layer": "Hexagons"})
        space.add_lwpolyline([(0, 0), (9, 0), (9, 6), (0, 6)], dxfattribs={"layer": "Open"})

    drawing(6, 1.0, draw)
    ran = cli("room", "import", "plan.dxf", "--layers", BAD_LAYERS[case], "--out", "hall.toml")
    assert ran.code == 3
    assert not (here / "hall.toml").exists()
    assert "plan.dxf" in ran.err or "--layers" in ran.err


@pytest.mark.parametrize("text", ["", "nonsense", "0\nSECTION\n", "\0\0\0", "999\n" * 50])
def test_what_is_no_drawing_is_refused(text: str, cli: Any, here: Path) -> None:
    """In one sentence that names the file."""
    (here / "plan.dxf").write_text(text)
    ran = cli("room", "import", "plan.dxf", "--layers", "outline=W,cabinets=R", "--out", "hall.toml")
    assert ran.code == 3
    assert "plan.dxf" in ran.err


def test_a_drawing_without_a_unit_needs_one(drawing: Any, cli: Any, here: Path) -> None:
    """Nobody guesses whether 600 is a cabinet or a city block."""
    drawing(0, 1.0)
    args = ("room", "import", "plan.dxf", "--layers", "outline=Walls,cabinets=Racks", "--out", "hall.toml")
    assert "--units" in cli(*args).err
    assert cli(*args, "--units", "furlong").code == 3
    assert cli(*args, "--units", "ft").code == 0
    assert read_hall(here / "hall.toml").outline_mm[2] in {(2743, 1829), (0, 1829), (2743, 0), (0, 0)}


def test_without_ezdxf_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra."""
    for name in [name for name in sys.modules if name.split(".")[0] == "ezdxf"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(InputError, match=r"netfloor\[cad\]"):
        hall_dxf(read_hall(EXAMPLE))


def test_the_schema_of_a_hall_file_knows_every_table(cli: Any) -> None:
    """For editors."""
    schema = json.loads(cli("init", "hall", "--schema").out)
    assert {
        "hall",
        "row",
        "cabinet",
        "pillar",
        "keep_out",
        "cooling",
        "door",
        "tray",
        "riser",
        "cable",
    } <= set(schema["properties"])
