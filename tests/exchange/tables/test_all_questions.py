"""All questions about lists in one run, those that come after the first answers too."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.all_questions import first_options, read_with_all_questions
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import ManyProblemsError, as_option, setting

CABINETS = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
_DEVICES = "name,rack,unit,height\nsrv1,A01,1,1\nleaf1,A01,40,1\n"
#: Unknown headings hide a device without a row.
_CABLES = "Kasten A,Loch A,Kasten B,Loch B\nsrv1,1,leaf1,1\nsrv2,1,leaf1,1\n"


def _read(folder: Path, columns: dict[str, str]) -> Fabric:
    paths = [folder / "devices.csv", folder / "cables.csv"]
    return read_with_all_questions(
        lambda asked: read_lists(paths, CABINETS, asked).fabric, TableRequest(columns), paths
    )


def test_later_questions_are_asked_with_the_first(tmp_path: Path) -> None:
    """And all first options together read the lists."""
    (tmp_path / "devices.csv").write_text(_DEVICES)
    (tmp_path / "cables.csv").write_text(_CABLES)
    with pytest.raises(ManyProblemsError) as refused:
        _read(tmp_path, {})
    text = refused.value.told(as_option)
    first, _, later = text.partition("with the first option of each, these come next:")
    assert "there is no column a or b" in first
    assert "there is no device 'srv2'" in later
    assert text.startswith("lists: 2 problems")
    offered: dict[str, str] = {}
    for line in text.split("\n"):
        for name, target in re.findall('--map "([^"]*)=([^"=]*)"', line):
            base = offered.get(name, "")
            offered[name] = target if target.startswith(base) else f"{base}{target.removeprefix(base[:1])}"
    fabric = _read(tmp_path, offered)
    assert [device.name for device in fabric.devices] == ["srv1", "leaf1", "srv2"]
    assert len(fabric.cables) == 2


def test_lists_without_a_problem_are_read_once(tmp_path: Path) -> None:
    """And problems without an option are raised as they are."""
    calls: list[TableRequest] = []

    def read(asked: TableRequest) -> int:
        calls.append(asked)
        return 7

    assert read_with_all_questions(read, TableRequest(), [tmp_path]) == 7
    assert len(calls) == 1


def test_options_that_belong_together_are_the_first_answer() -> None:
    """An alternative behind ``or`` is not part of it."""
    option = setting("map")
    line = f'x: what; say {option} "A=a" {option} "B=b", or {option} "A=skip"'
    assert first_options(line) == {"A": "a", "B": "b"}


def test_an_option_that_does_not_settle_its_problem_is_not_offered() -> None:
    """The advice before it stays."""
    option = f'{setting("map")} "A=skip"'

    def read(_: TableRequest) -> int:
        problems = Problems()
        problems.add("list.csv: line 2", "a is empty", f"a value in every row, or {option} leaves it out")
        problems.add("list.csv: line 3", "b is empty", "a value in every row")
        problems.raise_all()
        return 1

    with pytest.raises(ManyProblemsError) as refused:
        read_with_all_questions(read, TableRequest(), [])
    assert "line 2: a is empty; a value in every row\n" in refused.value.told(as_option)
    assert "--map" not in refused.value.told(as_option)
