"""Finding sets, and refusing files that are none."""

import copy
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from netfloor import costmodels
from netfloor.costmodels import COST_SETS, POWER_SETS
from netfloor.costmodels.sets.cost_set import CostSet, scaled_cost_set
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import parse

DATA = Path(costmodels.__file__).parent / "data"
Read = Callable[[str], dict[str, Any]]


@pytest.mark.parametrize(("kind", "known"), [("cost", COST_SETS), ("power", POWER_SETS)])
def test_every_data_file_is_registered(kind: str, known: dict[str, str]) -> None:
    """No shipped file is out of reach."""
    assert {path.stem for path in (DATA / kind).glob("*.toml")} == set(known)


def test_a_path_reads_the_users_own_file(tmp_path: Path) -> None:
    """A copy of a shipped file, read by its path, is the same set."""
    copied = tmp_path / "mine.toml"
    copied.write_bytes((DATA / "cost" / "perseus-2011.toml").read_bytes())
    assert load_cost_set(copied) == load_cost_set(str(copied)) == load_cost_set("perseus-2011")


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    """An unknown name lists the known ones and guesses."""
    with pytest.raises(InputError, match=r"did you mean slimfly-2014.*perseus-2011"):
        load_cost_set("slimfly2014")


def test_an_unknown_power_set_lists_the_known() -> None:
    """Even a name like no other is answered with the list."""
    with pytest.raises(InputError, match="chaix-2014"):
        load_power_set("zzzz")


def test_a_missing_file_is_an_input_error() -> None:
    """A path that does not exist is named."""
    with pytest.raises(InputError, match=r"nowhere/mine.toml"):
        load_cost_set("nowhere/mine.toml")


def test_a_cost_set_is_no_power_set() -> None:
    """A file of the other kind is refused."""
    with pytest.raises(InputError, match=r"unknown key|required"):
        load_power_set(DATA / "cost" / "perseus-2011.toml")


def change(table: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy with one field set, or removed where the value is ``...``."""
    changed = copy.deepcopy(table)
    at: Any = changed
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in way:
        at = at[key]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return changed


SLIMFLY: list[tuple[str, Any, str]] = [
    ("colour", "red", "colour: unknown key"),
    ("electrical.colour", "red", "electrical.colour: unknown key"),
    ("electrical.line.per_m.colour", "red", "electrical.line.per_m.colour: unknown key"),
    ("electrical.line.per_m.source", ..., "electrical.line.per_m.source"),
    ("electrical.line.per_m.source", "  ", "electrical.line.per_m.source"),
    ("electrical.line.per_m.unit", ..., "electrical.line.per_m.unit"),
    ("electrical.line.per_m.year", ..., "electrical.line.per_m.year"),
    ("electrical.line.per_m.year", 2014.5, "electrical.line.per_m.year"),
    ("electrical.line.per_m.trust", "sure", "electrical.line.per_m.trust"),
    ("electrical.line.per_m.value", -0.1, "electrical.line.per_m.*negative"),
    ("optical.line.fixed.value", float("nan"), "optical.line.fixed.value"),
    ("optical.line.fixed.value", float("inf"), "optical.line.fixed.value"),
    ("optical.line.fixed.value", "7.27", "optical.line.fixed.value"),
    ("optical.line.fixed.value", True, "optical.line.fixed.value"),
    ("optical.line.fixed.value", 10**400, "optical.line.fixed.value"),
    ("optical.line.fixed.value", 1e12, "optical.line.fixed.value"),
    ("electrical.line.per_m.unit", "USD/m", r"electrical.line.per_m: unit is 'USD/m'"),
    ("electrical.line.fixed.unit", "cents", r"electrical.line.fixed: unit is 'cents'"),
    ("router.per_port.unit", "EUR/port", "router.per_port: unit"),
    ("router.per_port.value", -1.0, "router.per_port.*negative"),
    ("currency", "dollars", "currency"),
    ("electrical_reach", ..., "electrical_reach"),
    ("electrical_reach.value", 7.00001, "electrical_reach.*finer than a millimetre"),
    ("electrical_reach.value", -7, "electrical_reach.*negative"),
    ("electrical_reach.unit", "feet", "electrical_reach: unit"),
    ("medium_rule", "cheapest", "medium_rule"),
    ("electrical.line", ..., "electrical: give a stock list, a line, or both"),
    ("electrical", ..., "electrical"),
    ("electrical", 3, "electrical"),
    ("router", {"part": "x"}, "give per_port, fixed, or both"),
    ("notes", "one text", "notes"),
]


@pytest.mark.parametrize(("path", "value", "message"), SLIMFLY)
def test_a_bad_line_is_refused(raw_cost_set: Read, path: str, value: Any, message: str) -> None:
    """One wrong field of a set of price lines is named in the error."""
    with pytest.raises(InputError, match=message) as caught:
        parse(CostSet, change(raw_cost_set("slimfly-2014"), path, value), "mine.toml")
    assert caught.value.where.partition(": ")[0] == "mine.toml"


PERSEUS: list[tuple[str, Any, str]] = [
    ("electrical.stock.items.1.length_m", ..., "items.1.length_m"),
    ("electrical.stock.items.1.price", ..., "items.1.price"),
    ("electrical.stock.items.1.length_m", 1, "must increase: 1 m follows 1 m"),
    ("electrical.stock.items.1.length_m", 4, "must increase: 3 m follows 4 m"),
    ("electrical.stock.items.0.length_m", 0, "items.0.length_m"),
    ("electrical.stock.items.0.length_m", -1, "items.0.length_m"),
    ("electrical.stock.items.0.length_m", 0.00001, "finer than a millimetre"),
    ("electrical.stock.items.0.length_m", float("nan"), "items.0.length_m"),
    ("electrical.stock.items.0.price", -1, "items.0.price"),
    ("electrical.stock.items.0.price", "55", "items.0.price"),
    ("electrical.stock.items.0.price", 1000, "price falls from 1000 at 1 m to 74 at 2 m"),
    ("electrical.stock.items.0.colour", "red", "items.0.colour: unknown key"),
    ("electrical.stock.items", [], "items"),
    ("electrical.stock.items", "none", "items"),
    ("electrical.stock.source", ..., "electrical.stock.source"),
    ("electrical.stock.unit", "EUR", "electrical.stock: unit is 'EUR'"),
    ("optical.line.per_m.unit", "USD/(Gb/s)/m", "optical.line.per_m: unit"),
    ("optical.line.factor.unit", "%", "optical.line.factor: unit"),
    ("optical.line.factor.value", 0.5, "cheaper than the longest stock"),
    ("installation.inside_cabinet.unit", "USD", "installation.inside_cabinet: unit"),
    ("installation.inside_cabinet", ..., "installation.inside_cabinet"),
]


@pytest.mark.parametrize(("path", "value", "message"), PERSEUS)
def test_a_bad_stock_list_is_refused(raw_cost_set: Read, path: str, value: Any, message: str) -> None:
    """One wrong field of a set of stock lengths is named in the error."""
    with pytest.raises(InputError, match=message):
        parse(CostSet, change(raw_cost_set("perseus-2011"), path, value), "mine.toml")


def test_a_stock_list_has_no_line_by_rate_beside_it(raw_cost_set: Read) -> None:
    """Prices per cable and per Gb/s of one medium could not be joined."""
    table = raw_cost_set("perseus-2011")
    table = change(table, "optical.line.per_m.unit", "USD/(Gb/s)/m")
    table = change(table, "optical.line.fixed.unit", "USD/(Gb/s)")
    with pytest.raises(InputError, match="the price must be of a cable"):
        parse(CostSet, table, "mine.toml")


@pytest.mark.parametrize(
    "text",
    ["name = ", 'name = "x"\nname = "y"', "\x00", "   ", "[electrical]\nline = nan"],
)
def test_a_broken_file_is_an_input_error(tmp_path: Path, text: str) -> None:
    """What is not TOML, or nothing like a set, is refused with the file's name."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.toml"):
        load_cost_set(path)


@pytest.mark.parametrize("name", COST_SETS)
def test_every_number_of_a_cost_set_is_listed(name: str, raw_cost_set: Read) -> None:
    """The list has each value of the file, and each with a source."""
    rows = load_cost_set(name).coefficients()
    assert sorted(float(row.value) for row in rows) == sorted(numbers(raw_cost_set(name)))
    assert all(row.source and row.unit and row.year for row in rows)
    assert len({row.coefficient for row in rows}) == len(rows)


def numbers(table: Any) -> list[float]:
    """Return every coefficient and stock price in a raw table."""
    if isinstance(table, list):
        return [number for part in table for number in numbers(part)]
    if not isinstance(table, dict):
        return []
    own = [float(table[key]) for key in ("value", "price") if key in table]
    return own + [number for part in table.values() for number in numbers(part)]


def test_recalled_numbers_are_marked() -> None:
    """The numbers that nobody could source say so."""
    rows = load_cost_set("dragonfly-2008").coefficients()
    doubtful = {row.coefficient for row in rows if row.trust == "unverified"}
    assert doubtful == {
        "electrical line per m",
        "electrical line fixed",
        "optical line per m",
        "optical line fixed",
        "router fixed",
    }


@pytest.mark.parametrize("name", COST_SETS)
def test_scaled_prices_are_products_of_the_decimal_numbers(name: str) -> None:
    """Copper, optics and switches each by their own factor; installation and all else stay."""
    cost_set = load_cost_set(name)
    scaled = scaled_cost_set(cost_set, 0.1, 3.0, 1.1)
    assert scaled.model_copy(update={part: getattr(cost_set, part) for part in SCALED}) == cost_set
    for part, factor in zip(SCALED, ("0.1", "3", "1.1"), strict=True):
        one, other = (_prices(getattr(these, part).model_dump()) for these in (cost_set, scaled))
        assert other == [float(Decimal(repr(price)) * Decimal(factor)) for price in one]
    assert scaled_cost_set(cost_set, 1, 1, 1) == cost_set
    with pytest.raises(InputError, match="beyond any price"):
        scaled_cost_set(cost_set, 1, 1e12, 1)


SCALED = ("electrical", "optical", "router")


def _prices(document: Any) -> list[float]:
    """Return every price of a part of a set: of stock items, and of coefficients that have a unit."""
    if isinstance(document, dict) and document.get("unit") == "1":
        return []
    if isinstance(document, dict):
        inner = [one for key in sorted(document) for one in _prices(document[key])]
        return inner + [float(document[key]) for key in ("price", "value") if key in document]
    return [one for each in document for one in _prices(each)] if isinstance(document, list | tuple) else []
