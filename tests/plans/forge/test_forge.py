"""No edit of a plan passes `verify` but in fields that it lists as not provable from the file."""

import copy
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.layout.problem import make_problem
from netfloor.plans.check.sources import NO_CATALOGUE
from netfloor.plans.models import PlanModel
from netfloor.plans.objective import ObjectiveChoice
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.spec import build
from tests.fixtures.commands import rehash
from tests.fixtures.rows import whole_columns
from tests.plans.forge.edits import field_of, leaves
from tests.plans.forge.judge import (
    ACCEPTED,
    NO_CLAIM,
    REFUSED,
    TRUE,
    UNCHECKED,
    judged,
    planted,
    shares,
)
from tests.plans.forge.kinds import KINDS, make_plans, place_of, verified
from tests.plans.forge.listed import GRAPH
from tests.plans.forge.pairs import PAIRS
from tests.plans.test_claims_page import fields_of

Document = dict[str, Any]
LEFT_OUT = "left out"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the plans and the files that they name."""
    return tmp_path_factory.mktemp("forge")


@pytest.fixture(scope="module")
def good(folder: Path) -> Mapping[str, Document]:
    """Return the plans, each right."""
    return make_plans(folder)


def unchecked_in(kind: str, plan: Document) -> set[str]:
    """Return the fields of a right plan that rest on no file here: those of a graph made in Python."""
    if kind == GRAPH:
        return {"inputs.network.graph"}
    return {NO_CATALOGUE} if plan.get("hosts") and not plan.get("order") else set()


@pytest.mark.parametrize("kind", KINDS)
def test_no_planted_edit_is_accepted(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """A right plan passes, no file of it missed; whatever is changed in it is found or listed."""
    place = place_of(folder, kind)
    found = verified(good[kind], place)
    assert found is not None
    assert list(found.problems) == []
    named = {field for one in found.unchecked for field in getattr(one, "fields", [one])}
    assert named == unchecked_in(kind, good[kind])
    assert [*planted(good[kind], place, range(4))] == []


@pytest.mark.nightly
def test_no_edit_of_ten_thousand_is_accepted(good: Mapping[str, Document], folder: Path) -> None:
    """The same by 10,000 edits over all plans; every outcome occurs."""
    counts, accepted = Counter[str](), []
    for kind, number in shares(10_000, good).items():
        seeds = range(1000, 1000 + number)
        accepted += [(kind, *one) for one in planted(good[kind], place_of(folder, kind), seeds, counts)]
    assert accepted == []
    assert counts.total() == 10_000
    assert min(counts[one] for one in (REFUSED, UNCHECKED, NO_CLAIM, TRUE)) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_fields_that_agree_are_noticed(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """Each edit of several fields, wherever a plan has them; most plans have most of them."""
    place, made = place_of(folder, kind), 0
    found = verified(good[kind], place)
    assert found is not None
    for number, edit in enumerate(PAIRS):
        forged = copy.deepcopy(good[kind])
        if edit(forged, random.Random(number)):  # noqa: S311 - no secret
            made += 1
            became = judged(found, good[kind], rehash(forged), place)
            assert became[0] != ACCEPTED, (edit.__name__, became)
    assert made >= len(PAIRS) // 3


def recomputed(plan: Document, slot_of: list[int], name: str = "money") -> float:
    """Return what a placement comes to by the plan's money, or by another objective."""
    room = room_from_definition(plan["inputs"]["room"]["definition"], "plan")
    topology = build(plan["inputs"]["network"]["spec"], endpoints=2)
    problem = make_problem(topology, room)
    return ObjectiveChoice(name).spec().make(topology, room, problem).value(np.array(slot_of, np.int32))


def test_a_saving_rests_on_a_placement_that_is_as_short(good: Mapping[str, Document], folder: Path) -> None:
    """A dear placement given out for the shortest one, with the value it has, is no saving."""
    plan = copy.deepcopy(good["money"])
    objective = plan["solver"]["objective"]
    placed = objective["placement_by_length"]
    turned = (placed[k:] + placed[:k] for k in range(1, len(placed)))
    worse = max(turned, key=lambda slot_of: recomputed(plan, slot_of, "length"))
    objective |= {"placement_by_length": worse, "value_by_length": recomputed(plan, worse)}
    rehash(plan)
    found = verified(plan, folder)
    assert found is not None
    assert found.problems == ("solver.objective.placement_by_length: has more cable than the plan itself",)


@pytest.mark.parametrize("kind", ["grid", "hall", "sum", "parts", "servers"])
def test_a_bound_is_no_higher_than_its_terms(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """Bounds of the length, the objective and the servers are refused a grain above what is proved."""
    places = (
        ("lower_bound", "length_mm"),
        ("solver", "objective", "least"),
        ("hosts", "proof", "least_mm"),
    )
    for place in places:
        plan: Document = copy.deepcopy(good[kind])
        box: Any = plan
        for key in place[:-1]:
            box = (box or {}).get(key)
        if not box or box.get(place[-1]) is None:
            continue
        box[place[-1]] = box[place[-1]] * (1 + 1e-6) if place[-1] == "least" else box[place[-1]] + 1
        rehash(plan)
        found = verified(plan, folder)
        assert found is not None
        assert found.problems, place


def test_a_sum_of_bounds_is_proved_network_by_network(good: Mapping[str, Document], folder: Path) -> None:
    """Entries that are missing, of another network, or longer with the sum are noticed."""
    found = good["networks"]["lower_bound"]
    assert found["method"] == "each network bounded alone"
    first, other = found["networks"]
    longer = first | {"length_mm": first["length_mm"] + 1}
    forgeries = [
        found | {"networks": [other, first]},
        found | {"networks": [first], "length_mm": first["length_mm"]},
        found | {"networks": [longer, other], "length_mm": found["length_mm"] + 1},
        found | {"networks": [first, other | {"method": "every placement tried"}]},
        {key: value for key, value in found.items() if key != "networks"},
        other | {"networks": found["networks"]},
    ]
    for forged in forgeries:
        seen = verified(rehash(copy.deepcopy(good["networks"]) | {"lower_bound": forged}), folder)
        assert seen is not None
        assert any(problem.startswith("lower_bound") for problem in seen.problems), forged


def test_the_headline_names_figures_of_another_placement(
    good: Mapping[str, Document], folder: Path
) -> None:
    """All figures are said to be recomputed but those that the file cannot prove; a saving's are needed."""
    said = {
        kind: verified(good[kind], folder)
        for kind in ("money", "required", "detours", "grown with servers")
    }
    verdicts = {kind: found.verdict() for kind, found in said.items() if found is not None}
    whole = "PASS: all figures recomputed independently"
    assert verdicts == {
        "money": whole,
        "required": f"{whole} except solver.requirements.cable_mm_without, which the file cannot prove",
        "detours": f"{whole} except detours, which the file cannot prove",
        "grown with servers": whole,
    }
    forged = copy.deepcopy(good["money"])
    forged["solver"]["objective"]["value_by_length"] *= 10
    del forged["solver"]["objective"]["placement_by_length"]
    assert verified(rehash(forged), folder) is None


def places_of_fields(good: Mapping[str, Document]) -> dict[str, tuple[str, tuple[Any, ...]]]:
    """Return a kind of plan that has each field, and where in it, every column of its tables written."""
    first: dict[str, tuple[str, tuple[Any, ...]]] = {}
    for kind in sorted(KINDS, key=lambda kind: kind.startswith("exact")):  # slower to verify
        for place in leaves(whole_columns(good[kind])):
            for end in range(1, len(place) + 1):
                first.setdefault(field_of(place[:end]), (kind, place[:end]))
    return first


#: Parts that have the fields of others, which are in some plan.
ALIKE = {
    "lower_bound.networks.": "lower_bound.",
    "inputs.network.attached.servers.": "inputs.network.graph.servers.",
    "panels.devices.": "devices.",
    "panels.cables.": "cables.",
}


def test_no_field_of_plans_is_left_out_of_the_forgery(good: Mapping[str, Document]) -> None:
    """Every field that the plan of a network may have is in one of them, rates of a graph too."""
    wanted = set(fields_of(PlanModel))
    for part, other in ALIKE.items():
        alike = {one for one in wanted if one.startswith(part)}
        assert {one.replace(part, other) for one in alike} <= wanted
        wanted -= alike
    assert wanted <= places_of_fields(good).keys()


#: Fields that say nothing in the plans here: the family of the network draws nothing, and the bound follows
#: without the prices too.
IDLE = {("inputs.reading.formulas.seed", 7), ("search.objective.unit_prices", LEFT_OUT)}


@pytest.mark.nightly
def test_every_field_is_edited(good: Mapping[str, Document], folder: Path) -> None:
    """In five ways, or left out."""
    accepted = []
    right = {
        kind: one for kind in good if (one := verified(good[kind], place_of(folder, kind))) is not None
    }
    for field, (kind, place) in places_of_fields(good).items():
        for value in (LEFT_OUT, None, 7, "b", [], {}):
            forged = copy.deepcopy(whole_columns(good[kind]))
            box: Any = forged
            for key in place[:-1]:
                box = box[key]
            if box[place[-1]] != value and field != "sha256":
                if value == LEFT_OUT and isinstance(box, dict):
                    del box[place[-1]]
                else:
                    box[place[-1]] = value
                became, fields = judged(right[kind], good[kind], rehash(forged), place_of(folder, kind))
                accepted += [(kind, one, value) for one in fields if became == ACCEPTED]
    assert [item for item in accepted if item[1:] not in IDLE] == []
