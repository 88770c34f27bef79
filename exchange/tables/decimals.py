"""The decimal separator of a list's tables, if the numbers leave it ambiguous."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.numbers import UnclearNumberError, find_decimal
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import DECIMALS, NUMBER, WATTS, compact
from netfloor.foundation.errors import setting
from netfloor.topologies.parameters import printable, shown

#: Headings of German lists, in which points group thousands.
_GERMAN = (
    "schrank,gestell,he,hoheneinheit,hoheneinheiten,hohe,bauhohe,gerat,geratename,geratetyp,gerateart"
    ",bezeichnung,leistung,nennleistung,leistungsaufnahme,stromverbrauch,gewicht,art,typ,rolle,standort"
    ",raum,reihe,einbauposition,hersteller,seriennummer,modell"
)
#: Device power is below 1,000 kW, so three digits after a kW number's separator are decimals.
_KILOWATTS = "kw"


class NumberText(NamedTuple):
    """A number in a table that may show the decimal separator."""

    where: str
    text: str
    column: TableColumn

    @property
    def is_weight(self) -> bool:
        """Whether it is in kilograms, which may have a separate decimal separator."""
        meaning = self.column.meaning
        return meaning is not None and meaning.field.reading == NUMBER

    @property
    def is_power(self) -> bool:
        """Whether it may be watts in thousands."""
        meaning = self.column.meaning
        if meaning is None or meaning.field.reading != WATTS:
            return False
        return meaning.unit != _KILOWATTS and _KILOWATTS not in self.text.lower()


def decimal_sign(
    table: SubjectTable,
    numbers: Sequence[NumberText],
    of_file: Sequence[NumberText],
    report: TableReport,
    problems: Problems,
) -> str:
    """Return a table's decimal separator, with evidence from other sheets of its file.

    Ambiguous lengths and rates are taken as decimals; ambiguous watts are a problem. In a list with
    semicolons or German headings, a point in watts groups thousands.
    """
    columns = [column.meaning for column in table.columns.values() if column.meaning]
    said = [column.decimal for column in columns if column.decimal and column.field.reading != NUMBER]
    if said:
        return said[0]
    try:
        return find_decimal((where, text) for where, text, _ in numbers)
    except UnclearNumberError as error:
        sign = "," if "," in error.number else "."
    except ValueError as error:
        problems.add(table.table.where, printable(str(error)), _options(numbers[0].column))
        return "."
    unclear = [item for item in _unclear(numbers) if not item.is_weight]
    if any(item.is_power for item in unclear):
        with suppress(ValueError):
            return find_decimal((where, text) for where, text, _ in of_file)
        return _of_power(table, unclear, report, problems)
    return sign


def own_signs(
    table: SubjectTable, numbers: Sequence[NumberText], of_file: Sequence[NumberText], problems: Problems
) -> dict[str, str]:
    """Return the decimal separators of kilogram columns that differ from the table's.

    A column determines its own separator; if it is ambiguous and no other number has that separator, it is
    a problem.
    """
    result: dict[str, str] = {}
    for key, column in table.columns.items():
        if column.meaning is None or column.meaning.field.reading != NUMBER:
            continue
        if column.meaning.decimal:
            result[key] = column.meaning.decimal
            continue
        own = [number for number in numbers if number.column.index == column.index]
        unclear = _unclear(own)
        if not unclear:
            continue
        with suppress(ValueError):  # contradicting separators are a problem of the table
            result[key] = find_decimal((where, text) for where, text, _ in own)
            continue
        others = [item for item in (*numbers, *of_file) if item.column.index != column.index]
        sign = next(sign for sign in ".," if sign in unclear[0].text)
        certain = [item for item in others if item not in _unclear([item])]
        if any(find_decimal([(item.where, item.text)]) == sign for item in certain if sign in item.text):
            result[key] = sign
            continue
        what = (
            f"{shown(unclear[0].text)!r} below {shown(column.heading)!r} may be thousands or have decimals"
        )
        problems.add(unclear[0].where, what, _options(column))
    return result


def _of_power(
    table: SubjectTable, unclear: Sequence[NumberText], report: TableReport, problems: Problems
) -> str:
    """Return the decimal separator by the conventions of German lists, with a note, or report a problem."""
    power = next(item for item in unclear if item.is_power)
    why, heading = _points_group(table), shown(power.column.heading)
    if why and all(item.is_power and "." in item.text for item in unclear):
        option = _option(power.column, "--map", ".")
        report.notes.append(
            f"{table.table.where}: {heading!r} has points before thousands, {shown(power.text)} is "
            f"{shown(power.text.replace('.', ''))}, by its {why}; {option} for decimals"
        )
        return ","
    what = f"{shown(power.text)!r} below {heading!r} may be thousands or have decimals"
    problems.add(power.where, what, _options(power.column))
    return "."


def _unclear(numbers: Sequence[NumberText]) -> list[NumberText]:
    """Return the ambiguous numbers."""
    results = []
    for number in numbers:
        try:
            find_decimal([(number.where, number.text)])
        except UnclearNumberError:
            results.append(number)
    return results


def _points_group(table: SubjectTable) -> str:
    """Return the evidence that points group thousands, empty if there is none."""
    if table.table.separator == ";":
        return "semicolons"
    words = {compact(column.heading.partition("(")[0]) for column in table.layout.columns}
    return "German headings" if len(words.intersection(_GERMAN.split(","))) > 1 else ""


def _options(column: TableColumn) -> str:
    """Return both options for the decimal separator of a column's table."""
    return " or ".join(_option(column, setting("map"), sign) for sign in DECIMALS.values())


def _option(column: TableColumn, option: str, sign: str) -> str:
    """Return the option that sets a decimal separator."""
    words = next(words for words, decimal in DECIMALS.items() if decimal == sign)
    meaning = column.meaning.text if column.meaning else ""
    return f'{option} "{shown(column.heading)}={meaning}{words}"'
