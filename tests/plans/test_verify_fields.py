"""Every field of a plan is derived again, refused if unknown, or named as not provable from the file."""

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.verify import Verification, verify_plan
from netfloor.studies.hall_plan.run import run_hall_plan
from netfloor.studies.place import LayoutRequest, run_layout
from tests.fixtures.rows import network_cables

Document = dict[str, Any]
Place = tuple[str | int, ...]
CATALOGUE = Path(__file__).parents[2] / "examples/catalogue/parts_400g.toml"
ROOM = """
schema = 1
name = "hall"
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
tray = [
    { name = "T", points_m = [[1, 2], [1, 7], [6, 7], [6, 2]], height_m = 2.6, access_m = 2 },
    { name = "U", points_m = [[1, 7], [1, 8], [6, 8], [6, 7]], height_m = 2.6, access_m = 0.1 },
]
row = [
    { name = "A", start_m = [2, 2], count = 4, pitch_m = 1, units = 42, switch_units = [41] },
    { name = "B", start_m = [2, 7], count = 4, pitch_m = 1, units = 42, switch_units = [41] },
]
"""
REQUEST = """
room = "room.toml"
catalogue = "parts.toml"
[network]
spec = "random:8,3,seed=1"
endpoints = 2
gbps = 400
[layout]
iterations = 1000
objective = "parts"
[servers]
rule = "nearest"
per_cabinet = 4
[parts]
spares = ["2%"]
"""
#: The terms of proofs: others prove the same claim or less, and less is refused.
TERMS = ("flow", "below", "pairs", "clusters", "proof")


def around(cables: list[Document]) -> tuple[int, int]:
    """Return a link between two cabinets of row B, and its length by tray U.

    They are 1 m apart. From one at x to another at y tray T leads straight; the way back to its corner at
    1 m, 7 m around by U and on from its corner at 6 m is longer, by 12 m less twice their distance.
    """
    for link, cable in enumerate(cables):
        one, other = cable["a"]["cabinet"], cable["b"]["cabinet"]
        if one != other and one[0] == other[0] == "B":
            apart = abs(int(one[1:]) - int(other[1:]))
            return link, cable["length_mm"] + 12_000 - 2_000 * apart
    raise AssertionError("no link within row B")


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory, rehash: Callable[[Document], Document]) -> Path:
    """Return a folder with plans of several kinds, and the files that they name."""
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "room.toml").write_text(ROOM)
    (folder / "plan.toml").write_text(REQUEST)
    shutil.copy(CATALOGUE, folder / "parts.toml")
    run_hall_plan(folder / "plan.toml", folder / "out", 1, SILENT, Interrupt(), force=False)
    plan = json.loads((folder / "out/plan.json").read_text())
    link, length_mm = around(network_cables(plan))
    plan["detours"] = [[link, "optical", length_mm]]
    (folder / "hall.json").write_text(json.dumps(rehash(plan)))
    for name, objective in (("grid", "length"), ("money", "money")):
        choice, effort = ObjectiveChoice(objective), ("anneal", 1000, None, 1, 5, 1)
        out = folder / f"{name}.json"
        request = LayoutRequest("slimfly:3", None, out, *effort, 2, 100.0, objective=choice)
        run_layout(request, SILENT, Interrupt(), force=False)
    return folder


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of everything in a plan but the terms of proofs; of lists the last."""
    if place:
        yield place
    if isinstance(value, dict):
        for key in value.keys() - set(TERMS):
            yield from places(value[key], (*place, key))
    elif isinstance(value, list):
        for index in range(len(value))[-1:]:
            yield from places(value[index], (*place, index))


def edited(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    return 1.0 if value is None else None


def edits(document: Document, place: Place) -> Iterator[Document]:
    """Yield a plan with one field changed, with it left out, and with an unknown field in it."""
    old: Any = document
    for key in place:
        old = old[key]
    for action in ("change", "leave out", "add"):
        changed: Any = copy.deepcopy(document)
        box = changed
        for key in place[:-1]:
            box = box[key]
        if action == "change" and not isinstance(old, dict):
            box[place[-1]] = edited(old)
        elif action == "leave out" and old is not None:
            del box[place[-1]]
        elif action == "add" and isinstance(old, dict):
            box[place[-1]] = old | {"unheard-of": 1}
        if changed != document:
            yield changed


def is_listed(field: str, found: Verification) -> bool:
    """Return whether a field, or what it is a part of, is listed as not provable."""
    return any(f"{field}.".startswith(f"{one.field}.") for one in found.not_provable)


@pytest.mark.parametrize("kind", ["grid", "money", "hall"])
def test_a_changed_field_is_refused_or_listed(
    kind: str, kinds: Path, rehash: Callable[[Document], Document]
) -> None:
    """With the checksum redone: refused, or unchecked as a file is named that is not there, or listed."""
    document = json.loads((kinds / f"{kind}.json").read_text())
    good = verify_plan(kinds / f"{kind}.json")
    assert (good.problems, good.unchecked) == ((), ())
    assert kind != "hall" or all(document.get(part) for part in ("hosts", "order", "detours"))
    path, unnoticed = kinds / "edited.json", set()
    for place in places(document):
        field = ".".join(str(key) for key in place if isinstance(key, str))
        for changed in [] if field == "sha256" or is_listed(field, good) else edits(document, place):
            path.write_text(json.dumps(rehash(changed)))
            try:
                found = verify_plan(path)
            except InputError:
                continue
            if found.passes(strict=True) and not is_listed(field, found):
                unnoticed.add(field)
    assert unnoticed == set()


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: plan["detours"][0].__setitem__(2, 10**6),
        lambda plan: plan["detours"][0].__setitem__(2, plan["detours"][0][2] + 1),
        lambda plan: plan["detours"][0].__setitem__(2, plan["detours"][0][2] - 1),
        lambda plan: plan["order"].update(criterion="cheapest"),
        lambda plan: plan["order"].update(spares=["NOPE=4"]),
        lambda plan: plan["order"].update(switch="NOPE"),
        lambda plan: plan["hosts"].update(per_cabinet=1),
        lambda plan: plan["solver"]["objective"].update(least=2 * plan["solver"]["objective"]["value"]),
        lambda plan: plan["inputs"]["room"].update(definition_sha256="0" * 64),
    ],
)
def test_what_was_asked_for_is_kept(
    change: Callable[[Document], None], kinds: Path, rehash: Callable[[Document], Document]
) -> None:
    """A wish cannot be proved, but a plan that breaks its own wishes or limits is refused."""
    document = json.loads((kinds / "hall.json").read_text())
    change(document)
    (kinds / "edited.json").write_text(json.dumps(rehash(document)))
    assert verify_plan(kinds / "edited.json").problems


def test_a_room_of_a_file_that_is_gone_is_unchecked(
    kinds: Path, rehash: Callable[[Document], Document]
) -> None:
    """With another name no figure of the room can be held against its file: said, and refused if strict."""
    document = json.loads((kinds / "hall.json").read_text())
    document["inputs"]["room"]["spec"] = "gone.toml"
    (kinds / "edited.json").write_text(json.dumps(rehash(document)))
    found = verify_plan(kinds / "edited.json")
    assert len(found.unchecked) == 1
    assert found.passes(strict=False)
    assert not found.passes(strict=True)
