"""A plan in which anything at all was changed is found out."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.plans.verify import Verification

Document = dict[str, Any]
Place = tuple[str | int, ...]

#: Claims about the making that no placement shows; the checksum alone covers them.
NOT_DERIVED = {
    ("solver", "seed"),
    ("solver", "chains"),
    ("solver", "iterations"),
    ("solver", "placer"),
    ("solver", "found_by"),
    ("solver", "budget", "iterations"),
    ("solver", "budget", "seconds"),
    ("tool", "version"),
}
#: The name of a room's file: nothing says that a file which is not here had another one.
FILE_NAME = ("inputs", "room", "spec")
#: What a smaller value of is as true as before.
WEAKER = ("lower_bound", "eigenvalue")
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["slimfly:3", "paper:18", "R01C01", "lps", "file:star.edges", "hall.toml", "b"]),
    st.builds(list),
    st.builds(dict),
)


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every scalar."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*place, key))
    else:
        yield place


def containers(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every object and list that holds something."""
    if isinstance(value, dict | list) and value:
        yield place
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers(part, (*place, key))


def at(document: Any, place: Place) -> Any:
    """Return the part at a place, None where there is none any more."""
    for key in place:
        if isinstance(document, list):
            known: Any = range(len(document))
        else:
            known = document if isinstance(document, dict) else ()
        if key not in known:
            return None
        document = document[key]
    return document


@pytest.fixture
def found(
    verified: Callable[[Document], Verification], plan_folder: Path, here: Path
) -> Callable[[Document], bool]:
    """Say whether a plan is found wrong, or not even taken for one; its source files are here."""
    for name in ("star.edges", "hall.toml"):
        (here / name).write_text((plan_folder / name).read_text())

    def wrong(document: Document) -> bool:
        try:
            return not verified(document).ok
        except InputError:
            return True

    return wrong


PLANS = pytest.mark.parametrize("name", ["slimfly", "random", "file"])
FUZZED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@PLANS
@FUZZED
@given(data=st.data())
def test_any_changed_value_is_found_after_resealing(
    name: str,
    plans: Mapping[str, str],
    reseal: Callable[[Document], Document],
    found: Callable[[Document], bool],
    data: st.DataObject,
) -> None:
    """Whatever scalar is replaced, no recomputed hash or total hides it."""
    good = json.loads(plans[name])
    bad = copy.deepcopy(good)
    hidden = NOT_DERIVED | ({FILE_NAME} if name == "file" else set())
    place = data.draw(st.sampled_from([p for p in leaves(good) if p not in hidden]))
    old, new = at(good, place), data.draw(SCALARS)
    assume(old != new or isinstance(old, bool) != isinstance(new, bool))
    assume(place != WEAKER or not isinstance(new, int | float) or new > old)
    at(bad, place[:-1])[place[-1]] = new
    before = json.dumps(bad)
    try:
        reseal(bad)
    except (TypeError, ValueError, KeyError, AttributeError):
        bad = json.loads(before)  # too broken even for a forger
    assume(bad != good)  # it was a hash or a total, and is right again
    assert found(bad)


@PLANS
@FUZZED
@given(data=st.data())
def test_anything_lost_added_or_moved_is_found_after_resealing(
    name: str,
    plans: Mapping[str, str],
    reseal: Callable[[Document], Document],
    found: Callable[[Document], bool],
    data: st.DataObject,
) -> None:
    """Entries cannot be removed, doubled, added or exchanged unnoticed."""
    good = json.loads(plans[name])
    bad = copy.deepcopy(good)
    box = at(bad, data.draw(st.sampled_from(list(containers(good)))))
    keys = list(box) if isinstance(box, dict) else list(range(len(box)))
    key, action = data.draw(st.sampled_from(keys)), data.draw(st.sampled_from(["lose", "add", "exchange"]))
    if action == "lose":
        del box[key]
    elif action == "add" and isinstance(box, dict):
        box[data.draw(st.text(max_size=5).filter(lambda name: name not in box))] = 1
    elif action == "add":
        box.insert(key, box[key])
    else:
        other = data.draw(st.sampled_from(keys))
        box[key], box[other] = box[other], box[key]
    assume(at(bad, FILE_NAME) == at(good, FILE_NAME) or name != "file")
    assume(action != "exchange" or bad.get("solver") == good["solver"])
    before = json.dumps(bad)
    try:
        reseal(bad)
    except (TypeError, ValueError, KeyError, AttributeError):
        bad = json.loads(before)
    assume(bad != good)
    assert found(bad)
