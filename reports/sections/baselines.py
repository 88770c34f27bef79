"""Every figure of every baseline: mean, spread and number of instances."""

from dataclasses import dataclass

from reports.classes import (
    TREATMENTS,
    SizeClass,
    class_baselines,
    instances,
    kind_text,
    mean_of,
    population,
    size_classes,
)
from reports.comparison import MEASURES, Comparison, Population, Row
from reports.document import Cell, Section, Table, words
from reports.text import (
    NOTHING,
    finite,
    head_text,
    join_words,
    one_line,
    printed_text,
    ratio,
    spread_text,
)
from reports.trust import mark_note, marked, unverified_figures

KEY = "mean_cable_m"
#: Printed means that lie within this fraction of ours are said to match.
MATCH = 0.05

_OPENING = (
    "Mean ± sample standard deviation over n instances. Unplaced graphs stay where their "
    "generator or chance put them; placed ones went through the placer of the networks."
)


@dataclass(frozen=True)
class _Column:
    head: str
    people: Population
    spec: str


def section(comparison: Comparison) -> Section:
    """Return the baselines of each size class, and which of them a paper's figures match."""
    unverified = unverified_figures(comparison)
    tables = tuple(
        _table(group, users, columns, unverified)
        for group in size_classes(comparison)
        for users, columns in _columns(group)
    )
    if not tables:
        return Section("baselines", "Baselines")
    match = matching_sentence(comparison)
    return Section("baselines", "Baselines", (_OPENING, match) if match else (_OPENING,), tables)


def matching_sentence(comparison: Comparison) -> str:
    """Say which unplaced baseline the paper's printed baseline means agree with, by our figures."""
    off = printed_deviations(comparison)
    if not off:
        return ""
    spans = [f"{_span(off[kind])} for {kind} ({kind_text(kind)})" for kind in off]
    return (
        "Means of the unplaced baselines here differ from the means that the paper prints for its "
        f"own baseline by {join_words(spans)}. {_verdict(off)}"
    )


def printed_deviations(comparison: Comparison) -> dict[str, list[float]]:
    """Return by kind how far unplaced means are off the printed ones, as fractions, per class."""
    off: dict[str, list[float]] = {}
    for group in size_classes(comparison):
        for baseline, users in class_baselines(group.rows):
            printed = users[0].published_baseline.get(KEY)
            share = ratio(mean_of(baseline.unplaced, KEY), printed)
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


def _columns(group: SizeClass) -> list[tuple[tuple[Row, ...], list[_Column]]]:
    """Return the populations of a class, those beside the same networks in one table."""
    tables: dict[tuple[str, ...], tuple[tuple[Row, ...], list[_Column]]] = {}
    for baseline, users in class_baselines(group.rows):
        names = tuple(row.network for row in users)
        _, columns = tables.setdefault(names, (users, []))
        for treatment in TREATMENTS:
            people = population(baseline, treatment)
            if people is not None:
                head = f"{kind_text(baseline.kind)}, {treatment} (n = {instances(people)})"
                columns.append(_Column(head_text(head), people, one_line(baseline.spec, 100)))
    return list(tables.values())


def _table(
    group: SizeClass, users: tuple[Row, ...], columns: list[_Column], unverified: frozenset[str]
) -> Table:
    printed = users[0].published_baseline
    keys = [k for k in MEASURES if k in printed or any(k in c.people.figures for c in columns)]
    rows = tuple(
        (
            *words(marked(MEASURES[key], key, unverified)),
            *(_cell(column.people, key, unverified) for column in columns),
            *([Cell(printed_text(printed.get(key)))] if printed else []),
        )
        for key in keys
    )
    heads = [column.head for column in columns]
    heads += ["Printed for the paper's baseline"] if printed else []
    names = join_words([one_line(row.network, 60) for row in users])
    caption = f"Size class {group.label}: baselines of {names}"
    specs = ", and ".join(dict.fromkeys(column.spec for column in columns))
    note = f"Generated as {specs}, each instance with a seed of its own. {mark_note(keys, unverified)}"
    return Table(caption, ("Measure", *heads), rows, note.rstrip())


def _cell(people: Population, key: str, unverified: frozenset[str]) -> Cell:
    spread = people.figures.get(key)
    if spread is None or finite(spread.mean) is None:
        return Cell(NOTHING)
    fewer = (f"n = {spread.n}",) if spread.n != instances(people) else ()
    return Cell(marked(spread_text(key, spread.mean, spread.std, spread.n), key, unverified), fewer)
