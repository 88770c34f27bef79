"""The page of the plan file says of each field what proves it, and `verify` treats it so."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from netfloor.foundation.models import StrictModel
from netfloor.plans.models import LaidModel, PlanModel
from netfloor.plans.verify import Verification
from tests.fixtures.rows import whole_columns
from tests.plans.forge.edits import field_of, leaves
from tests.plans.forge.kinds import KINDS, make_plans, place_of, verified

Document = dict[str, Any]
REFERENCE = Path(__file__).parents[2] / "docs/reference"
#: The tables of the page: fields, and the columns of devices and cables.
TABLE_FILES = (REFERENCE / "plan-fields.csv", REFERENCE / "plan-columns.csv")
#: What a row may say of its fields: an edit of the first is refused or unchecked, of the others not.
PROVED, OPEN = {"derived", "file", "unchecked"}, {"terms", "asked", "recorded"}
TABLES = ("devices", "cables")


def fields_of(model: type[StrictModel], where: str = "") -> Iterator[str]:
    """Yield every field of a plan that holds no other fields, with dots between their names."""
    for name, info in model.model_fields.items():
        field = f"{where}{info.alias or name}"
        parts = [*models_in(info.annotation)]
        if not parts:
            yield field
        for part in parts:
            yield from fields_of(part, f"{field}.")


def models_in(kind: Any) -> Iterator[type[StrictModel]]:
    """Yield the models in a type."""
    if isinstance(kind, type) and issubclass(kind, StrictModel):
        yield kind
    for one in get_args(kind):
        yield from models_in(one)


def rows() -> Iterator[tuple[str, list[set[str]]]]:
    """Yield each field of the page's tables, and the words of its cells about proof."""
    for table in TABLE_FILES:
        with table.open(encoding="utf-8", newline="") as file:
            for part, names, _, *proofs in [*csv.reader(file)][1:]:
                words = [set(re.findall(r"\w+", cell)) & (PROVED | OPEN) for cell in proofs]
                for name in names.split():
                    yield ".".join(filter(None, (part, name))), words


def test_each_field_of_the_schema_has_a_row() -> None:
    """And one alone; a field without a row is a claim that nobody thought about."""
    named = [field for field, _ in rows()]
    schema = {*fields_of(PlanModel), *fields_of(LaidModel)}
    assert sorted(set(named)) == sorted(schema)
    assert len(set(named)) == len(named)
    assert all(proof for _, proofs in rows() for proof in proofs)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[Document, Verification]]:
    """Return plans of all kinds and what `verify` says of them."""
    folder = tmp_path_factory.mktemp("claims")
    made = make_plans(folder)
    found = {kind: (plan, verified(plan, place_of(folder, kind))) for kind, plan in made.items()}
    assert {kind for kind, (_, one) in found.items() if one is None or one.problems} == set()
    return {kind: (plan, one) for kind, (plan, one) in found.items() if one is not None}


def column_of(plan: Document) -> int:
    """Return which column of the tables about devices and cables is about a plan."""
    return 2 if "solver" not in plan else 1 if plan.get("ports") == "imported" else 0


def test_verify_says_the_same(checked: Mapping[str, tuple[Document, Verification]]) -> None:
    """A field is among those that no file can prove just where its row says so."""
    proofs, wrong = dict(rows()), defaultdict(set)
    for kind, (plan, found) in checked.items():
        listed = tuple(f"{one.field}." for one in found.not_provable)
        for field in {field_of(place) for place in leaves(whole_columns(plan))}:
            row = next((one for one in proofs if f"{field}.".startswith(f"{one}.")), None)
            if row is None:  # a part without anything in it
                assert any(one.startswith(f"{field}.") for one in proofs), (kind, field)
                continue
            said = proofs[row][column_of(plan) if row.split(".")[0] in TABLES else 0]
            if not said & (OPEN if f"{field}.".startswith(listed) else PROVED):
                wrong[field].add(kind)
    assert dict(wrong) == {}
    assert set(KINDS) == set(checked)
