"""No edit of a plan passes `verify` but in fields that it lists as not provable from the file."""

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.models import StrictModel
from netfloor.layout.problem import make_problem
from netfloor.plans.check.provable import not_provable
from netfloor.plans.check.sources import NO_CATALOGUE
from netfloor.plans.models import PlanModel
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.verify import Verification, verify_plan
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.spec import build
from tests.fixtures.commands import rehash
from tests.fixtures.rows import whole_columns
from tests.plans.forge.edits import Forger, field_of, fields_that_differ, leaves
from tests.plans.forge.kinds import KINDS, make_plans

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


def verified(plan: Document, folder: Path) -> Verification | None:
    """Verify a plan among the files that it names; None where it is not even taken for one."""
    path = folder / "forged.json"
    path.write_text(json.dumps(plan))
    try:
        return verify_plan(path)
    except InputError:
        return None


def unnoticed(plan: Document, forged: Document, folder: Path) -> list[str]:
    """Return the fields that were changed, or lost their proof, if that passes and they are not listed.

    What is unchecked in the good plan may be so in the forged one.
    """
    found = verified(forged, folder)
    if found is None or not found.ok or not set(found.unchecked) <= set(unchecked_in(plan)):
        return []
    listed = tuple(f"{one.field}." for one in found.not_provable)
    before = tuple(f"{one.field}." for one in not_provable(PlanModel.model_validate(plan)))
    changed = set(fields_that_differ(whole_columns(plan), whole_columns(forged))) - {"sha256"}
    if seeded_spec(forged) == plan["inputs"]["network"]["spec"]:
        changed.discard("inputs.network.spec")
    lost = {one[:-1] for one in listed if not one.startswith(before) and value_of(forged, one) is not None}
    return sorted({field for field in changed if not f"{field}.".startswith(listed)} | lost)


def seeded_spec(plan: Document) -> str:
    """Return the spec of a network with the seed that its parameters have: the same network."""
    network = plan["inputs"]["network"]
    return f"{network['spec']},seed={network['parameters'].get('seed')}"


def unchecked_in(plan: Document) -> list[str]:
    """Return what cannot be checked in a right plan: devices of servers without an order."""
    return [NO_CATALOGUE] if plan.get("hosts") and not plan.get("order") else []


def value_of(plan: Any, field: str) -> Any:
    """Return what a field holds, of lists the first that has it; None where it is left out."""
    for key in field.strip(".").split("."):
        parts = plan if isinstance(plan, list) else [plan]
        plan = next((one[key] for one in parts if isinstance(one, dict) and one.get(key) is not None), None)
    return plan or None


def planted(plan: Document, folder: Path, number: int, seed: int) -> list[tuple[int, list[str]]]:
    """Plant a number of edits; return those that nobody notices."""
    forged = ((one, Forger(plan, one).forged()) for one in range(seed, seed + number))
    found = [(one, unnoticed(plan, changed, folder)) for one, changed in forged]
    return [(one, fields) for one, fields in found if fields]


@pytest.mark.parametrize("kind", KINDS)
def test_no_planted_edit_is_accepted(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """A right plan passes, no file of it missed; whatever is changed in it is found or listed."""
    found = verified(good[kind], folder)
    assert found is not None
    assert (list(found.problems), list(found.unchecked)) == ([], unchecked_in(good[kind]))
    assert planted(good[kind], folder, 4, seed=0) == []


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_no_edit_of_ten_thousand_is_accepted(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """The same by 500 edits of each of the plans."""
    assert planted(good[kind], folder, 500, seed=1000) == []


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


def fields_of(model: type[StrictModel], where: str = "") -> Iterator[str]:
    """Yield every field that a part of a plan may have, with dots between their names."""
    for name, info in model.model_fields.items():
        yield (field := f"{where}{info.alias or name}")
        for part in models_in(info.annotation):
            yield from fields_of(part, f"{field}.")


def models_in(kind: Any) -> Iterator[type[StrictModel]]:
    """Yield the models in a type."""
    if isinstance(kind, type) and issubclass(kind, StrictModel):
        yield kind
    for one in get_args(kind):
        yield from models_in(one)


def test_the_headline_names_figures_of_another_placement(
    good: Mapping[str, Document], folder: Path
) -> None:
    """All figures are said to be recomputed but those that the file cannot prove; a saving's are needed."""
    said = {
        kind: verified(good[kind], folder)
        for kind in ("money", "required", "detours", "grown with servers")
    }
    verdicts = {kind: found.verdict() for kind, found in said.items() if found is not None}
    whole = "PASS: all figures independently recomputed"
    assert verdicts == {
        "money": whole,
        "required": f"{whole} but solver.requirements.cable_mm_without, which the file cannot prove",
        "detours": f"{whole} but detours, which the file cannot prove",
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


def test_no_field_of_plans_is_left_out_of_the_forgery(good: Mapping[str, Document]) -> None:
    """Every field that a plan may have is in one of them."""
    wanted, by_network = set(fields_of(PlanModel)), "lower_bound.networks."
    again = {
        one for one in wanted if one.startswith(by_network)
    }  # of a network what lower_bound has of all
    assert {one.replace(by_network, "lower_bound.") for one in again} <= wanted
    attached = "inputs.network.attached.servers."  # has the fields of a graph's servers
    alike = {one for one in wanted if one.startswith(attached)}
    assert {one.replace(attached, "inputs.network.graph.servers.") for one in alike} <= wanted
    # rates of a graph that no file holds, which only the library makes: verify says so of the graph
    given = {one for one in wanted if one.startswith("inputs.network.graph.gbps")}
    assert wanted - again - alike - given <= places_of_fields(good).keys()


@pytest.mark.nightly
def test_every_field_is_edited(good: Mapping[str, Document], folder: Path) -> None:
    """In five ways, or left out."""
    accepted = []
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
                accepted += [(kind, one, value) for one in unnoticed(good[kind], rehash(forged), folder)]
    assert accepted == []
