"""Plans whose devices a search placed: a change of place, rule, limit or bound is found by other code."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.foundation.files import canonical_sha256
from netfloor.layout.devices.bound import price_bound
from netfloor.layout.devices.problem import device_problem
from netfloor.layout.devices.rules import DeviceRule
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.file import document_sha256, read_record, write_plan
from netfloor.plans.laid import hall_cabinets, lay, place_free
from netfloor.plans.load import load_laid
from netfloor.plans.verify import verify_plan
from netfloor.rooms.hall import read_hall
from tests.fixtures.small_cluster import write_cluster

Document = dict[str, Any]
RULES = (DeviceRule(("spine1", "spine2"), "cabinet"), DeviceRule(("mgmt1",), only=("cabinet:R01C02",)))


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the plan file of the small cluster's switches under two rules, its bound by prices."""
    folder = tmp_path_factory.mktemp("placed")
    write_cluster(folder)
    hall = read_hall(folder / "room.toml")
    lists = [folder / name for name in ("switches.csv", "servers.csv", "cables.csv")]
    listed = read_lists(lists, hall_cabinets(hall)).fabric
    fabric, search = place_free(listed, hall, RULES)
    assert search is not None
    assert search.method == "enumeration"
    bound = price_bound(device_problem(listed, hall, RULES), search.bound_mm or 0)
    assert bound is not None
    prices = tuple(tuple(row[1:]) for row in bound.price.tolist())
    search = replace(search, bound_mm=bound.total, method="prices", price_mm=prices)
    write_plan(folder / "plan.json", lay(fabric, hall, "room.toml", search=search))
    return folder / "plan.json"


def problems_after(placed: Path, here: Path, edit: Callable[[Document], object]) -> list[str]:
    """Return what is found in a plan that was changed and signed again."""
    document = json.loads(placed.read_text())
    edit(document)
    room = document["inputs"]["room"]
    room["definition_sha256"] = canonical_sha256(room["definition"])
    document["sha256"] = document_sha256(document)
    (here / "plan.json").write_text(json.dumps(document))
    return laid_problems(*read_record(here / "plan.json"))


def test_a_good_plan_verifies_and_says_what_is_read(placed: Path) -> None:
    """Prices prove the bound again; what was asked for no file can prove."""
    verified = verify_plan(placed)
    assert verified.problems == ()
    assert verified.figures.lower_bound_m is not None
    assert {"search.free", "search.rules"} <= {one.field for one in verified.not_provable}
    read = load_laid(placed)
    assert read.search is not None
    assert read.search.rules == RULES
    write_plan(placed.with_name("again.json"), read)
    assert placed.with_name("again.json").read_bytes() == placed.read_bytes()


def test_a_bound_by_enumeration_is_only_read(placed: Path, here: Path) -> None:
    """The verdict names the field that the file cannot prove."""
    document = json.loads(placed.read_text())
    document["search"] |= {"method": "enumeration", "price_mm": {}}
    document["sha256"] = document_sha256(document)
    (here / "plan.json").write_text(json.dumps(document))
    verified = verify_plan(here / "plan.json")
    assert verified.ok
    assert verified.figures.lower_bound_m is None
    assert verified.unchecked_fields == ("inputs.room.definition",)
    assert "PASS" in verified.verdict()
    assert "plan the lists again" in verified.text()


def search_edit(**fields: object) -> Callable[[Document], None]:
    """Return an edit of the search."""
    return lambda document: document["search"].update(fields)


def cabinet_edit(**fields: object) -> Callable[[Document], None]:
    """Return an edit of every cabinet."""

    def edit(document: Document) -> None:
        for cabinet in document["inputs"]["room"]["definition"]["cabinets"]:
            cabinet.update(fields)

    return edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (cabinet_edit(power_limit_w=5000), "placed devices bring it to"),
        (cabinet_edit(air_limit_w=5000), "placed devices bring it to"),
        (cabinet_edit(taken=True), "was placed in R01C0"),
        (cabinet_edit(switch_units=[1]), "is not for switches"),
        (
            search_edit(
                rules=[{"devices": ["leaf*", "spine*"], "apart_by": "row", "metres": 0, "only": []}]
            ),
            "rule 1: spine1 and spine2 are not apart",
        ),
        (
            search_edit(rules=[{"devices": ["spine*"], "apart_by": "metres", "metres": 9, "only": []}]),
            "rule 1: spine1 and spine2 are not apart",
        ),
        (
            search_edit(rules=[{"devices": ["srv*"], "apart_by": "", "metres": 0, "only": ["row:B"]}]),
            "rule 1: srv01 is outside of row:B",
        ),
        (search_edit(lower_bound_mm=10**6), "search.lower_bound_mm: is 1000000, and the cables are"),
        (
            lambda d: d["search"].update(lower_bound_mm=d["search"]["lower_bound_mm"] + 1),
            "and the prices of units prove",
        ),
        (
            lambda d: d["search"].update(lower_bound_mm=d["search"]["lower_bound_mm"] - 1),
            "and the prices of units prove",
        ),
        (search_edit(price_mm={"R01C01": [10**6] * 42}), "and the prices of units prove"),
        (search_edit(method="none"), "a bound and its method belong together"),
        (search_edit(method="enumeration"), "another method has no prices"),
        (search_edit(free=[0, 0]), "free devices are not some of the devices, each once"),
        (search_edit(free=[99]), "free devices are not some of the devices, each once"),
    ],
)
def test_a_false_claim_is_found(
    placed: Path, here: Path, edit: Callable[[Document], object], message: str
) -> None:
    """Signed again, so that the checksum says nothing."""
    assert any(message in problem for problem in problems_after(placed, here, edit))


def test_fixed_devices_above_a_limit_are_no_problem_of_the_search(placed: Path, here: Path) -> None:
    """Their cabinet is warned of; a placed device that draws nothing may be in it."""

    def edit(document: Document) -> None:
        document["devices"]["watts"][:7] = [0.0] * 7
        cabinet_edit(power_limit_w=100)(document)

    assert problems_after(placed, here, edit) == []
