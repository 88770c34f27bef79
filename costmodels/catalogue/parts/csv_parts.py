"""Parts from a CSV file: one line a part number, the columns the fields of its table.

Lines of cables and cords with one ``name`` are the lengths of one product; what they say
about the product must agree.
"""

import csv
import datetime as dt
import re
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from netfloor.costmodels.catalogue.parts.cable_parts import Assembly, Cord, StockLength
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch, Transceiver
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.foundation.models import StrictModel, parse

MODELS: dict[str, type[StrictModel]] = {
    "cables": Assembly,
    "transceivers": Transceiver,
    "cords": Cord,
    "switches": Switch,
    "nics": Nic,
    "servers": Server,
}
#: Fields of a catalogue that a line cannot hold.
_NOT_IN_CSV = {"lengths", "line", "breaks"}
_SERIES = {"cables", "cords"}
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def read_csv_parts(path: Path, table: str) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    """Return a table's products as a TOML file would hold them, and where each stands.

    Returns
    -------
    products, places
        For each product its own place and those of its lengths: ``parts.csv: line 7``.

    Raises
    ------
    InputError
        For an unknown or missing column, or a bad cell, naming the line and column.
    """
    model = MODELS[table]
    rows = _read_rows(path, _columns(table, model))
    if table in _SERIES:
        return _series(rows, model)
    for where, row in rows:
        parse(model, row, where)
    return [row for _, row in rows], [(where, []) for where, _ in rows]


def _columns(table: str, model: type[StrictModel]) -> dict[str, type]:
    """Return the columns of a table, each with what its cells are."""
    models = (model, StockLength) if table in _SERIES else (model,)
    fields = {name: field for one in models for name, field in one.model_fields.items()}
    return {name: cell_type(field.annotation) for name, field in fields.items() if name not in _NOT_IN_CSV}


def cell_type(annotation: Any) -> type:
    """Return int, float or a date where an annotation such as ``Watts | None`` names it, else str."""
    if get_origin(annotation) is Annotated:
        return cell_type(get_args(annotation)[0])
    inner = [cell_type(one) for one in get_args(annotation) if get_origin(annotation) is not Literal]
    return next((one for one in (annotation, *inner) if one in {int, float, dt.date}), str)


def _read_rows(path: Path, columns: dict[str, type]) -> list[tuple[str, dict[str, Any]]]:
    lines = read_text(path, "CSV file").splitlines()
    delimiter = max(",;\t", key=lines[0].count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows = []
    try:
        head = [name.strip() for name in next(reader)]
        _check_head(head, columns, f"{path}: line 1")
        for cells in reader:
            where = f"{path}: line {reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(head):
                raise InputError(where, f"has {len(cells)} cells, the first line {len(head)}")
            filled = [(name, cell.strip()) for name, cell in zip(head, cells, strict=True) if cell.strip()]
            row = {name: _value(text, columns[name], f"{where}: {name}") for name, text in filled}
            rows.append((where, row))
    except csv.Error as error:
        raise InputError(f"{path}: line {reader.line_num}", f"is not CSV ({error})") from error
    return rows


def _check_head(head: list[str], columns: dict[str, type], where: str) -> None:
    for name in head:
        if name not in columns:
            raise InputError(where, f"unknown column {name!r}", f"known: {', '.join(columns)}")
        if head.count(name) > 1:
            raise InputError(where, f"column {name!r} stands twice")


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
    rows: list[tuple[str, dict[str, Any]]], model: type[StrictModel]
) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    """Join lines of one name into one product; buying fields stay with each length."""
    products: dict[str, dict[str, Any]] = {}
    places: dict[str, tuple[str, list[str]]] = {}
    for where, row in rows:
        item = {name: row[name] for name in row if name in StockLength.model_fields}
        shared = {name: row[name] for name in row if name not in StockLength.model_fields}
        parse(StockLength, item, where)
        if "name" not in shared:
            raise InputError(f"{where}: name", "is missing", "every line names its product")
        name = shared["name"]
        first = products.setdefault(name, {**shared, "lengths": []})
        place = places.setdefault(name, (where, []))
        _agree({k: v for k, v in first.items() if k != "lengths"}, shared, where, place[0])
        first["lengths"].append(item)
        place[1].append(where)
    for name, product in products.items():
        parse(model, product, places[name][0])
    return list(products.values()), list(places.values())


def _agree(first: dict[str, Any], other: dict[str, Any], where: str, first_where: str) -> None:
    for name in {**first, **other}:
        if first.get(name) != other.get(name):
            what = f"{other.get(name)!r} differs from {first.get(name)!r} at {first_where}"
            why = "lines of one name are one product in several lengths"
            raise InputError(f"{where}: {name}", what, why)
