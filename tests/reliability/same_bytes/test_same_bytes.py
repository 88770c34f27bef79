"""The recorded lines leave no command out, and the comparison overlooks nothing."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.fixtures.commands import every_command
from tests.reliability.same_bytes.compare import compare
from tests.reliability.same_bytes.intended import INTENDED
from tests.reliability.same_bytes.lines import COMMANDS, LINES
from tests.reliability.same_bytes.masks import MASKS, masked
from tests.reliability.same_bytes.normal import normal_form
from tests.reliability.same_bytes.run import record

#: Lines outside of the scenario `refused` that end with another code than 0.
OTHER_CODES = {
    "help/nothing": "2",
    "halls/room-check-drawn": "3",  # without the risers, its trays do not hang together
    "halls/room-check-narrow": "6",
    "halls/room-check-narrow-json": "6",
    "lists/plan-without-room": "2",
    "lists/plan-dry-run": "2",
    "lists/prices": "3",
    "plans/check-routable": "5",
    "exports/built-wrong": "6",
    "exports/built-wrong-json": "6",
}


def recording(folder: Path) -> Path:
    """Return a small recording: a line with an output, and a file of several lines."""
    line = folder / "plans" / "cost"
    (line / "files").mkdir(parents=True)
    (line / "stdout").write_text("total 12.50 USD\n")
    (line / "files" / "plan.json").write_text('{\n  "mean_cable_m": 6.75,\n  "links": 175\n}\n')
    return folder


def test_every_command_is_recorded() -> None:
    """Every command that the program has is run, and every group and command is asked for its help."""
    paths = [words for words, _ in every_command()]
    assert {" ".join(path) for path in paths} == set(COMMANDS)
    commands = {path for path in paths if not any(other[:-1] == path for other in paths if other)}
    run = {line.words[:length] for line in LINES for length in (1, 2) if "--help" not in line.words}
    assert commands <= run
    helps = {line.words[:-1] for line in LINES if line.words[-1:] == ("--help",)}
    assert helps == set(paths)


def test_there_are_enough_lines() -> None:
    """There are 60 lines at least, and no two of them share a folder."""
    assert len(LINES) >= 60
    assert not [name for name, times in Counter(line.folder for line in LINES).items() if times > 1]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("plans/cost/stdout", "total 12.51 USD\n"),
        ("plans/cost/stdout", "total 12.50 USD"),
        ("plans/cost/files/plan.json", '{\n  "mean_cable_m": 6.76,\n  "links": 175\n}\n'),
        ("plans/cost/files/new.json", ""),
    ],
)
def test_a_planted_difference_is_found(tmp_path: Path, file: str, text: str) -> None:
    """A byte that differs, or a file that only one side has, is named with its file."""
    old, new = recording(tmp_path / "old"), recording(tmp_path / "new")
    assert not compare(old, new).differences
    (new / file).write_text(text)
    assert [difference.file for difference in compare(old, new).differences] == [file]
    assert [difference.file for difference in compare(new, old).differences] == [file]


def test_the_first_line_is_shown(tmp_path: Path) -> None:
    """A difference says which line is the first, and shows both sides of it."""
    old, new = recording(tmp_path / "old"), recording(tmp_path / "new")
    path = new / "plans/cost/files/plan.json"
    path.write_text(path.read_text().replace("175", "176"))
    (found,) = compare(old, new).differences
    assert (found.line, found.old, found.new) == (3, '  "links": 175', '  "links": 176')


def test_an_intended_difference_is_none(tmp_path: Path) -> None:
    """A declared rule takes its own difference away and no other, and is named where it meets nothing."""
    old, new = recording(tmp_path / "old"), recording(tmp_path / "new")
    path = new / "plans/cost/files/plan.json"
    path.write_text(path.read_text().replace("mean_cable_m", "mean_length_m"))
    rules = (('"mean_cable_m":', '"mean_length_m":', "a name"), ("nowhere", "here", "nothing"))
    compared = compare(old, new, rules)
    assert not compared.differences
    assert compared.idle == ("nowhere",)
    path.write_text(path.read_text().replace("175", "176"))
    assert len(compare(old, new, rules).differences) == 1


def test_no_recording_is_no_success(tmp_path: Path) -> None:
    """Folders without a recording are refused, not called equal."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError):
        compare(tmp_path / "empty", recording(tmp_path / "new"))


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (
            "plans/layout/stdout",
            "effort       20,000 iterations of portfolio, 4 chains, seed 1, {} s; best by a\n",
        ),
        ("plans/layout-json/stdout", '{{\n  "iterations": 20000,\n  "seconds": {},\n  "gap": 0.25\n}}\n'),
        ("circulants/search/stdout", "examined       41 graphs, 13 for diameter 2; {} s\n"),
        ("assignment/qap/stdout", "effort       200 moves in {} s, seed 0\n"),
    ],
)
def test_masks_hide_times_alone(place: str, text: str) -> None:
    """Two times are the same, and any other digit of the same text still counts."""
    good = text.format("1.5")
    hidden = masked(place, good.encode(), "/work")
    assert masked(place, text.format("27.25").encode(), "/work") == hidden
    for at, letter in enumerate(good):
        if letter.isdigit() and text.format("\0" * 3)[at] != "\0":
            changed = good[:at] + str((int(letter) + 1) % 10) + good[at + 1 :]
            assert masked(place, changed.encode(), "/work") != hidden, changed


@pytest.mark.parametrize(
    ("place", "one", "other"),
    [
        (
            "plans/layout/stdout",
            "mean cable   6.7497 m over 175 links\n",
            "mean cable   6.7498 m over 175 links\n",
        ),
        ("plans/layout/files/plan.json", '{"seconds": 3.5}', '{"seconds": 3.6}'),
        ("plans/layout/files/plan.json", '"sha256": "ab"', '"sha256": "ac"'),
        ("study/compare/files/table/report.json", '"mean_cable_m": 5.2', '"mean_cable_m": 5.3'),
        ("circulants/estimate/stdout", "64 switches, 4,495 jump sets", "64 switches, 4,496 jump sets"),
        ("refused/export-format/stderr", "known: netbox", "known: netbux"),
    ],
)
def test_masks_do_not_hide_a_changed_number(place: str, one: str, other: str) -> None:
    """A figure that is no time stays as it is, and so does a time in a plan, which holds none."""
    assert masked(place, one.encode(), "/work") != masked(place, other.encode(), "/work")


def test_rules_are_whole() -> None:
    """Masks and intended differences have a reason, and a mask says what it replaces by a group."""
    assert all(mask.reason and "(" in mask.pattern for mask in MASKS)
    assert all(len(rule) == 3 and rule[2] for rule in INTENDED)


def test_bytes_that_are_no_text_stay(tmp_path: Path) -> None:
    """Of a file that is no text nothing is lost or masked."""
    data = bytes(range(256))
    (tmp_path / "some.bin").write_bytes(data)
    assert normal_form(tmp_path / "some.bin") == {"": data}
    assert masked("plans/layout/files/some.bin", data, "/work") == data


@pytest.mark.nightly
def test_the_present_tree_is_like_itself(tmp_path: Path) -> None:
    """Two recordings of one tree are equal, and every line ends with the code that it should."""
    record(tmp_path / "one")
    record(tmp_path / "two")
    assert not compare(tmp_path / "one", tmp_path / "two").differences
    for line in LINES:
        code = (tmp_path / "one" / line.folder / "exit").read_text().strip()
        if line.scenario == "refused":
            assert code in {"0", "2", "3", "4"}, line
        else:
            assert code == OTHER_CODES.get(line.folder, "0"), line
    shutil.rmtree(tmp_path / "two")
