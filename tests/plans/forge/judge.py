"""Whether `verify` accepts a forged plan whose claims are others, by rules that hold for every field."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import NetfloorError
from netfloor.plans.file import plan_document
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.verify import Verification
from tests.fixtures.rows import columns_of, rows_of, whole_columns
from tests.plans.forge.edits import Forger, fields_that_differ
from tests.plans.forge.kinds import verified

Document = dict[str, Any]
#: Outcomes of an edit. The last alone is a fault of `verify`.
REFUSED, UNCHECKED, NO_CLAIM, TRUE, ACCEPTED = "refused", "unchecked", "no claim", "true", "accepted"
#: Checksums of parts of the plan itself: they claim no more than these parts do, and 1 is 1.0 in them.
OWN_SUMS = {"sha256", "inputs.room.definition_sha256"}
#: What follows from network, room and places: a plan that has all of it right is another true one.
FOLLOWING = ("inputs.network.", "inputs.room.", "placement.", "devices.", "cables.", "totals.")


def judged(good: Verification, plan: Document, forged: Document, place: Path) -> tuple[str, list[str]]:
    """Return the outcome of an edit, and the fields that make it a fault.

    An edit is refused, or rests on a file that is not here, which the verdict names. What passes changes no
    claim where each field that differs is among those that the verdict calls not provable, and none lost
    its proof. It is another true plan where the fields that follow from network, room and places alone
    differ, and the program writes just these for them.
    """
    found = verified(forged, place)
    if found is None or not found.ok:
        return REFUSED, []
    if not set(found.unchecked) <= set(good.unchecked):
        return UNCHECKED, []
    listed = tuple(f"{one.field}." for one in found.not_provable)
    before = tuple(f"{one.field}." for one in good.not_provable)
    open_cords = any(one.field == "power.added" for one in found.not_provable)
    both = (without_added(one) if open_cords else whole_columns(one) for one in (plan, forged))
    changed = set(fields_that_differ(*both)) - OWN_SUMS
    lost = {one[:-1] for one in listed if not one.startswith(before) and value_of(forged, one) is not None}
    wrong = sorted({field for field in changed if not f"{field}.".startswith(listed)} | lost)
    if not wrong:
        return NO_CLAIM, []
    follows = all(f"{field}.".startswith(FOLLOWING) for field in wrong)
    return (TRUE, []) if follows and writes_the_same(forged, place) else (ACCEPTED, wrong)


def without_added(plan: Document) -> Document:
    """Return a plan of lists without the power cords that it adds: nothing proves their outlets."""
    own = plan["power"]["added"]
    rows = [row for number, row in enumerate(rows_of(plan["cables"])) if number not in own]
    totals = {key: 0 for key in plan["totals"] if key.endswith("_mm")}
    cables = columns_of(rows, plan["cables"], "cables")
    return whole_columns(plan | {"cables": cables, "totals": plan["totals"] | totals})


def value_of(plan: Any, field: str) -> Any:
    """Return what a field holds, of lists the first that has it; None where it is left out."""
    for key in field.strip(".").split("."):
        parts = plan if isinstance(plan, list) else [plan]
        plan = next((one[key] for one in parts if isinstance(one, dict) and one.get(key) is not None), None)
    return plan or None


def writes_the_same(forged: Document, place: Path) -> bool:
    """Return whether the program, given network, room and places, writes that plan; never one of lists."""
    path = place / "forged.json"
    path.write_text(json.dumps(forged))
    try:
        plan = load_any_plan(path)
    except NetfloorError:
        return False
    if isinstance(plan, LaidFabric):  # its columns are not derived but copied
        return False
    again = plan_document(plan)
    one, other = (whole_columns(document) | {"sha256": ""} for document in (forged, again))
    return not set(fields_that_differ(one, json.loads(json.dumps(other))))


def planted(
    plan: Document, place: Path, seeds: range, counts: Counter[str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Plant an edit for each seed; yield those that are accepted, with their fields."""
    good = verified(plan, place)
    assert good is not None
    for seed in seeds:
        became, fields = judged(good, plan, Forger(plan, seed).forged(), place)
        if counts is not None:
            counts[became] += 1
        if became == ACCEPTED:
            yield seed, fields


def shares(number: int, kinds: Mapping[str, Document]) -> dict[str, int]:
    """Return how many edits each kind of plan gets, all but the same number."""
    each, more = divmod(number, len(kinds))
    return {kind: each + (place < more) for place, kind in enumerate(kinds)}
