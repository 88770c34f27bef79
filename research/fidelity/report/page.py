"""The Markdown page that compares published figures with ours, such as `docs/fidelity.md`."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from netfloor.foundation.wording import as_sentence
from netfloor.research.fidelity.report.exhibit import (
    ByFormula,
    FigureColumn,
    MeasuredExhibit,
    Printed,
    Said,
)
from netfloor.research.fidelity.report.notes import filled, number_text, ours_text
from netfloor.research.fidelity.report.state import (
    ERRORS,
    IMPRECISE,
    ComparedFigure,
    ExhibitState,
    Verdict,
    compared,
    each_way,
    formula_verdicts,
    state,
    state_words,
    verdict,
    verdicts,
)

#: Marks a page that this module wrote, and a page of small samples.
MADE = "This page is made by `netfloor fidelity`"
QUICK = "**QUICK RUN: small samples, not for quoting.**"
#: States of exhibits that a planning tool cannot compute.
LISTED_STATES = ("drawing", "data", "measurement", "not measured")
#: States of exhibits that are measured, or could be.
STATES = get_args(ExhibitState)
#: States whose exhibits have their own section; the others stand in the table alone.
_OWN_SECTION = ("differs", "contradicted by arithmetic", "inputs missing")
#: Number of disagreeing rows in a section.
_SHOWN = 3
#: Rows above that number for which a table is not cut.
_FEW = 2


@dataclass(frozen=True)
class ListedExhibit:
    """A numbered figure or table in the list of all exhibits of a paper.

    ``otherwise`` is its state if no calculation stands behind it, one of `LISTED_STATES`; ``note`` is
    then the reason.
    """

    paper: str
    name: str
    shows: str
    otherwise: str = "not measured"
    note: str = ""


def page(
    listed: Sequence[ListedExhibit],
    measured: Sequence[MeasuredExhibit],
    *,
    quick: bool,
    summary: str = "",
) -> str:
    """Return the page; every number in its tables is measured or printed, every state calculated.

    ``summary`` is a section of Markdown above the table; its placeholders name the exhibit.
    """
    ordered = _in_order(listed, measured)
    parts = [_head(listed, measured, quick=quick)]
    parts += [filled(summary, measured).strip()] if summary else []
    parts += [_list(listed, measured), _ABOUT]
    parts += [section(item) for item in ordered if state(item) in _OWN_SECTION]
    return "\n\n".join(parts) + "\n"


def figures_page(
    listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit], *, quick: bool, checks: str = ""
) -> str:
    """Return the page with the full table of every exhibit: all figures beside the printed ones.

    ``checks`` is a section of Markdown on runs by other programs, at the end; its placeholders name the
    exhibit.
    """
    mark = f"{QUICK}\n\n" if quick else ""
    head = (
        f"# Every figure beside the printed one\n\n{mark}{MADE}; [fidelity](../fidelity.md) says what\n"
        "they mean, and [versions](protocol.md#versions) has the commits of the simulated runs.\n"
        "In the tables: ours / printed, **bold** where they disagree."
    )
    parts = [head, *(_whole(item) for item in _in_order(listed, measured))]
    parts += [filled(checks, measured).strip()] if checks else []
    return "\n\n".join(parts) + "\n"


def _in_order(
    listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit]
) -> list[MeasuredExhibit]:
    places = {(item.paper, item.name): place for place, item in enumerate(listed)}
    return sorted(
        measured, key=lambda item: places.get((item.exhibit.paper, item.exhibit.exhibits[0]), len(places))
    )


_PLURAL = {"differs": "that differ"}


def _head(listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit], *, quick: bool) -> str:
    once = {tuple(part.exhibit.key for part in _of(item, measured)) or item: item for item in listed}
    parts: list[set[str]] = [
        {state(part) for part in _of(item, measured)} or {item.otherwise} for item in once.values()
    ]
    whole = Counter(item for states in parts if len(states) == 1 for item in states)
    changed = Counter(
        next(iter(states))
        for item, states in zip(once.values(), parts, strict=True)
        if len(states) == 1 and any(part.exhibit.rule_changed for part in _of(item, measured))
    )
    imprecise = [
        sum(verdicts(part)["imprecise"] for part in _of(item, measured))
        for item, states in zip(once.values(), parts, strict=True)
        if states == {"reproduced"}
    ]
    near = [count for count in imprecise if count]

    def remarks(item: str) -> str:
        texts = [f"{changed[item]} by a rule changed afterwards"] if changed[item] else []
        if item == "reproduced" and near:
            texts.append(f"{len(near)} but for {sum(near)} figure{'s' if sum(near) > 1 else ''}")
        return f" ({', '.join(texts)})" if texts else ""

    texts = [f"{whole[item]} {_PLURAL.get(item, item)}{remarks(item)}" for item in STATES if whole[item]]
    mixed = sum(len(states) > 1 for states in parts)
    texts += [f"{mixed} of several states, part by part"] if mixed else []
    others = sum(whole[listed_state] for listed_state in LISTED_STATES if listed_state not in STATES)
    texts += [f"{others} with nothing to compute"] if others else []
    mark = f"{QUICK}\n\n" if quick else ""
    drawn = "" if len(once) == len(listed) else f", {len(once)} where those of one calculation count once"
    headline = f"{len(listed)} figures and tables of five papers and a vendor{drawn}: {', '.join(texts)}."
    return f"# Fidelity: published figures beside ours\n\n{mark}{headline} {_WHERE}"


_IMPRECISE = f"{100 * IMPRECISE:g} %"
_WHERE = f"""[States](#states) says what these words mean.
{MADE}. [Every figure](fidelity/figures.md) stands beside the printed one, with command, version, seeds and
sample."""
_ABOUT = f"""## States

Each follows from our figures and the printed ones by written rules ([protocol](fidelity/protocol.md)).
The rules of SpectralFly's Figures 6 to 10 and the dragonfly's 8 to 16 were committed before these runs;
[later changes](fidelity/protocol.md#changes-after-the-measurements) stand there with the verdict before.

- *Reproduced*: every figure is as printed, or misses the source's own formula by {_IMPRECISE} at most;
  *by formula* where only a formula is printed.
- *Bettered*: none is worse, and some are better by the same measure.
- *Contradicted by arithmetic*: the source's own numbers exclude a printed figure, whatever is measured.
- *Differs*: measured, and outside the interval of the printed words or figure.
- *Not comparable*: ours is another program, size or kind of measurement.
- *Inputs missing*: the paper does not print what decides.
- *Not measured*: at least one figure is missing, and none of the others differs.

Tables below show ours / printed, **bold** where they disagree."""


def _list(listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit]) -> str:
    rows: list[tuple[str, ...]] = []
    before: dict[str, str] = {}
    for entry in listed:
        parts = _of(entry, measured)
        new = [part for part in parts if part.exhibit.key not in before]
        for part in new:
            why = "" if state(part) in _OWN_SECTION else _why(part)
            known = _state(part), _ours(part), _theirs(part), why
            rows.append((entry.paper, entry.name, part.exhibit.part or entry.shows, *known))
        if not new:
            text = f"as {before[parts[0].exhibit.key]}" if parts else ""
            found = _state(parts[0]) if parts else entry.otherwise
            rows.append(
                (entry.paper, entry.name, entry.shows, found, text, "", "" if parts else entry.note)
            )
        before |= {part.exhibit.key: entry.name for part in new}
    return "## All exhibits\n\nThe reason of a state that links to a section stands there.\n\n" + _table(
        ("paper", "exhibit", "shows", "state", "ours", "printed", "why"), rows
    )


def _of(listed: ListedExhibit, measured: Sequence[MeasuredExhibit]) -> list[MeasuredExhibit]:
    return [
        item
        for item in measured
        if item.exhibit.paper == listed.paper and listed.name in item.exhibit.exhibits
    ]


def _state(measured: MeasuredExhibit) -> str:
    """Return the state of an exhibit, linked to its section, or to its figures if it has none here."""
    text = state_words(measured)
    anchor = f"#{_anchor(measured.exhibit.title)}"
    return f"[{text}]({anchor if state(measured) in _OWN_SECTION else f'fidelity/figures.md{anchor}'})"


def _worst(measured: MeasuredExhibit) -> ComparedFigure | None:
    """Return the first figure with the worst verdict, if no section of the exhibit shows it."""
    if state(measured) in _OWN_SECTION:
        return None
    results = [item for item in compared(measured) if item.verdict not in ("missing", "agrees")]
    order: tuple[Verdict, ...] = ("differs", "refuted", "imprecise", "better")
    return min(results, key=lambda item: order.index(item.verdict), default=None)


def _ours(measured: MeasuredExhibit) -> str:
    """Return the number of figures that agree, and the first that does not, see `_worst`."""
    counts = verdicts(measured) + formula_verdicts(measured)
    if not measured.ours or counts.total() == counts["missing"]:
        return ""
    text = f"{counts['agrees']} of {counts.total() - counts['missing']} as printed"
    if counts["better"]:
        text += f", {counts['better']} better"
    if counts["missing"]:
        text += f", {counts['missing']} not measured"
    if (worst := _worst(measured)) is not None:
        place = worst.row if _one_column(measured) else f"{worst.row}, {worst.column.name}"
        text += f"; {place}: {ours_text(measured.ours[worst.row][worst.column.name], worst.column)}"
    return text


def _one_column(measured: MeasuredExhibit) -> bool:
    """Whether the paper prints figures in a single column, which then needs no name."""
    rows = measured.exhibit.printed.values()
    return len({place for row in rows for place, item in enumerate(row) if item is not None}) == 1


def _theirs(measured: MeasuredExhibit) -> str:
    """Return the printed counterpart of the figure that `_ours` shows."""
    worst = _worst(measured)
    return "" if worst is None else _printed_text(worst.printed, worst.column)


def _why(measured: MeasuredExhibit) -> str:
    if not measured.ours:
        return f"`netfloor fidelity --only {measured.exhibit.key}` measures it."
    return filled(measured.why, [measured])


def _anchor(title: str) -> str:
    """Return the anchor that GitHub and the site give a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def section(measured: MeasuredExhibit) -> str:
    """Return the section of a disagreeing exhibit: state, differences, reason."""
    wrong = {item.row for item in compared(measured) if item.verdict not in ("agrees", "missing")}
    rows = [row for row in measured.exhibit.printed if row in wrong]
    whole = f"[figures](fidelity/figures.md#{_anchor(measured.exhibit.title)})"
    lines = [f"## {measured.exhibit.title}", "", f"{_verdict_line(measured)} ({whole})", ""]
    if len(_wrong(measured)) > _NAMED:
        shown = _SHOWN if len(rows) > _SHOWN + _FEW else len(rows)
        more = f" The first {shown} of {len(rows)} rows with a difference:" if len(rows) > shown else ""
        columns = [
            column
            for place, column in enumerate(measured.exhibit.columns)
            if column.name in measured.exhibit.beside
            or any(measured.exhibit.printed[row][place] is not None for row in rows)
        ]
        table = _figures_table(measured, rows[:shown], columns)
        lines += [*([more.strip(), ""] if more else []), table, ""]
    lines += [filled(measured.why, [measured]), "", filled(measured.text, [measured])]
    return "\n".join(lines).rstrip()


def _whole(measured: MeasuredExhibit) -> str:
    """Return an exhibit's table, method, and criterion of agreement."""
    exhibit = measured.exhibit
    lines = [f"## {exhibit.title}", "", f"{_how(measured)} {_rules(measured)}".strip(), ""]
    lines += [f"*{measured.origin}*", ""] if measured.origin else []
    lines.append(_figures_table(measured, list(exhibit.printed), list(exhibit.columns)))
    if state(measured) not in _OWN_SECTION and measured.text:
        lines += ["", filled(measured.text, [measured])]
    return "\n".join(lines)


def _how(measured: MeasuredExhibit) -> str:
    exhibit = measured.exhibit
    seed = "no randomness" if exhibit.seed is None else f"seed {exhibit.seed}"
    alone = f"rows or parts by themselves `{exhibit.command}`" if exhibit.command else ""
    parts = [f"`{exhibit.whole_command}`", alone, seed, exhibit.sample]
    return f"{'; '.join(part for part in parts if part)}."


_WORDS: dict[Verdict, str] = {
    "agrees": "as printed",
    "better": "better",
    "imprecise": f"off the source's own formula by {_IMPRECISE} at most",
    "refuted": "refuted by the source's own formula",
    "differs": "different",
    "missing": "not measured yet",
}
#: The line of the state names the disagreeing figures if there are no more than this.
_NAMED = 2


def _verdict_line(measured: MeasuredExhibit) -> str:
    """Return the state, the figures that decide it if they are few, and the count of each verdict."""
    words = state_words(measured)
    head = f"**{as_sentence(words)}**"
    wrong = _wrong(measured)
    named = [_named(measured, item) for item in wrong] if len(wrong) <= _NAMED else []
    printed, formula = verdicts(measured), formula_verdicts(measured)
    texts = [f"{_counted(printed)}.".capitalize()] if printed else []
    if formula:
        counted = _counted(formula).replace("as printed", "the same")
        texts.append(f"Of {formula.total()} by the paper's formula, none of them printed: {counted}.")
    return " ".join([head, *named, *texts, *_ways(measured)])


def _wrong(measured: MeasuredExhibit) -> list[ComparedFigure]:
    return [item for item in compared(measured) if item.verdict in ("imprecise", "refuted", "differs")]


def _counted(counts: Counter[Verdict]) -> str:
    return ", ".join(f"{counts[key]} {words}" for key, words in _WORDS.items() if counts[key])


def _ways(measured: MeasuredExhibit) -> list[str]:
    """Return the verdicts by method, if there is more than one method."""
    if not any(column.another_way for column in measured.exhibit.columns):
        return []
    each = list(each_way(measured))
    texts = [
        f"{column.name}: {_counted(counts)}"
        for column in measured.exhibit.columns
        if (counts := Counter(item.verdict for item in each if item.column == column))
    ]
    return [f"Each counts once, by the worse way; {'; '.join(texts)}."]


def _named(measured: MeasuredExhibit, one: ComparedFigure) -> str:
    """Describe a disagreeing figure in a sentence."""
    row = f"`{one.row}`" if measured.exhibit.first == "network" else one.row
    theirs = _printed_text(one.printed, one.column)
    ours = ours_text(measured.ours[one.row][one.column.name], one.column)
    own = measured.exhibit.by_formula.get((one.row, one.column.name))
    formula = "" if own is None else f", {number_text(own, one.column.digits)} by the source's own formula"
    place = row if _one_column(measured) else f"{row}, {one.column.name}"
    return f"Printed {theirs}, ours {ours}{formula} ({place})."


def _rules(measured: MeasuredExhibit) -> str:
    """Return the criterion of agreement of each rule, for the columns with printed figures."""
    rules: dict[str, list[str]] = {}
    words: dict[str, None] = {}
    for place, column in enumerate(measured.exhibit.columns):
        printed = [row[place] for row in measured.exhibit.printed.values() if row[place] is not None]
        said = [item for item in printed if isinstance(item, Said)]
        if len(said) < len(printed):
            rules.setdefault(_rule(column), []).append(column.name)
        if column.compared:
            words |= dict.fromkeys(_interval(item) for item in said)
    texts = [f"{rule} ({'; '.join(names)})" for rule, names in rules.items()]
    text = "; ".join([*texts, *words])
    errors = any(item.error for row in measured.ours.values() for item in row.values())
    more = f" A mean also agrees within {ERRORS} standard errors." if errors else ""
    return f"Agrees: {text}.{more}" if text else ""


def _interval(said: Said) -> str:
    """Return the words of the paper with the interval in which our figure agrees."""
    least, most = (f"{end:.7g}" for end in (said.least, said.most))
    if said.least == said.most:
        return f'"{said.text}": {least}'
    if math.isinf(said.most):
        return f'"{said.text}": {least} at least'
    if math.isinf(said.least):
        return f'"{said.text}": {most} at most'
    return f'"{said.text}": {least} to {most}'


def _rule(column: FigureColumn) -> str:
    if not column.compared:
        return "not compared"
    near = f"within {column.tolerance:g}" if column.tolerance else "equal"
    return f"{near}, {column.better} is better" if column.better else near


def _figures_table(measured: MeasuredExhibit, rows: Sequence[str], columns: Sequence[FigureColumn]) -> str:
    exhibit, lines = measured.exhibit, []
    for row in rows:
        printed = dict(zip([column.name for column in exhibit.columns], exhibit.printed[row], strict=True))
        cells = (_cell(measured, row, column, printed[column.name]) for column in columns)
        lines.append((f"`{row}`" if exhibit.first == "network" else row, *cells))
    return _table((exhibit.first, *(column.name for column in columns)), lines)


def _cell(measured: MeasuredExhibit, row: str, column: FigureColumn, printed: Printed) -> str:
    ours = measured.ours.get(row, {}).get(column.name)
    mine = "" if ours is None else ours_text(ours, column)
    theirs = "" if printed is None else _printed_text(printed, column)
    if not mine and not theirs:
        return ""
    text = f"{mine or 'not measured'} / {theirs}" if theirs else mine
    wrong = verdict(measured, row, column, printed) in ("differs", "refuted", "imprecise")
    return f"**{text}**" if wrong else text


def _printed_text(printed: Printed, column: FigureColumn) -> str:
    if isinstance(printed, Said):
        return f'"{printed.text}"'
    if isinstance(printed, ByFormula):
        return f"{number_text(printed.value, column.digits)} (formula)"
    return printed if isinstance(printed, str) else number_text(printed or 0, column.printed_digits)


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]] | Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
