"""Objectives record the coefficients they use; `verify` refuses others and names what rests on files."""

import copy
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.verify import verify_plan
from tests.fixtures.commands import rehash
from tests.plans.forge.kinds import make_plans

Document = dict[str, Any]
PRICES, WATTS = {"cost_set", "cost_set_sha256"}, {"power_set", "power_set_sha256"}
CATALOGUE = {"catalogue", "catalogue_sha256", "criterion"}
#: What each kind of plan records beside its values.
USED = {
    "money": PRICES,
    "power in a hall": PRICES | WATTS,
    "longest": set(),
    "mean latency": {"switch_ns"},
    "worst latency": {"switch_ns"},
    "sum": PRICES | WATTS | {"reach_mm"},
    "parts": CATALOGUE,
    "parts and power": CATALOGUE | {"years", "kwh_price", "switch"},
}
#: A false value of each coefficient that some objective does not use.
FALSE = {
    "switch_ns": 1.0,
    "reach_mm": 4000,
    "years": 9.0,
    "kwh_price": 9.0,
    "switch": "NOPE",
    "cost_set": "cheap",
    "power_set": "cold",
    "criterion": "price",
    "catalogue": "none.toml",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the plans and the files that they name."""
    return tmp_path_factory.mktemp("objectives")


@pytest.fixture(scope="module")
def plans(folder: Path) -> Mapping[str, Document]:
    """Return plans by kind."""
    return make_plans(folder, {*USED, "servers", "ports and liquid"})


def problems_of(plan: Document, folder: Path) -> tuple[str, ...]:
    """Return what is wrong with a plan among its files."""
    (folder / "edited.json").write_text(json.dumps(rehash(plan)))
    return verify_plan(folder / "edited.json").problems


@pytest.mark.parametrize("kind", USED)
def test_a_record_has_the_coefficients_that_it_uses(
    kind: str, plans: Mapping[str, Document], folder: Path
) -> None:
    """And no others: a false one of another objective is refused by name, a missing one too."""
    record = plans[kind]["solver"]["objective"]
    every = {field for used in USED.values() for field in used}
    assert every & record.keys() == USED[kind]
    assert problems_of(copy.deepcopy(plans[kind]), folder) == ()
    allowed = {"switch"} if "parts" in kind else {"reach_mm"} if "cost_set" in record else set()
    for field in FALSE.keys() - USED[kind] - allowed:
        forged = copy.deepcopy(plans[kind])
        forged["solver"]["objective"][field] = FALSE[field]
        found = problems_of(forged, folder)
        assert any(f"objective.{field}: is not used by" in one for one in found), (field, found)
    for field in USED[kind] - {"reach_mm", "switch"}:
        forged = copy.deepcopy(plans[kind])
        del forged["solver"]["objective"][field]
        assert problems_of(forged, folder), field


@pytest.mark.parametrize(
    ("kind", "catalogue", "forge", "field"),
    [
        (
            "servers",
            "parts.toml",
            {"solver.objective": "value_by_length"},
            "solver.objective.value_by_length",
        ),
        ("servers", "parts.toml", {"solver.objective": "least"}, "solver.objective.least"),
        ("ports and liquid", "parts_800g.toml", {"hosts.server": "mw"}, "hosts.server"),
        ("ports and liquid", "parts_800g.toml", {"hosts": "switches"}, "hosts.switches"),
        ("ports and liquid", "parts_800g.toml", {"hosts": "liquid"}, "hosts.liquid"),
    ],
)
def test_figures_that_rest_on_another_catalogue_are_named(
    kind: str,
    catalogue: str,
    forge: Mapping[str, str],
    field: str,
    plans: Mapping[str, Document],
    folder: Path,
    tmp_path: Path,
) -> None:
    """With the plan's catalogue a forged figure fails; with another one it is named as not checked."""
    forged = copy.deepcopy(plans[kind])
    for where, key in forge.items():
        box: Any = forged
        for part in where.split("."):
            box = box[part]
        if key == "liquid":
            box[key]["server_mw"] -= 1
        elif key == "switches":
            box[key][0][0] -= 1
        elif key == "least":
            box[key] -= 1
        else:
            box[key] = type(box[key])(box[key] + 1 if key == "value_by_length" else box[key] - 1)
    assert problems_of(forged, folder) != ()
    for file in folder.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    text = (tmp_path / catalogue).read_text()
    (tmp_path / catalogue).write_text(text.replace("price = ", "price = 1", 1))
    (tmp_path / "edited.json").write_text(json.dumps(forged))
    found = verify_plan(tmp_path / "edited.json")
    assert field in found.unchecked_fields
    assert any(field in one for one in found.unchecked)
    assert field.rpartition(".")[2] in found.verdict()
    assert not found.passes(strict=True)
