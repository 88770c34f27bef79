"""Parts from a CSV file: one part number per line, with the fields of its table as columns.

Lines of cables, cords and trunks with the same ``name`` are lengths of one product; their product fields
must agree.
"""

import csv
import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import ValidationError

from netfloor.costmodels.catalogue.parts.cable_parts import Assembly, Cord, PowerCord, StockLength
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch, Transceiver
from netfloor.costmodels.catalogue.parts.trunk_parts import Cassette, FibrePanel, FibreTrunk
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.models import StrictModel, input_errors

MODELS: dict[str, type[StrictModel]] = {
    "cables": Assembly,
    "transceivers": Transceiver,
    "cords": Cord,
    "switches": Switch,
    "nics": Nic,
    "servers": Server,
    "trunks": FibreTrunk,
    "cassettes": Cassette,
    "panels": FibrePanel,
    "power_cords": PowerCord,
}
#: Catalogue fields that a CSV line cannot hold.
_NOT_IN_CSV = {"lengths", "line", "breaks", "forwarding", "other_cages", "built_in"}
_SERIES = {"cables", "cords", "trunks", "power_cords"}
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


Rows = list[tuple[str, dict[str, Any]]]


def read_csv_parts(
    path: Path, table: str, problems: list[InputError]
) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    """Return a table's products in TOML form, and the location of each.

    Every fault is added to ``problems`` with line and column, and its content left out: an unknown or
    missing column, or a bad cell. Raise `InputError` if the file cannot be read.

    Returns
    -------
    products, places
        For each product its location and those of its lengths: ``parts.csv: line 7``.
    """
    model = MODELS[table]
    rows = _read_rows(path, _columns(table, model), problems)
    if table in _SERIES:
        return _series(rows, model, problems)
    good = [(where, row) for where, row in rows if _is_good(model, row, where, problems)]
    return [row for _, row in good], [(where, []) for where, _ in good]


def _is_good(model: type[StrictModel], row: dict[str, Any], where: str, problems: list[InputError]) -> bool:
    """Whether a model accepts a row; otherwise add its faults to ``problems``."""
    try:
        model.model_validate(row)
    except ValidationError as error:
        problems += input_errors(error, model, where)
        return False
    return True


def _columns(table: str, model: type[StrictModel]) -> dict[str, type]:
    """Return the columns of a table with the types of their cells."""
    models = (model, StockLength) if table in _SERIES else (model,)
    fields = {name: field for item in models for name, field in item.model_fields.items()}
    return {name: cell_type(field.annotation) for name, field in fields.items() if name not in _NOT_IN_CSV}


def cell_type(annotation: Any) -> type:
    """Return int, float or date if an annotation such as ``Watts | None`` names it, else str."""
    if get_origin(annotation) is Annotated:
        return cell_type(get_args(annotation)[0])
    inner = [cell_type(item) for item in get_args(annotation) if get_origin(annotation) is not Literal]
    return next((item for item in (annotation, *inner) if item in {int, float, dt.date}), str)


def _read_rows(path: Path, columns: dict[str, type], problems: list[InputError]) -> Rows:
    lines = read_text(path, "CSV file").splitlines()
    if not any(line.strip() for line in lines):
        raise InputError(str(path), "CSV file is empty")
    delimiter = max(",;\t", key=lines[0].count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: Rows = []
    try:
        head = [name.strip() for name in next(reader)]
        if wrong := list(_head_problems(head, columns, f"{path}: line 1")):
            problems += wrong
            return []
        for cells in reader:
            if any(cell.strip() for cell in cells):
                _add_row(rows, head, cells, columns, f"{path}: line {reader.line_num}", problems)
    except csv.Error as error:
        problems.append(InputError(f"{path}: line {reader.line_num}", f"is not CSV ({error})"))
    return rows


def _add_row(
    rows: Rows,
    head: list[str],
    cells: list[str],
    columns: dict[str, type],
    where: str,
    problems: list[InputError],
) -> None:
    """Add a line's values by column, or the faults in its cells."""
    if len(cells) != len(head):
        problems.append(InputError(where, f"has {len(cells)} cells, the first line {len(head)}"))
        return
    row, before = {}, len(problems)
    for name, cell in zip(head, cells, strict=True):
        try:
            if cell.strip():
                row[name] = _value(cell.strip(), columns[name], f"{where}: {name}")
        except InputError as error:
            problems.append(error)
    if len(problems) == before:
        rows.append((where, row))


def _head_problems(head: list[str], columns: dict[str, type], where: str) -> Iterator[InputError]:
    for name in dict.fromkeys(head):
        if name not in columns:
            yield InputError(where, f"unknown column {name!r}", f"known: {', '.join(columns)}")
        if head.count(name) > 1:
            yield InputError(where, f"column {name!r} is given twice")


def _value(text: str, kind: type, where: str) -> Any:
    if kind is str:
        return text
    if kind is dt.date:
        try:
            return dt.date.fromisoformat(text)
        except ValueError as error:
            raise InputError(where, f"{text[:60]!r} is not a date", "write it like 2024-05-31") from error
    if not _NUMBER.fullmatch(text):
        raise InputError(where, f"{text[:60]!r} is not a number", "write it like 12 or 12.5")
    if kind is int and re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    return float(text)


def _series(
    rows: Rows, model: type[StrictModel], problems: list[InputError]
) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    """Merge lines of the same name into one product; buying fields stay with each length."""
    products: dict[str, dict[str, Any]] = {}
    places: dict[str, tuple[str, list[str]]] = {}
    for where, row in rows:
        item = {name: row[name] for name in row if name in StockLength.model_fields}
        shared = {name: row[name] for name in row if name not in StockLength.model_fields}
        if "name" not in shared:
            problems.append(InputError(f"{where}: name", "is missing", "every line names its product"))
        if not _is_good(StockLength, item, where, problems) or "name" not in shared:
            continue
        name = shared["name"]
        first = products.setdefault(name, {**shared, "lengths": []})
        place = places.setdefault(name, (where, []))
        problems += _disagreements(
            {k: v for k, v in first.items() if k != "lengths"}, shared, where, place[0]
        )
        first["lengths"].append(item)
        place[1].append(where)
    good = [
        name for name, product in products.items() if _is_good(model, product, places[name][0], problems)
    ]
    return [products[name] for name in good], [places[name] for name in good]


def _disagreements(
    first: dict[str, Any], other: dict[str, Any], where: str, first_where: str
) -> Iterator[InputError]:
    for name in {**first, **other}:
        if first.get(name) != other.get(name):
            what = f"{other.get(name)!r} differs from {first.get(name)!r} at {first_where}"
            why = "rows with the same name are one product in several lengths"
            yield InputError(f"{where}: {name}", what, why)
