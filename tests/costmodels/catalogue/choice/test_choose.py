"""The choice of parts against an enumeration of everything that could be bought."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.choose import Case, whole_above
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Transceiver
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.foundation.errors import InfeasibleError
from tests.fixtures.every_order import are_as_listed

Draw = Callable[[random.Random], Any]
Price = Callable[[Sku], int]
SEEDS = st.integers(0, 2**32)
POWER = Criterion("price+power", 5, 0.25)


def best_parts(needs: LinkNeeds, catalogue: Catalogue, criterion: Criterion | None = None) -> LinkChoice:
    """Return the best parts of a catalogue."""
    return required_choice(PartsQuestion(needs, BuyingRules(catalogue), criterion or Criterion())).choice


def grouped(needs: LinkNeeds) -> list[list[int]]:
    """Return links by the cages that they share, found by walking."""
    left, found = set(range(len(needs))), []
    while left:
        group = {left.pop()}
        while True:
            cages = {c for link in group for c in needs.cage[link].tolist()}
            near = {link for link in left if cages & set(needs.cage[link].tolist())}
            if not near:
                break
            group |= near
            left -= near
        found.append(sorted(group))
    return found


def assembly_prices(
    needs: LinkNeeds, group: list[int], catalogue: Catalogue, price: Price
) -> Iterator[int]:
    """Yield the price of every cable that could serve a whole group, tried plug by plug."""
    at = defaultdict(list)
    for link in group:
        for cage in needs.cage[link].tolist():
            at[cage].append(link)
    skus = {sku.part: sku for sku in skus_of(catalogue)}
    for cable in catalogue.cables:
        plugs = [(cable.connector_a, cable.links)]
        plugs += [(cable.connector_b, cable.links // cable.tails)] * cable.tails
        media = needs.optical_mm if cable.kind == "AOC" else needs.electrical_mm
        lengths = [int(media[link]) for link in group]
        wrong_rate = any(needs.gbps[link] != cable.gbps for link in group)
        if min(lengths) < 0 or wrong_rate or not are_as_listed(needs, group, cable.kind):
            continue
        for a in at:
            # every link leaves through the plug at end A
            if sorted(at[a]) != group:
                continue
            forms = [
                (needs.sockets[s].connector, needs.sockets[s].links) for s in needs.cage_socket.tolist()
            ]
            others = [cage for cage in at if cage != a]
            fits = forms[a] == plugs[0] and len(others) <= cable.tails
            if fits and all(forms[cage] == plugs[1] for cage in others):
                for one in cable.lengths:
                    if one.length_m * 1000 >= max(lengths):
                        yield price(skus[one.part])


def module_fits(needs: LinkNeeds, cage: int, module: Transceiver, rate: float) -> bool:
    """Return whether a transceiver goes into a cage."""
    socket = needs.sockets[needs.cage_socket[cage]]
    return (socket.connector, socket.links, rate) == (module.connector, module.links, module.gbps)


def optics_prices(needs: LinkNeeds, group: list[int], catalogue: Catalogue, price: Price) -> Iterator[int]:
    """Yield the price of every way to fill the cages of a group with transceivers, with the best cords."""
    cages = sorted({c for link in group for c in needs.cage[link].tolist()})
    rates = {float(needs.gbps[link]) for link in group}
    if len(rates) != 1 or min(needs.optical_mm[link] for link in group) < 0:
        return
    rate = rates.pop()
    skus = {sku.part: sku for sku in skus_of(catalogue)}
    ways = [[m for m in catalogue.transceivers if module_fits(needs, cage, m, rate)] for cage in cages]
    for modules in product(*ways):
        if not all(are_as_listed(needs, group, module.fibre) for module in modules):
            continue
        inside = dict(zip(cages, modules, strict=True))
        total = sum(price(skus[m.part]) for m in modules)
        for link in group:
            a, b = (inside[c] for c in needs.cage[link].tolist())
            cord = min(cord_prices(catalogue, a, b, int(needs.optical_mm[link]), price, skus), default=None)
            if cord is None:
                break
            total += cord
        else:
            yield total


def cord_prices(
    catalogue: Catalogue, a: Transceiver, b: Transceiver, mm: int, price: Price, skus: dict[str, Sku]
) -> Iterator[int]:
    """Yield the price of every cord that joins two transceivers over a route."""
    if (a.optics, a.fibre, a.fibre_connector) != (b.optics, b.fibre, b.fibre_connector):
        return
    for cord in catalogue.cords:
        if (cord.fibre, cord.connector) == (a.fibre, a.fibre_connector) and cord.fibres >= a.fibres:
            for one in cord.lengths:
                if mm <= one.length_m * 1000 <= 1000 * min(a.reach_m, b.reach_m):
                    yield price(skus[one.part])


def brute_force(needs: LinkNeeds, catalogue: Catalogue, price: Price) -> int | None:
    """Return the least score of all parts, None where a link cannot be served."""
    total = 0
    for group in grouped(needs):
        ways = [
            *assembly_prices(needs, group, catalogue, price),
            *optics_prices(needs, group, catalogue, price),
        ]
        if not ways:
            return None
        total += min(ways)
    return total


def scored(choice: LinkChoice, price: Price) -> int:
    """Return what the pieces of a choice come to."""
    modules = choice.cage_module[choice.cage_module >= 0]
    return sum(price(choice.skus[sku]) for sku in [*choice.cable_sku.tolist(), *modules.tolist()])


def check_fits(needs: LinkNeeds, catalogue: Catalogue, choice: LinkChoice) -> None:
    """Assert that every link's parts fit each other, its cages, its rate and its length."""
    cables = {one.part: cable for cable in catalogue.cables for one in cable.lengths}
    cords = {one.part: cord for cord in catalogue.cords for one in cord.lengths}
    modules = {one.part: one for one in catalogue.transceivers}
    served = defaultdict(set)
    for link in range(len(needs)):
        sku = choice.skus[choice.cable_sku[choice.link_cable[link]]]
        ends = needs.cage[link].tolist()
        forms = [needs.sockets[needs.cage_socket[cage]] for cage in ends]
        optical = sku.kind in {"AOC", "cord"}
        routed = int((needs.optical_mm if optical else needs.electrical_mm)[link])
        assert 0 <= routed <= (sku.length_mm or 0)
        if sku.part in cables:
            cable = cables[sku.part]
            assert cable.gbps == needs.gbps[link]
            plugs = [(cable.connector_a, cable.links), (cable.connector_b, cable.links // cable.tails)]
            assert sorted(plugs) == sorted((form.connector, form.links) for form in forms)
            assert (choice.cage_module[ends] == -1).all()
            served[int(choice.link_cable[link])].add(link)
        else:
            a, b = (modules[choice.skus[choice.cage_module[cage]].part] for cage in ends)
            cord = cords[sku.part]
            assert (a.optics, a.fibre, a.fibre_connector) == (b.optics, b.fibre, b.fibre_connector)
            assert (cord.fibre, cord.connector) == (a.fibre, a.fibre_connector)
            assert cord.fibres >= max(a.fibres, b.fibres)
            assert (sku.length_mm or 0) <= 1000 * min(a.reach_m, b.reach_m)
            for module, form in ((a, forms[0]), (b, forms[1])):
                assert (module.connector, module.links) == (form.connector, form.links)
                assert module.gbps == needs.gbps[link]
    for cable_number, links in served.items():
        cable = cables[choice.skus[choice.cable_sku[cable_number]].part]
        assert len(links) <= cable.links


@pytest.mark.parametrize("criterion", [Criterion(), POWER], ids=["price", "power"])
@given(seed=SEEDS)
@settings(max_examples=250, deadline=None)
def test_no_other_parts_cost_less(
    seed: int, criterion: Criterion, draw_needs: Draw, draw_catalogue: Draw
) -> None:
    """The choice equals the least of all parts, fits everywhere, and fails only where nothing fits."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    least = brute_force(needs, catalogue, criterion.score_cents)
    if least is None:
        with pytest.raises(InfeasibleError, match="no part fits"):
            best_parts(needs, catalogue, criterion)
        return
    choice = best_parts(needs, catalogue, criterion)
    check_fits(needs, catalogue, choice)
    assert all(choice.counts.identities().values())
    assert scored(choice, criterion.score_cents) == least


def changed(catalogue: Catalogue, **tables: Any) -> Catalogue:
    """Return a catalogue with tables replaced."""
    return Catalogue.model_validate(catalogue.model_dump(by_alias=True) | tables)


def least_or_more(needs: LinkNeeds, catalogue: Catalogue) -> int:
    """Return the price of the choice, more than any where there is none."""
    try:
        return scored(best_parts(needs, catalogue), Criterion().score_cents)
    except InfeasibleError:
        return 10**15


@given(seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_a_longer_reach_is_never_dearer(seed: int, draw_needs: Draw, draw_catalogue: Draw) -> None:
    """Whatever could be bought before can be bought still."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    further = [
        t.model_dump() | {"reach_m": t.reach_m * draw.choice([1, 2])} for t in catalogue.transceivers
    ]
    assert least_or_more(needs, changed(catalogue, transceivers=further)) <= least_or_more(needs, catalogue)


@given(seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_one_more_stock_length_is_never_dearer(seed: int, draw_needs: Draw, draw_catalogue: Draw) -> None:
    """A new length at any price is only ever taken where it saves money."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    tables = catalogue.model_dump(by_alias=True)
    for number, product_ in enumerate([*tables["cables"], *tables["cords"]]):
        one = {
            "length_m": draw.choice([0.5, 2.5, 9.5]),
            "part": f"new {number}",
            "price": draw.randint(1, 60),
        }
        product_["lengths"] = sorted([*product_["lengths"], one], key=lambda length: length["length_m"])
    assert least_or_more(needs, Catalogue.model_validate(tables)) <= least_or_more(needs, catalogue)


def test_slack_is_part_of_the_length(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """A route of 2.6 m with 0.5 m of slack needs the 5 m cable, without it the 3 m one."""
    dac = {
        "name": "DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
        "reach_m": 5, "lengths": stock("D", [3, 5], [10, 20]),
    }  # fmt: skip
    needs = make_needs([(0, 1)], [1, 1], [(2600, 2600)])
    for slack_m, ordered in ((0.4, 3000), (0.5, 5000)):
        choice = best_parts(needs, make_catalogue(cables=[dac], slack_m=slack_m))
        assert choice.ordered_mm.tolist() == [ordered]
        assert choice.ordered_mm[0] >= choice.routed_mm[0] + 1000 * slack_m


def test_an_unserved_link_is_named_with_the_nearest_miss(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """The message says which link, which part is nearest and how much is missing."""
    dac = {
        "name": "short DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
        "reach_m": 5, "lengths": stock("D", [3, 5], [10, 20]),
    }  # fmt: skip
    other = dac | {"name": "other rate", "gbps": 200, "lengths": stock("E", [5], [9])}
    needs = make_needs([(0, 1), (2, 3)], [1] * 4, [(100, 100), (6000, 6000)])
    with pytest.raises(
        InfeasibleError, match=r"link 1: .*1 links.* short DAC, .*5 m, 6 m needed \(1 m short\)"
    ):
        best_parts(needs, make_catalogue(cables=[other, dac]))


def test_a_medium_without_a_tray_is_not_used(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """Where no tray takes electrical cables, the dearer optical one is bought; without either, none."""
    shared = {"gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP", "reach_m": 5}
    dac = shared | {"name": "DAC", "kind": "DAC", "lengths": stock("D", [5], [10])}
    aoc = shared | {
        "name": "AOC",
        "kind": "AOC",
        "power_a_w": 3,
        "power_b_w": 3,
        "lengths": stock("A", [5], [90]),
    }
    catalogue = make_catalogue(cables=[dac, aoc])
    choice = best_parts(make_needs([(0, 1)], [1, 1], [(-1, 900)]), catalogue)
    assert choice.skus[choice.cable_sku[0]].part == "A-5"
    assert choice.medium.tolist() == [1]
    with pytest.raises(InfeasibleError, match="no tray takes"):
        best_parts(make_needs([(0, 1)], [1, 1], [(-1, -1)]), catalogue)


def test_one_splitter_serves_two_links(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """Two links, one cable, three cages and plugs: each counted by itself."""
    splitter = {
        "name": "splitter", "kind": "DAC", "gbps": 400, "links": 2, "tails": 2, "connector_a": "OSFP",
        "connector_b": "OSFP-RHS", "reach_m": 3, "lengths": stock("S", [2, 3], [10, 12]),
    }  # fmt: skip
    needs = make_needs([(0, 1), (2, 0)], [0, 2, 2], [(1500, 1500), (2500, 2500)])
    choice = best_parts(needs, make_catalogue(cables=[splitter]))
    counts = choice.counts
    assert (counts.links, counts.cables, counts.cages, counts.assembly_plugs) == (2, 1, 3, 3)
    assert [choice.skus[sku].part for sku in choice.cable_sku] == ["S-3"]


def test_no_links_need_nothing(
    make_catalogue: Callable[..., Catalogue], make_needs: Callable[..., LinkNeeds]
) -> None:
    """An empty network is served by an empty catalogue."""
    choice = best_parts(make_needs([], [], []), make_catalogue())
    assert choice.counts.cables == 0
    assert not len(choice.cable_sku) + (choice.cage_module >= 0).sum()


@given(seed=SEEDS)
@settings(max_examples=50, deadline=None)
def test_a_choice_that_does_not_add_up_is_refused(
    seed: int, draw_needs: Draw, draw_catalogue: Draw
) -> None:
    """A transceiver taken out of its cage, or put beside a cable's plug, breaks an identity."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    try:
        choice = best_parts(needs, catalogue)
    except InfeasibleError:
        return
    cage = int(needs.cage[0, 0])
    modules = choice.cage_module.copy()
    modules[cage] = -1 if modules[cage] >= 0 else len(choice.skus) - 1
    with pytest.raises(ValueError, match=r"add up|without a transceiver"):
        type(choice)(**{**vars(choice), "cage_module": modules})
    assert np.array_equal(choice.needs.cage, needs.cage)


def test_a_bound_is_as_whole_as_all_prices() -> None:
    """Of whole prices a solver's rounding of 12 million leaves no gap; of prices in cents it does."""
    assert whole_above(1_198_999_999.2, 100) == 1_199_000_000
    assert whole_above(1_199_000_000.0, 100) == 1_199_000_000
    assert whole_above(1_199_000_000.0) < 1_199_000_000


def test_the_step_of_prices_has_freight_in_it(
    make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> None:
    """Prices of whole units and freight of 12.50: every order is a multiple of 50 cents."""
    tables = make_catalogue().model_dump(by_alias=True)
    tables["suppliers"] = [{"name": "S", "freight": 12.5}]
    cable = {"name": "c", "kind": "DAC", "gbps": 400, "links": 2, "reach_m": 3}
    cable |= {"connector_a": "OSFP", "connector_b": "OSFP"}
    tables["cables"] = [cable | {"lengths": [{"length_m": 3, "part": "C", "price": 7}]}]
    needs = make_needs([(0, 1)], [0, 0], [(900, 900)])
    asked = PartsQuestion(needs, BuyingRules(Catalogue.model_validate(tables)))
    assert Case.of(asked).step == 50
