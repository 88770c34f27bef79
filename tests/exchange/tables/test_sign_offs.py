"""Lines of signatures and dates below a list, and options for rows that lack a device."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)
TOP = "Device A,Port A,Device B,Port B,Cable ID\nh1,eth0,sw1,1,K1\nh2,eth0,sw1,2,K2\n"


def planned(folder: Path, rows: str, **columns: str) -> ListedFabric:
    """Return the fabric of two cables and further rows."""
    (folder / "list.csv").write_text(f"{TOP}{rows}", encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(columns))


@pytest.mark.parametrize("blank", ["", ",,,,\n"])
@pytest.mark.parametrize(
    "row",
    [
        "Approved by:,,Client:,,",
        "Checked by,,Date,12/03/2024,",
        "Signature :,,Date :,,",
        "Prepared by: J. Smith,,Approved by: P. Jones,,",
        "Drawn: JS,,Checked: PJ,,",
        "Drawn: JS,,,,",
        "Gepr\u00fcft von:,M. Weber,Datum:,3.4.2024,",
        "Unterschrift:,,Auftraggeber:,,",
        "\u00c9tabli par,A. Roux,Visa MOE,,",
        "Visa MOE :,,Visa MOA :,,",
        "Elaborado por:,,Fecha:,,",
        "Gecontroleerd door:,,Handtekening:,,",
        "Verificato da,,Firma,,",
        "Foreman:,,Owner:,,",
        "Approved by:,,Client:,,\nJ. Smith,,A. Meier,,",
        "Drawn by,JS,Checked by,PJ,Rev B\nDate,1.2.2025,Date,2.2.2025,",
    ],
)
def test_signatures_are_no_cables(tmp_path: Path, row: str, blank: str) -> None:
    """With and without a blank row before them; the note names them."""
    listed = planned(tmp_path, f"{blank}{row}\n")
    assert [device.name for device in listed.fabric.devices] == ["h1", "sw1", "h2"]
    first = row.split(",", maxsplit=1)[0][:40]
    assert any(f"({first!r}: a sign-off)" in note for note in listed.notes)


@pytest.mark.parametrize(
    "row", ["client,eth0,sw1,3,K3", "visa,eth0,sw1,3,K3", "date:1,eth0,sw1,3,K3", "sign,eth0,name,3,K3"]
)
def test_devices_may_have_such_names(tmp_path: Path, row: str) -> None:
    """A row of four cells of an end each is a cable."""
    assert len(planned(tmp_path, f"{row}\n").fabric.cables) == 3


def options_of(error: InputError) -> dict[str, str]:
    """Return the options that leave rows out, as ``--map`` reads them."""
    pairs = re.findall('map "([^"=]*)=(skip rows)"', str(error))
    return dict(pairs)


def test_a_row_without_a_device_has_an_option_of_its_own(tmp_path: Path) -> None:
    """Its value is that of no other row, and pasting it leaves that row alone out."""
    with pytest.raises(InputError, match="b is empty") as refused:
        planned(tmp_path, "h3,eth0,,3,K3\n")
    options = options_of(refused.value)
    assert options == {"Device A:h3": "skip rows"}
    assert len(planned(tmp_path, "h3,eth0,,3,K3\n", **options).fabric.cables) == 2


def test_rows_of_cables_in_place_lend_no_option_of_theirs(tmp_path: Path) -> None:
    """A status that says installed is no column of its own."""
    rows = ["h1,1,s1,1,installed", "h2,1,,2,installed", "h3,1,s1,3,planned"]
    text = "\n".join(["Device A,Port A,Device B,Port B,Status", *rows, ""])
    (tmp_path / "list.csv").write_text(text)
    with pytest.raises(InputError, match="line 3: b is empty") as refused:
        read_lists([tmp_path / "list.csv"], CABINETS)
    assert options_of(refused.value) == {"Device A:h2": "skip rows"}


def test_one_option_leaves_out_all_rows_of_a_value(tmp_path: Path) -> None:
    """If no row with both devices has the value."""
    rows = "h3,eth0,,1,\nh3,eth1,,2,\nh1,eth2,,3,K9\n"
    with pytest.raises(InputError, match="b is empty") as refused:
        planned(tmp_path, rows)
    options = options_of(refused.value)
    assert [*options] == ["Device A:h3", "Port A:eth2"]
    assert len(planned(tmp_path, rows, **options).fabric.cables) == 2


def test_a_row_without_a_value_of_its_own_has_no_option(tmp_path: Path) -> None:
    """An option would leave out other rows too."""
    with pytest.raises(InputError, match="b is empty") as refused:
        planned(tmp_path, "h1,eth0,,1,\n")
    assert not options_of(refused.value)
