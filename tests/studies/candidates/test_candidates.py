"""Plans side by side: the order, the figures of page, workbook and JSON, and what would change them."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from netfloor import exit_codes
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.assessment.prices import CataloguePrices
from netfloor.plans.load import load_plan
from netfloor.plans.order.owned import ownership_of
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import OrderTerms
from netfloor.reports.candidates.answer import answer, money_each_gbps, readable
from netfloor.reports.candidates.document import candidates_document
from netfloor.reports.candidates.page import candidates_page
from netfloor.reports.candidates.tables import year_heads, years_table
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.figures.lookup import is_carried
from netfloor.reports.figures.rows import figure_text
from netfloor.reports.figures.table import FIGURES
from netfloor.studies.candidates.run import CandidatesRequest, compare_plans, plans_in
from netfloor.studies.place import LayoutRequest, run_layout
from netfloor.traffic.load.saturation import analysed_routing, saturation

PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"
TERMS = Path(__file__).parents[3] / "costmodels/data/ownership/example-usd.toml"
Cli = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three plans: 54 endpoints on two networks, one of them in a long room."""
    folder = tmp_path_factory.mktemp("candidates")

    def lay(name: str, spec: str, room: str | None) -> None:
        request = LayoutRequest(spec, room, folder / name, "anneal", 2000, None, 1, 5, 1, 3, 400.0)
        run_layout(request, SILENT, Interrupt(), force=False)

    lay("a.json", "slimfly:3", None)
    lay("b.json", "random:18,6", None)
    (folder / "long.toml").write_text("[grid]\nrows = 3\ncolumns = 3\nrow_pitch_m = 12\n")
    lay("long.json", "slimfly:3", str(folder / "long.toml"))
    return folder


@pytest.fixture(scope="module")
def short_parts() -> Catalogue:
    """Return the example catalogue without any fibre above 15 m."""
    catalogue = load_catalogue(PARTS)
    cords = tuple(
        cord.model_copy(update={"lengths": tuple(one for one in cord.lengths if one.length_m <= 15)})
        for cord in catalogue.cords
        if cord.lengths
    )
    return catalogue.model_copy(update={"cords": cords})


def compared(folder: Path, names: list[str], catalogue: Catalogue | None = None) -> RankedPlans:
    """Return plans of the folder side by side."""
    plans = [load_plan(folder / name) for name in names]
    prices = None if catalogue is None else CataloguePrices(PARTS, catalogue, OrderTerms(), ())
    return compare_plans(plans, CandidatesRequest(PARTS, ownership=TERMS), prices=prices)


def test_money_is_that_of_each_bill(folder: Path) -> None:
    """Each candidate costs what its own bill and its own cost of ownership say; the least comes first."""
    found = compared(folder, ["a.json", "b.json"])
    totals = []
    for one in found.candidates:
        parts = parts_list(load_plan(Path(one.file)), PARTS)
        owned = ownership_of(parts, load_ownership_terms())
        assert one.figures["ownership_cost"] == owned.total_cents / 100
        assert sum(one.yearly) == pytest.approx(owned.total_cents / 100)
        bought = sum(row.cost[found.candidates.index(one)] for row in found.parts)
        assert bought == pytest.approx(parts.bom.net_cents / 100)
        groups = ("network_cost", "server_cost", "works_cost")
        assert sum(one.figures[key] or 0 for key in groups) == pytest.approx(one.figures["capital_cost"])
        totals.append(owned.total_cents)
    assert totals == sorted(totals)


def test_what_cannot_be_bought_comes_last_and_never_costs_a_penalty(
    folder: Path, short_parts: Catalogue
) -> None:
    """Its money is that of the links that are sold, below what all would cost, and no ratio rests on it."""
    found = compared(folder, ["long.json", "b.json"], short_parts)
    first, last = found.candidates
    assert (first.name, last.name) == ("random:18,6", "slimfly:3")
    assert first.is_complete
    assert not last.is_complete
    assert last.figures["links_not_purchasable"]
    assert figure_text(last, "capital_cost").endswith("(incomplete)")
    assert years_table(found).texts()[1][-1][-1].endswith("(incomplete)")
    assert year_heads(found)[1].endswith("(incomplete)")
    assert (last.figures["ownership_cost_per_endpoint"], last.figures["ownership_cost_per_gbps"]) == (
        None,
        None,
    )
    whole = compared(folder, ["long.json", "b.json"]).candidates
    bought = next(one for one in whole if one.name == "slimfly:3")
    assert 0 < (last.figures["capital_cost"] or 0) < (bought.figures["capital_cost"] or 0)
    assert {one.against for one in found.break_even} == set()


def test_a_small_difference_in_money_calls_no_winner(folder: Path) -> None:
    """Below 2 % the answer says so and names what differs most; above, the cheaper one costs least."""
    found = compared(folder, ["a.json", "b.json"])
    first, second = found.candidates
    for factor, close in ((1.01, True), (1.03, False)):
        figures = dict(first.figures) | {
            "ownership_cost": factor * (first.figures["ownership_cost"] or 0),
            "bisection_gbps": 1.25 * (first.figures["bisection_gbps"] or 0),
        }
        said = answer(replace(found, candidates=(first, replace(second, figures=figures))))
        assert ("Too close to call on cost" in said) is close
        assert (f"largest difference of {second.name} is 25.0 % more bisection" in said) is close
        assert ("costs least" in said) is not close


@pytest.mark.parametrize(
    ("key", "factor", "said"),
    [
        ("max_latency_ns", 1.4, "40.0 % more maximum latency"),
        ("network_power_w", 0.6, "40.0 % less network power"),
        ("uniform_throughput", 0.5, "50.0 % less throughput under uniform traffic"),
        ("worst_throughput", 2.0, "100.0 % more throughput under the worst permutation"),
    ],
)
def test_what_differs_most_is_sought_among_all_that_is_compared(
    folder: Path, key: str, factor: float, said: str
) -> None:
    """Of plans too close in money, the largest difference is named, not the largest of a few figures."""
    found = compared(folder, ["a.json", "b.json"])
    carried = {"uniform_gbps": 9.0, "worst_gbps": 4.0, "uniform_throughput": 0.8, "worst_throughput": 0.3}
    first = replace(found.candidates[0], figures=dict(found.candidates[0].figures) | carried)
    figures = dict(first.figures)
    figures |= {
        "mean_latency_ns": 1.1 * (figures["mean_latency_ns"] or 0),
        key: factor * (figures[key] or 0),
    }
    second = replace(found.candidates[1], figures=figures)
    sentences = answer(replace(found, candidates=(first, second), routing="minimal"))
    assert f"largest difference of {second.name} is {said}." in sentences


def test_more_bisection_has_its_price_against_the_first(folder: Path) -> None:
    """Money more than the first's for each Gb/s more; none where there is no more, or no first."""
    found = compared(folder, ["a.json", "b.json"])
    first, second = found.candidates
    least, gbps = first.figures["ownership_cost"] or 0, first.figures["bisection_gbps"] or 0

    def at(**figures: float) -> float | None:
        one = replace(second, figures=dict(first.figures) | figures)
        return money_each_gbps(replace(found, candidates=(first, one)), one)

    assert at(ownership_cost=least + 500, bisection_gbps=gbps + 100) == pytest.approx(5)
    assert at(ownership_cost=least + 500, bisection_gbps=gbps) is None
    assert at(ownership_cost=least + 500, bisection_gbps=gbps - 100) is None
    assert money_each_gbps(found, first) is None


def test_a_folder_is_its_plan_or_the_plans_of_a_front(folder: Path, here: Path, cli: Cli) -> None:
    """``plan.json`` where there is one, else the numbered plans by their numbers; others are refused."""
    for name in (
        "front/plan-10.json",
        "front/plan-2.json",
        "whole/plan.json",
        "whole/plan-1.json",
        "no/x.json",
    ):
        (here / name).parent.mkdir(exist_ok=True)
        shutil.copy(folder / "a.json", here / name)
    assert [path.name for path in plans_in(here / "front")] == ["plan-2.json", "plan-10.json"]
    assert plans_in(here / "whole") == [here / "whole/plan.json"]
    assert len(cli("compare", "front", "--catalogue", PARTS, "--json").json()["candidates"]) == 2
    for given in (("no", "front"), ("whole",)):
        ran = cli("compare", *given)
        assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")


def test_where_no_device_serves_there_is_no_bill(folder: Path) -> None:
    """A plan that no switch serves stands last, without money, with the reason."""
    catalogue = load_catalogue(PARTS)
    few = tuple(one.model_copy(update={"cages": 1}) for one in catalogue.switches)
    found = compared(folder, ["a.json", "b.json"], catalogue.model_copy(update={"switches": few}))
    assert found.best is None
    assert all("no switch of" in one.not_purchasable for one in found.candidates)
    assert all(one.figures.get("capital_cost") is None for one in found.candidates)


def test_the_break_even_turns_the_order(folder: Path) -> None:
    """Priced again at the factor the two cost the same, to the rounding of cents; above and below, not."""
    found = compared(folder, ["a.json", "b.json"])
    turns = [one for one in found.break_even if one.lever == "optical" and one.then is not None]
    turns += [one for one in found.break_even if one.lever == "switches" and one.then is not None]
    for turn in turns:
        catalogue = _dearer(load_catalogue(PARTS), turn.lever, turn.then or 0.0)
        again = compared(folder, ["a.json", "b.json"], catalogue)
        one, other = (each.figures["ownership_cost"] or 0.0 for each in again.candidates)
        assert one == pytest.approx(other, rel=2e-4)
    assert {one.lever for one in found.break_even} == {
        "electricity",
        "optical",
        "copper",
        "switches",
        "years",
    }


def _dearer(catalogue: Catalogue, lever: str, factor: float) -> Catalogue:
    """Return a catalogue with the prices of a class of parts multiplied."""

    def scaled(part: Any) -> Any:
        return part.model_copy(update={"price": part.price * factor})

    if lever == "switches":
        return catalogue.model_copy(update={"switches": tuple(map(scaled, catalogue.switches))})
    cords = tuple(
        one.model_copy(update={"lengths": tuple(map(scaled, one.all_lengths())), "line": None})
        for one in catalogue.cords
    )
    return catalogue.model_copy(
        update={"transceivers": tuple(map(scaled, catalogue.transceivers)), "cords": cords}
    )


def test_unlike_numbers_of_endpoints_are_ranked_per_endpoint(folder: Path) -> None:
    """The larger network may cost more and come first; the answer says what it counts."""
    plans = [load_plan(folder / name) for name in ("a.json", "b.json")]
    half = plans[0].topology.endpoints.copy()
    half[:] = 1
    fewer = replace(plans[0], topology=replace(plans[0].topology, endpoints=half))
    found = compare_plans([fewer, plans[1]], CandidatesRequest(PARTS, ownership=TERMS))
    assert found.per == "endpoint"
    first, second = found.candidates
    assert (first.figures["ownership_cost_per_endpoint"] or 0) < (
        second.figures["ownership_cost_per_endpoint"] or 0
    )
    assert (first.figures["ownership_cost"] or 0) > (second.figures["ownership_cost"] or 0)


def test_page_and_workbook_show_the_figures_of_the_json(cli: Cli, folder: Path, here: Path) -> None:
    """Each figure of the page is that of the JSON as people read it, each of the workbook the number."""
    ran = cli(
        "compare", folder / "a.json", folder / "b.json", "--catalogue", PARTS, "--out", "out", "--json"
    )
    document = json.loads((here / "out/comparison.json").read_text())
    assert ran.json() == document
    page = unescape((here / "out/report.html").read_text())
    assert all(sentence in page for sentence in document["answer"].split(". "))
    table = page[page.index("<caption><span>All figures") :]
    rows = dict(
        re.findall(r'<th scope="row">([^<]*)</th>((?:\s*<td[^>]*>.*?</td>)+)', table, re.DOTALL)[::-1]
    )
    book = load_workbook(here / "out/comparison.xlsx")
    sheet = {row[:2]: row[2:] for row in book["Comparison"].iter_rows(values_only=True)}
    shown = 0
    for key, measure in FIGURES.items():
        values = [one["figures"][key] for one in document["candidates"]]
        if all(value is None for value in values):
            continue
        cells = re.findall(r"<td[^>]*>(.*?)</td>", rows[measure.heading("USD")], re.DOTALL)
        assert cells == [measure.text(value) for value in values]
        numbers = [value * 100 if measure.unit.kind.value == "share" else value for value in values]
        unit = "%" if measure.unit.kind.value == "share" else measure.unit_text("USD") or None
        assert list(sheet[measure.name, unit]) == pytest.approx(numbers)
        shown += 1
    assert shown > 25
    parts, plans = book["Parts side by side"], len(document["candidates"])
    money = [cells[-plans:] for cells in parts.iter_rows(2, len(document["parts"]) + 1, values_only=True)]
    bought = [[count > 0 for count in part["bought"].values()] for part in document["parts"]]
    assert [[str(cell).startswith("=ROUND(") for cell in cells] for cells in money] == bought
    assert (parts.page_setup.orientation, parts.page_setup.paperSize) == ("landscape", 9)
    listed = [row[0] for row in book["Parts side by side"].iter_rows(min_row=2, values_only=True)]
    assert listed[: len(document["parts"])] == [row["part"] for row in document["parts"]]


def test_what_networks_carry_is_shown_where_it_is_asked_for(cli: Cli, folder: Path) -> None:
    """Money and watts are divided by the Gb/s carried; without the question no report has the figures."""
    plans = [load_plan(folder / name) for name in ("a.json", "b.json")]
    found = compare_plans(plans, CandidatesRequest(PARTS, routing="valiant", ownership=TERMS))
    for one in found.candidates:
        plan = next(plan for plan in plans if str(plan.path) == one.file)
        carries = saturation(plan.topology, analysed_routing("valiant"))
        figures = {key: float(value) for key, value in one.figures.items() if value is not None}
        assert figures["matching_gbps"] == pytest.approx(54 * 400 * carries.matching)
        for key in ("uniform_gbps", "matching_gbps"):
            assert figures[f"ownership_cost_per_{key}"] == pytest.approx(
                figures["ownership_cost"] / figures[key], abs=0.01
            )
            assert figures[f"mw_per_{key}"] == pytest.approx(
                1000 * figures["network_power_w"] / figures[key]
            )
    page = candidates_page(found)
    assert "Traffic carried with valiant routing" in page
    assert "exact loads of all channels by valiant routing" in page
    assert "Gb/s carried with valiant routing, the lowest cost of ownership" in answer(found)
    told = cli(*("compare", str(folder / "a.json"), str(folder / "b.json"), "--traffic", "minimal", "-v"))
    assert "minimal routing" in told.out
    plain = candidates_document(compare_plans(plans, CandidatesRequest(PARTS)))
    assert all(plain["candidates"][0]["figures"][key] is None for key in FIGURES if is_carried(key))
    assert "routing" not in plain


def test_power_and_copper_mean_the_same_in_every_command(cli: Cli, folder: Path) -> None:
    """`compare`, `whatif` and `power` agree on the network; what serves servers is in figures named so."""
    a, b = (str(folder / name) for name in ("a.json", "b.json"))
    ask = ("--catalogue", "slimfly-2014", "--traffic", "minimal", "--json")
    ranked = cli("compare", a, b, *ask).json()["candidates"]
    figures = next(one["figures"] for one in ranked if one["file"] == a)
    planned = cli("whatif", a, *ask, "--set", "electricity=0.1").json()["baseline"]["figures"]
    power = cli("power", a, "--json").json()
    watts = figures["network_power_w"]
    assert watts == pytest.approx(power["network_w"]) == pytest.approx(planned["network_power_w"])
    assert figures["power_with_servers_w"] == pytest.approx(power["network_w"] + power["host_w"])
    assert figures["power_with_servers_w"] > watts
    for pattern in ("uniform", "matching"):
        key, carried = f"mw_per_{pattern}_gbps", figures[f"{pattern}_gbps"]
        assert figures[key] == pytest.approx(planned[key]) == pytest.approx(1000 * watts / carried)
    copper, optical = planned["copper_links"], planned["optical_links"]
    assert (figures["copper_links"], figures["optical_links"]) == (copper, optical)
    assert figures["copper_link_share"] == pytest.approx(copper / (copper + optical))
    assert figures["copper_links_with_servers"] == copper + 54  # a copper cable for each endpoint
    assert figures["copper_link_share_with_servers"] == pytest.approx(
        (copper + 54) / (copper + optical + 54)
    )
    alone, whole = (
        {one["file"]: one["figures"] for one in cli(*words).json()["candidates"]}[b]
        for words in (
            ("compare", a, b, "--catalogue", str(PARTS), "--json", "--network-only"),
            ("compare", a, b, "--catalogue", str(PARTS), "--json"),
        )
    )
    assert alone["power_with_servers_w"] is None
    assert whole["power_with_servers_w"] > whole["network_power_w"]
    assert alone["copper_link_share"] is not None
    assert alone["copper_link_share_with_servers"] is None
    assert alone["optical_links_with_servers"] is None
    assert whole["copper_link_share"] != whole["copper_link_share_with_servers"]


def test_prices_of_a_cost_set_are_said_before_any_money(cli: Cli, folder: Path) -> None:
    """Where no catalogue is given or recorded, the first sentence says so; where one is, nothing does."""
    said = (
        "Prices: the 2014 academic set slimfly-2014 (USD), no catalogue was given: "
        "an estimate, not an offer. "
    )
    plans = ("compare", str(folder / "a.json"), str(folder / "b.json"))
    assert cli(*plans).out.replace("\n", " ").startswith(said)
    assert cli(*plans, "--json").json()["answer"].startswith(said)
    assert "No catalogue" not in cli(*plans, "--json", "--catalogue", str(PARTS)).json()["answer"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a.json"], "give at least two plans"),
        (["a.json", "study.toml"], "or plans, not both"),
        (["a.json", "b.json", "--iterations", "5"], "for a study"),
    ],
)
def test_arguments_that_do_not_go_together(cli: Cli, here: Path, words: list[str], message: str) -> None:
    """A study or plans: a mix, and iterations of plans, which are placed, are refused as wrong usage."""
    ran = cli("compare", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())
    assert not any(here.iterdir())


def test_money_by_other_terms_than_a_plans_own_order_says_so(cli: Cli, here: Path) -> None:
    """Plans ordered with unlike spares, compared: each says at the head that its money is another one."""
    request = (
        'room = "grid:4x6"\ncatalogue = "{parts}"\n'
        '[network]\nspec = "slimfly:3"\nendpoints = 2\ngbps = 400\n'
        '[layout]\niterations = 500\n[parts]\nnetwork_only = true\nspares = ["{spares}"]\n'
    )
    ordered = {}
    for name, spares in (("a", "10%"), ("b", "EX-SW-64=4")):
        (here / f"{name}.toml").write_text(request.format(parts=PARTS.as_posix(), spares=spares))
        ran = cli("plan", f"{name}.toml", "--out", name, "--json")
        assert ran.code == 0
        ordered[f"{name}/plan.json"] = ran.json()["summary"]["total_cost"]
    ran = cli("compare", *ordered, "--out", "unlike")
    document = json.loads((here / "unlike/comparison.json").read_text())
    said = "Its cost differs from its own order: this comparison uses other terms (spares)."
    for one in document["candidates"]:
        assert one["figures"]["bill_cost"] < ordered[one["file"]]
    page = unescape((here / "unlike/report.html").read_text())
    assert page[: page.index("<dl")].count(said) == 2
    assert ran.out.count(said) == 2
    alike = cli("compare", "a/plan.json", "a/plan.json")
    assert said not in alike.out
    for one in cli("compare", "a/plan.json", "a/plan.json", "--json").json()["candidates"]:
        assert one["figures"]["bill_cost"] == ordered["a/plan.json"]


def test_plans_are_ranked_by_purchase_unless_terms_of_ownership_are_given(
    cli: Cli, folder: Path, here: Path
) -> None:
    """No example's years, labour or electricity decides which plan comes first."""
    line = ("compare", folder / "a.json", folder / "b.json", "--catalogue", PARTS)
    bought = cli(*line, "--json").json()
    assert bought["ranked_by"] == "parts_cost"
    assert "ownership" not in bought["answer"]
    costs = [one["figures"]["parts_cost"] for one in bought["candidates"]]
    assert costs == sorted(costs)
    assert all(one["figures"]["ownership_cost"] is None for one in bought["candidates"])
    (here / "own.toml").write_text('title = "t"\ncurrency = "USD"\nyears = 4\nkwh_price = 0.2\n')
    assert "by the terms of ownership" in cli(*line, "--ownership", "own.toml").out


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.13249, "0.132"), (12.0, "12"), (0.0125, "0.0125"), (999.6, "1,000"), (8.7e6, "over 1,000"),
     (2e-7, "under 0.001"), (0.0, "0")],
)  # fmt: skip
def test_break_evens_are_readable_numbers(number: float, text: str) -> None:
    """Three digits that matter, never a power of ten."""
    assert readable(number) == text
