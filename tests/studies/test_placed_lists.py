"""Plans of lists for an objective: the value is that of the bill, and a forged record is found."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import netfloor as nf
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.check.listed_parts import ListedParts
from netfloor.costmodels.objectives.listed import CableWays
from netfloor.exchange.lists.read import read_lists
from netfloor.foundation.errors import InputError
from netfloor.layout.devices.bound import price_bound
from netfloor.layout.devices.cheapest import longest_way_mm
from netfloor.layout.devices.problem import device_problem
from netfloor.layout.objective import NotPurchasable
from netfloor.plans.file import document_sha256, laid_document, read_record, write_plan
from netfloor.plans.laid import LaidFabric, cable_ports, hall_cabinets, lay, place_free
from netfloor.plans.load import load_any_plan
from netfloor.plans.models import LaidModel
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.order.laid_parts import laid_parts
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.plans.verify import Verification, verify_plan
from netfloor.rooms.hall import read_hall
from netfloor.studies.lists.placed import ListedAim, priced_objective
from tests.fixtures.lists import lay_lists
from tests.fixtures.small_cluster import ROOM

PARTS = Path(__file__).parents[2] / "examples/catalogue/parts_cluster.toml"
#: 100, 25 and 1 Gb/s, a few of each.
CABLES = """\
a,b,count,rate
leaf[1-2],spine1,2,100G
srv[1-3],leaf1,1,25G
srv[1-3],leaf2,1,25G
spine1,mgmt1,1,1G
leaf[1-2],mgmt1,1,1G
srv[1-3],mgmt1,1,1G
"""
LISTED = """\
name,kind,rack,unit,height,watts
spine1,switch,,,1,350
leaf[1-2],switch,,,1,250
mgmt1,switch,R01C03,,1,80
srv[1-2],server,R01C01,1+,2,600
srv3,server,R01C02,20,2,600
"""
#: Two breakouts, and single links of each rate.
BREAKOUT = """\
a,port a,b,port b,rate,form a,form b,piece
srv1,eth[0-1],leaf1,Eth1/1/[1-2],25G,SFP28,QSFP28,B1
srv2,eth[0-1],leaf1,Eth1/2/[1-2],25G,SFP28,QSFP28,B2
leaf2,Eth1/49,spine1,Eth1/1,100G,,,
nas1,e0,leaf2,Eth1/2,25G,,,
nas1,e1,leaf2,Eth1/3,1G,,,
"""


def ways(laid: LaidFabric) -> CableWays:
    """Return how the cables of a plan run."""
    one, other = cable_ports(laid.fabric)
    lengths = np.stack([laid.hall.lengths_between(one, other, medium) for medium in MEDIA])
    return CableWays(lengths, one[0] == other[0])


def test_the_value_is_what_the_bill_asks_without_spares(here: Path) -> None:
    """Breakouts, one of them too long for what is sold: by the objective, the bill and the check."""
    laid = lay_lists(here, cables=BREAKOUT)
    catalogue = load_catalogue(PARTS).model_copy(update={"spares_percent": 0.0})
    bill = laid_parts(laid, PARTS, catalogue, OrderTerms(listed=ListedTerms(partial=True)))
    choice = ObjectiveChoice("parts", catalogue=str(PARTS), loaded=catalogue)
    longest = longest_way_mm(device_problem(laid.fabric, laid.hall).lengths)
    priced = priced_objective(laid.fabric, laid.hall, choice.spec(), ListedTerms(), longest)
    value, missing = priced.value(ways(laid))
    assert (round(100 * value), missing) == (bill.bom.net_cents, NotPurchasable(2, 5645, 5645))
    parts = ListedParts(catalogue.model_dump(), ("price", 0.0, 0.0), {}, None)
    record = LaidModel.model_validate(laid_document(laid))
    groups = parts.groups(record.devices.rows(), record.cables.rows())
    assert sorted(len(group.cables) for group in groups) == [1, 1, 1, 2, 2]
    lengths = ways(laid).length_mm.T.tolist()
    cents = [parts.cents(one, [tuple(lengths[number]) for number in one.cables]) for one in groups]
    assert cents.count(None) == 1
    assert sum(one or 0 for one in cents) == bill.bom.net_cents


def placed(folder: Path, text: str = "parts", **terms: Any) -> Path:
    """Return the plan file of a few devices placed for an objective."""
    texts = {
        "room.toml": ROOM,
        "devices.csv": LISTED,
        "cables.csv": CABLES,
        "parts.toml": PARTS.read_text(),
    }
    for name, own in texts.items():
        (folder / name).write_text(own)
    hall = read_hall(folder / "room.toml")
    fabric = read_lists([folder / "devices.csv", folder / "cables.csv"], hall_cabinets(hall)).fabric
    choice = ObjectiveChoice(text, catalogue=str(folder / "parts.toml") if "parts" in text else None)
    found, search = place_free(fabric, hall, aim=ListedAim(choice, ListedTerms(**terms)))
    write_plan(folder / "plan.json", lay(found, hall, "room.toml", search=search))
    return folder / "plan.json"


def edited(file: Path, edit: Callable[[dict[str, Any]], object]) -> Verification:
    """Return what is found in a plan whose objective was changed and signed again."""
    document = json.loads(file.read_text())
    edit(document["search"]["objective"])
    document["sha256"] = document_sha256(document)
    changed = file.with_name("changed.json")
    changed.write_text(json.dumps(document))
    return verify_plan(changed)


@pytest.fixture(scope="module")
def by_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a plan for the price of its parts."""
    return placed(tmp_path_factory.mktemp("parts"))


@pytest.mark.parametrize("text", ["parts", "money", "longest", "length + 0.2*power"])
def test_each_objective_verifies_and_is_never_worse_than_the_shortest(
    text: str, tmp_path: Path, by_parts: Path
) -> None:
    """The figures of both placements are derived again from the files that the plan names."""
    file = by_parts if text == "parts" else placed(tmp_path, text)
    _, record = read_record(file)
    assert isinstance(record, LaidModel)
    assert record.search is not None
    objective = record.search.objective
    assert objective is not None
    assert objective.value <= objective.value_by_length
    assert objective.cable_mm_by_length == record.search.lower_bound_mm
    assert objective.least == pytest.approx(objective.value, rel=1e-4)
    verified = verify_plan(file)
    assert verified.problems == ()
    assert [one.partition(":")[0] for one in verified.unchecked] == ["inputs.lists"]  # there are none here
    assert verified.objective is not None
    assert verified.objective.value == objective.value


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("value", 100.0, "search.objective.value: is 100.0, must be"),
        ("value_by_length", 10_000.0, "search.objective.value_by_length: is 10000.0, must be"),
        ("unit", "EUR", "search.objective.unit: is 'EUR', must be 'USD'"),
        ("cables", 3, "search.objective.cables: is 3, must be 16"),
        ("least", 10_000.0, "search.objective.least: is 10000.0, and the plan has"),
        ("least", None, "a bound and its method belong together"),
        ("method", "places", "places bound the longest cable alone"),
        ("unit_prices", {"R01C01": [1]}, "another method has no prices"),
        ("cable_mm_by_length", 5, "search.objective.cable_mm_by_length: is 5, must be"),
        ("cabinet_by_length", ["R01C01"], "is not a place for each placed device"),
        ("unit_by_length", [1, 1, 1, 1], "search.objective.cabinet_by_length: device"),
        ("name", "beauty", "is not a figure of listed cables"),
        ("cost_set", "slimfly-2014", "cost_set: is not used by parts"),
    ],
)
def test_a_false_claim_is_found(by_parts: Path, field: str, value: object, message: str) -> None:
    """Signed again, so that the checksum says nothing."""
    found = edited(by_parts, lambda objective: objective.update({field: value}))
    assert any(message in problem for problem in found.problems), found.problems


def test_a_lost_catalogue_leaves_the_figures_unchecked(by_parts: Path) -> None:
    """The fields that rest on it are named; nothing is said to be proved."""
    found = edited(by_parts, lambda objective: objective.update(catalogue="gone.toml"))
    assert found.problems == ()
    assert "search.objective.value" in found.unchecked_fields
    assert found.objective is None


def test_a_bound_by_prices_is_proved_again(by_parts: Path) -> None:
    """By the prices that the plan holds, in steps of a cent; one step more or less is not."""
    hall = read_hall(by_parts.with_name("room.toml"))
    lists = [by_parts.with_name("devices.csv"), by_parts.with_name("cables.csv")]
    fabric = read_lists(lists, hall_cabinets(hall)).fabric
    problem = device_problem(fabric, hall)
    spec = ObjectiveChoice("parts", catalogue=str(PARTS)).spec()
    priced = priced_objective(fabric, hall, spec, ListedTerms(), longest_way_mm(problem.lengths))
    bound = price_bound(problem.with_costs(priced.prices.costs(penalty=1)), 100_000)
    assert bound is not None
    assert bound.total > 0
    names = [one.name for one in hall.cabinets]
    prices = {name: row[1:] for name, row in zip(names, bound.price.tolist(), strict=True)}
    claim = {"method": "prices", "unit_prices": prices, "least": priced.least(bound.total)}
    assert edited(by_parts, lambda objective: objective.update(claim)).problems == ()
    for wrong in (bound.total + 1, bound.total - 1):
        claim["least"] = priced.least(wrong)
        (problem_found,) = edited(by_parts, lambda objective: objective.update(claim)).problems
        assert problem_found.endswith("is proved"), wrong


@pytest.mark.parametrize("wrong", [-1.0, 0.0, 0.5, 0.999, 1.001])
def test_a_bound_by_places_is_the_one_that_the_places_prove(tmp_path: Path, wrong: float) -> None:
    """A weaker one is refused as a stronger one is: no plan of the program has it."""
    found = edited(placed(tmp_path, "longest"), lambda objective: _scale_least(objective, wrong))
    assert found.problems
    assert found.problems[-1].endswith("is proved")


def _scale_least(objective: dict[str, Any], factor: float) -> None:
    assert objective["method"] == "places"
    objective["least"] *= factor


def test_cables_without_a_price_are_refused_or_left_out(here: Path) -> None:
    """All of them at once, with the remedy; a partial sum says how many cables count."""
    hall = read_hall(_written(here / "room.toml", ROOM))
    lists = [_written(here / "devices.csv", LISTED), here / "cables.csv"]
    lists[1].write_text(CABLES.replace("25G", "400G").replace("1,1G", "1,"))
    fabric = read_lists(lists, hall_cabinets(hall)).fabric
    aim = ListedAim(ObjectiveChoice("parts", catalogue=str(PARTS)))
    with pytest.raises(InputError) as refused:
        place_free(fabric, hall, aim=aim)
    assert "no rate" in str(refused.value)
    assert "the cages at 400 Gb/s are unknown" in str(refused.value)
    _, search = place_free(fabric, hall, aim=replace(aim, terms=ListedTerms(partial=True)))
    assert search is not None
    assert search.objective is not None
    assert search.objective.cables == 4
    with pytest.raises(InputError, match="formula"):
        place_free(fabric, hall, aim=ListedAim(ObjectiveChoice("max-latency")))


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_whatif_goes_by_the_catalogue_of_the_objective(by_parts: Path) -> None:
    """A plan that was placed for parts has prices, whoever names none."""
    found = nf.whatif(by_parts, {"slack": "+1"})
    assert found["bill_cost_difference"][1] > 0


def test_bill_whatif_and_comparison_go_by_that_catalogue_and_agree(by_parts: Path, cli: Any) -> None:
    """Money and watts are one; the comparison ranks by purchase, as nobody gives terms of owning."""
    bill = cli("bom", by_parts, "--json").json()
    planned = cli("whatif", by_parts, "--set", "slack=+1", "--json").json()["baseline"]["figures"]
    laid = load_any_plan(by_parts)
    assert isinstance(laid, LaidFabric)
    unplanned = by_parts.with_name("unplanned.json")
    write_plan(unplanned, replace(laid, search=None))
    ran = cli("compare", by_parts, unplanned, "--json")
    assert ran.code == 0, ran.err
    for one in ran.json()["candidates"]:
        assert one["figures"]["bill_cost"] == bill["summary"]["total_cost"] == planned["bill_cost"]
        watts = bill["summary"]["power_w"] + bill["listed"]["devices_w"]
        assert one["figures"]["power_with_servers_w"] == watts == planned["power_with_servers_w"]
        assert one["figures"]["network_power_w"] == planned["network_power_w"]
        assert one["figures"]["ownership_cost"] is None
