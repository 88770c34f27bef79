"""``netfloor plan devices.csv cables.csv``: a plan and its page, or every problem and nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from netfloor import exit_codes
from netfloor.foundation.files import FOLDER_MARK
from netfloor.plans.file import write_plan
from netfloor.plans.load import load_laid
from tests.fixtures.lists import CABLES, DEVICES, LENGTHS_MM, ROOM, write_lists

ANSWER = (
    "3 switches, 2 servers, 1 storage device and 1 PDU in three racks: 6 cables, 18.1 m, and 1 power cord, "
    "0.3 m."
)
WARNINGS = [
    "Cabinet A01 draws 1,200 W, above its limit of 1,000 W.",
    "Cabinet A02 carries 108 kg, above its limit of 80 kg.",
    "Watts are unknown for 1 of 6 devices: nas1.",
]
LISTS = ("devices.csv", "cables.csv")
#: One server weighs more than its cabinet may.
HEAVY = DEVICES.replace("srv2,server,,A02,1,2,600,30,", "srv2,server,,A02,1,2,600,100,")


def plan(cli: Any, *more: object) -> Any:
    """Run the command with the small lists."""
    return cli("plan", *LISTS, "--room", "room.toml", "--out", "out", *more)


def test_a_plan_and_its_page_are_written(cli: Any, here: Path) -> None:
    """The answer on stdout, what the lists leave open as notes; plan, page and copies of the inputs."""
    write_lists(here)
    ran = plan(cli)
    assert ran.code == 0
    assert ANSWER in ran.out.splitlines()
    assert "No rate is listed" not in ran.err  # a power cord has none
    assert (
        "written: plan.json, report.html in out; next: netfloor papers out/plan.json --out out-papers"
        in ran.err
    )
    names = {"plan.json", "report.html", *LISTS, "room.toml", FOLDER_MARK}
    assert {path.name for path in (here / "out").iterdir()} == names
    assert all((here / "out" / name).read_bytes() == (here / name).read_bytes() for name in LISTS)
    laid = load_laid(here / "out/plan.json")
    assert tuple(cable.length_mm for cable in laid.fabric.cables) == LENGTHS_MM
    page = (here / "out/report.html").read_text()
    assert ANSWER in page
    assert laid.sha256[:12] in page
    assert all(f">{name}<" in page for name in ("leaf1", "Eth1/49", "psu-a", "cord-7"))


def test_warnings_follow_the_answer_once(cli: Any, here: Path) -> None:
    """Cabinets above their limits, then unknown watts; the notes do not say it again."""
    write_lists(here, devices=HEAVY)
    ran = plan(cli)
    first, *fields = ran.out.splitlines()
    assert first == ANSWER
    assert [line.removeprefix("WARNING").strip() for line in fields[-len(WARNINGS) :]] == WARNINGS
    assert "Watts are unknown" not in ran.err


def test_json_is_the_answer_and_the_files(cli: Any, here: Path) -> None:
    """What the plan file says, by the same names."""
    write_lists(here, devices=HEAVY)
    told = plan(cli, "--json").json()
    document = json.loads((here / "out/plan.json").read_text())
    assert told.pop("headroom")["tightest_cabinet"]["cabinet"] in {"A01", "A02", "A03"}
    devices, power = (note.partition(";")[0] for note in told.pop("notes"))
    assert devices == "devices.csv: kept as they are, not read: 'asset' (3 cells)"
    assert power.startswith("5 devices have no power cord: spine1, leaf1, leaf2, srv2, nas1.")
    assert told.pop("power")["feeds"] == [{"feed": "A", "load_w": 600, "limit_w": None, "over": False}]
    assert told == {
        "schema": 1,
        "answer": ANSWER,
        "devices": 7,
        "cables": 7,
        "total_cable_m": 18.446,
        "plan_sha256": document["sha256"],
        "files": ["plan.json", "report.html"],
        "warnings": WARNINGS,
    }


def test_all_problems_of_both_lists_are_listed_at_once_and_nothing_is_written(cli: Any, here: Path) -> None:
    """By file and line; the folder does not appear."""
    write_lists(here, devices=f"{DEVICES}x1,swich\n", cables=f"{CABLES}leaf9,1,leaf1,7,,,,\n")
    ran = plan(cli)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "netfloor: lists: 2 problems" in ran.err.splitlines()
    assert "devices.csv: line 9: " in ran.err
    assert "cables.csv: line 7: there is no device 'leaf9'" in ran.err
    assert not (here / "out").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"room": "[grid]\nrows = 2\ncolumns = 2\n"}, "room.toml: is a grid, which has no rack units"),
        ({"room": ROOM.replace("start_m = [1.2, 2]", "start_m = [3.2, 2]")}, "room.toml"),
        ({"devices": "rack,unit\nA01,1\n"}, "devices.csv: line 1: there is no column name; headings"),
    ],
    ids=["grid", "outside", "headings"],
)
def test_what_cannot_be_laid_is_refused_and_nothing_is_written(
    cli: Any, here: Path, change: dict[str, str], message: str
) -> None:
    """A room without rack units, a tray outside, a table that is neither list."""
    write_lists(here, **change)
    ran = plan(cli)
    assert ran.code == exit_codes.INVALID_INPUT
    assert message in ran.err
    assert not (here / "out").exists()


def test_lists_may_come_in_any_order(cli: Any, here: Path) -> None:
    """A file is known by its headings, so that its place and its name do not matter to the plan."""
    write_lists(here)
    plan(cli)
    ran = cli("plan", *reversed(LISTS), "--room", "room.toml", "--out", "turned")
    assert ran.code == 0
    assert (here / "turned/plan.json").read_bytes() == (here / "out/plan.json").read_bytes()


def test_devices_and_cables_may_be_in_several_files(cli: Any, here: Path) -> None:
    """A list of PDUs and their cords is one more file each."""
    write_lists(here)
    plan(cli)
    head, *rows = DEVICES.splitlines(keepends=True)
    (here / "devices.csv").write_text("".join([head, *rows[:-1]]))
    (here / "pdus.csv").write_text(head + rows[-1])
    head, *rows = CABLES.splitlines(keepends=True)
    (here / "cables.csv").write_text("".join([head, *rows[:-1]]))
    (here / "cords.csv").write_text(head + rows[-1])
    four = ("cords.csv", "devices.csv", "cables.csv", "pdus.csv")
    ran = cli("plan", *four, "--room", "room.toml", "--out", "four")
    assert ran.code == 0
    whole, split = (load_laid(here / folder / "plan.json").fabric for folder in ("out", "four"))
    assert split.devices == whole.devices
    assert {(one.id, one.length_mm) for one in split.cables} >= {("cord-7", 300)}
    assert len(split.cables) == len(whole.cables)


def test_devices_alone_are_a_plan(cli: Any, here: Path) -> None:
    """Racks can be planned, and their watts seen, before any cable is listed."""
    write_lists(here)
    ran = cli("plan", "devices.csv", "--room", "room.toml", "--out", "out", "--json")
    assert (ran.code, ran.json()["cables"], ran.json()["total_cable_m"]) == (0, 0, 0)


def test_cables_alone_name_their_devices(cli: Any, here: Path) -> None:
    """Heights are assumed, which one note says."""
    write_lists(here)
    ran = cli("plan", "cables.csv", "--room", "room.toml", "--out", "out", "--verbose")
    assert ran.code == 0
    assert ran.err.count("of unknown height taken as 1 U") == 1


def test_a_folder_that_is_there_needs_force(cli: Any, here: Path) -> None:
    """A folder of others is never replaced; one of ours is, with ``--force`` or without."""
    write_lists(here)
    (here / "out").mkdir()
    (here / "out/mine.txt").write_text("mine")
    ran = plan(cli)
    assert ran.code == exit_codes.INVALID_INPUT
    assert "--force" in ran.err
    assert [path.name for path in (here / "out").iterdir()] == ["mine.txt"]
    assert plan(cli, "--force").code == 0
    assert (here / "out/plan.json").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*LISTS, "--out", "out"), "netfloor room lists devices.csv cables.csv --out room.toml"),
        ((*LISTS, "--room", "room.toml"), "--out: missing; lists need a room and a folder"),
        ((*LISTS, "--room", "room.toml", "--out", "out", "--dry-run"), "works only with planning files"),
        (
            ("plan.toml", "devices.csv", "--out", "out"),
            "a planning file takes no other input and names its room",
        ),
        (("plan.toml", "--room", "room.toml", "--out", "out"), "a planning file takes no other input"),
    ],
    ids=["no room", "no folder", "dry run", "plan and list", "plan and room"],
)
def test_options_that_do_not_go_together_are_refused(
    cli: Any, here: Path, words: tuple[str, ...], message: str
) -> None:
    """Before any file is read."""
    ran = cli("plan", *words)
    assert ran.code == exit_codes.WRONG_USAGE
    assert message in ran.err.replace("\n", " ")
    assert not (here / "out").exists()


def test_a_workbook_of_two_lists_is_the_plan_of_its_sheets(cli: Any, here: Path) -> None:
    """Each sheet is known by its headings: no cable of a second one is left out."""
    write_lists(here)
    plan(cli)
    with xlsxwriter.Workbook(here / "both.xlsx") as book:
        for name, text in (("Devices", DEVICES), ("Cables", CABLES)):
            sheet = book.add_worksheet(name)
            for number, line in enumerate(text.splitlines()):
                sheet.write_row(number, 0, line.split(","))
    ran = cli("plan", "both.xlsx", "--room", "room.toml", "--out", "both")
    assert ran.code == 0
    assert ANSWER in ran.out.splitlines()
    book, lists = (load_laid(here / folder / "plan.json").fabric for folder in ("both", "out"))
    assert (book.devices, book.cables) == (lists.devices, lists.cables)


def test_lists_without_a_cable_say_so(cli: Any, here: Path) -> None:
    """Racks may be drawn before cables are listed, but nobody takes 0 m for an answer."""
    write_lists(here)
    ran = cli("plan", "devices.csv", "--room", "room.toml", "--out", "out")
    assert ran.code == 0
    assert "The lists have no cables." in ran.out


# Free devices

#: The three switches and a server are free; nas1 has its rack and no unit.
FREE = (
    DEVICES.replace("A01,10,1,350", ",,1,350")
    .replace("A01,8,1,250", ",,1,250")
    .replace("A02,8,1,250", ",,1,250")
    .replace("srv2,server,,A02,1,2", "srv2,server,,,,2")
    .replace("nas1,storage,,A03,1,2", "nas1,storage,,A03,,2")
)
PLAN = """\
schema = 2
title = "a small room"
room = "room.toml"
[lists]
devices = "devices.csv"
cables = ["cables.csv"]
[[rule]]
apart = "leaf*"
by = "cabinet"
[[rule]]
devices = ["spine1"]
only = ["cabinet:A02", "cabinet:A03"]
"""


def test_free_devices_are_placed_and_the_answer_says_how_well(cli: Any, here: Path) -> None:
    """Fixed devices stay, limits are kept, and the proof comes with the total."""
    write_lists(here, devices=FREE)
    told = plan(cli, "--json").json()
    assert told["gap"] == 0
    assert told["proof"] == "enumeration"
    assert ": 6 cables, 12.9 m, and 1 power cord, 0.3 m. " in told["answer"]
    assert told["answer"].endswith("5 devices placed: total length proved optimal.")
    assert {one["device"] for one in told["placed"]} == {"spine1", "leaf1", "leaf2", "srv2", "nas1"}
    laid = load_laid(here / "out/plan.json")
    place = {
        one.name: (laid.fabric.cabinets[one.cabinet or 0].name, one.unit) for one in laid.fabric.devices
    }
    assert place["srv1"] == ("A01", 1)
    assert place["nas1"][0] == "A03"
    assert all(
        place[name][1] in {8, 10} for name in ("spine1", "leaf1", "leaf2")
    )  # switch_units of the room
    assert cli("verify", "out/plan.json").code == 0
    page = (here / "out/report.html").read_text()
    assert "Devices placed by the search" in page
    assert "proved optimal" in page


def test_rules_of_a_planning_file_are_kept_and_shown(cli: Any, here: Path) -> None:
    """Paths are looked for beside the file; the title is the report's."""
    folder = here / "files"
    folder.mkdir()
    write_lists(folder, devices=FREE)
    (folder / "plan.toml").write_text(PLAN)
    assert cli("plan", "files/plan.toml", "--out", "out").code == 0
    laid = load_laid(here / "out/plan.json")
    home = {one.name: laid.fabric.cabinets[one.cabinet or 0].name for one in laid.fabric.devices}
    assert home["leaf1"] != home["leaf2"]
    assert home["spine1"] in {"A02", "A03"}
    assert laid.title == "a small room"
    assert "Rule 1: leaf* apart by cabinet, kept; " in (here / "out/report.html").read_text()
    assert cli("verify", "out/plan.json").code == 0


def test_free_devices_without_cables_are_placed_within_limits(cli: Any, here: Path) -> None:
    """Racks can be filled before any cable is listed."""
    write_lists(here, devices=FREE)
    told = cli("plan", "devices.csv", "--room", "room.toml", "--out", "out", "--json").json()
    assert (told["total_cable_m"], told["gap"], len(told["placed"])) == (0, 0, 5)


def test_devices_that_do_not_fit_end_with_4(cli: Any, here: Path) -> None:
    """The limit and what would help; nothing is written."""
    write_lists(here, devices=FREE.replace("srv2,server,,,,2,600", "srv2,server,,,,2,2000"))
    ran = plan(cli)
    assert ran.code == exit_codes.INFEASIBLE
    assert "srv2 has 2,000 W, but no cabinet of the room has more than 1,000 W left" in ran.err
    assert not (here / "out").exists()


def test_a_room_that_names_no_switch_units_takes_switches_anywhere(cli: Any, here: Path) -> None:
    """``switch_units`` bind switches alone, and only where the room has them."""
    write_lists(here, devices=FREE, room=ROOM.replace("switch_units = [8, 10]\n", ""))
    free = plan(cli, "--json").json()["total_cable_m"]
    write_lists(here, devices=FREE)
    bound = cli("plan", *LISTS, "--room", "room.toml", "--out", "bound", "--json").json()["total_cable_m"]
    assert free < bound


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("schema = 2", "schema = 1"), "schema"),
        (('by = "cabinet"', 'by = "cabinet"\nmetres = 3.0'), "apart needs by"),
        (('by = "cabinet"\n', ""), "apart needs by"),
        (('only = ["cabinet:A02", "cabinet:A03"]', ""), "devices needs only"),
        (('apart = "leaf*"\n', ""), "give apart, or devices with only"),
        (('apart = "leaf*"', 'apart = "leave*"'), "no device is called 'leave*'"),
        (("cabinet:A03", "cabinet:A09"), "the room has no 'cabinet:A09'"),
    ],
)
def test_a_planning_file_of_lists_is_checked(
    cli: Any, here: Path, change: tuple[str, str], message: str
) -> None:
    """Field by field, before anything is placed."""
    write_lists(here, devices=FREE)
    (here / "plan.toml").write_text(PLAN.replace(*change))
    ran = cli("plan", "plan.toml", "--out", "out")
    assert ran.code == exit_codes.INVALID_INPUT
    assert message in ran.err
    assert not (here / "out").exists()


# Objectives

PARTS = Path(__file__).parents[2] / "examples/catalogue/parts_cluster.toml"


def write_priced(folder: Path, rate: str = "1G") -> None:
    """Write lists with free devices, the catalogue beside them."""
    write_lists(folder, devices=FREE, cables=CABLES.replace("10G", rate))
    (folder / "parts.toml").write_text(PARTS.read_text())


def test_an_objective_is_the_answer_with_what_the_shortest_placement_costs(cli: Any, here: Path) -> None:
    """On the screen, in JSON and on the page; a planning file gives the same plan."""
    write_priced(here)
    asked = ("--objective", "parts", "--catalogue", "parts.toml")
    told = plan(cli, *asked, "--json").json()
    objective = told["objective"]
    assert told["answer"].startswith(f"Parts {objective['value']:,.2f} USD, proved optimal. ")
    assert f"(parts {objective['value_of_shortest']:,.2f} USD)" in told["answer"]
    assert objective["value"] == objective["lower_bound"] <= objective["value_of_shortest"]
    assert (objective["gap"], objective["proof"], objective["cables"]) == (0, "enumeration", 6)
    assert told["gap"] is None
    assert told["total_cable_m"] >= objective["cable_m_of_shortest"]
    assert cli("verify", "out/plan.json", "--strict").code == 0
    assert "USD, proved optimal" in (here / "out/report.html").read_text()
    tables = 'catalogue = "parts.toml"\n[layout]\nobjective = "parts"\n'
    (here / "plan.toml").write_text(PLAN[: PLAN.index("[[rule]]")].replace("[lists]", f"{tables}[lists]"))
    again = cli("plan", "plan.toml", "--out", "again", "--json").json()
    assert (again["objective"], again["placed"]) == (objective, told["placed"])
    beside = cli("compare", "out/plan.json", "again/plan.json", "--out", "compared", "--json").json()
    assert [one["placed_for"] for one in beside["candidates"]] == ["parts", "parts"]
    read = load_laid(here / "out/plan.json")
    write_plan(here / "same.json", read)
    assert (here / "same.json").read_bytes() == (here / "out/plan.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--objective", "parts"), "--objective: parts are priced by a catalogue; give --catalogue"),
        (("--objective", "beauty"), "--objective: 'beauty' is not an objective"),
        (("--objective", "max-latency"), "needs a network made by a formula"),
        (
            ("--objective", "parts", "--catalogue", "parts.toml"),
            "10 Gb/s, SFP+: no part on sale at any length",
        ),
        (("--objective", "money", "--catalogue", "mine"), "mine"),
    ],
)
def test_an_objective_that_cannot_be_counted_is_refused(
    cli: Any, here: Path, words: tuple[str, ...], message: str
) -> None:
    """Before the search; nothing is written."""
    write_priced(here, "10G")
    ran = plan(cli, *words)
    assert ran.code == exit_codes.INVALID_INPUT
    assert message in " ".join(ran.err.split())
    assert not (here / "out").exists()


def test_a_planning_file_is_named_with_the_field_of_its_objective(cli: Any, here: Path) -> None:
    """Settings are spelled as the fields of the file; options beside it are refused."""
    write_priced(here)
    (here / "plan.toml").write_text(PLAN.replace("[lists]", '[layout]\nobjective = "parts"\n[lists]'))
    ran = cli("plan", "plan.toml", "--out", "out")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "plan.toml: layout.objective: parts are priced by a catalogue" in " ".join(ran.err.split())
    ran = cli("plan", "plan.toml", "--objective", "parts", "--out", "out")
    assert ran.code == exit_codes.WRONG_USAGE
    assert "a planning file sets it in [layout]" in " ".join(ran.err.split())


def test_an_objective_without_free_devices_is_noted(cli: Any, here: Path) -> None:
    """Nothing is placed for it, and the answer stays that of the lists."""
    write_lists(here)
    told = plan(cli, "--objective", "longest", "--json").json()
    assert "No device is free: nothing was placed for longest." in told["notes"]
    assert "objective" not in told


def test_verify_compares_the_room_and_the_lists(cli: Any, here: Path) -> None:
    """Copies beside the plan serve; an edited one is a problem, a missing one is unchecked."""
    write_lists(here)
    plan(cli)
    ran = cli("verify", "out/plan.json", "--strict")
    assert ran.code == 0
    said = "PASS: all figures recomputed independently; names, ports and rates match the lists"
    assert said in ran.out
    (here / "alone").mkdir()
    copies = {name: (here / "out" / name).read_text() for name in ("plan.json", *LISTS, "room.toml")}
    for name in (*LISTS, "room.toml"):
        (here / name).unlink()
    for edited in (*LISTS, "room.toml"):
        for name, text in copies.items():
            more = "\n" if name != "room.toml" else "[[row]]\nname = 'B'\nstart_m = [3, 3]\ncount = 1\n"
            (here / "out" / name).write_text(text + more * (name == edited))
        found = cli("verify", "out/plan.json")
        assert (found.code, f"{edited} is not " in found.out) == (6, True)
        assert "mean cable   3.0243 m" in found.out
    (here / "alone/plan.json").write_text(copies["plan.json"])
    alone = cli("verify", "alone/plan.json")
    assert alone.code == 0
    assert "PASS, but 3 items could not be checked: inputs.room (definition); inputs (lists)" in alone.out


def test_lists_of_one_name_are_kept_apart(cli: Any, here: Path) -> None:
    """From several folders; the plan names the copies."""
    write_lists(here)
    for folder, name in (("a", "devices.csv"), ("b", "cables.csv")):
        (here / folder).mkdir()
        (here / name).rename(here / folder / "list.csv")
    assert cli("plan", "a/list.csv", "b/list.csv", "--room", "room.toml", "--out", "out").code == 0
    inputs = json.loads((here / "out/plan.json").read_text())["inputs"]
    assert [one["file"] for one in inputs["lists"]] == ["list.csv", "list-2.csv"]
    assert cli("verify", "out/plan.json", "--strict").code == 0
