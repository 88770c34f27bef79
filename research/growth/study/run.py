"""A growth study from file to report, for the ``growth`` command."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.files import (
    check_output_folder,
    output_folder,
    write_atomic,
)
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import MM_PER_M
from netfloor.reports.formats.head import ReportHead
from netfloor.research.growth.packaging.length_table import LengthTable
from netfloor.research.growth.packaging.rules import RULES
from netfloor.research.growth.report.page import growth_files
from netfloor.research.growth.report.types import CablePriceLines, GrowthFindings, GrowthRow
from netfloor.research.growth.study.answers import breakevens, claims, crossovers, shares, swings
from netfloor.research.growth.study.crossovers import cable_price_lines, optical_crossover
from netfloor.research.growth.study.given import growth_prices, require_known, sources
from netfloor.research.growth.study.members import basis_text, check_networks
from netfloor.research.growth.study.places import GrowthRoom, growth_rooms
from netfloor.research.growth.study.points import GrowthPoint, growth_points
from netfloor.research.growth.study.pricing import GrowthPrices, price_member
from netfloor.research.growth.study.published import CROSSOVERS, paper_figures
from netfloor.research.growth.study.sensitivity import MemberCost, coefficients, uncertain_coefficients
from netfloor.research.growth.study.study_file import GrowthStudy, read_growth_study


@dataclass(frozen=True)
class GrowthRequest:
    """The options of the command."""

    study: Path
    out: Path
    breakeven: str | None = None
    workers: int = 1
    scheduler: str | None = None
    head: ReportHead | None = None


def run_growth(
    request: GrowthRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> tuple[GrowthFindings, tuple[str, ...]]:
    """Price every family at every size and write the report folder; return the results and its files.

    Raises
    ------
    InputError
        If the study, a set or the folder is unusable; nothing is written then.
    InfeasibleError
        If no family reaches any size, or a set has no cable of a length.
    """
    study = read_growth_study(request.study)
    check_output_folder(request.out, force=force)
    check_networks(request.study, study)
    rooms = growth_rooms(request.study, study)
    prices = growth_prices(request.study, study, rooms)
    require_known(request.study, study, [item for _, item in prices], request.breakeven)
    with interrupt.handle_interrupts(), _named(request.study):
        points, missing = growth_points(
            study, rooms, request.workers, observer, interrupt, request.scheduler
        )
    observer.doing("prices, crossovers and sensitivity")
    with _named(request.study):
        result = _found(study, points, missing, prices, request.breakeven)
    files = growth_files(result, request.head or ReportHead())
    with defer_interrupts(), output_folder(request.out, force=force) as folder:
        for name, text in files.items():
            write_atomic(folder / name, text)
    return result, tuple(files)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Prefix errors with the name of the study file."""
    try:
        yield
    except InputError as error:
        raise error if error.about_a_setting else error.inside(str(path)) from error
    except InfeasibleError as error:
        raise InfeasibleError(f"{path}: {error}") from error


def _found(
    study: GrowthStudy,
    points: Sequence[GrowthPoint],
    missing: Sequence[str],
    prices: Sequence[tuple[GrowthRoom, GrowthPrices]],
    breakeven: str | None,
) -> GrowthFindings:
    rows = tuple(
        _row(point, way, lengths, entry)
        for room, entry in prices
        for point in points
        if point.room is room
        for way, lengths in point.lengths.items()
    )
    findings = GrowthFindings(
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
        coefficients=sources([entry for _, entry in prices]),
        packaging=tuple(
            (family.name, f"{family.packaging}: {RULES[family.packaging].words}")
            for family in study.families
        ),
        breakeven_price=breakeven or "",
    )
    for room, item in prices:
        own = [point for point in points if point.room is room]
        findings = _with_case(findings, study, own, room, item, breakeven)
    by_set = {entry.cost_set.name: entry for _, entry in prices}
    return replace(
        findings,
        cable_prices=tuple(_cable_prices(study, entry) for entry in by_set.values()),
        figures=None if study.published is None else paper_figures(),
    )


def _cable_prices(study: GrowthStudy, prices: GrowthPrices) -> CablePriceLines:
    """Return cable prices by length, with the length from which optical is cheaper, and the paper's."""
    result = optical_crossover(prices.cost_set, study.link_gbps)
    marks = [] if result is None else [("the prices cross", result.after / MM_PER_M)]
    paper = CROSSOVERS.get(study.published or "", ()) if prices.cost_set.name == study.published else ()
    return cable_price_lines(prices.cost_set, study.link_gbps, [*marks, *paper])


def _with_case(
    found: GrowthFindings,
    study: GrowthStudy,
    points: Sequence[GrowthPoint],
    room: GrowthRoom,
    prices: GrowthPrices,
    breakeven: str | None,
) -> GrowthFindings:
    """Add crossovers and sensitivity by one cost set in one room."""
    changes = (*found.crossovers, *crossovers(study, room, prices))
    found = replace(found, crossovers=tuple(dict.fromkeys(changes)))
    costs = {
        (point.family.name, point.member.wanted): MemberCost(point.member, point.lengths["closed"], prices)
        for point in points
    }
    uncertain = uncertain_coefficients(prices, study.sensitivity.share, study.sensitivity.ranges)
    names, own = tuple(coefficients(prices)), prices.case
    return replace(
        found,
        shares=(*found.shares, *shares(study, costs, uncertain, prices)),
        swings=(*found.swings, *swings(study, costs, uncertain, prices)),
        statements=(*found.statements, *claims(study, costs, names, found.of(own, "generated"), own)),
        breakeven=(*found.breakeven, *(breakevens(study, costs, breakeven, prices) if breakeven else ())),
    )


def _row(point: GrowthPoint, way: str, lengths: LengthTable, prices: GrowthPrices) -> GrowthRow:
    member = point.member
    priced = price_member(member, lengths, prices)
    return GrowthRow(
        case=prices.case,
        room=prices.room,
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
