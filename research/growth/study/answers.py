"""The results of one cost set in one room: crossovers, shares, swings, statements, break-evens."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np

from netfloor.foundation.errors import InfeasibleError
from netfloor.research.growth.packaging.cable_classes import cable_classes
from netfloor.research.growth.packaging.length_table import closed_lengths
from netfloor.research.growth.report.types import CheapestShare, Crossover, GrowthRow, Statement, Swing
from netfloor.research.growth.study.crossovers import optical_crossover, price_crossovers, size_crossovers
from netfloor.research.growth.study.members import find_member
from netfloor.research.growth.study.places import GrowthRoom
from netfloor.research.growth.study.pricing import GrowthPrices, price_member
from netfloor.research.growth.study.published import statements
from netfloor.research.growth.study.sensitivity import MemberCost, Uncertain, cheapest_shares, drawn_factors
from netfloor.research.growth.study.study_file import FamilyTable, GrowthStudy


def crossovers(study: GrowthStudy, room: GrowthRoom, prices: GrowthPrices) -> tuple[Crossover, ...]:
    """Return the length from which optical is cheaper, and the sizes where the cheaper family changes."""
    known: dict[tuple[str, str], float] = {}

    def money(family: FamilyTable, size: int) -> float | None:
        try:
            member = find_member(study, family, size)
        except InfeasibleError:
            return None
        if room.too_small(member):
            return None
        key = family.name, member.topology.name
        if key not in known:
            classes = cable_classes(member.topology, prices.floor, family.packaging)
            known[key] = (
                price_member(member, closed_lengths(classes), prices).total_cents / member.endpoints
            )
        return known[key]

    def dearer(family_table: FamilyTable, other: FamilyTable, size: int) -> bool | None:
        here, there = money(family_table, size), money(other, size)
        return None if here is None or there is None else here > there

    optical = optical_crossover(prices.cost_set, study.link_gbps)
    results = [] if optical is None else [optical]
    for item, other in combinations(study.families, 2):
        changes = size_crossovers((item.name, other.name), study.endpoints, partial(dearer, item, other))
        results += [replace(change, what=f"{change.what} ({prices.case})") for change in changes]
    return tuple(results)


Costs = Mapping[tuple[str, int], MemberCost]


def shares(
    study: GrowthStudy, costs: Costs, uncertain: Sequence[Uncertain], prices: GrowthPrices
) -> list[CheapestShare]:
    """Return the share of draws in which each family is the cheapest, at each size."""
    draws = study.sensitivity.draws
    factors = drawn_factors(uncertain, draws, study.seed)
    results = []
    for size in study.endpoints:
        families = [family.name for family in study.families if (family.name, size) in costs]
        if len(families) < 2:
            continue
        money = np.array([costs[name, size].per_endpoint(factors, draws) for name in families])
        shares = cheapest_shares(families, money, study.sensitivity.confidence)
        results += [replace(share, endpoints=size, case=prices.case) for share in shares]
    return results


def swings(
    study: GrowthStudy, costs: Costs, uncertain: Sequence[Uncertain], prices: GrowthPrices
) -> list[Swing]:
    """Return the effect of each coefficient on the cost ratio of the first family and every other one."""
    first = study.families[0].name
    sizes = [size for size in study.endpoints if (first, size) in costs]
    results: list[Swing] = []
    for other in study.families[1:]:
        size = max((item for item in sizes if (other.name, item) in costs), default=None)
        if size is None:
            continue

        def ratio(factors: dict[str, float], name: str = other.name, at: int = size) -> float:
            arrays = {key: np.array([value]) for key, value in factors.items()}
            own, others = (costs[item, at].per_endpoint(arrays, 1)[0] for item in (first, name))
            return float(own / others)

        results += [
            Swing(
                coefficient=item.name,
                trust=item.trust,
                share=item.share,
                endpoints=size,
                case=prices.case,
                families=(first, other.name),
                ratio=ratio({}),
                low=ratio({item.name: 1 - item.share}),
                high=ratio({item.name: 1 + item.share}),
            )
            for item in uncertain
        ]
    return sorted(
        results, key=lambda swing: (swing.families, -abs(swing.high - swing.low), swing.coefficient)
    )


def claims(
    study: GrowthStudy, costs: Costs, names: tuple[str, ...], laid: Sequence[GrowthRow], case: str
) -> Iterator[Statement]:
    """Return the published statements next to this study's results; none without a named paper."""
    if study.published is None:
        return
    cents = {(row.family, row.wanted): row.cents_per_endpoint for row in laid}

    def money(family: str, size: int, coefficient: str, factor: float) -> float | None:
        cost = costs.get((family, size))
        factors = {coefficient: np.array([factor])} if coefficient else {}
        return None if cost is None else float(cost.per_endpoint(factors, 1)[0])

    for statement in statements(study.published, case, money, names):
        own, other = (
            cents.get(("dragonfly", statement.endpoints)),
            cents.get((statement.against, statement.endpoints)),
        )
        yield statement if own is None or other is None else replace(statement, laid=1 - own / other)


def breakevens(study: GrowthStudy, costs: Costs, name: str, prices: GrowthPrices) -> list[Crossover]:
    """Return the fall or rise of one price at which the ranking of families changes, size by size."""
    results = []
    for size in study.endpoints:
        families = [family.name for family in study.families if (family.name, size) in costs]

        def order(factor: float, at: int = size, among: Sequence[str] = tuple(families)) -> tuple[str, ...]:
            factors = {name: np.array([factor])}
            money = {item: float(costs[item, at].per_endpoint(factors, 1)[0]) for item in among}
            return tuple(sorted(among, key=lambda item: (round(money[item], 6), item)))

        what = f"{name} ({prices.case}), {size:,} endpoints"
        results += [crossover for crossover in price_crossovers(order, what) if crossover is not None]
    return results
