"""Tables of networks with failed links, for terminal and report."""

from collections.abc import Iterator, Sequence

from netfloor.reports.formats.table import Cell, Column, Columns, Table, Value, count_column
from netfloor.research.failures.curve import FailureCurve, FailurePoint
from netfloor.research.failures.trial_statistics import ConnectedMean

#: The methods behind the figures, for readers of the JSON document.
METHOD = {
    "rule": "per property 10 x trials, x = 1, 10, 100, ..., until the coefficient of variation of the "
    "means of 10 batches of x is below 10 % (SpectralFly, section IV-A, footnote 1)",
    "distances": "hops between switches with endpoints, between all switches of a network without any",
    "means": "over connected trials only; disconnected trials are counted separately",
    "mean_ci95": "Student's t over single connected trials",
    "disconnected_share_ci95": "Clopper-Pearson",
    "bisection_links": "best exactly balanced cut of METIS: an upper bound on the bisection; with no "
    "failed link the cut of the whole search, as in the table of networks",
}


def unmet_notes(curve: FailureCurve) -> Iterator[str]:
    """Yield a sentence for each proportion whose trials ended without meeting the rule."""
    for point in curve.points:
        if point.certainly_disconnected:
            yield f"{point.proportion:g} failed: too few links are left to connect {curve.routers} switches"
            continue
        unmet = [name for name, mean in point.properties.items() if not mean.rule_met]
        if unmet:
            names = ", ".join(unmet).replace("_", " ")
            yield (
                f"{point.proportion:g} failed: {point.trials} trials do not meet the stopping rule for "
                f"{names}; a larger --max-trials may meet it"
            )


def failure_table(curves: Sequence[FailureCurve], *, named: bool) -> Table:
    """Return a table with a row per proportion, with the network's name if there are several."""
    columns: Columns = (
        *["network"] * named,
        Column("proportion\nfailed", form="g"),
        count_column("links\nfailed"),
        "disconnected trials\n[95 %]",
        "diameter, connected\ntrials: mean [95 %]",
        "mean hops, connected\ntrials: mean [95 %]",
        "bisection links, connected\ntrials: mean [95 %]",
    )
    rows = [(*[curve.network] * named, *_cells(point)) for curve in curves for point in curve.points]
    return Table("Link failures", columns, rows)


def _cells(point: FailurePoint) -> tuple[Cell | Value, ...]:
    """Return the cells of a proportion; means share a cell with their intervals."""
    low, high = point.disconnected_ci95
    means = ((point.diameter, 2), (point.mean_distance, 4), (point.bisection_links, 1))
    return (
        point.proportion,
        point.links_failed,
        Cell(f"{point.disconnected:,} of {point.trials:,} [{100 * low:.1f} %, {100 * high:.1f} %]"),
        *(Cell(_mean_text(mean, decimals)) for mean, decimals in means),
    )


def _mean_text(connected: ConnectedMean, decimals: int) -> str:
    """Return ``mean [low, high]``, or a dash without connected trials."""
    if connected.mean is None:
        return "-"
    interval = " [{:,.{d}f}, {:,.{d}f}]".format(*connected.ci95, d=decimals) if connected.ci95 else ""
    return f"{connected.mean:,.{decimals}f}{interval}"
