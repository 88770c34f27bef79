"""``netfloor verify --files``: a plan away from the files that it was made by."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import netfloor as nf
from netfloor.plans.verify import Verification
from tests.fixtures.commands import ROOT, rehash


@pytest.fixture
def moved(cli: Any, here: Path) -> Path:
    """Return a plan for a catalogue's parts in a room file, in a folder of its own."""
    (here / "rooms").mkdir()
    shutil.copytree(ROOT / "examples/catalogue", here / "parts")
    shutil.copy(ROOT / "examples/grid/room.toml", here / "rooms/room.toml")
    line = (
        "layout",
        "slimfly:3",
        "--room",
        "rooms/room.toml",
        "--objective",
        "parts",
        "--iterations",
        2000,
    )
    made = cli(*line, "--catalogue", "parts/parts_200g.toml", "--gbps", 200, "--out", "made.json")
    assert made.code == 0, made.err
    (here / "away").mkdir()
    shutil.move(here / "made.json", here / "away/plan.json")
    shutil.move(here / "rooms", here / "kept_rooms")
    shutil.move(here / "parts", here / "kept_parts")
    return here / "away/plan.json"


def test_files_are_found_in_the_folders_that_are_given(cli: Any, moved: Path) -> None:
    """Without them room and prices are unchecked, and where to name them is said; with both nothing is."""
    alone = cli("verify", moved)
    assert alone.out.startswith("verdict      PASS, but 2 items could not be checked")
    assert "--files FOLDER" in alone.err
    assert cli("verify", moved, "--strict").code == 6
    one = cli("verify", moved, "--files", "kept_rooms", "--json")
    assert [why.split(":")[0] for why in one.json()["unchecked"]] == ["solver.objective"]
    assert (
        "searched for files here, kept_rooms, beside the plan; add a folder with --files FOLDER" in one.err
    )
    both = cli("verify", moved, "--files", "kept_rooms", "--files", "kept_parts", "--strict", "--rerun")
    assert (both.code, both.err) == (0, "")
    assert "PASS: all figures recomputed independently" in both.out
    assert "same settings, identical file" in both.out


@pytest.mark.parametrize(
    ("kept", "edit"),
    [
        ("kept_parts", lambda plan: plan["solver"]["objective"].update(value_by_length=1e9)),
        ("kept_rooms", lambda plan: plan["inputs"]["room"].update(spec="rooms/other.toml")),
    ],
)
def test_what_is_found_there_is_held_against_the_plan(
    cli: Any, moved: Path, kept: str, edit: Callable[[dict[str, Any]], None]
) -> None:
    """A false claim, and a room file that has other figures."""
    plan = json.loads(moved.read_text())
    edit(plan)
    moved.write_text(json.dumps(rehash(plan)))
    other = Path(kept) / "other.toml"
    other.write_text((ROOT / "examples/grid/room.toml").read_text().replace("rows = ", "rows = 1"))
    assert cli("verify", moved).code == 0
    assert cli("verify", moved, "--files", kept).code == 6


def test_another_file_of_the_same_name_is_not_taken_for_it(cli: Any, moved: Path) -> None:
    """Prices that have changed: unchecked, and why; the folder beside it has the right ones."""
    text = Path("kept_parts/parts_200g.toml").read_text()
    shutil.copy("kept_parts/parts_200g_cables.csv", "away")
    Path("away/parts_200g.toml").write_text(text.replace("price = 20000", "price = 20001"))
    assert "has changed since the plan was made" in cli("verify", moved).out
    right = cli("verify", moved, "--files", "kept_parts", "--json").json()["unchecked"]
    assert [one for one in right if one.startswith("solver")] == []


def test_a_changed_file_that_is_found_first_hides_no_right_one(cli: Any, moved: Path) -> None:
    """Prices that have changed or are broken, here or in the first folder: the checksum decides."""
    good = ("--files", "kept_rooms", "--files", "kept_parts", "--strict", "--rerun")
    shutil.copytree("kept_parts", "parts")
    for text in (
        (Path("parts/parts_200g.toml").read_text().replace("price = 20000", "price = 2")),
        "schema =",
    ):
        Path("parts/parts_200g.toml").write_text(text)
        for line in (good, ("--files", "parts", *good)):
            ran = cli("verify", moved, *line)
            assert (ran.code, ran.err) == (0, ""), ran.out


def test_another_halls_room_beside_the_plan_is_not_taken_for_its_own(cli: Any, moved: Path) -> None:
    """The plan names a room in a folder, and so a file of that name beside it says nothing."""
    other = (ROOT / "examples/grid/room.toml").read_text().replace("rows = ", "rows = 1")
    (moved.parent / "room.toml").write_text(other)
    ran = cli("verify", moved)
    assert ran.code == 0
    assert "rooms/room.toml is not here: the room is used as the plan holds it" in ran.out


def test_a_script_names_the_folders_too(moved: Path) -> None:
    """As `--files` does."""
    plan = nf.read_plan(moved)
    assert plan.verify().wants_files
    assert not plan.verify(["kept_rooms", Path("kept_parts")]).unchecked


def test_only_what_wants_a_file_asks_for_folders() -> None:
    """A proof that would take too long to repeat wants none."""
    assert not Verification((), ("lower_bound: not tried again",)).wants_files


def test_a_folder_that_is_not_there_is_refused(cli: Any, moved: Path) -> None:
    """A word typed wrong is no pass by silence."""
    ran = cli("verify", moved, "--files", "kept_part")
    assert ran.code == 3
    assert "kept_part is not a folder" in ran.err
