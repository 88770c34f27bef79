"""``netfloor plan devices.csv cables.csv``: a plan and its page, or every problem and nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from netfloor import exit_codes
from netfloor.foundation.files import FOLDER_MARK
from netfloor.plans.laid_file import load_laid
from tests.fixtures.lists import CABLES, DEVICES, LENGTHS_MM, ROOM, write_lists

ANSWER = (
    "3 switches, 2 servers, 1 storage device and 1 PDU in three racks: 6 cables, 18.1 m, and 1 power cord, "
    "0.3 m."
)
WARNINGS = [
    "Cabinet A01 draws 1,200 W, and its limit is 1,000 W.",
    "Cabinet A02 carries 108 kg, and its limit is 80 kg.",
    "Watts are unknown for 1 of 6 devices: nas1.",
]
LISTS = ("devices.csv", "cables.csv")
#: One server weighs more than its cabinet may.
HEAVY = DEVICES.replace("srv2,server,,A02,1,2,600,30,", "srv2,server,,A02,1,2,600,100,")


def plan(cli: Any, *more: object) -> Any:
    """Run the command with the small lists."""
    return cli("plan", *LISTS, "--room", "room.toml", "--out", "out", *more)


def test_a_plan_and_its_page_are_written(cli: Any, here: Path) -> None:
    """The answer on stdout, what the lists leave open as notes, and two files in a folder of ours."""
    write_lists(here)
    ran = plan(cli)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, ANSWER)
    assert "No rate is listed" not in ran.err  # a power cord has none
    assert "written: plan.json, report.html in out; next: netfloor papers out/plan.json" in ran.err
    assert {path.name for path in (here / "out").iterdir()} == {"plan.json", "report.html", FOLDER_MARK}
    laid = load_laid(here / "out/plan.json")
    assert tuple(cable.length_mm for cable in laid.fabric.cables) == LENGTHS_MM
    page = (here / "out/report.html").read_text()
    assert ANSWER in page
    assert laid.sha256[:12] in page
    assert all(f">{name}<" in page for name in ("leaf1", "Eth1/49", "psu-a", "cord-7"))


def test_warnings_come_before_the_answer_and_once(cli: Any, here: Path) -> None:
    """Cabinets above their limits, then unknown watts; the notes do not say it again."""
    write_lists(here, devices=HEAVY)
    ran = plan(cli)
    assert [line.removeprefix("warning  ") for line in ran.out.splitlines()[:-1]] == WARNINGS
    assert "Watts are unknown" not in ran.err


def test_json_is_the_answer_and_the_files(cli: Any, here: Path) -> None:
    """What the plan file says, by the same names."""
    write_lists(here, devices=HEAVY)
    told = plan(cli, "--json").json()
    document = json.loads((here / "out/plan.json").read_text())
    assert told == {
        "schema": 1,
        "answer": ANSWER,
        "devices": 7,
        "cables": 7,
        "total_cable_m": 18.446,
        "plan_sha256": document["sha256"],
        "files": ["plan.json", "report.html"],
        "warnings": WARNINGS,
        "notes": [],
    }


def test_all_problems_of_both_lists_are_listed_at_once_and_nothing_is_written(cli: Any, here: Path) -> None:
    """By file and line; the folder does not appear."""
    write_lists(here, devices=f"{DEVICES}x1,swich\n", cables=f"{CABLES}leaf9,1,leaf1,7,,,,\n")
    ran = plan(cli)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert ran.err.splitlines()[0] == "netfloor: lists: 2 problems"
    assert "devices.csv: line 9: " in ran.err
    assert "cables.csv: line 7: there is no device 'leaf9'" in ran.err
    assert not (here / "out").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"devices": DEVICES.replace("srv2,server,,A02,1,", "srv2,server,,,,")},
            "1 device with no rack: srv2",
        ),
        ({"room": "[grid]\nrows = 2\ncolumns = 2\n"}, "room.toml: is a grid, which has no rack units"),
        ({"room": ROOM.replace("start_m = [1.2, 2]", "start_m = [3.2, 2]")}, "room.toml"),
        ({"devices": "rack,unit\nA01,1\n"}, "devices.csv: has neither the headings of devices nor those"),
    ],
    ids=["free device", "grid", "outside", "headings"],
)
def test_what_cannot_be_laid_is_refused_and_nothing_is_written(
    cli: Any, here: Path, change: dict[str, str], message: str
) -> None:
    """A device without a place, a room without rack units, a table that is neither list."""
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


def test_cables_alone_are_refused(cli: Any, here: Path) -> None:
    """No cable joins anything then."""
    write_lists(here)
    ran = cli("plan", "cables.csv", "--room", "room.toml", "--out", "out")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "lists: hold no devices; give a list with the heading name" in ran.err


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
        ((*LISTS, "--out", "out"), "--room: missing; lists need a room and a folder"),
        ((*LISTS, "--room", "room.toml"), "--out: missing; lists need a room and a folder"),
        ((*LISTS, "--room", "room.toml", "--out", "out", "--dry-run"), "is for planning files"),
        (("plan.toml", "devices.csv", "--out", "out"), "a planning file stands alone and names its room"),
        (("plan.toml", "--room", "room.toml", "--out", "out"), "a planning file stands alone"),
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


def test_a_workbook_of_two_lists_is_refused_by_its_sheets(cli: Any, here: Path) -> None:
    """Cables on a second sheet would else be left out without a word."""
    write_lists(here)
    with xlsxwriter.Workbook(here / "both.xlsx") as book:
        for name, text in (("Devices", DEVICES), ("Cables", CABLES)):
            sheet = book.add_worksheet(name)
            for number, line in enumerate(text.splitlines()):
                sheet.write_row(number, 0, line.split(","))
    ran = cli("plan", "both.xlsx", "--room", "room.toml", "--out", "out")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "both.xlsx: has 2 filled sheets: 'Devices', 'Cables'; one list a file" in ran.err


def test_lists_without_a_cable_say_so_first(cli: Any, here: Path) -> None:
    """Racks may be drawn before cables are listed, but nobody takes 0 m for an answer."""
    write_lists(here)
    ran = cli("plan", "devices.csv", "--room", "room.toml", "--out", "out")
    assert ran.code == 0
    assert "warning  The lists hold no cable." in ran.out
