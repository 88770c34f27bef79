"""Catalogues with parts in CSV files: the same parts, and every refusal names the line."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InputError

HEAD = 'schema = 1\ntitle = "t"\ncurrency = "USD"\nprice_date = 2024-05-01\n'
COLUMNS = "name,kind,gbps,connector_a,connector_b,reach_m,price_date,owned,length_m,part,price"
LINES = (
    "DAC,DAC,400,OSFP,OSFP,3,2024-06-01,,1,D1,10.5",
    "DAC,DAC,400,OSFP,OSFP,3,,4,2,400,20",
)
INLINE = """
[[cables]]
name = "DAC"
kind = "DAC"
gbps = 400
connector_a = "OSFP"
connector_b = "OSFP"
reach_m = 3
lengths = [
  { length_m = 1, part = "D1", price = 10.5, price_date = 2024-06-01 },
  { length_m = 2, part = "400", price = 20, owned = 4 },
]
"""


def write(folder: Path, csv: str, table: str = "cables") -> Path:
    """Write a catalogue whose parts are in a CSV file."""
    (folder / "parts.csv").write_text(csv, encoding="utf-8")
    path = folder / "parts.toml"
    path.write_text(f'{HEAD}[[csv]]\ntable = "{table}"\nfile = "parts.csv"\n')
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_csv_says_the_same_as_toml(delimiter: str, ending: str, tmp_path: Path) -> None:
    """Whatever a spreadsheet writes between cells and lines; a number may be a part number."""
    text = ending.join((COLUMNS, *LINES, "", "")).replace(",", delimiter)
    (tmp_path / "inline.toml").write_text(HEAD + INLINE)
    from_csv = load_catalogue(write(tmp_path, "\ufeff" + text))
    assert from_csv.cables == load_catalogue(tmp_path / "inline.toml").cables


def test_every_table_can_be_a_csv(tmp_path: Path) -> None:
    """A device is one line, a trunk one per length."""
    csv = "part,name,cages,connector,gbps,price,spares\nS,switch,32,OSFP,400,1000,1\n"
    switch = load_catalogue(write(tmp_path, csv, "switches")).switches[0]
    assert (switch.part, switch.cages, switch.gbps, switch.spares) == ("S", 32, 400.0, 1)
    head = "name,connector,connectors,fibre,fibres,diameter_mm,length_m,part,price\n"
    csv = head + "".join(f"K,MPO-12/APC,12,OS2,144,14.5,{m},K{m},{m}\n" for m in (20, 30))
    (trunk,) = load_catalogue(write(tmp_path, csv, "trunks")).trunks
    assert (trunk.connectors, [one.part for one in trunk.lengths]) == (12, ["K20", "K30"])


@pytest.mark.parametrize(
    ("line", "cell", "instead", "where", "says"),
    [
        (2, "10.5", "cheap", "line 2: price", "not a number"),
        (2, "10.5", "10,5", "line 2", "12 cells"),
        (2, "10.5", "1e999", "line 2: price", "finite"),
        (2, "10.5", "nan", "line 2: price", "not a number"),
        (2, "10.5", "-1", "line 2: price", "greater than or equal"),
        (2, "10.5", "1_0", "line 2: price", "not a number"),
        (2, "10.5", "", "line 2: price", "required"),
        (2, "2024-06-01", "June", "line 2: price_date", "not a date"),
        (3, ",4,2", ",4.5,2", "line 3: owned", "integer"),
        (3, "DAC,DAC", ",DAC", "line 3: name", "missing"),
        (3, "DAC,DAC", "DAC,AEC", "line 3: kind", "differs from 'DAC'"),
        (3, "OSFP,OSFP", "OSFP,OFSP", "line 3: connector_b", "differs"),
        (3, ",400,20", ",D1,20", "line 3: part", "is given twice"),
        (3, ",2,400", ",1,400", "line 2", "must increase"),
        (3, ",2,400", ",9,400", "line 2", "beyond the reach"),
        (1, "reach_m", "range", "line 1", "unknown column 'range'"),
        (1, "reach_m", "gbps", "line 1", "is given twice"),
        (3, "DAC,DAC", '"DAC', "line", "not CSV"),
    ],
)
def test_a_bad_line_is_named(
    line: int, cell: str, instead: str, where: str, says: str, tmp_path: Path
) -> None:
    """One cell is wrong; the message names file, line and column."""
    lines = [COLUMNS, *LINES]
    assert cell in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(cell, instead, 1)
    path = write(tmp_path, "\n".join(lines) + "\n")
    with pytest.raises(InputError) as refused:
        load_catalogue(path)
    assert refused.value.where.startswith(f"{tmp_path / 'parts.csv'}: {where}")
    assert says in str(refused.value)


def test_a_missing_csv_file_is_named(tmp_path: Path) -> None:
    """The message names the entry and the file that is not there."""
    path = tmp_path / "parts.toml"
    path.write_text(f'{HEAD}[[csv]]\ntable = "cables"\nfile = "gone.csv"\n')
    with pytest.raises(InputError, match=r"csv.0.file: no file gone.csv"):
        load_catalogue(path)
