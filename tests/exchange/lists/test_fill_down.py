"""Cells that repeat the cell above: only in rows that are cables."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError, as_option

CABINETS = tuple(FloorCabinet(name, units=42) for name in ("A01", "A02", "A03"))
EN = "Cable ID,Device A,Port A,Device B,Port B,Remarks\n"
DE = "Nr.,Gerät A,Port A,Gerät B,Port B,Farbe\n"
FR = "N° câble,Équipement A,Port A,Équipement B,Port B,Couleur\n"
ES = "Id de cable,Equipo A,Puerto A,Equipo B,Puerto B,Color\n"


def planned(folder: Path, text: str, **columns: str) -> ListedFabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    asked = {name.replace("_", " "): target for name, target in columns.items()}
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(columns=asked))


def ends(listed: ListedFabric) -> list[str]:
    """Return each cable with its ends."""
    names = [device.name for device in listed.fabric.devices]
    return [
        " ".join(f"{names[end.device]}:{end.port_text}" for end in cable.ends)
        for cable in listed.fabric.cables
    ]


def all_as_above(head: str) -> dict[str, str]:
    """Return the options that fill both devices of a list down."""
    cells = head.strip().split(",")
    return {cells[1]: "a as above", cells[3]: "b as above"}


BLANK = "K1,sw1,1,srv1,eth0,\nK2,,2,srv2,eth0,\n"


@pytest.mark.parametrize("is_mapped", [True, False])
@pytest.mark.parametrize(
    ("head", "aside"),
    [
        (EN, "Total: 1 cable,,,,,"),
        (EN, "Rev. C,,,,,"),
        (EN, "All blue = net A,,,,,"),
        (EN, '"Drawn by: K. White, checked",,,,,'),
        (DE, "Summe: 1 Kabel,,,,,"),
        (DE, "Stand: 12.3.2024,,,,,"),
        (FR, "Total : 1 câble,,,,,"),
        (FR, "Mise à jour 2024,,,,,"),
        (ES, "Suma de cables,,,,,"),
        (EN, "K3,,3,,,spare port"),
        (EN, "K3,sw1,3,,,reserved for future use"),
        (DE, "K3,sw1,3,,,frei / Reserve"),
        (DE, "K3,sw1,3,,frei,"),
        (FR, "B-06,sw1,3,,,libre"),
        (ES, "K3,sw1,3,,,puerto libre"),
    ],
)
def test_what_is_no_cable_stays_none_when_blanks_are_filled(
    tmp_path: Path, head: str, aside: str, is_mapped: bool
) -> None:
    """Totals, footers, legends and free ports are left out with a note, with and without the mapping."""
    rows = "K1,sw1,1,srv1,eth0,\n" + "K2,,2,srv2,eth0,\n" * is_mapped
    text = f"{head}{rows}{aside}\nK9,sw1,9,srv9,eth0,\n"
    listed = planned(tmp_path, text, **(all_as_above(head) if is_mapped else {}))
    assert ends(listed) == ["sw1:1 srv1:eth0", *["sw1:2 srv2:eth0"] * is_mapped, "sw1:9 srv9:eth0"]
    line = 4 if is_mapped else 3
    assert any(f"line {line}" in note for note in listed.notes)


def test_a_total_is_not_repeated_below(tmp_path: Path) -> None:
    """A row between groups gives nothing to the rows below it."""
    head = "Device A,Port A,Device B,Port B\n"
    text = f"{head}sw1,1,srv1,e0\nTotal of the first switch,,,\n,2,srv2,e0\n"
    listed = planned(tmp_path, text, Device_A="a as above")
    assert ends(listed) == ["sw1:1 srv1:e0", "sw1:2 srv2:e0"]


def test_without_ports_a_blank_end_repeats_the_one_above(tmp_path: Path) -> None:
    """A device list alone has nothing else to say of an end."""
    listed = planned(tmp_path, "From,To\nsw1,srv1\n,srv2\n", From="a as above")
    assert [line.replace("port ", "") for line in ends(listed)] == ["sw1:1 srv1:1", "sw1:2 srv2:1"]


@pytest.mark.parametrize(
    ("row", "is_offered"),
    [
        ("K2,,2,srv2,eth0,", True),
        ("K2,,2,,3,", True),
        ("K2,sw1,2,,,", False),
        ("K2,,,,,", False),
    ],
)
def test_as_above_is_offered_where_it_helps(tmp_path: Path, row: str, is_offered: bool) -> None:
    """The option is offered for a row that states something of both ends, and then reads the row."""
    text = f"{EN}K1,sw1,1,srv1,eth0,\n{row}\n"
    with pytest.raises(InputError) as error:
        planned(tmp_path, text)
    assert ("as above" in str(error.value)) == is_offered
    if is_offered:
        assert len(ends(planned(tmp_path, text, **all_as_above(EN)))) == 2
    else:
        with pytest.raises(InputError):
            planned(tmp_path, text, **all_as_above(EN))


def test_as_above_is_not_offered_without_a_cell_above(tmp_path: Path) -> None:
    """The first row has no row above it."""
    with pytest.raises(InputError) as error:
        planned(tmp_path, f"{EN}K1,,1,srv1,eth0,\nK2,sw1,2,srv2,eth0,\n")
    assert "as above" not in str(error.value)


RACKS = [
    "Rack A,Device A,Port A,Rack B,Device B,Port B",
    "Schrank A,Gerät A,Port A,Schrank B,Gerät B,Port B",
    "Baie A,Équipement A,Port A,Baie B,Équipement B,Port B",
    "Location A,Device A,Port A,Location B,Device B,Port B",
]


@pytest.mark.parametrize("head", RACKS)
def test_a_blank_rack_below_a_filled_one_is_asked_about(tmp_path: Path, head: str) -> None:
    """Each option of the question settles it: the rack of the row above, or any rack."""
    u = "-U5" if head.startswith("Loc") else ""
    rows = f"A01{u},srv1,1,A02{u},sw1,1\n,srv2,1,,sw1,2\n,srv3,1,A03{u},sw2,1\n"
    with pytest.raises(InputError) as error:
        planned(tmp_path, f"{head}\n{rows}")
    told = str(error.value)
    assert "line 3: rack a is blank below a filled cell, for srv2 and srv3" in told
    assert "rack b" not in told  # the rack of sw1 is known
    name = head.split(",", maxsplit=1)[0]
    field = "place" if u else "rack"
    assert f'"{name}={field} a as above"' in told
    assert f'"{name}={field} a as written"' in told
    for how in ("as above", "as written"):
        text = f"{head}\n{rows}"
        if u and how == "as above":  # two devices in one unit
            continue
        listed = planned(tmp_path, text, **{name.replace(" ", "_"): f"{field} a {how}"})
        cabinets = {device.name: device.cabinet for device in listed.fabric.devices}
        assert cabinets["srv2"] == (0 if how == "as above" else None)
        assert cabinets["sw2"] == 2


def test_a_rack_named_elsewhere_is_not_asked_about(tmp_path: Path) -> None:
    """Blank racks of devices that another row places, and dashes, mean what they say."""
    rows = "A01,srv1,1,A02,sw1,1\n,srv2,1,,sw1,2\nA03,srv2,2,,sw1,3\n-,srv4,1,,sw1,4\n"
    listed = planned(tmp_path, f"{RACKS[0]}\n{rows}")
    cabinets = {device.name: device.cabinet for device in listed.fabric.devices}
    assert cabinets == {"srv1": 0, "sw1": 1, "srv2": 2, "srv4": None}


@pytest.mark.parametrize(
    "word",
    [
        "SPARE - not used",
        "Reserve: neuer AP",
        "libre (futur)",
        "spare, later",
        "frei / Reserve",
        "Free - AP 7",
    ],
)
@pytest.mark.parametrize("at", ["device", "remark"])
def test_a_word_for_a_free_port_may_have_a_remark(tmp_path: Path, word: str, at: str) -> None:
    """In place of the far device, and in another column; the row keeps its id and is counted."""
    cells = ("", word) if at == "remark" else (word, "")
    row = f'K2,sw1,2,"{cells[0]}",,"{cells[1]}"\n'
    listed = planned(tmp_path, f"{EN}K1,sw1,1,srv1,eth0,\n{row}")
    assert ends(listed) == ["sw1:1 srv1:eth0"]
    assert any("1 row of ports without a cable" in note for note in listed.notes)


def test_a_device_may_begin_with_such_a_word(tmp_path: Path) -> None:
    """A hyphen within a name is no remark."""
    listed = planned(tmp_path, f"{EN}K1,sw1,1,free-nas01,eth0,\nK2,sw1,2,spare-esx,eth0,\n")
    assert [device.name for device in listed.fabric.devices] == ["sw1", "free-nas01", "spare-esx"]


PLACED = "Switch,Switch Rack,Switch U,Port,Host,Host Rack,Host U,Host Port\nsw1,A01,40,1,srv1,A02,10,eth0\n"


def test_a_row_of_the_far_end_alone_is_asked_about(tmp_path: Path) -> None:
    """Its device would be lost; the option repeats the near device."""
    text = f"{PLACED},,,,srv2,A02,14,eth0\n"
    with pytest.raises(InputError, match=r"a is empty.*Switch=a as above"):
        planned(tmp_path, text)
    listed = planned(tmp_path, text, Switch="a as above")
    assert [device.name for device in listed.fabric.devices] == ["sw1", "srv1", "srv2"]
    assert len(listed.fabric.cables) == 2


def test_a_device_without_a_rack_below_others_may_repeat_it(tmp_path: Path) -> None:
    """The refusal of its unit offers the option, and pasting it reads the list; a first row has none."""
    devices = "Name,Rack,U,Height\nh1,A01,2,2\nh2,,4-5,2\n,,,\nh3,A02,7,1\n"
    with pytest.raises(InputError, match="line 3: unit '4-5' without a rack") as refused:
        planned(tmp_path, devices)
    (option,) = re.findall('--map "([^"]*)"', refused.value.told(as_option))
    heading, _, target = option.partition("=")
    listed = planned(tmp_path, devices, **{heading: target})
    assert [(one.cabinet, one.unit) for one in listed.fabric.devices] == [(0, 2), (0, 4), (1, 7)]
    with pytest.raises(InputError, match="without a rack") as refused:
        planned(tmp_path, "Name,Rack,U,Height\nh2,,4-5,2\nh1,A01,2,2\n")
    assert "as above" not in str(refused.value)
