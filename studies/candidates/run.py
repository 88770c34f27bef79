"""Plans side by side: what the ``compare`` command does with plan files."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.files import canonical_sha256, check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.prices import CataloguePrices, Prices, common_prices, require_servers
from netfloor.plans.load import BY_BILL, load_plan
from netfloor.plans.plan import Plan, display_names
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.formats.head import ReportHead
from netfloor.studies.candidates.assemble import AssessedPlan, assemble
from netfloor.studies.candidates.measure import measure
from netfloor.studies.candidates.rewiring import rewiring
from netfloor.studies.results.store import PLANS, RunAbout, open_results
from netfloor.traffic.load.saturation import analysed_routing, require_analysable

#: Plans of one comparison: more are no page that a board reads.
MOST_PLANS = 24
READING, TASK = "reading the plans", "choosing parts"


@dataclass(frozen=True)
class CandidatesRequest:
    """The options of a comparison, of plans or of a study; None where nothing is said.

    Attributes
    ----------
    catalogue, cost_set
        Prices; None for those of the study, or those that the plans were made by.
    switch_ns, seed, iterations
        Of a study instead of its own; of plans the seed of bisections, which 0 stands for.
    rewiring
        Places of two of the plans: the parts that the second reuses of the first.
    routing
        For the traffic that each network carries; None leaves it out.
    results
        A results file that the comparison is added to.
    """

    catalogue: Path | None = None
    cost_set: str | None = None
    ownership: Path | None = None
    network_only: bool = False
    switch_ns: float | None = None
    seed: int | None = None
    iterations: int | None = None
    workers: int = 1
    title: str = "Plans side by side"
    rewiring: tuple[int, int] | None = None
    routing: str | None = None
    results: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def compare_files(
    paths: Sequence[Path], request: CandidatesRequest, observer: Observer, out: Path | None, *, force: bool
) -> tuple[RankedPlans, tuple[str, ...]]:
    """Compare plan files; with ``out`` write page, workbook, CSV and JSON into a folder.

    The comparison is in the results file, where there is one, before the folder appears.

    Returns
    -------
    (RankedPlans, tuple[str, ...])
        The comparison, and the names of the files written.

    Raises
    ------
    InputError
        For a bad plan, catalogue, file of ownership or folder.
    """
    if out is not None:
        check_output_folder(out, force=force)
    observer.started(READING, len(paths))
    plans = []
    for number, path in enumerate(paths):
        observer.advanced(READING, number, path.name)
        plans.append(load_plan(path, instead=BY_BILL))
    observer.finished(READING)
    with nullcontext() if request.results is None else open_results(request.results) as store:
        found = compare_plans(plans, request, observer)
        if store is not None:
            with undisturbed():
                store.add(_about(paths, plans), found, found.candidates)
    if out is None:
        return found, ()
    observer.doing("drawing page and workbook")
    return found, write_files(found, plans, request.head, out, force=force)


def _about(paths: Sequence[Path], plans: Sequence[Plan]) -> RunAbout:
    """Return what a results file says of the comparison."""
    return RunAbout(
        PLANS,
        ", ".join(map(str, paths)),
        canonical_sha256([plan.sha256 for plan in plans]),
        ", ".join(plan.topology.name for plan in plans),
        ", ".join(dict.fromkeys(plan.room.summary for plan in plans)),
    )


def write_files(
    found: RankedPlans, plans: Sequence[Plan], head: ReportHead, out: Path, *, force: bool
) -> tuple[str, ...]:
    """Write page, workbook, CSV and JSON into a folder that appears as a whole; return their names."""
    from netfloor.reports.candidates.formats import candidate_files  # noqa: PLC0415 - loads Matplotlib

    files = candidate_files(found, head, named_plans(plans))
    with undisturbed(), output_folder(out, force=force) as folder:
        for name, data in files.items():
            write_atomic(folder / name, data)
    return tuple(files)


def compare_plans(
    plans: Sequence[Plan],
    request: CandidatesRequest,
    observer: Observer = SILENT,
    prices: Prices | None = None,
) -> RankedPlans:
    """Return plans side by side on one price list.

    Parameters
    ----------
    prices
        Instead of those that the request names.

    Raises
    ------
    InputError
        If there are too few or too many plans, or prices and terms cannot be used.
    """
    if not 1 <= len(plans) <= MOST_PLANS:
        raise InputError("plans", f"{len(plans)} are no comparison", f"give 2 to {MOST_PLANS}")
    rule = None if request.routing is None else analysed_routing(request.routing)
    if rule is not None:
        for plan in plans:
            require_analysable(plan.topology, rule)
    observer.doing("reading prices")
    prices = prices or _prices(plans, request)
    terms = prices.ownership_terms(request.ownership)
    switch_ns = DEFAULT_SWITCH_NS if request.switch_ns is None else request.switch_ns
    seed = request.seed or 0
    given = measure(plans, switch_ns, seed, request.workers, observer, rule)
    observer.started(TASK, len(plans))
    done = [0]

    def priced(job: tuple[Plan, str, Assessed]) -> AssessedPlan:
        plan, name, found = job
        try:
            found = replace(found, owned=Owned(prices.quote(plan), terms))
        except InfeasibleError as error:
            found = replace(found, refused=str(error))
        done[0] += 1
        observer.advanced(TASK, done[0], plan.topology.name)
        return AssessedPlan(plan, name, found)

    candidates = map_jobs(priced, zip(plans, display_names(plans), given, strict=True), request.workers)
    observer.finished(TASK)
    observer.doing("putting the plans in order")
    found = assemble(candidates, prices, terms, request.title, switch_ns, seed, request.routing or "")
    found = replace(found, by_example_terms=terms is not None and request.ownership is None)
    if request.rewiring is None or not isinstance(prices, CataloguePrices):
        return found
    observer.doing("what the rewiring reuses")
    named = list(named_plans(plans).items())
    old, new = (named[place] for place in request.rewiring)
    return replace(found, rewiring=rewiring(old, new, prices))


def _prices(plans: Sequence[Plan], request: CandidatesRequest) -> Prices:
    prices = common_prices(plans, request.catalogue, request.cost_set, network_only=request.network_only)
    if request.network_only:
        require_servers(prices)
    return prices


def named_plans(plans: Sequence[Plan]) -> dict[str, Plan]:
    """Return plans by what reports call each."""
    return dict(zip(display_names(plans), plans, strict=True))
