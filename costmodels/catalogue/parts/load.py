"""Load and validate a catalogue: a shipped one, or a TOML file with the CSV files that it names.

A file in the form of a cost set is read as a catalogue with formula prices.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.catalogue.parts.catalogue import (
    TABLES,
    Catalogue,
    CsvFile,
    Places,
    catalogue_of_set,
    catalogue_problems,
)
from netfloor.costmodels.catalogue.parts.csv_parts import read_csv_parts
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import files_of, is_file, load_toml
from netfloor.foundation.models import input_errors, parse
from netfloor.foundation.wording import known_text
from netfloor.topologies.parameters import shown

#: A product in a message, optionally one of its lengths, and a field.
_PLACE = re.compile(
    rf"\b({'|'.join(TABLES)})\.([0-9]{{1,9}})(?:\.lengths\.([0-9]{{1,9}}))?((?:\.|: )[\w.]+)?(?=[,;: ]|$)"
)


@dataclass(frozen=True)
class ReadCatalogue:
    """A catalogue as far as it is readable (None if not at all), with all problems.

    ``table`` is the content of the files.
    """

    catalogue: Catalogue | None
    problems: tuple[InputError, ...]
    path: Path
    table: dict[str, Any]

    def by_part(self, text: str) -> str:
        """Replace locations by part numbers: ``switches.0.price`` becomes ``part SW-1: price``."""
        return _PLACE.sub(self._named, text.replace(f"{self.path}: ", ""))

    def _named(self, place: re.Match[str]) -> str:
        """Return a location as text: the part number, or the product's name if the number is at fault."""
        table, number, length, field = place.groups("")
        product = _entry(self.table.get(table), number)
        priced = _entry(product.get("lengths"), length) if length else product
        words = " ".join(
            str(int(item) + 1) if item.isdecimal() else item for item in re.findall(r"\w+", field)
        )
        about = _entry(product.get("lengths"), "0") if words == "name" and "part" not in priced else priced
        if words != "part" and isinstance(about.get("part"), str) and about["part"]:
            called = f"part {shown(about['part'])}"
        else:
            name = product.get("name")
            called = shown(name) if isinstance(name, str) and name else f"{table}, entry {int(number) + 1}"
            called += f", length {int(length) + 1}" if length else ""
        return f"{called}: {words}" if words else called


def _entry(tables: Any, number: str) -> dict[str, Any]:
    """Return the table at an index of a list, an empty table if there is none."""
    result = tables[int(number)] if isinstance(tables, list) and int(number) < len(tables) else {}
    return result if isinstance(result, dict) else {}


def load_catalogue(path: str | Path, text: str | None = None) -> Catalogue:
    """Load the catalogue of a TOML file and the CSV files that it names, relative to its folder.

    A name selects a catalogue shipped with netfloor; several files (see `files_of`) are joined. ``text``
    replaces the file's present content. Raise `InputError` if a file has any fault (the message names file
    and line or field, and counts further faults), or if several files conflict.
    """
    files = files_of(path)
    if len(files) > 1:
        return join_catalogues([(str(file), load_catalogue(file)) for file in files])
    catalogue = read_catalogue(Path(path), text)
    if catalogue.catalogue is not None and not catalogue.problems:
        return catalogue.catalogue
    first, more = catalogue.problems[0], len(catalogue.problems) - 1
    if not more:
        raise first
    advice = f"{more:,} more problem{'s' * (more > 1)}, listed by netfloor catalogue check"
    raise first.advising(f"{first.expected}; {advice}" if first.expected else advice)


def read_catalogue(path: Path, text: str | None = None) -> ReadCatalogue:
    """Read a catalogue with all its problems, leaving out faulty products.

    Raise `InputError` if the file is not TOML, or there is no catalogue of that name.
    """
    if text is None and is_shipped(path):
        return ReadCatalogue(catalogue_of_set(load_cost_set(str(path))), (), path, {})
    if text is None and path == Path(path.name) and not path.suffix and not is_file(path):
        known = f"{known_text(str(path), sorted(COST_SETS))}; or give the path of a TOML file"
        raise InputError(f"catalogue {shown(str(path))}", "is neither a shipped set nor a file", known)
    table = load_toml(path, "catalogue") if text is None else tomllib.loads(text)
    if "router" in table and "schema" not in table:
        try:
            return ReadCatalogue(catalogue_of_set(parse(CostSet, table, path)), (), path, table)
        except InputError as error:
            return ReadCatalogue(None, (error,), path, table)
    places: Places = {}
    problems: list[InputError] = []
    all_panels = True
    try:
        for number, entry in enumerate(_csv_entries(table, path)):
            before = len(problems)
            _add_csv(table, path, number, entry, places, problems)
            all_panels &= entry.table != "panels" or len(problems) == before
    except InputError as error:
        return ReadCatalogue(None, (*problems, error), path, table)
    catalogue, places = _validated(table, path, places, problems)
    if catalogue is not None:
        all_panels &= len(table.get("panels", ())) == len(catalogue.panels)
        problems += catalogue_problems(catalogue, str(path), places, all_panels=all_panels)
    return ReadCatalogue(catalogue, tuple(problems), path, table)


def is_shipped(path: str | Path) -> bool:
    """Whether a name is a catalogue shipped with netfloor; a file of that name takes precedence."""
    return str(path) in COST_SETS and not is_file(Path(path))


def _validated(
    table: dict[str, Any], path: Path, places: Places, problems: list[InputError]
) -> tuple[Catalogue | None, Places]:
    """Return the catalogue without faulty products, and the locations of the others.

    Return None if faults are not confined to products.
    """
    try:
        return Catalogue.model_validate(table), places
    except ValidationError as error:
        problems += input_errors(error, Catalogue, path)
        bad = {item["loc"][:2] for item in error.errors()}
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
    """Add a CSV file's products to those in the TOML file."""
    if Path(entry.file).is_absolute() or ".." in Path(entry.file).parts:
        what = f"{shown(entry.file)} lies elsewhere"
        raise InputError(f"{path}: csv.{number}.file", what, "a file in the catalogue's folder or below")
    csv_path = path.parent / entry.file
    if not is_file(csv_path):
        raise InputError(f"{path}: csv.{number}.file", f"no file {shown(entry.file)} in its folder")
    products, where = read_csv_parts(csv_path, entry.table, problems)
    inline = table.setdefault(entry.table, [])
    if not isinstance(inline, list):
        raise InputError(f"{path}: {entry.table}", "is not a list of tables", f"write [[{entry.table}]]")
    for product, (place, lengths) in zip(products, where, strict=True):
        key = (entry.table, len(inline))
        places[key] = place
        places.update({(*key, "lengths", n): length for n, length in enumerate(lengths)})
        inline.append(product)
