"""Every figure of every baseline: mean, spread and number of instances."""

from netfloor.foundation.wording import join_words
from netfloor.reports.comparison.classes import (
    MEAN,
    TREATMENTS,
    SizeClass,
    class_baselines,
    instances,
    kind_text,
    population,
    size_classes,
)
from netfloor.reports.comparison.sections.figures import measures
from netfloor.reports.comparison.types import (
    Baseline,
    Comparison,
    Population,
    Row,
    unverified_figures,
)
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import mark_note, marked
from netfloor.reports.formats.table import Cell, Table, words
from netfloor.reports.formats.text import NOTHING, finite, head_text, number_text, one_line, ratio

#: Printed means match ours within this fraction.
MATCH = 0.05

_OPENING = (
    "Mean ± sample standard deviation over n instances. Unplaced graphs keep the places "
    "that their generator or chance gave them; placed ones were optimised by the placer of the networks."
)


def section(comparison: Comparison) -> Section:
    """Return the baselines of each size class, and those that agree with the printed means."""
    unverified, currency = unverified_figures(comparison), one_line(comparison.currency)
    tables: list[Table] = []
    for group in size_classes(comparison):
        beside: dict[tuple[str, ...], tuple[tuple[Row, ...], list[Baseline]]] = {}
        for baseline, users in class_baselines(group.rows):
            beside.setdefault(tuple(row.network for row in users), (users, []))[1].append(baseline)
        tables += [_table(group, *item, unverified, currency) for item in beside.values()]
    if not tables:
        return Section("baselines", "Baselines")
    match = matching_sentence(comparison)
    return Section("baselines", "Baselines", (_OPENING, match) if match else (_OPENING,), tuple(tables))


def matching_sentence(comparison: Comparison) -> str:
    """Return a sentence on the unplaced baselines that agree with the paper's printed means."""
    off = printed_deviations(comparison)
    if not off:
        return ""
    spans = [f"{_span(off[kind])} for {kind} ({kind_text(kind)})" for kind in off]
    return (
        "Means of the unplaced baselines here differ from the means that the paper prints for its "
        f"own baseline by {join_words(spans)}. {_verdict(off)}"
    )


def printed_deviations(comparison: Comparison) -> dict[str, list[float]]:
    """Return the relative deviations of unplaced means from printed ones by kind, a value per class."""
    off: dict[str, list[float]] = {}
    for group in size_classes(comparison):
        for baseline, users in class_baselines(group.rows):
            spread = baseline.unplaced.figures.get(MEAN)
            share = ratio(spread.mean if spread else None, users[0].published_baseline.get(MEAN))
            if share is not None:
                off.setdefault(baseline.kind, []).append(share - 1)
    return off


def _verdict(off: dict[str, list[float]]) -> str:
    matching = [kind for kind in off if max(map(abs, off[kind])) <= MATCH]
    others = [kind for kind in off if kind not in matching]
    if not matching:
        return f"The printed means match none of them within {100 * MATCH:g} %."
    verdict = f"The printed means match unplaced {join_words(matching)}"
    return f"{verdict}, not {join_words(others)}." if others else f"{verdict}."


def _span(deviations: list[float]) -> str:
    low, high = (f"{100 * value:+.1f} %" for value in (min(deviations), max(deviations)))
    return low if low == high else f"{low} to {high}"


def _table(
    group: SizeClass,
    users: tuple[Row, ...],
    baselines: list[Baseline],
    unverified: frozenset[str],
    currency: str,
) -> Table:
    """Return the table of the baselines that the same networks share, a column per population."""
    columns = [
        (head_text(f"{kind_text(baseline.kind)}, {treatment} (n = {instances(people)})"), people)
        for baseline in baselines
        for treatment in TREATMENTS
        if (people := population(baseline, treatment)) is not None
    ]
    printed = users[0].published_baseline
    keys = [k for k in measures() if k in printed or any(k in people.figures for _, people in columns)]
    rows = [
        (
            *words(marked(FIGURES[key].heading(currency), key, unverified)),
            *(_cell(people, key, unverified) for _, people in columns),
            *([Cell(number_text(printed.get(key)))] if printed else []),
        )
        for key in keys
    ]
    heads = [head for head, _ in columns] + ["Printed for the paper's baseline"] * bool(printed)
    names = join_words([one_line(row.network, 60) for row in users])
    specs = ", and ".join(dict.fromkeys(one_line(baseline.spec, 100) for baseline in baselines))
    note = f"Generated as {specs}, each instance with its own seed. {mark_note(keys, unverified)}"
    caption = f"Size class {group.label}: baselines of {names}"
    return Table(caption, ("Measure", *heads), rows, note.rstrip())


def _cell(people: Population, key: str, unverified: frozenset[str]) -> Cell:
    spread = people.figures.get(key)
    if spread is None or finite(spread.mean) is None:
        return Cell(NOTHING)
    fewer = (f"n = {spread.n}",) if spread.n != instances(people) else ()
    return Cell(marked(FIGURES[key].spread_text(spread.mean, spread.std, spread.n), key, unverified), fewer)
