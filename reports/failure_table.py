"""Networks under failing links in words and numbers: a table, how it came about, what it lacks."""

from collections.abc import Iterator

from structure.failure_curve import FailureCurve, FailurePoint
from structure.trial_statistics import ConnectedMean, Interval

HEADINGS = (
    "proportion\nfailed",
    "links\nfailed",
    "disconnected trials\n[95 %]",
    "diameter, connected\ntrials: mean [95 %]",
    "mean hops, connected\ntrials: mean [95 %]",
    "bisection links, connected\ntrials: mean [95 %]",
)

#: How the figures came about, for whoever reads the JSON document alone.
METHOD = {
    "rule": "per property 10 x trials, x = 1, 10, 100, ..., until the coefficient of variation of the "
    "means of 10 batches of x is below 10 % (SpectralFly, section IV-A, footnote 1)",
    "means": "over connected trials only; disconnected trials are counted beside them",
    "mean_ci95": "Student's t over single connected trials",
    "disconnected_share_ci95": "Clopper-Pearson",
    "bisection_links": "best exactly balanced cut of METIS: an upper bound on the bisection",
}


def unmet_notes(curve: FailureCurve) -> Iterator[str]:
    """Yield a sentence for each proportion at which the trials did not end by the rule."""
    for point in curve.points:
        if point.certainly_disconnected:
            yield f"{point.proportion:g} failed: too few links are left to connect {curve.routers} routers"
            continue
        unmet = [name for name, found in point.properties.items() if not found.rule_met]
        if unmet:
            names = ", ".join(unmet).replace("_", " ")
            yield (
                f"{point.proportion:g} failed: {point.trials} trials do not meet the stopping rule for "
                f"{names}; a larger --max-trials may"
            )


def failure_cells(point: FailurePoint) -> list[str]:
    """Return the cells of one proportion under `HEADINGS`."""
    low, high = point.disconnected_ci95
    return [
        f"{point.proportion:g}",
        f"{point.links_failed:,}",
        f"{point.disconnected:,} of {point.trials:,} [{100 * low:.1f} %, {100 * high:.1f} %]",
        _cell(point.diameter, 2),
        _cell(point.mean_distance, 4),
        _cell(point.bisection_links, 1),
    ]


def _cell(found: ConnectedMean, decimals: int) -> str:
    """Return ``mean [low, high]``, or a dash where no trial was connected."""
    if found.mean is None:
        return "-"
    return f"{found.mean:,.{decimals}f}" + _interval(found.ci95, decimals)


def _interval(interval: Interval | None, decimals: int) -> str:
    return " [{:,.{d}f}, {:,.{d}f}]".format(*interval, d=decimals) if interval else ""
