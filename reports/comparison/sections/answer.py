"""The opening paragraph of the report: its main results in sentences."""

from collections.abc import Iterator
from functools import partial

from netfloor.foundation.wording import count_text, join_words, percent_text
from netfloor.layout.result import gap_text, is_telling
from netfloor.reports.comparison.charts import overview_svg
from netfloor.reports.comparison.classes import (
    MEAN,
    SizeClass,
    baseline_kinds,
    kind_text,
    population,
    size_classes,
    spread_of,
)
from netfloor.reports.comparison.types import Comparison, Row, Spread
from netfloor.reports.formats.document import Chart, FirstPage
from netfloor.reports.formats.text import finite, one_line, ratio

#: Maximum size classes in the paragraph; the tables hold the others.
MAX_CLASSES = 6


def answer(comparison: Comparison) -> str:
    """Return the opening paragraph; it suits studies with or without baselines or printed values."""
    return " ".join(_sentences(comparison))


def first_page(comparison: Comparison) -> FirstPage:
    """Return the opening sentences, main figures and overview chart."""
    said = _sentences(comparison)
    if not comparison.rows:
        return FirstPage(said[0])
    chart = Chart(
        "Mean cable length of every network, with its lower bound and its baselines; whiskers are one "
        "standard deviation.",
        partial(overview_svg, comparison),
    )
    about_baselines, lead, *more = said
    if lead and not any(
        population(baseline, "placed") for row in comparison.rows for baseline in row.baselines.values()
    ):
        return FirstPage(lead, tuple(_figures(comparison)), chart, about_baselines, tuple(more))
    return FirstPage(about_baselines, tuple(_figures(comparison)), chart, more=(lead, *more))


def _figures(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the shortest mean cable, the ratio to placed baselines and the largest gap."""
    means = [(mean, row) for row in comparison.rows if (mean := _mean(row)) is not None]
    if means:
        mean, row = min(means, key=lambda pair: pair[0])
        yield f"Shortest mean cable: {_name(row)}", f"{mean:.2f} m"
    pairs = [
        share
        for row in comparison.rows
        for kind in baseline_kinds((row,))
        if (spread := spread_of(row, kind, "placed")) is not None
        and (share := ratio(_mean(row), spread.mean)) is not None
    ]
    if pairs:
        yield "Mean cable, ratio to placed baselines", _span(pairs)
    gaps = [gap for row in comparison.rows if (gap := finite(row.figures.get("gap"))) is not None]
    if gaps:
        yield "Largest gap to the lower bound", gap_text(max(gaps))


def _sentences(comparison: Comparison) -> list[str]:
    classes = size_classes(comparison)
    if not classes:
        return ["This study has no networks."]
    sentences = [against_placed(comparison)]
    sentences += [class_sentence(group) for group in classes[:MAX_CLASSES]]
    if len(classes) > MAX_CLASSES:
        sentences.append(f"{len(classes) - MAX_CLASSES} more size classes are in the tables.")
    pairs = ((_mean(row), row.published.get(MEAN)) for row in comparison.rows)
    printed = [share for ours, paper in pairs if (share := ratio(ours, paper)) is not None]
    sentences.append(_bound(comparison))
    sentences.append(f"Mean cable is {_span(printed)} times the printed value." if printed else "")
    return [sentence for sentence in sentences if sentence]


def against_placed(comparison: Comparison) -> str:
    """Return the ratio of the networks to placed baselines, or why there is none."""
    kinds = baseline_kinds(comparison.rows)
    if not kinds:
        return (
            "The study has no baseline graphs: it compares its networks with each other, "
            "not with random ones."
        )
    parts = [part for kind in kinds if (part := _kind_part(comparison.rows, kind))]
    if parts:
        return f"Against baseline graphs placed in the same way, mean cable is {join_words(parts)}."
    names = join_words([kind_text(kind) for kind in kinds])
    flattery = "comparing an optimised network with them flatters it"
    return f"The baselines ({names}) were not optimised: {flattery}."


def _kind_part(rows: tuple[Row, ...], kind: str) -> str:
    """Return the range of ratios to a kind of placed baseline, as part of a sentence."""
    pairs = [(row, spread) for row in rows if (spread := spread_of(row, kind, "placed")) is not None]
    shares = [share for row, spread in pairs if (share := ratio(_mean(row), spread.mean)) is not None]
    if not shares:
        return ""
    close = sum(_within(row, spread) for row, spread in pairs)
    beside = f"{_span(shares)} times that of {kind} ({kind_text(kind)}"
    if not close:
        return f"{beside})"
    of = f"{close} of {count_text(len(shares), 'difference')}"
    return f"{beside}; {of} within two standard deviations of the instances)"


def class_sentence(group: SizeClass) -> str:
    """Return the network with the shortest mean cable in a class, and its margin."""
    means = [(mean, row) for row in group.rows if (mean := _mean(row)) is not None]
    if not means:
        return f"In size class {group.label} no mean cable length is known."
    ranked = sorted(means, key=lambda pair: pair[0])
    return f"In size class {group.label}, {_ranking(ranked)}."


def _ranking(ranked: list[tuple[float, Row]]) -> str:
    best, row = ranked[0]
    if len(ranked) == 1:
        return f"{_name(row)} has a mean cable of {best:.2f} m"
    tied = [_name(rival) for mean, rival in ranked if f"{mean:.2f}" == f"{best:.2f}"]
    if len(tied) > 1:
        return f"{join_words(tied)} share the shortest mean cable, {best:.2f} m"
    second, runner_up = ranked[1]
    return (
        f"{_name(row)} has the shortest mean cable, {best:.2f} m, "
        f"{percent_text(1 - best / second)} below {_name(runner_up)} ({second:.2f} m)"
    )


def _bound(comparison: Comparison) -> str:
    known = [(finite(row.figures.get("gap")), row) for row in comparison.rows]
    gaps = [(gap, row) for gap, row in known if gap is not None]
    if not gaps:
        return ""
    gap, row = max(gaps, key=lambda pair: pair[0])
    if not is_telling(gap):
        return ""  # the section on bounds says how far they go
    if len(gaps) == 1:
        return f"The mean of {_name(row)} is {gap_text(gap)} above its certified lower bound."
    return (
        "No placement can be shorter than the certified lower bounds; the means found are "
        f"at most {gap_text(gap)} above them ({_name(row)})."
    )


def _span(shares: list[float]) -> str:
    low, high = f"{min(shares):.3f}", f"{max(shares):.3f}"
    return low if low == high else f"{low} to {high}"


def _within(row: Row, spread: Spread) -> bool:
    """Return whether a difference is at most two standard deviations of the baseline."""
    ours = _mean(row)
    return ours is not None and spread.n > 1 and abs(ours - spread.mean) <= 2 * spread.std


def _mean(row: Row) -> float | None:
    return finite(row.figures.get(MEAN))


def _name(row: Row) -> str:
    return one_line(row.network, 60)
