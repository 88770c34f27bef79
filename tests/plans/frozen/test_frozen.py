"""The facts of twelve plans stay as they are, whatever becomes of the records that hold them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.plans.frozen.facts import Facts, facts
from tests.plans.frozen.plans import NAMES, facts_file, make


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Return the files of the plans, made by their commands."""
    return make(tmp_path_factory.mktemp("frozen"))


def changes(old: Facts, new: Facts) -> list[str]:
    """Return what differs, a line for each device, cable or figure."""
    found = []
    for table in {**old, **new}:
        before, after = (_lines(one.get(table, [])) for one in (old, new))
        found += [f"{table}: was {line}" for line in before if line not in after]
        found += [f"{table}: is {line}" for line in after if line not in before]
        if sorted(before) == sorted(after) and before != after:
            found.append(f"{table}: another order")
    return found


def _lines(table: list[str] | dict[str, str]) -> list[str]:
    return table if isinstance(table, list) else [f"{name}: {text}" for name, text in table.items()]


@pytest.mark.parametrize("name", NAMES)
def test_the_facts_of_a_plan_stay(name: str, made: Mapping[str, Path]) -> None:
    """Places, ports, lengths, parts, money, bounds and the answer of verify are those on record."""
    frozen = json.loads(facts_file(name).read_text(encoding="utf-8"))
    assert changes(frozen, facts(made[name])) == []


def test_every_file_is_of_a_plan() -> None:
    """No facts are kept of a plan that is no longer made."""
    assert {path.name for path in facts_file("any").parent.iterdir()} == {
        facts_file(name).name for name in NAMES
    }


def test_a_changed_cable_is_named() -> None:
    """A cable whose length changed is shown as it was and as it is, and no other line is."""
    frozen = json.loads(facts_file("pods").read_text(encoding="utf-8"))
    cables = "cables (mm laid, mm bought)"
    line = frozen[cables][7]
    changed = line.replace(", ", ", 1", 1)
    assert changes(frozen, {**frozen, cables: [*frozen[cables][:7], changed, *frozen[cables][8:]]}) == [
        f"{cables}: was {line}",
        f"{cables}: is {changed}",
    ]
    assert changes(frozen, {**frozen, cables: frozen[cables][::-1]}) == [f"{cables}: another order"]
