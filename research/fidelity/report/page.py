"""The page of published figures beside ours, as Markdown: `docs/fidelity.md` is one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netfloor.foundation.wording import as_sentence
from netfloor.research.fidelity.report.exhibit import (
    ByFormula,
    FigureColumn,
    MeasuredExhibit,
    Ours,
    Printed,
    Said,
)
from netfloor.research.fidelity.report.state import (
    ERRORS,
    IMPRECISE,
    ComparedFigure,
    Verdict,
    compared,
    each_way,
    formula_verdicts,
    state,
    state_words,
    verdict,
    verdicts,
)

#: What marks a page that this made, and one of small samples.
MADE = "This page is made by `netfloor fidelity`"
QUICK = "**QUICK RUN: small samples, not for quoting.**"
#: Of exhibits that a planner's tool cannot compute, or does not yet.
LISTED_STATES = ("drawing", "data", "measurement", "needs a simulator", "open")


@dataclass(frozen=True)
class ListedExhibit:
    """A numbered figure or table of a paper, as the list of all of them has it.

    ``otherwise`` is its state where nothing measures it, one of `LISTED_STATES`; ``note`` says why, or what
    a reader looks for, figures of ours as ``{{row; column}}``.
    """

    paper: str
    name: str
    shows: str
    otherwise: str = "open"
    note: str = ""


def page(listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit], *, quick: bool) -> str:
    """Return the page; every number in its tables is measured or printed, every state calculated."""
    places = {(one.paper, one.name): place for place, one in enumerate(listed)}

    def place(one: MeasuredExhibit) -> int:
        return places.get((one.exhibit.paper, one.exhibit.exhibits[0]), len(places))

    parts = [_head(listed, measured, quick=quick), _list(listed, measured)]
    parts += [section(one) for one in sorted(measured, key=place)]
    return "\n\n".join(parts) + "\n"


def _head(listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit], *, quick: bool) -> str:
    parts: list[set[str]] = [
        {state(part) for part in _of(one, measured)} or {one.otherwise} for one in listed
    ]
    whole = Counter(one for states in parts if len(states) == 1 for one in states)
    texts = [f"{whole[one]} {one}" for one in STATES if whole[one]]
    mixed = sum(len(states) > 1 for states in parts)
    texts += [f"{mixed} of several states, part by part"] if mixed else []
    texts.append(
        f"{sum(whole[one] for one in LISTED_STATES if one != 'open')} with nothing to compute here"
    )
    mark = f"{QUICK}\n\n" if quick else ""
    said = f"Of the {len(listed)} figures and tables of five papers and a vendor: {', '.join(texts)}."
    return f"# Fidelity: published figures beside ours\n\n{mark}{said}\n\n{_ABOUT}"


#: States of what is measured, or could be.
STATES = (
    "reproduced",
    "reproduced by formula",
    "nearly reproduced",
    "bettered",
    "refuted",
    "open",
    "not measured",
)
_IMPRECISE = f"{100 * IMPRECISE:g} %"
_ABOUT = f"""{MADE}: ours are measured by the code, the printed figures are
copied from the papers, or from the vendor, and the state of what is measured follows from the two, by the
tolerance that the section states.

- *Reproduced*: ours are the printed figures.
- *Reproduced by formula*: no number is printed; ours are what the paper's formula gives.
- *Nearly reproduced*: also, but for figures that miss the source's own formula by {_IMPRECISE} at most.
- *Bettered*: none is worse, and some are better by the same measure.
- *Refuted*: a printed figure contradicts the source's own formula or text.
- *Open*: one differs or is not measured yet; the notes say what is known.
- The others have nothing that a planner's tool can compute: drawings, data of others, measurements on
  machines, and simulations of traffic that netfloor does not do.

In the tables: ours / printed, **bold** where they disagree. A name such as `circulants-table-2` is what
`netfloor fidelity --only` takes to measure one exhibit again, once its file of results is removed."""


def _list(listed: Sequence[ListedExhibit], measured: Sequence[MeasuredExhibit]) -> str:
    rows = [
        (one.paper, one.name, one.shows, _states(one, measured), _filled(one.note, _of(one, measured)))
        for one in listed
    ]
    return "## All exhibits\n\n" + _table(("paper", "exhibit", "shows", "state", "note"), rows)


def _of(listed: ListedExhibit, measured: Sequence[MeasuredExhibit]) -> list[MeasuredExhibit]:
    return [
        one for one in measured if one.exhibit.paper == listed.paper and listed.name in one.exhibit.exhibits
    ]


def _states(listed: ListedExhibit, measured: Sequence[MeasuredExhibit]) -> str:
    """Return an exhibit's state, with a link to its section; of one in parts the state of each."""
    parts = [
        f"{one.exhibit.part}{': ' if one.exhibit.part else ''}"
        f"[{state_words(one)}](#{_anchor(one.exhibit.title)})"
        for one in _of(listed, measured)
    ]
    return "; ".join(parts) or listed.otherwise


def _anchor(title: str) -> str:
    """Return the name that GitHub and the site give a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def section(measured: MeasuredExhibit) -> str:
    """Return the section of one exhibit: state, command, how figures agree, the table, the notes."""
    exhibit = measured.exhibit
    seed = "no randomness" if exhibit.seed is None else f"seed {exhibit.seed}"
    parts = [f"`{exhibit.command}`" if exhibit.command else "", seed, exhibit.sample]
    lines = [f"## {exhibit.title}", "", _verdict_line(measured), ""]
    lines += [f"`{exhibit.key}`: {'; '.join(part for part in parts if part)}. {_rules(measured)}", ""]
    lines += [f"*{measured.origin}*", ""] if measured.origin else []
    lines.append(_table((exhibit.first, *(one.name for one in exhibit.columns)), _rows(measured)))
    return "\n".join([*lines, "", _filled(measured.notes, [measured]).strip()] if measured.notes else lines)


def _filled(notes: str, measured: Sequence[MeasuredExhibit]) -> str:
    """Return notes with ours in the places that name a row and a column of a part: ``{{row; column}}``."""

    def figure(place: re.Match[str]) -> str:
        row, name = place[1], place[2]
        for one in measured:
            columns = {column.name: column for column in one.exhibit.columns}
            if row in one.exhibit.printed and name in columns:
                ours = one.ours.get(row, {}).get(name)
                return "(not measured)" if ours is None else ours_text(ours, columns[name])
        if not measured:
            return "(not measured)"
        raise ValueError(f"the notes of {measured[0].exhibit.key} name no figure: {place[0]}")

    return re.sub(r"\{\{(.+?); (.+?)\}\}", figure, notes)


_WORDS: dict[Verdict, str] = {
    "agrees": "as printed",
    "better": "better",
    "imprecise": f"off the source's own formula by {_IMPRECISE} at most",
    "refuted": "refuted by the source's own formula",
    "differs": "different",
    "missing": "not measured yet",
}
#: Figures that are not as printed are named in the line of the state if they are so few.
_NAMED = 2


def _verdict_line(measured: MeasuredExhibit) -> str:
    """Return the state, the figures that it hangs on if they are few, and how many came out how."""
    words = state_words(measured)
    head = f"**{as_sentence(words)}**"
    wrong = [one for one in compared(measured) if one.verdict in ("imprecise", "refuted", "differs")]
    named = [_named(measured, one) for one in wrong] if len(wrong) <= _NAMED else []
    printed, formula = verdicts(measured), formula_verdicts(measured)
    texts = [f"Of {printed.total()} {_noun(measured)}: {_counted(printed)}."] if printed else []
    if formula:
        counted = _counted(formula).replace("as printed", "the same")
        texts.append(f"Of {formula.total()} by the paper's formula, none of them printed: {counted}.")
    return " ".join([head, *named, *texts, *_ways(measured)])


def _noun(measured: MeasuredExhibit) -> str:
    """Return what is counted: numbers, or what a text says in words."""
    if verdicts(measured).total() == 1:
        return "printed figure"
    words = [isinstance(one.printed, Said) for one in compared(measured)]
    if any(words):
        return "statements in words" if all(words) else "printed figures and statements"
    return "printed figures"


def _counted(counts: Counter[Verdict]) -> str:
    return ", ".join(f"{counts[key]} {words}" for key, words in _WORDS.items() if counts[key])


def _ways(measured: MeasuredExhibit) -> list[str]:
    """Return how the figures came out in each way, where there is another way."""
    if not any(column.another_way for column in measured.exhibit.columns):
        return []
    each = list(each_way(measured))
    texts = [
        f"{column.name}: {_counted(counts)}"
        for column in measured.exhibit.columns
        if (counts := Counter(one.verdict for one in each if one.column == column))
    ]
    return [f"Each counts once, by the worse way; {'; '.join(texts)}."]


def _named(measured: MeasuredExhibit, one: ComparedFigure) -> str:
    """Return a figure that is not as printed, as a sentence."""
    row = f"`{one.row}`" if measured.exhibit.first == "network" else one.row
    theirs = _printed_text(one.printed, one.column)
    ours = ours_text(measured.ours[one.row][one.column.name], one.column)
    own = measured.exhibit.by_formula.get((one.row, one.column.name))
    formula = "" if own is None else f", {_number(own, one.column.digits)} by the source's own formula"
    return f"{row}, {one.column.name}: printed {theirs}{formula}, ours {ours}."


def _rules(measured: MeasuredExhibit) -> str:
    """Return when a figure agrees, by rule, for the columns in which something is printed."""
    rules: dict[str, list[str]] = {}
    for place, one in enumerate(measured.exhibit.columns):
        if any(printed[place] is not None for printed in measured.exhibit.printed.values()):
            rules.setdefault(_rule(one), []).append(one.name)
    text = "; ".join(f"{rule} ({'; '.join(names)})" for rule, names in rules.items())
    errors = any(one.error for row in measured.ours.values() for one in row.values())
    more = f" A mean also agrees within {ERRORS} standard errors." if errors else ""
    return f"Agrees: {text}.{more}" if text else ""


def _rule(column: FigureColumn) -> str:
    if not column.compared:
        return "not compared"
    near = f"within {column.tolerance:g}" if column.tolerance else "equal"
    return f"{near}, {column.better} is better" if column.better else near


def _rows(measured: MeasuredExhibit) -> Iterator[tuple[str, ...]]:
    exhibit = measured.exhibit
    for row, printed in exhibit.printed.items():
        yield (
            f"`{row}`" if exhibit.first == "network" else row,
            *(_cell(measured, row, *pair) for pair in zip(exhibit.columns, printed, strict=True)),
        )


def _cell(measured: MeasuredExhibit, row: str, column: FigureColumn, printed: Printed) -> str:
    ours = measured.ours.get(row, {}).get(column.name)
    mine = "" if ours is None else ours_text(ours, column)
    theirs = "" if printed is None else _printed_text(printed, column)
    if not mine and not theirs:
        return ""
    text = f"{mine or 'not measured'} / {theirs}" if theirs else mine
    wrong = verdict(measured, row, column, printed) in ("differs", "refuted", "imprecise")
    return f"**{text}**" if wrong else text


def ours_text(ours: Ours, column: FigureColumn) -> str:
    """Return a figure of ours: with its lower bound where it is not exact, with its standard error."""
    if isinstance(ours.value, str):
        return ours.value
    text = _number(ours.value, column.digits)
    if ours.lower is not None and ours.lower != ours.value:
        text = f"{_number(ours.lower, column.digits)} to {text}"
    return text if ours.error is None else f"{text} ± {ours.error:.2g}"


def _printed_text(printed: Printed, column: FigureColumn) -> str:
    if isinstance(printed, Said):
        return f'"{printed.text}"'
    if isinstance(printed, ByFormula):
        return f"{_number(printed.value, column.digits)} (formula)"
    return printed if isinstance(printed, str) else _number(printed or 0, column.printed_digits)


def _number(value: float, digits: int) -> str:
    return f"{value:,.{digits}f}"


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]] | Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])
