"""The comparison of plan files, for the ``compare`` command."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import canonical_sha256, check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.prices import (
    CataloguePrices,
    NoPrices,
    Prices,
    prices_or_none,
    with_listed,
)
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan, load_any_plan
from netfloor.plans.order.terms import ListedTerms
from netfloor.plans.plan import Plan, display_names
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.formats.head import ReportHead
from netfloor.studies.candidates.assemble import AssessedPlan, assemble
from netfloor.studies.candidates.measure import measure
from netfloor.studies.candidates.network_quotes import network_quotes
from netfloor.studies.candidates.rewiring import rewiring
from netfloor.studies.results.store import PLANS, RunAbout, open_results
from netfloor.traffic.load.saturation import analysed_routing, require_analysable

#: Maximum plans of a comparison; a page with more is not readable.
MAX_PLANS = 24
#: Name of the plan file in an output folder; plans of a front are numbered.
PLAN_NAME = "plan.json"
READING, TASK = "reading the plans", "choosing parts"


@dataclass(frozen=True)
class CandidatesRequest:
    """The options of a comparison of plans or of a study; None for options not given."""

    catalogue: Path | None = None  # prices; None: those of the study or of the plans
    ownership: Path | None = None
    network_only: bool = False
    listed: ListedTerms = field(default_factory=ListedTerms)  # terms for the cables of lists
    switch_ns: float | None = None  # of a study: replaces its own
    seed: int | None = None  # of a study: replaces its own; of plans: for bisections, default 0
    iterations: int | None = None  # of a study: replaces its own
    workers: int = 1
    title: str = "Plans side by side"
    rewiring: tuple[int, int] | None = None  # indices of two plans: the second reuses parts of the first
    routing: str | None = None  # for throughput figures; None: none
    results: Path | None = None  # results file to which the comparison is added
    head: ReportHead = field(default_factory=ReportHead)


def compare_files(
    paths: Sequence[Path], request: CandidatesRequest, observer: Observer, out: Path | None, *, force: bool
) -> tuple[RankedPlans, tuple[str, ...]]:
    """Return the comparison of plan files or folders, and the names of the files written to ``out``.

    The results file, if any, is written before the folder ``out`` appears. `InputError` for an invalid
    plan, catalogue, ownership file or folder.
    """
    if out is not None:
        check_output_folder(out, force=force)
    files = plan_files(paths)
    observer.started(READING, len(files))
    plans = []
    for number, path in enumerate(files):
        observer.advanced(READING, number, path.name)
        plans.append(load_any_plan(path))
    observer.finished(READING)
    with nullcontext() if request.results is None else open_results(request.results) as store:
        results = compare_plans(plans, request, observer)
        if store is not None:
            with defer_interrupts():
                store.add(_about(files, plans), results, results.candidates)
    if out is None:
        return results, ()
    observer.doing("drawing page and workbook")
    return results, write_files(results, plans, request.head, out, force=force)


def plan_files(paths: Sequence[Path]) -> list[Path]:
    """Return the named plan files and those in folders; 2 to 24 in total."""
    results = [file for path in paths for file in plans_in(path)]
    _require_few(len(results), least=2)
    return results


def plans_in(path: Path) -> list[Path]:
    """Return the file itself; of a folder its ``plan.json``, else all its ``plan-*.json``.

    `InputError` if a folder has neither.
    """
    if not path.is_dir():
        return [path]
    whole = path / PLAN_NAME
    results = [whole] if whole.is_file() else sorted(path.glob("plan-*.json"), key=_number)
    if not results:
        what = f"is a folder without {PLAN_NAME} or plan-1.json, plan-2.json ..."
        raise InputError(str(path), what, "give plan files, or folders that netfloor wrote")
    return results


def _number(path: Path) -> tuple[int, str]:
    """Return the sort key of the plans of a front: by number."""
    digits = path.stem.removeprefix("plan-")
    return (int(digits) if digits.isascii() and digits.isdecimal() else 0, path.name)


def _require_few(plans: int, *, least: int) -> None:
    if not least <= plans <= MAX_PLANS:
        many = "1 plan" if plans == 1 else f"{plans} plans"
        raise InputError("plans", f"{many} cannot be compared", f"give 2 to {MAX_PLANS}")


def _about(paths: Sequence[Path], plans: Sequence[AnyPlan]) -> RunAbout:
    """Return the description of the comparison for a results file."""
    return RunAbout(
        PLANS,
        ", ".join(map(str, paths)),
        canonical_sha256([plan.sha256 for plan in plans]),
        ", ".join(plan.name if isinstance(plan, LaidFabric) else plan.topology.name for plan in plans),
        ", ".join(dict.fromkeys(plan.room.summary for plan in plans)),
    )


def write_files(
    found: RankedPlans, plans: Sequence[AnyPlan], head: ReportHead, out: Path, *, force: bool
) -> tuple[str, ...]:
    """Write page, workbook, CSV and JSON into a folder atomically, and return their names."""
    from netfloor.reports.candidates.formats import candidate_files  # noqa: PLC0415 - loads Matplotlib

    files = candidate_files(found, head, named_plans(plans))
    with defer_interrupts(), output_folder(out, force=force) as folder:
        for name, data in files.items():
            write_atomic(folder / name, data)
    return tuple(files)


def compare_plans(
    plans: Sequence[AnyPlan],
    request: CandidatesRequest,
    observer: Observer = SILENT,
    prices: Prices | NoPrices | None = None,
) -> RankedPlans:
    """Return plans of any kind compared by the same price list.

    ``prices`` replaces those of the request. `InputError` if there are too few or too many plans, or prices
    and terms cannot be used.
    """
    _require_few(len(plans), least=1)
    rule = None if request.routing is None else analysed_routing(request.routing)
    if rule is not None:
        for plan in plans:
            if isinstance(plan, Plan) and plan.topology.networks is None:
                require_analysable(plan.topology, rule)
    observer.doing("reading prices")
    prices = prices or _prices(plans, request)
    terms = None
    if isinstance(prices, NoPrices):
        _refuse_money_options(request, prices)
    else:
        terms = None if request.ownership is None else prices.ownership_terms(request.ownership)
    switch_ns = DEFAULT_SWITCH_NS if request.switch_ns is None else request.switch_ns
    seed = request.seed or 0
    given = measure(plans, switch_ns, seed, request.workers, observer, rule)
    observer.started(TASK, len(plans))
    done = [0]

    def priced(job: tuple[AnyPlan, str, Assessed]) -> AssessedPlan:
        plan, name, outcome = job
        done[0] += 1
        observer.advanced(TASK, done[0], name)
        return AssessedPlan(plan, name, _priced(outcome, plan, prices, terms))

    # Sequential: concurrent threads that build OR-Tools models occasionally crash each other.
    candidates = [priced(job) for job in zip(plans, display_names(plans), given, strict=True)]
    observer.finished(TASK)
    observer.doing("ranking the plans")
    result = assemble(
        candidates=candidates,
        prices=prices,
        terms=terms,
        title=request.title,
        switch_ns=switch_ns,
        seed=seed,
        routing=request.routing or "",
    )
    if request.rewiring is None or not isinstance(prices, CataloguePrices):
        return result
    observer.doing("matching reusable parts")
    named = [(name, plan) for name, plan in named_plans(plans).items() if isinstance(plan, Plan)]
    old, new = (named[place] for place in request.rewiring)
    return replace(result, rewiring=rewiring(old, new, prices))


def _priced(
    found: Assessed, plan: AnyPlan, prices: Prices | NoPrices, terms: OwnershipTerms | None
) -> Assessed:
    """Return the assessment of a plan and its networks with costs, or why there are none."""
    if isinstance(prices, NoPrices):
        return _without_money(found, prices.reason, unpriced=True)
    try:
        parts = prices.parts(plan)
    except InfeasibleError as error:
        return _without_money(found, str(error), unpriced=False)
    except InputError as error:
        if not isinstance(plan, LaidFabric):
            raise
        return _without_money(found, f"it {error.what}", unpriced=False)
    shares = network_quotes(parts) if found.networks else {}
    networks = {
        name: replace(network, owned=Owned(shares[name], terms)) for name, network in found.networks.items()
    }
    return replace(found, owned=Owned(prices.quote_parts(parts), terms), networks=networks)


def _without_money(found: Assessed, reason: str, *, unpriced: bool) -> Assessed:
    networks = {
        name: replace(network, refused=reason, unpriced=unpriced)
        for name, network in found.networks.items()
    }
    return replace(found, refused=reason, unpriced=unpriced, networks=networks)


def _refuse_money_options(request: CandidatesRequest, prices: NoPrices) -> None:
    """Refuse options on costs if there are no prices."""
    given = {"ownership": request.ownership, "network-only": request.network_only or None}
    names = [setting(name) for name, value in given.items() if value is not None]
    if names:
        what = f"needs prices, and {prices.reason}"
        raise InputError(" and ".join(names), what, f"give {setting('catalogue')}")


def _prices(plans: Sequence[AnyPlan], request: CandidatesRequest) -> Prices | NoPrices:
    prices = prices_or_none(plans, request.catalogue, network_only=request.network_only)
    return with_listed(prices, plans, request.listed)


def named_plans(plans: Sequence[AnyPlan]) -> dict[str, AnyPlan]:
    """Return the plans by display name."""
    return dict(zip(display_names(plans), plans, strict=True))
