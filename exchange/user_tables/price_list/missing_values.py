"""Questions about values that parts lack: with constants that fit the row, or blanks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from netfloor.exchange.plug_forms import forms_in, usual_form
from netfloor.exchange.user_tables.price_list.kinds import KINDS, SKIP
from netfloor.exchange.user_tables.price_list.listed_rows import PricedRow
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option, some_lines
from netfloor.exchange.user_tables.price_list.request import EVERY_OTHER, UNKNOWN
from netfloor.foundation.wording import join_words

_WORDS = {
    "gbps": "rate of a link",
    "connector": "connector",
    "length": "length",
    "power": "power in watts",
    "fibre_connector": "fibre connector",
    "fibre": "fibre type",
    "fibres": "fibres of a link",
    "optics": "optical standard",
    "reach": "reach",
    "cages": "number of cages",
}
#: Fields by which one value may suit several transceivers.
_OF_OPTICS = ("gbps", "connector", "optics", "fibre_connector")
_NAMED = 3
#: Rates in Gb/s that links have in one form factor only.
_ONE_FORM = frozenset({1.0, 10.0, 25.0, 40.0})
#: More parts than these share one constant of their kind, where it may be the same for all.
_MOST_PARTS = 10


def is_stranger(row: PricedRow) -> bool:
    """Return whether a row's kind rests on a word alone, without any property of such a part."""
    needs = {*KINDS[row.kind].needs} - ({"connector"} if row.kind == "TP" else set())
    of_server = {*KINDS[row.kind].may} & {*row.values}
    return row.is_guess and (needs <= {*lacking_fields(row)} if needs else not of_server)


def lacking_fields(row: PricedRow) -> list[str]:
    """Return the required fields that a part lacks."""
    both = {"connector_a", "connector_b"} <= {*row.values}
    return [
        field
        for field in KINDS[row.kind].needs
        if field not in row.values and not (field == "connector" and both)
    ]


def missing_values(rows: Iterable[PricedRow]) -> list[PriceProblem]:
    """Return one problem per kind and set of missing fields."""
    lacking: dict[tuple[str, tuple[str, ...], Any], list[PricedRow]] = defaultdict(list)
    all_lacking = Counter[tuple[str, str]]()
    strangers: dict[str, list[PricedRow]] = defaultdict(list)
    for row in rows:
        if missing := lacking_fields(row):
            optics = tuple(row.values.get(name) for name in _OF_OPTICS) if row.kind == "transceiver" else ()
            key = row.kind, tuple(missing), optics
            (strangers[row.kind] if is_stranger(row) else lacking[key]).append(row)
            all_lacking.update((row.kind, field) for field in missing)
    problems = [_stranger_problem(kind, alike) for kind, alike in strangers.items()]
    for (kind, fields, _), alike in lacking.items():
        names = join_words([_WORDS[field] for field in fields])
        is_all = all(all_lacking[kind, field] == len(alike) for field in fields)
        constants = [*_constants(alike, fields, is_all=is_all)]
        is_long = len(constants) > _MOST_PARTS * len(fields)
        offered = [*_constants(alike[:1], fields, is_all=False)] if is_long else constants
        option = shell_option("constant", ",".join(offered))
        fill = " and likewise for each part" if offered != constants else ""
        fill += f", with the value for each {UNKNOWN}" if f"={UNKNOWN}" in "".join(offered) else ""
        what = (
            f"no {names} for kind {kind} ({named_parts(alike)}): map a column as {join_words(list(fields))}"
            f", or {option}{fill}; --skip-incomplete leaves such rows out"
        )
        problems.append(PriceProblem(some_lines([row.line for row in alike]), "-", what, len(alike)))
    return problems


def _stranger_problem(kind: str, alike: Sequence[PricedRow]) -> PriceProblem:
    """Return the question whether parts are of the kind that one word suggests, without a constant."""
    out, kept = (
        shell_option("kind", ",".join(f"{row.values['part']}={word}" for row in alike[:_NAMED]))
        for word in (SKIP, kind)
    )
    what = f"only a word suggests that {named_parts(alike)} is of kind {kind}"
    what += f": {out} leaves it out, {kept} keeps"
    skip = f'--kind "{EVERY_OTHER}={SKIP}" leaves all such rows out'
    lines = [row.line for row in alike]
    return PriceProblem(some_lines(lines), "-", f"{what} it for the other questions; {skip}", len(alike))


def _constants(rows: Sequence[PricedRow], fields: Sequence[str], *, is_all: bool) -> Iterator[str]:
    """Yield the constants that fill the fields of some rows, of their kind only if they suit all rows."""
    for field in fields:
        values = [_fitting_value(row, field) for row in rows]
        is_same = len({*values}) == 1 and len(rows) > _MOST_PARTS
        if is_all and is_same and field != "length":
            yield f"{rows[0].kind}.{field}={values[0]}"
        else:
            yield from (
                f"{row.values['part']}.{field}={value}" for row, value in zip(rows, values, strict=True)
            )


def _fitting_value(row: PricedRow, field: str) -> str:
    """Return the value of a field that follows from a row's other values, `UNKNOWN` if none does."""
    values = row.values
    text = f"{values.get('name') or ''} {values.get('part') or ''}"
    if field == "connector" and row.kind == "TP":
        return "RJ45"
    if field == "gbps" and row.kind == "TP":
        return UNKNOWN
    is_single = "tails" not in values and values.get("links", 1) == 1
    if field == "connector" and is_single and not forms_in(text) and values.get("gbps"):
        return usual_form(values["gbps"]) or UNKNOWN if values["gbps"] in _ONE_FORM else UNKNOWN
    return UNKNOWN


def named_parts(rows: Sequence[PricedRow]) -> str:
    """Return the first part numbers of some rows, and how many more there are."""
    names = [str(row.values["part"]) for row in rows[:_NAMED]]
    return ", ".join(names) + (f" and {len(rows) - _NAMED:,} more" if len(rows) > _NAMED else "")
