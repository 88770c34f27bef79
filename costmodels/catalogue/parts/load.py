"""Reading a catalogue: the TOML file, the CSV files that it names, and every check."""

from pathlib import Path
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue, CsvFile, Places, check_catalogue
from netfloor.costmodels.catalogue.parts.csv_parts import read_csv_parts
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file, load_toml
from netfloor.foundation.models import parse
from netfloor.topologies.parameters import shown


def load_catalogue(path: str | Path) -> Catalogue:
    """Return the catalogue of a TOML file and the CSV files that it names, looked for beside it.

    Raises
    ------
    InputError
        For anything wrong in any of them, naming file and line or field.
    """
    path = Path(path)
    table = load_toml(path, "catalogue")
    places: Places = {}
    for number, entry in enumerate(_csv_entries(table, path)):
        _add_csv(table, path, number, entry, places)
    catalogue = parse(Catalogue, table, path)
    check_catalogue(catalogue, str(path), places)
    return catalogue


def _csv_entries(table: dict[str, Any], path: Path) -> list[CsvFile]:
    entries = table.get("csv", [])
    if not isinstance(entries, list):
        raise InputError(f"{path}: csv", "is not a list of tables", "write [[csv]] with table and file")
    return [parse(CsvFile, entry, f"{path}: csv.{n}") for n, entry in enumerate(entries)]


def _add_csv(table: dict[str, Any], path: Path, number: int, entry: CsvFile, places: Places) -> None:
    """Add a CSV file's products to those in the TOML file, as if they stood there."""
    if Path(entry.file).is_absolute() or ".." in Path(entry.file).parts:
        what = f"{shown(entry.file)} lies elsewhere"
        raise InputError(f"{path}: csv.{number}.file", what, "a file beside the catalogue or below")
    csv_path = path.parent / entry.file
    if not is_file(csv_path):
        raise InputError(f"{path}: csv.{number}.file", f"there is no file {shown(entry.file)} beside it")
    products, where = read_csv_parts(csv_path, entry.table)
    inline = table.setdefault(entry.table, [])
    if not isinstance(inline, list):
        raise InputError(f"{path}: {entry.table}", "is not a list of tables", f"write [[{entry.table}]]")
    for product, (place, lengths) in zip(products, where, strict=True):
        key = (entry.table, len(inline))
        places[key] = place
        places.update({(*key, "lengths", n): one for n, one in enumerate(lengths)})
        inline.append(product)
