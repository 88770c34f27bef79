"""Reading a catalogue: the TOML file, the CSV files that it names, and every check."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from netfloor.costmodels.catalogue.parts.catalogue import (
    TABLES,
    Catalogue,
    CsvFile,
    Places,
    catalogue_problems,
)
from netfloor.costmodels.catalogue.parts.csv_parts import read_csv_parts
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file, load_toml
from netfloor.foundation.models import input_errors, parse
from netfloor.topologies.parameters import shown


@dataclass(frozen=True)
class ReadCatalogue:
    """A catalogue as far as it can be read, None if not at all, and everything that is wrong with it."""

    catalogue: Catalogue | None
    problems: tuple[InputError, ...]


def load_catalogue(path: str | Path) -> Catalogue:
    """Return the catalogue of a TOML file and the CSV files that it names, looked for beside it.

    Raises
    ------
    InputError
        For anything wrong in any of them, naming file and line or field, and how much more is wrong.
    """
    found = read_catalogue(Path(path))
    if found.catalogue is not None and not found.problems:
        return found.catalogue
    first, more = found.problems[0], len(found.problems) - 1
    if not more:
        raise first
    advice = f"{more:,} more problem{'s' * (more > 1)}, listed by netfloor catalogue check"
    raise first.advising(f"{first.expected}; {advice}" if first.expected else advice)


def read_catalogue(path: Path) -> ReadCatalogue:
    """Return a catalogue with all its problems; products with problems are left out of it.

    Raises
    ------
    InputError
        If the file cannot be read as TOML.
    """
    table = load_toml(path, "catalogue")
    places: Places = {}
    problems: list[InputError] = []
    try:
        for number, entry in enumerate(_csv_entries(table, path)):
            _add_csv(table, path, number, entry, places, problems)
    except InputError as error:
        return ReadCatalogue(None, (*problems, error))
    catalogue, places = _validated(table, path, places, problems)
    if catalogue is not None:
        problems += catalogue_problems(catalogue, str(path), places)
    return ReadCatalogue(catalogue, tuple(problems))


def _validated(
    table: dict[str, Any], path: Path, places: Places, problems: list[InputError]
) -> tuple[Catalogue | None, Places]:
    """Return the catalogue without products that are wrong, and where the others stand.

    None if more is wrong than products.
    """
    try:
        return Catalogue.model_validate(table), places
    except ValidationError as error:
        problems += input_errors(error, Catalogue, path)
        bad = {one["loc"][:2] for one in error.errors()}
    if any(len(place) < 2 or place[0] not in TABLES for place in bad):
        return None, places
    rest, stands = dict(table), dict(places)
    for name in {str(place[0]) for place in bad}:
        kept = [number for number in range(len(table[name])) if (name, number) not in bad]
        rest[name] = [table[name][number] for number in kept]
        stands |= {(name, new): f"{path}: {name}.{old}" for new, old in enumerate(kept)}
    return Catalogue.model_validate(rest), stands


def _csv_entries(table: dict[str, Any], path: Path) -> list[CsvFile]:
    entries = table.get("csv", [])
    if not isinstance(entries, list):
        raise InputError(f"{path}: csv", "is not a list of tables", "write [[csv]] with table and file")
    return [parse(CsvFile, entry, f"{path}: csv.{n}") for n, entry in enumerate(entries)]


def _add_csv(
    table: dict[str, Any],
    path: Path,
    number: int,
    entry: CsvFile,
    places: Places,
    problems: list[InputError],
) -> None:
    """Add a CSV file's products to those in the TOML file, as if they stood there."""
    if Path(entry.file).is_absolute() or ".." in Path(entry.file).parts:
        what = f"{shown(entry.file)} lies elsewhere"
        raise InputError(f"{path}: csv.{number}.file", what, "a file beside the catalogue or below")
    csv_path = path.parent / entry.file
    if not is_file(csv_path):
        raise InputError(f"{path}: csv.{number}.file", f"there is no file {shown(entry.file)} beside it")
    products, where = read_csv_parts(csv_path, entry.table, problems)
    inline = table.setdefault(entry.table, [])
    if not isinstance(inline, list):
        raise InputError(f"{path}: {entry.table}", "is not a list of tables", f"write [[{entry.table}]]")
    for product, (place, lengths) in zip(products, where, strict=True):
        key = (entry.table, len(inline))
        places[key] = place
        places.update({(*key, "lengths", n): one for n, one in enumerate(lengths)})
        inline.append(product)
