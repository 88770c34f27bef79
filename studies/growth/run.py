"""A study of growth from file to report: what the ``growth`` command runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.packaging.cable_classes import cable_classes
from netfloor.costmodels.packaging.length_table import LengthTable, closed_lengths
from netfloor.costmodels.packaging.rules import RULES
from netfloor.costmodels.sets.coefficient import Coefficient
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.errors import InfeasibleError, InputError, setting, within
from netfloor.foundation.files import check_output_file, check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, undisturbed
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import MM_PER_M
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.growth.page import growth_files
from netfloor.reports.growth.types import (
    CablePriceLines,
    CheapestShare,
    Crossover,
    GrowthFindings,
    GrowthRow,
    Statement,
    Swing,
)
from netfloor.studies.growth.crossovers import (
    cable_price_lines,
    optical_crossover,
    price_crossovers,
    size_crossovers,
)
from netfloor.studies.growth.members import basis_text, find_member
from netfloor.studies.growth.points import GrowthCheckpoint, GrowthPoint, growth_points
from netfloor.studies.growth.pricing import GrowthPrices, price_member
from netfloor.studies.growth.published import CROSSOVERS, paper_figures, statements
from netfloor.studies.growth.sensitivity import (
    MemberCost,
    Uncertain,
    can_vary,
    cheapest_shares,
    coefficients,
    drawn_factors,
    uncertain_coefficients,
)
from netfloor.studies.growth.study_file import FamilyTable, GrowthStudy, read_growth_study


@dataclass(frozen=True)
class GrowthRequest:
    """What the user asked for; see the command's options."""

    study: Path
    out: Path
    checkpoint: Path | None = None
    breakeven: str | None = None
    workers: int = 1
    scheduler: str | None = None
    head: ReportHead | None = None


def run_growth(
    request: GrowthRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> tuple[GrowthFindings, tuple[str, ...]]:
    """Price every family at every size and write the report folder; return what was found and its files.

    Raises
    ------
    InputError
        If the study, a set or the folder is not usable; nothing is written then.
    InfeasibleError
        If no family reaches any size, or a set sells no cable of a length.
    """
    study = read_growth_study(request.study)
    check_output_folder(request.out, force=force)
    if request.checkpoint is not None:
        check_output_file(request.checkpoint)
    prices = [_prices(request.study, study, name) for name in study.cost_sets]
    _require_known(request, study, prices)
    checkpoint = GrowthCheckpoint(request.checkpoint, study)
    with interrupt.heeding():
        points, missing = growth_points(
            study, checkpoint, request.workers, observer, interrupt, request.scheduler
        )
    observer.doing("prices, crossovers and sensitivity")
    found = _found(study, points, missing, prices, request.breakeven)
    files = growth_files(found, request.head or ReportHead())
    with undisturbed(), output_folder(request.out, force=force) as folder:
        for name, text in files.items():
            write_atomic(folder / name, text)
    return found, tuple(files)


def _prices(path: Path, study: GrowthStudy, name: str) -> GrowthPrices:
    """Return what a cost set's members are priced by; its currency is that of the study's own prices."""
    own = {family.name: family.switch_price for family in study.families if family.switch_price}
    beside = str(path.parent / name) if name.endswith(".toml") else name
    power = str(path.parent / study.power) if study.power.endswith(".toml") else study.power
    with within(str(path)):
        cost_set, power_set = load_cost_set(beside), load_power_set(power)
        given = {"backplane": study.backplane, **{f"families: {name}": one for name, one in own.items()}}
        for where, one in given.items():
            if one is not None and one.unit.split("/")[0] != cost_set.currency:
                what = f"is in {one.unit.split('/')[0]}, cost set {cost_set.name!r} in {cost_set.currency}"
                raise InputError(where, what, "give prices in one currency")
    return GrowthPrices(cost_set, power_set, study.floor.floor, study.link_gbps, study.backplane, own)


def _floor_coefficients(study: GrowthStudy) -> dict[str, Coefficient]:
    return {"endpoints per m2": study.floor.endpoints_per_m2, "overhead": study.floor.overhead}


def _require_known(request: GrowthRequest, study: GrowthStudy, prices: Sequence[GrowthPrices]) -> None:
    """Refuse coefficients that no cost set of the study has."""
    known = {name for one in prices for name in coefficients(one, _floor_coefficients(study))}
    asked = [(f"{request.study}: sensitivity.ranges", name) for name in study.sensitivity.ranges]
    asked += [(setting("breakeven"), request.breakeven)] if request.breakeven else []
    for where, name in asked:
        if name not in known:
            raise InputError(where, f"{name!r} is not a coefficient", f"known: {', '.join(sorted(known))}")


def _found(
    study: GrowthStudy,
    points: Sequence[GrowthPoint],
    missing: Sequence[str],
    prices: Sequence[GrowthPrices],
    breakeven: str | None,
) -> GrowthFindings:
    rows = tuple(
        _row(point, way, lengths, one)
        for one in prices
        for point in points
        for way, lengths in point.lengths.items()
    )
    found = GrowthFindings(
        title=study.title,
        basis=basis_text(study),
        seed=study.seed,
        draws=study.sensitivity.draws,
        rows=rows,
        missing=tuple(missing),
        crossovers=(),
        shares=(),
        swings=(),
        statements=(),
        coefficients=_sources(study, prices),
        packaging=tuple(
            (one.name, f"{one.packaging}: {RULES[one.packaging].words}") for one in study.families
        ),
        breakeven_price=breakeven or "",
    )
    for one in prices:
        found = _with_set(found, study, points, one, breakeven)
    return replace(
        found,
        cable_prices=tuple(_cable_prices(study, one) for one in prices),
        figures=None if study.published is None else paper_figures(),
    )


def _cable_prices(study: GrowthStudy, prices: GrowthPrices) -> CablePriceLines:
    """Return what cables cost by length, with the length from which optical wins, and the paper's."""
    found = optical_crossover(prices.cost_set, study.link_gbps)
    marks = [] if found is None else [("the prices cross", found.after / MM_PER_M)]
    paper = CROSSOVERS.get(study.published or "", ()) if prices.cost_set.name == study.published else ()
    return cable_price_lines(prices.cost_set, study.link_gbps, [*marks, *paper])


def _with_set(
    found: GrowthFindings,
    study: GrowthStudy,
    points: Sequence[GrowthPoint],
    prices: GrowthPrices,
    breakeven: str | None,
) -> GrowthFindings:
    """Return the findings with crossovers and sensitivity by one cost set."""
    crossovers = (*found.crossovers, *_crossovers(study, prices))
    if not can_vary(prices):
        note = f"{prices.cost_set.name} has stock lengths: its sensitivity is not calculated."
        return replace(found, crossovers=crossovers, notes=(*found.notes, note))
    costs = {
        (point.family.name, point.member.wanted): MemberCost(point.member, point.lengths["closed"], prices)
        for point in points
    }
    floor = _floor_coefficients(study)
    uncertain = uncertain_coefficients(prices, floor, study.sensitivity.share, study.sensitivity.ranges)
    names, own = tuple(coefficients(prices, floor)), prices.cost_set.name
    return replace(
        found,
        crossovers=crossovers,
        shares=(*found.shares, *_shares(study, costs, uncertain, prices)),
        swings=(*found.swings, *_swings(study, costs, uncertain, prices)),
        statements=(*found.statements, *_statements(study, costs, names, found.of(own, "generated"), own)),
        breakeven=(*found.breakeven, *(_breakeven(study, costs, breakeven, prices) if breakeven else ())),
    )


def _row(point: GrowthPoint, way: str, lengths: LengthTable, prices: GrowthPrices) -> GrowthRow:
    member = point.member
    priced = price_member(member, lengths, prices)
    return GrowthRow(
        family=member.family,
        network=member.topology.name,
        wanted=member.wanted,
        endpoints=member.endpoints,
        switches=member.topology.routers,
        width=float(member.width),
        bisection_share=member.share,
        cost_set=prices.cost_set.name,
        currency=prices.cost_set.currency,
        way=way,
        cents=priced.cents,
        inside=priced.cables["inside"],
        copper=priced.cables["copper"],
        optical=priced.cables["optical"],
        links=lengths.total,
        length_mm=priced.length_mm,
        longest_mm=priced.longest_mm,
        power_w=priced.power_w,
    )


def _crossovers(study: GrowthStudy, prices: GrowthPrices) -> tuple[Crossover, ...]:
    """Return the length at which optical wins, and the sizes at which another family gets cheaper."""
    known: dict[tuple[str, str], float] = {}

    def money(family: FamilyTable, size: int) -> float | None:
        try:
            member = find_member(study, family, size)
        except InfeasibleError:
            return None
        key = family.name, member.topology.name
        if key not in known:
            classes = cable_classes(member.topology, prices.floor, family.packaging)
            known[key] = (
                price_member(member, closed_lengths(classes), prices).total_cents / member.endpoints
            )
        return known[key]

    def dearer(one: FamilyTable, other: FamilyTable, size: int) -> bool | None:
        here, there = money(one, size), money(other, size)
        return None if here is None or there is None else here > there

    optical = optical_crossover(prices.cost_set, study.link_gbps)
    found = [] if optical is None else [optical]
    for one, other in combinations(study.families, 2):
        changes = size_crossovers((one.name, other.name), study.endpoints, partial(dearer, one, other))
        found += [replace(change, what=f"{change.what} ({prices.cost_set.name})") for change in changes]
    return tuple(found)


Costs = Mapping[tuple[str, int], MemberCost]


def _shares(
    study: GrowthStudy, costs: Costs, uncertain: Sequence[Uncertain], prices: GrowthPrices
) -> list[CheapestShare]:
    """Return how often each family is the cheapest at each size."""
    draws = study.sensitivity.draws
    factors = drawn_factors(uncertain, draws, study.seed)
    found = []
    for size in study.endpoints:
        families = [family.name for family in study.families if (family.name, size) in costs]
        if len(families) < 2:
            continue
        money = np.array([costs[name, size].per_endpoint(factors, draws) for name in families])
        shares = cheapest_shares(families, money, study.sensitivity.confidence)
        found += [replace(one, endpoints=size, cost_set=prices.cost_set.name) for one in shares]
    return found


def _swings(
    study: GrowthStudy, costs: Costs, uncertain: Sequence[Uncertain], prices: GrowthPrices
) -> list[Swing]:
    """Return what each coefficient does to the first family's cost over each other one's."""
    first = study.families[0].name
    sizes = [size for size in study.endpoints if (first, size) in costs]
    found: list[Swing] = []
    for other in study.families[1:]:
        size = max((one for one in sizes if (other.name, one) in costs), default=None)
        if size is None:
            continue

        def ratio(factors: dict[str, float], name: str = other.name, at: int = size) -> float:
            arrays = {key: np.array([value]) for key, value in factors.items()}
            own, others = (costs[one, at].per_endpoint(arrays, 1)[0] for one in (first, name))
            return float(own / others)

        found += [
            Swing(
                *(one.name, one.trust, one.share, size, prices.cost_set.name, (first, other.name)),
                ratio({}),
                ratio({one.name: 1 - one.share}),
                ratio({one.name: 1 + one.share}),
            )
            for one in uncertain
        ]
    return sorted(
        found, key=lambda swing: (swing.families, -abs(swing.high - swing.low), swing.coefficient)
    )


def _statements(
    study: GrowthStudy, costs: Costs, names: tuple[str, ...], laid: Sequence[GrowthRow], cost_set: str
) -> Iterator[Statement]:
    """Return the published statements beside this study's, none where it names no paper."""
    if study.published is None:
        return
    cents = {(row.family, row.wanted): row.cents_per_endpoint for row in laid}

    def money(family: str, size: int, coefficient: str, factor: float) -> float | None:
        cost = costs.get((family, size))
        factors = {coefficient: np.array([factor])} if coefficient else {}
        return None if cost is None else float(cost.per_endpoint(factors, 1)[0])

    for one in statements(study.published, cost_set, money, names):
        own, other = cents.get(("dragonfly", one.endpoints)), cents.get((one.against, one.endpoints))
        yield one if own is None or other is None else replace(one, laid=1 - own / other)


def _breakeven(study: GrowthStudy, costs: Costs, name: str, prices: GrowthPrices) -> list[Crossover]:
    """Return how far one price must fall or rise before the families' order changes, size by size."""
    found = []
    for size in study.endpoints:
        families = [family.name for family in study.families if (family.name, size) in costs]

        def order(factor: float, at: int = size, among: Sequence[str] = tuple(families)) -> tuple[str, ...]:
            factors = {name: np.array([factor])}
            money = {one: float(costs[one, at].per_endpoint(factors, 1)[0]) for one in among}
            return tuple(sorted(among, key=lambda one: (round(money[one], 6), one)))

        what = f"{name} ({prices.cost_set.name}), {size:,} endpoints"
        found += [one for one in price_crossovers(order, what) if one is not None]
    return found


def _sources(
    study: GrowthStudy, prices: Sequence[GrowthPrices]
) -> tuple[tuple[str, str, str, int, str, str], ...]:
    """Return every number of the study with its unit, year, source and trust."""
    found = []
    for one in prices:
        for name, c in coefficients(one, _floor_coefficients(study)).items():
            row = c.row(name)
            found.append((name, row.value, row.unit, row.year, row.source, row.trust))
        reach = reach_rule(one.cost_set)
        found.append((f"medium rule of {one.cost_set.name}", reach, "", 0, "", "read"))
    return tuple(dict.fromkeys(found))
