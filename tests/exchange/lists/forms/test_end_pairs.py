"""Cable lists with both ends in one cell: TIA-606's labels, arrows, and the option for the column."""

from pathlib import Path

import openpyxl
import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

ROOM = (FloorCabinet("C01", units=42), FloorCabinet("C02", units=42))
TIA = """Cable Label,Color,Length (ft)
1DCA.C02-36:01/1DCA.C01-12:1,blue,7
1DCA.C02-36:02/1DCA.C01-12:M,green,10
"""


def read(folder: Path, text: str, **columns: str) -> ListedFabric:
    """Return the fabric of a list."""
    path = folder / "list.csv"
    path.write_text(text)
    return read_lists([path], ROOM, TableRequest(columns))


def ends(listed: ListedFabric) -> list[tuple[str, ...]]:
    """Return device and port of both ends of each cable."""
    fabric = listed.fabric
    return [
        tuple(text for end in cable.ends for text in (fabric.devices[end.device].name, end.port_text))
        for cable in fabric.cables
    ]


def test_labels_by_tia_606_name_rack_unit_and_port(tmp_path: Path) -> None:
    """The label stays the cable's id, what stands beside it is the cable's too."""
    listed = read(tmp_path, TIA)
    assert ends(listed) == [
        ("1DCA.C02-36", "01", "1DCA.C01-12", "1"),
        ("1DCA.C02-36", "02", "1DCA.C01-12", "M"),
    ]
    fabric = listed.fabric
    places = {one.name: (fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)}
    assert places == {"1DCA.C02-36": ("C02", 36), "1DCA.C01-12": ("C01", 12)}
    assert [(cable.id, cable.length_mm, cable.attributes["Color"]) for cable in fabric.cables] == [
        ("1DCA.C02-36:01/1DCA.C01-12:1", 2134, "blue"),
        ("1DCA.C02-36:02/1DCA.C01-12:M", 3048, "green"),
    ]
    assert any("'Cable Label' names both ends of each cable" in note for note in listed.notes)


def test_an_import_reads_them_alike(tmp_path: Path) -> None:
    """The same ends, ids and places."""
    path = tmp_path / "list.csv"
    path.write_text(TIA)
    fabric = READERS["csv"].read(path, {})
    assert ends(ListedFabric(fabric, (), ())) == ends(read(tmp_path, TIA))
    assert {fabric.cabinet_name(at) for at in range(len(fabric.devices))} == {"C01", "C02"}


@pytest.mark.parametrize(
    "cell",
    [
        "leaf1:Eth1/49/spine1:Eth1/1",
        "leaf1:Eth1/49 -> spine1:Eth1/1",
        "leaf1 Eth1/49 <--> spine1 Eth1/1",
        "leaf1:Eth1/49 | spine1:Eth1/1",
        "leaf1 Eth1/49 to spine1 Eth1/1",
    ],
)
def test_signs_between_two_ends(tmp_path: Path, cell: str) -> None:
    """Slashes in ports do not part ends; the user's option names the column, whose text is no id."""
    listed = read(tmp_path, f"Link;Note\n{cell};x\n", Link="a b")
    assert ends(listed) == [("leaf1", "Eth1/49", "spine1", "Eth1/1")]
    (cable,) = listed.fabric.cables
    assert (cable.id, cable.attributes["Link (both ends)"]) == ("C000001", cell)


def test_lists_without_headings(tmp_path: Path) -> None:
    """Two rows are enough to tell."""
    listed = read(tmp_path, "leaf1:1/spine1:1\nleaf1:2/spine1:2\n")
    assert ends(listed) == [("leaf1", "1", "spine1", "1"), ("leaf1", "2", "spine1", "2")]


def test_names_that_could_be_places_are_none(tmp_path: Path) -> None:
    """leaf-1 is no cabinet: TIA-606's labels begin with a floor and a room."""
    listed = read(tmp_path, "Label\nleaf-1:1/spine-1:1\nleaf-1:2/spine-1:2\n")
    assert [one.cabinet for one in listed.fabric.devices] == [None, None]


def test_a_cell_that_is_no_pair_is_refused(tmp_path: Path) -> None:
    """With its line and what would be right, the others counted."""
    with pytest.raises(InputError) as refused:
        read(tmp_path, "Link\nleaf1:1/spine1:1\nsecond\nleft:3\n", Link="a b")
    text = str(refused.value)
    assert "line 3" in text
    assert "names no two ends of a cable: 'second', and 1 cell below it" in text


EXADATA = """Two-rack system,,
Leaf Switch,Connection,Cable Length
R1 U24,C01-U24-P8A to C01-U1-P3A,3 meters
R1 U24,C01-U24-P8B to C02-U1-P7A,5 meters
"""


def test_labels_of_cabinet_unit_and_port(tmp_path: Path) -> None:
    """Exadata's tables name each end by cabinet, unit and port, without a room."""
    listed = read(tmp_path, EXADATA)
    assert ends(listed) == [
        ("C01-U24", "P8A", "C01-U1", "P3A"),
        ("C01-U24", "P8B", "C02-U1", "P7A"),
    ]
    assert [(one.name, one.cabinet, one.unit) for one in listed.fabric.devices] == [
        ("C01-U24", 0, 24),
        ("C01-U1", 0, 1),
        ("C02-U1", 1, 1),
    ]
    assert [cable.length_mm for cable in listed.fabric.cables] == [3000, 5000]
    assert [cable.id for cable in listed.fabric.cables] == ["C000001", "C000002"]
    assert listed.fabric.cables[0].attributes["Connection (both ends)"] == "C01-U24-P8A to C01-U1-P3A"


def test_descriptions_of_parts_are_no_cables(tmp_path: Path) -> None:
    """A list of parts beside the cables names forms of plugs, not devices, and dashes need no heading."""
    book = openpyxl.Workbook()
    book.active.title = "Parts"  # type: ignore[union-attr]
    for row in (
        ("Part Number", "Description", "Qty", "Length"),
        ("R0M46A", "25Gb SFP28 to SFP28 3m DAC", 18, "3m"),
        ("R0Z26A", "100G QSFP28 to QSFP28 1m DAC", 6, "1m"),
    ):
        book.active.append(row)  # type: ignore[union-attr]
    sheet = book.create_sheet("Cables")
    for cells in (
        (
            "Source",
            "Rack",
            "Location",
            "Slot",
            None,
            "Port",
            "Destination",
            "Rack",
            "Location",
            None,
            "Port",
        ),
        ("mn01", "C01", "u01", "ocp", "-", "j1", "sw1", "C01", "u33", "-", "j1"),
        ("mn02", "C01", "u02", "ocp", "-", "j1", "sw1", "C01", "u33", "-", "j2"),
    ):
        sheet.append(cells)
    book.save(tmp_path / "shcd.xlsx")
    listed = read_lists([tmp_path / "shcd.xlsx"], ROOM)
    assert ends(listed) == [("mn01", "ocp:j1", "sw1", "j1"), ("mn02", "ocp:j1", "sw1", "j2")]
    assert any("no known headings in 'Parts': skipped" in note for note in listed.notes)


HEAD = "Cable ID,Link,Length\n"
FIRST = "K1,leaf1:Eth1 -> spine1:Eth1,3m\nK2,leaf1:Eth2 -> spine1:Eth2,3m\n"


@pytest.mark.parametrize(
    "odd",
    [
        *(f"K3,{text}," for text in ("SPARE", "spare", "TBD", "n/a", "-")),
        "TOTAL,2 cables,",
        HEAD.strip(),
        ",Factory default length. Longer cables might be needed.,",
    ],
)
@pytest.mark.parametrize("columns", [{}, {"Link": "a b"}])
def test_rows_that_are_no_cables_are_left_out(tmp_path: Path, odd: str, columns: dict[str, str]) -> None:
    """Headings again, totals, notes and unused ports do not spoil the column."""
    listed = read(tmp_path, f"{HEAD}{FIRST}{odd}\nK4,leaf1:Eth4 -> spine1:Eth4,3m\n", **columns)
    assert [cable.id for cable in listed.fabric.cables] == ["K1", "K2", "K4"]


def test_one_odd_cell_is_named(tmp_path: Path) -> None:
    """A row that may be a cable is an error at its line."""
    rows = "".join(f"K{n},leaf1:Eth{n} -> spine1:Eth{n},3m\n" for n in range(3, 9))
    with pytest.raises(InputError, match="line 4: names no two ends of a cable: 'leaf1 and spine1'"):
        read(tmp_path, f"{HEAD}{FIRST}K0,leaf1 and spine1,3m\n{rows}")


def test_a_text_beside_the_ends_is_not_taken_for_them(tmp_path: Path) -> None:
    """The column with two ends in every row is it."""
    text = "Leaf Switch,Connection,Cable Length\n"
    text += "C2 U24 within C2,C02-U24-P8A to C02-U1-P6A,3m\nC2 U24 to C1,C02-U24-P8B to C01-U1-P3A,5m\n"
    text += "C2 U24 to C1,C02-U24-P9A to C01-U1-P3B,5m\n"
    assert ends(read(tmp_path, text))[1] == ("C02-U24", "P8B", "C01-U1", "P3A")


def test_place_device_and_port_are_three_words(tmp_path: Path) -> None:
    """The place is no name if a device and a port follow it."""
    text = "Cable,Link\n1,C01-U40 tor-12a Eth1/1 <-> C02-U10 gpu-01 nic0\n"
    text += "2,C01-U40 tor-12a Eth1/2 <-> C02-U14 gpu-02 nic0\n"
    listed = read(tmp_path, text)
    assert ends(listed)[0] == ("tor-12a", "Eth1/1", "gpu-01", "nic0")
    fabric = listed.fabric
    places = {one.name: (fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)}
    assert places == {"tor-12a": ("C01", 40), "gpu-01": ("C02", 10), "gpu-02": ("C02", 14)}


def test_place_device_and_port_at_each_end(tmp_path: Path) -> None:
    """Two columns name an end each, with its place."""
    text = "Cable,A,B\n1,C01-U40 tor-12a:Eth1/1,C02-U10 gpu-01:nic0\n"
    text += "2,C01-U40 tor-12a:Eth1/2,C02-U14 gpu-02:nic0\n3,SPARE,\n"
    listed = read(tmp_path, text)
    assert ends(listed)[1] == ("tor-12a", "Eth1/2", "gpu-02", "nic0")
    assert [one.unit for one in listed.fabric.devices] == [40, 10, 14]


#: Labels of cabinet, device and port, under the headings of several languages.
TRIPLES = [
    ("Cable #,Label,Type,Length,Speed", "C01-SW01-P{n} / C02-SRV0{n}-NIC1", "C01", "P{n}", "NIC1"),
    ("Cable #,Label,Type,Length,Speed", "C01-SW01-P{n}/C02-SRV0{n}-NIC1", "C01", "P{n}", "NIC1"),
    ("Nr.,Beschriftung,Kabeltyp,Länge,Farbe", "C01-SW01-P{n} -> C02-SRV0{n}-NIC1", "C01", "P{n}", "NIC1"),
    (
        "N° câble,Étiquette,Type de câble,Longueur,Débit",
        "C01:SW01:{n} <-> C02:SRV0{n}:eth1",
        "C01",
        "{n}",
        "eth1",
    ),
    ("Cable ID,Name,Medium,Length,Speed", "C01.SW01.1/{n} : C02.SRV0{n}.BMC1", "C01", "1/{n}", "BMC1"),
    ("ID de cable,Etiqueta,Tipo,Longitud,Velocidad", "C01_SW01_P{n} ↔ C02_SRV0{n}_p1", "C01", "P{n}", "p1"),
]


@pytest.mark.parametrize(("head", "label", "rack", "port", "far"), TRIPLES)
@pytest.mark.parametrize("asked", [False, True])
def test_labels_of_cabinet_device_and_port(
    head: str, label: str, rack: str, port: str, far: str, tmp_path: Path, *, asked: bool
) -> None:
    """Both ends come from the label, with or without the option; the id is the cable's own."""
    rows = "".join(f"L{n},{label.format(n=n)},Cat6A,2 m,10G\n" for n in (1, 2))
    columns = {head.split(",")[1]: "a b"} if asked else {}
    listed = read(tmp_path, f"{head.replace('Farbe', 'Rate')}\n{rows}", **columns)
    assert ends(listed) == [("SW01", port.format(n=n), f"SRV0{n}", far) for n in (1, 2)]
    fabric = listed.fabric
    assert {fabric.cabinet_name(at) for at in range(3)} == {rack, "C02"}
    assert [(cable.id, cable.kind, cable.gbps) for cable in fabric.cables] == [
        ("L1", "TP", 10),
        ("L2", "TP", 10),
    ]


def test_devices_of_one_name_in_several_cabinets_are_told_apart(tmp_path: Path) -> None:
    """Their names have the cabinet too, as their labels do."""
    rows = "L1,C01-SW01-P1 / C02-SW01-P1,2 m\nL2,C01-SW01-P2 / C02-SRV01-NIC1,2 m\n"
    listed = read(tmp_path, f"Cable #,Label,Length\n{rows}")
    assert ends(listed) == [("C01-SW01", "P1", "C02-SW01", "P1"), ("C01-SW01", "P2", "C02-SRV01", "NIC1")]


@pytest.mark.parametrize("label", ["alpha / beta{n}", "rear-door{n} -> front-door", "x{n} <-> y"])
@pytest.mark.parametrize("head", ["Cable #,Label,Length,Speed", "Nr.,Bezeichnung,Länge,Geschwindigkeit"])
def test_labels_that_are_not_clear_are_no_devices(head: str, label: str, tmp_path: Path) -> None:
    """They are refused with an example of a clear one, not planned as devices."""
    rows = "".join(f"L{n},{label.format(n=n)},2 m,10G\n" for n in (1, 2))
    with pytest.raises(InputError, match="names both ends of cables, which are not clear"):
        read(tmp_path, f"{head}\n{rows}")


@pytest.mark.parametrize(
    "odd", ["C01-SW01-P3 / ,,spare", "C01-SW01-P3 ->,,frei", " / C02-SRV09-NIC1,,libre"]
)
def test_one_end_of_an_unused_port_is_no_cable(odd: str, tmp_path: Path) -> None:
    """A word for unused beside a label of one end alone; without it the row is refused at its line."""
    rows = "".join(f"L{n},C01-SW01-P{n} / C02-SRV0{n}-NIC1,2 m,in use\n" for n in (1, 2))
    text = f"Cable #,Label,Length,Status\n{rows}L3,{odd}\n"
    assert [cable.id for cable in read(tmp_path, text).fabric.cables] == ["L1", "L2"]
    with pytest.raises(InputError, match=r"line 4|which are not clear"):
        read(tmp_path, text.rpartition(",")[0] + ",in use\n")
