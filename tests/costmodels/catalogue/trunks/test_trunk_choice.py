"""Trunks with cassettes against every assignment of links to them, and one order reckoned by hand."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.trunks.case import TrunkWays
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, choose_trunks
from netfloor.costmodels.catalogue.trunks.joint import choose_with_trunks
from netfloor.foundation.errors import InfeasibleError

Table = dict[str, Any]
SEEDS = st.integers(0, 2**32)
MODULE: Table = {"connector": "OSFP", "gbps": 400, "fibre_connector": "LC", "fibre": "OS2", "fibres": 2}
MODULE |= {"name": "module", "optics": "FR4", "power_w": 9}
CASSETTE: Table = {"name": "cassette", "trunk_connector": "MPO-12/APC", "front_connector": "LC"}
CASSETTE |= {"fibre": "OS2", "fibres": 2}
TRUNK: Table = {"connector": "MPO-12/APC", "fibre": "OS2", "diameter_mm": 9}
AOC: Table = {"name": "cable", "kind": "AOC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP"}
AOC |= {"reach_m": 31, "power_a_w": 0, "power_b_w": 0}
CORD: Table = {"name": "cord", "connector": "LC", "fibre": "OS2", "fibres": 2}


def links_between(
    make_needs: Callable[..., LinkNeeds], pairs: list[tuple[int, int]], lengths_mm: list[int]
) -> LinkNeeds:
    """Return links of single ports between cabinets."""
    ends = [(2 * link, 2 * link + 1) for link in range(len(pairs))]
    needs = make_needs(ends, [1] * (2 * len(pairs)), [(mm, mm) for mm in lengths_mm])
    return replace(needs, cage_cabinet=np.array(pairs, dtype=np.int64).ravel())


def chosen(
    needs: LinkNeeds, rules: BuyingRules, ways: TrunkWays, laying: int = 0
) -> tuple[LinkChoice, TrunkChoice]:
    """Return the order without trunks and with them."""
    lead = required_choice(PartsQuestion(needs, rules)).choice
    found = choose_trunks(lead, rules, ways, laying)
    assert found is not None
    return lead, found


def drawn_terms(draw: random.Random, item: Table) -> Table:
    """Return a part with a break, a minimum order, packs, stock, spares or pieces at hand."""
    item["min_order"], item["pack"] = draw.choice([1, 1, 1, 3]), draw.choice([1, 1, 1, 2])
    item["owned"], item["spares"] = draw.choice([0, 0, 0, 2]), draw.choice([None, None, 1])
    if draw.random() < 0.3:
        item["breaks"] = [
            {"at_least": draw.randint(2, 4), "price": item["price"] * draw.choice([0.5, 0.75])}
        ]
    if draw.random() < 0.2:
        item["stock"] = draw.randint(2, 4)
    return item


def drawn_catalogue(draw: random.Random, make_catalogue: Callable[..., Catalogue]) -> Catalogue:
    """Return a transceiver, cords that always suffice, and a few trunks, cassettes and panels."""

    def lengths(prefix: str, metres: list[int], least: int, most: int) -> list[Table]:
        items = [
            {"part": f"{prefix}-{m}", "length_m": m, "price": draw.randint(least, most)} for m in metres
        ]
        return [drawn_terms(draw, item) if draw.random() < 0.5 else item for item in items]

    long = {"part": "F-31", "length_m": 31, "price": draw.randint(30, 90)}
    cords = [*lengths("F", draw.sample([2, 3], draw.randint(1, 2)), 1, 8)]
    cords.sort(key=lambda one: one["length_m"])
    trunks = [
        TRUNK
        | {
            "name": f"trunk {n}",
            "connectors": c,
            "fibres": 12 * c,
            "loss_db_per_km": draw.choice([None, 20]),
        }
        | {"lengths": lengths(f"K{n}", draw.choice([[20], [20, 30]]), 5, 30)}
        for n, c in enumerate(draw.choices([1, 2], k=draw.randint(1, 2)))
    ]
    cassettes = [
        drawn_terms(
            draw, CASSETTE | {"part": f"Q{n}", "price": draw.randint(0, 20), "panel": draw.choice("PR")}
        )
        | {"trunk_ports": ports, "front_ports": draw.choice([1, 2, 3]) * ports}
        | {"loss_db": draw.choice([None, 0.5])}
        for n, ports in enumerate(draw.choices([1, 2], k=draw.randint(1, 2)))
    ]
    panels = [
        {"part": part, "name": part, "cassettes": draw.choice([1, 2, 4]), "price": draw.randint(0, 8)}
        | {"height_u": draw.choice([1, 2])}
        for part in "PR"
    ]
    module = MODULE | {"part": "T", "price": 5}
    module |= {"budget_db": draw.choice([None, 1.2, 1.5, 3]), "reach_m": draw.choice([31, 35, 100])}
    return make_catalogue(
        transceivers=[module],
        cords=[CORD | {"lengths": [*cords, long]}],
        trunks=trunks,
        cassettes=cassettes,
        panels=panels,
        spares_percent=draw.choice([0.0, 40.0]),
    )


def options(
    catalogue: Catalogue, trunk_mm: int, jumpers_mm: list[int]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield trunk, cassette and both cords of every way to take a link through a kit."""
    (module,), (cord,) = catalogue.transceivers, catalogue.cords
    for trunk, cassette in product(catalogue.trunks, catalogue.cassettes):
        behind = cassette.trunk_ports * trunk.fibres // trunk.connectors
        if trunk.connectors % cassette.trunk_ports or behind < 2 * cassette.front_ports:
            continue
        for one in trunk.lengths:
            if 1000 * one.length_m < trunk_mm:
                continue
            if None not in (trunk.loss_db_per_km, cassette.loss_db, module.budget_db):
                loss = 2 * cassette.loss_db + trunk.loss_db_per_km * one.length_m / 1000  # type: ignore[operator]
                if loss > module.budget_db + 1e-9:  # type: ignore[operator]
                    continue
            fits = [
                [
                    c.part
                    for c in cord.lengths
                    if 1000 * c.length_m >= mm and 2 * c.length_m <= module.reach_m - one.length_m
                ]
                for mm in jumpers_mm
            ]
            yield from ((one.part, cassette.part, a, b) for a, b in product(*fits))


def options_of_links(lead: LinkChoice, rules: BuyingRules, ways: TrunkWays) -> list[list[Any]]:
    """Return every way of each link: None for its cord, or as `options`."""
    catalogue, cabinets = rules.catalogue, lead.needs.cage_cabinet[lead.needs.cage].tolist()
    each: list[list[Any]] = []
    for link, pair in enumerate(cabinets):
        trunk_mm = ways.trunk_mm.get((min(pair), max(pair)))
        own: list[Any] = [None]
        if trunk_mm is not None and pair[0] != pair[1]:
            own += options(catalogue, trunk_mm, ways.jumper_mm[link].tolist())
        each.append(own)
    return each


def least_money(lead: LinkChoice, rules: BuyingRules, ways: TrunkWays, laying: int) -> int | None:
    """Return the money of the best assignment of links to kits, None where there are too many."""
    each = options_of_links(lead, rules, ways)
    if np.prod([len(own) for own in each]) > 4000:
        return None
    totals = [money(ways_of, lead, rules, ways, laying) for ways_of in product(*each)]
    return min(total for total in totals if total is not None)


def money(
    taken: tuple[Any, ...], lead: LinkChoice, rules: BuyingRules, ways: TrunkWays, laying: int
) -> int | None:
    """Return what an assignment costs, laying saved; None where panels or pieces are too few."""
    laid = 0
    catalogue = rules.catalogue
    cassettes, panels = (
        {one.part: one for one in table} for table in (catalogue.cassettes, catalogue.panels)
    )
    ports = {one.part: trunk.connectors for trunk in catalogue.trunks for one in trunk.lengths}
    pieces: Counter[str] = Counter()
    kits: Counter[tuple[Any, ...]] = Counter()
    for link, way in enumerate(taken):
        if way is None:
            pieces[lead.skus[lead.cable_sku[lead.link_cable[link]]].part] += 1
            continue
        pieces.update(way[2:])
        kits[*sorted(lead.needs.cage_cabinet[lead.needs.cage[link]].tolist()), *way[:2]] += 1
    held: Counter[tuple[int, str]] = Counter()
    for (low, high, trunk, cassette), links in kits.items():
        at_end = ports[trunk] // cassettes[cassette].trunk_ports
        runs = -(-links // (at_end * cassettes[cassette].front_ports))
        laid += runs - links
        pieces += Counter({trunk: runs, cassette: 2 * runs * at_end})
        held += Counter({(low, cassettes[cassette].panel): runs * at_end})
        held += Counter({(high, cassettes[cassette].panel): runs * at_end})
    used_u: dict[int, int] = defaultdict(int)
    for (cabinet, part), count in held.items():
        number = -(-count // panels[part].cassettes)
        pieces[part] += number
        used_u[cabinet] += number * panels[part].height_u
    if any(units > ways.free_u.get(cabinet, 0) for cabinet, units in used_u.items()):
        return None
    terms = {sku.part: rules.terms(sku) for sku in lead.skus}
    if not all(terms[part].can_supply(count) for part, count in pieces.items()):
        return None
    bought = (terms[part].supply(count).purchase.total_cents for part, count in pieces.items())
    return sum(bought) + laying * laid


def taken_by(found: TrunkChoice, lead: LinkChoice) -> tuple[Any, ...]:
    """Return a choice as an assignment."""
    taken: list[Any] = [None] * len(lead.needs)
    for run in found.runs:
        for link in run.links:
            skus = (run.trunk, run.cassette, *found.jumper_sku[link].tolist())
            taken[link] = tuple(lead.skus[sku].part for sku in skus)
    return tuple(taken)


@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_no_assignment_of_links_to_trunks_costs_less(
    seed: int, make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> None:
    """The money is the least of all assignments, proved; what was handed out is one and costs that."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    number = draw.randint(1, 4)
    pairs = [draw.choice([(0, 1), (1, 0), (0, 1), (1, 2), (1, 1)]) for _ in range(number)]
    needs = links_between(make_needs, pairs, [draw.choice([1_000, 30_000]) for _ in pairs])
    jumpers = [[draw.choice([1_500, 1_500, 2_500]) for _ in range(2)] for _ in pairs]
    trunk_mm = {(0, 1): draw.choice([18_000, 25_000]), (1, 2): 15_000}
    ways = TrunkWays(np.array(jumpers, dtype=np.int64), trunk_mm, {0: 2, 1: draw.choice([1, 2, 4]), 2: 1})
    rules = BuyingRules(drawn_catalogue(draw, make_catalogue))
    laying = draw.choice([0, 0, 700, 3_000])
    lead, found = chosen(needs, rules, ways, laying)
    best, taken = least_money(lead, rules, ways, laying), taken_by(found, lead)
    assert all(way in own for way, own in zip(taken, options_of_links(lead, rules, ways), strict=True))
    assert money(taken, lead, rules, ways, laying) == found.cents
    assert money((None,) * number, lead, rules, ways, laying) == found.without_cents
    able = {
        link
        for link, own in enumerate(options_of_links(lead, rules, ways))
        for way in own[1:]
        if money((*[None] * link, way, *[None] * (number - link - 1)), lead, rules, ways, laying)
        is not None
    }
    apart = sum(low != high for low, high in pairs)
    assert len(able) == found.suited == apart - sum(found.unsuited.values())
    if best is not None:
        assert (found.cents, found.bound_cents) == (best, best)


def ways_of_link(
    catalogue: Catalogue, mm: int, apart: bool, trunk_mm: int | None, jumpers_mm: list[int]
) -> Iterator[tuple[Any, ...]]:
    """Yield every way to join two cages: parts bought for it, and the kit that it goes through, if any."""
    for cable in catalogue.cables:
        yield from (((one.part,), None) for one in cable.lengths if 1000 * one.length_m >= mm)
    for ends in product(catalogue.transceivers, repeat=2):
        reach_m = min(one.reach_m for one in ends)
        modules = tuple(one.part for one in ends)
        (cord,) = catalogue.cords
        for one in cord.lengths:
            if mm <= 1000 * one.length_m <= 1000 * reach_m:
                yield (*modules, one.part), None
        if not apart or trunk_mm is None:
            continue
        budgets = [one.budget_db for one in ends if one.budget_db is not None]
        weakest = replace_module(catalogue, reach_m, min(budgets, default=None))
        for trunk, cassette, *jumpers in options(weakest, trunk_mm, jumpers_mm):
            yield (*modules, *jumpers), (trunk, cassette)


def replace_module(catalogue: Catalogue, reach_m: float, budget_db: float | None) -> Catalogue:
    """Return a catalogue with one transceiver of a reach and a budget."""
    first = catalogue.transceivers[0].model_copy(update={"reach_m": reach_m, "budget_db": budget_db})
    return catalogue.model_copy(update={"transceivers": (first,)})


def money_of_parts(
    taken: tuple[Any, ...], needs: LinkNeeds, rules: BuyingRules, ways: TrunkWays
) -> tuple[int, int] | None:
    """Return what an order costs, and the cables laid between cabinets; None where it cannot be had."""
    catalogue = rules.catalogue
    cassettes = {one.part: one for one in catalogue.cassettes}
    panels = {one.part: one for one in catalogue.panels}
    ports = {one.part: trunk.connectors for trunk in catalogue.trunks for one in trunk.lengths}
    pieces, kits, laid = Counter[str](), Counter[tuple[Any, ...]](), 0
    for link, (parts, kit) in enumerate(taken):
        pair = tuple(sorted(needs.cage_cabinet[needs.cage[link]].tolist()))
        pieces.update(parts)
        laid += kit is None and pair[0] != pair[1]
        if kit is not None:
            kits[pair, kit] += 1
    held = Counter[tuple[int, str]]()
    for (pair, (trunk, cassette)), links in kits.items():
        at_end = ports[trunk] // cassettes[cassette].trunk_ports
        runs = -(-links // (at_end * cassettes[cassette].front_ports))
        laid += runs
        pieces += Counter({trunk: runs, cassette: 2 * runs * at_end})
        held += Counter({(cabinet, cassettes[cassette].panel): runs * at_end for cabinet in pair})
    used_u: dict[int, int] = defaultdict(int)
    for (cabinet, part), count in held.items():
        number = -(-count // panels[part].cassettes)
        pieces[part] += number
        used_u[cabinet] += number * panels[part].height_u
    terms = {sku.part: rules.terms(sku) for sku in skus_of(catalogue)}
    if any(units > ways.free_u.get(cabinet, 0) for cabinet, units in used_u.items()):
        return None
    if not all(terms[part].can_supply(count) for part, count in pieces.items()):
        return None
    return sum(terms[p].supply(count).purchase.total_cents for p, count in pieces.items()), laid


@given(seed=SEEDS)
@example(seed=1048576)  # of two transceivers one states no loss that it bears
@settings(max_examples=40, deadline=None)
def test_no_order_of_cables_transceivers_and_trunks_costs_less(
    seed: int, make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> None:
    """Transceivers, cables, cords and trunks chosen at once equal the best of all orders, and it is proved.

    Also where there is no order without trunks, as cords are few; transceivers differ in reach and losses.
    """
    draw = random.Random(seed)  # noqa: S311 - no secret
    while True:
        pairs = [draw.choice([(0, 1), (1, 0), (0, 1), (1, 1)]) for _ in range(draw.randint(1, 3))]
        lengths = [draw.choice([1_000, 30_000]) for _ in pairs]
        needs = links_between(make_needs, pairs, lengths)
        jumpers = [[draw.choice([1_500, 1_500, 2_500]) for _ in range(2)] for _ in pairs]
        trunk_mm = {(0, 1): draw.choice([18_000, 25_000])}
        ways = TrunkWays(np.array(jumpers, dtype=np.int64), trunk_mm, {0: 2, 1: draw.choice([1, 2, 4])})
        tables = drawn_catalogue(draw, make_catalogue).model_dump(by_alias=True)
        first = tables["transceivers"][0]
        second = first | {"part": "U", "name": "second", "price": draw.choice([1, 4, 5, 9])}
        second |= {"reach_m": draw.choice([31, 100]), "budget_db": draw.choice([None, 1.2, 3])}
        tables["transceivers"] = [first, *([second] if draw.random() < 0.7 else [])]
        long = tables["cords"][0]["lengths"][-1]
        long["stock"] = draw.choice([None, 0, 1])
        tables["cables"] = draw.choice(
            [[], [AOC | {"lengths": [{"part": "A", "length_m": 31, "price": 60}]}]]
        )
        rules = BuyingRules(Catalogue.model_validate(tables))
        each = [
            list(ways_of_link(rules.catalogue, mm, a != b, trunk_mm.get((min(a, b), max(a, b))), jumper))
            for (a, b), mm, jumper in zip(pairs, lengths, jumpers, strict=True)
        ]
        if 0 < np.prod([len(own) for own in each]) < 20_000:
            break
    laying = draw.choice([0, 0, 700, 3_000])
    found = [money_of_parts(taken, needs, rules, ways) for taken in product(*each)]
    totals = [cents + laying * laid for cents, laid in filter(None, found)]
    try:
        parts, trunks = choose_with_trunks(PartsQuestion(needs, rules), ways, laying)
    except InfeasibleError:
        assert not totals
        return
    cabinets = needs.cage_cabinet[needs.cage]
    apart = int((cabinets[:, 0] != cabinets[:, 1]).sum())
    laid = apart - int(trunks.inside.sum()) + len(trunks.runs)
    assert parts.cents + laying * laid == min(totals)
    assert parts.gap_cents == 0


def test_a_trunk_serves_links_whose_cords_are_too_few(
    make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> None:
    """Six links of 28 m, two cords of 30 m in stock: a trunk of 12 fibres, by hand 1,660.00."""
    catalogue = make_catalogue(
        transceivers=[MODULE | {"part": "T", "price": 100, "reach_m": 500}],
        cords=[CORD | {"lengths": [
            {"part": "F2", "length_m": 2, "price": 5},
            {"part": "F30", "length_m": 30, "price": 50, "stock": 2}]}],
        trunks=[TRUNK | {"name": "trunk", "fibres": 12, "lengths": [
            {"part": "K", "length_m": 30, "price": 200}]}],
        cassettes=[CASSETTE | {"part": "Q", "front_ports": 6, "price": 75, "panel": "P"}],
        panels=[{"part": "P", "name": "panel", "cassettes": 3, "price": 25}],
    )  # fmt: skip
    needs = links_between(make_needs, [(0, 1)] * 6, [28_000] * 6)
    ways = TrunkWays(np.full((6, 2), 1_500), {(0, 1): 27_000}, {0: 1, 1: 1})
    parts, trunks = choose_with_trunks(PartsQuestion(needs, BuyingRules(catalogue)), ways)
    assert (parts.cents, parts.gap_cents) == (100 * (12 * 100 + 12 * 5 + 200 + 2 * 75 + 2 * 25), 0)
    assert ([len(run.links) for run in trunks.runs], trunks.saved_cents) == ([6], None)
    assert not parts.ties_open  # one supplier sells everything
    own = catalogue.trunks[0].model_copy(update={"supplier": "other"})
    two = catalogue.model_copy(update={"trunks": (own,)})
    parts, _ = choose_with_trunks(PartsQuestion(needs, BuyingRules(two)), ways)
    assert parts.ties_open == "orders with fibre trunks"


def test_a_trunk_replaces_the_cords_that_it_is_cheaper_than(
    make_needs: Callable[..., LinkNeeds], make_catalogue: Callable[..., Catalogue]
) -> None:
    """Of 26 links two trunks take 12 each; a third costs more than two cords. No rack unit, no trunk."""
    catalogue = make_catalogue(
        transceivers=[MODULE | {"part": "T", "price": 5, "reach_m": 100}],
        cords=[CORD | {"lengths": [
            {"part": "F2", "length_m": 2, "price": 1}, {"part": "F40", "length_m": 40, "price": 30}]}],
        trunks=[TRUNK | {"name": "trunk", "connectors": 2, "fibres": 24, "lengths": [
            {"part": "K", "length_m": 30, "price": 100}]}],
        cassettes=[CASSETTE | {"part": "Q", "front_ports": 6, "price": 20, "panel": "P"}],
        panels=[{"part": "P", "name": "panel", "cassettes": 3, "price": 10}],
    )  # fmt: skip
    needs = links_between(make_needs, [(0, 1)] * 26, [35_000] * 26)
    ways = TrunkWays(np.full((26, 2), 1_800), {(0, 1): 29_000}, {0: 2, 1: 2})
    rules = BuyingRules(catalogue)
    _, found = chosen(needs, rules, ways)
    assert [len(run.links) for run in found.runs] == [12, 12]
    assert sorted(found.panels.values()) == [2, 2]
    # trunks, cassettes (four at each end), panels, two cords for each of 24 links, two long cords
    assert found.cents == 100 * (2 * 100 + 8 * 20 + 4 * 10 + 48 * 1 + 2 * 30)
    assert found.without_cents == 100 * 26 * 30
    _, nothing = chosen(needs, rules, replace(ways, free_u={0: 2}))
    assert (nothing.runs, nothing.saved_cents) == ((), 0)


@pytest.mark.parametrize(
    ("reach_m", "budget_db", "loss_db", "taken"),
    [
        (36, 1.012, 0.5, True),
        (35, 1.012, 0.5, False),
        (36, 1.011, 0.5, False),
        (36, None, 0.5, True),
        (36, 0.5, None, True),
    ],
)
def test_a_trunk_keeps_reach_and_stated_losses(
    make_needs: Callable[..., LinkNeeds],
    make_catalogue: Callable[..., Catalogue],
    reach_m: float,
    budget_db: float | None,
    loss_db: float | None,
    taken: bool,
) -> None:
    """30 m at 0.4 dB per km, two cassettes, up to 3 m at both ends: 36 m and 1.012 dB, neither less."""
    catalogue = make_catalogue(
        transceivers=[MODULE | {"part": "T", "price": 5, "reach_m": reach_m, "budget_db": budget_db}],
        cords=[CORD | {"lengths": [
            {"part": f"F{m}", "length_m": m, "price": price} for m, price in ((1, 1), (3, 2), (31, 90))]}],
        trunks=[TRUNK | {"name": "trunk", "fibres": 12, "loss_db_per_km": 0.4, "lengths": [
            {"part": "K", "length_m": 30, "price": 1}]}],
        cassettes=[CASSETTE | {"part": "Q", "front_ports": 6, "price": 1, "panel": "P"}
                    | {"loss_db": loss_db}],
        panels=[{"part": "P", "name": "panel", "cassettes": 3, "price": 1}],
    )  # fmt: skip
    needs = links_between(make_needs, [(0, 1), (1, 0)], [30_500] * 2)
    jumper_mm = np.array([[900, 2_900], [2_900, 900]])
    lead, found = chosen(
        needs, BuyingRules(catalogue), TrunkWays(jumper_mm, {(0, 1): 29_000}, {0: 1, 1: 1})
    )
    assert len(found.runs) == taken
    cords = [[lead.skus[sku].part if sku >= 0 else "" for sku in row] for row in found.jumper_sku.tolist()]
    assert cords == ([["F1", "F3"], ["F3", "F1"]] if taken else [["", ""], ["", ""]])
