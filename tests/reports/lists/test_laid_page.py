"""The page of a plan made from lists: its answer, its tables, and what it warns of."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.fabric.fabric import Cable, Device, End, Fabric
from netfloor.plans.laid import LaidFabric, hall_cabinets, lay
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.reports.lists import page as page_module
from netfloor.reports.lists.page import (
    answer,
    cabinet_table,
    cable_table,
    joined_table,
    laid_page,
    warnings,
)
from tests.fixtures.lists import CABLES, DEVICES, LENGTHS_MM, lay_lists

UNKNOWN = "Watts are unknown for 1 of 6 devices: nas1."


def headings(table: Table) -> list[str]:
    """Return the headings of a table."""
    return [column.head for column in table.columns]


def test_the_answer_counts_kinds_and_metres(laid: LaidFabric) -> None:
    """In the order of kinds, several of a kind in the plural."""
    assert answer(laid) == (
        "3 switches, 2 servers, 1 storage device and 1 PDU in three racks: 6 cables, 18.1 m, and 1 power "
        "cord, 0.3 m."
    )


def test_a_cabinet_above_its_power_limit_is_warned_of(laid: LaidFabric) -> None:
    """Before what is not known; A01 draws 350 + 250 + 600 W of 1,000."""
    assert list(warnings(laid)) == ["Cabinet A01 draws 1,200 W, above its limit of 1,000 W.", UNKNOWN]


def test_a_cable_shorter_than_its_ports_are_apart_is_warned_of(tmp_path: Path) -> None:
    """In a room without trays each cable inside a cabinet counts one length; a listed length is its own."""
    hall = replace(lay_lists(tmp_path).hall, trays=())
    devices = (
        Device("sw1", "switch", 2, cabinet=0, unit=40, units=1),
        Device("srv1", "server", 2, cabinet=0, unit=1, units=1),
    )
    cables = (
        Cable("near", End(1, 1, "eth0"), End(0, 1, "1")),
        Cable("own", End(1, 2, "eth1"), End(0, 2, "2"), length_mm=500, length_listed=True),
    )
    laid = lay(Fabric("x", devices, cables, hall_cabinets(hall), named=True), hall, "room.toml")
    (text,) = [text for text in warnings(laid) if "Too short inside" in text]
    assert "1 cable." in text
    assert "ports of near are 1.73 m apart" in text
    assert "inside_cabinet_m = 2.2 suffices" in text


@pytest.mark.parametrize(("watts", "warned"), [(400, False), (400.5, True)])
def test_a_limit_is_met_by_what_is_exactly_as_much(tmp_path: Path, watts: float, warned: bool) -> None:
    """350 + 250 + 400 W is not above 1,000."""
    devices = DEVICES.replace("srv1,server,,A01,1,2,600,", f"srv1,server,,A01,1,2,{watts},")
    told = list(warnings(lay_lists(tmp_path, devices=devices)))
    assert any("draws" in text for text in told) == warned


def test_what_is_known_already_breaks_a_limit(tmp_path: Path) -> None:
    """Devices of unknown watts or weight cannot make it less."""
    devices = f"{DEVICES}x1,other,,A01,3,1,,,,,\nx2,server,,A02,3,1,10,90,,,\n"
    devices = devices.replace("srv2,server,,A02,1,2,600,30,", "srv2,server,,A02,1,2,600,,")
    assert list(warnings(lay_lists(tmp_path, devices=devices))) == [
        "Cabinet A01 draws at least 1,200 W, above its limit of 1,000 W.",
        "Cabinet A02 carries at least 98 kg, above its limit of 80 kg.",
        "Watts are unknown for 2 of 8 devices: nas1 and x1.",
    ]


def test_cabinets_in_use_have_sums_and_limits(laid: LaidFabric) -> None:
    """Unknown sums stay unknown; a vertical PDU takes no unit."""
    table = cabinet_table(laid)
    assert headings(table)[:4] == ["Cabinet", "Devices", "Units used", "Units"]
    assert table.rows == [
        ("A01", 4, 4, 10, 1200.0, 1000, None, 80),
        ("A02", 2, 3, 10, 850.0, 1000, 38.0, 80),
        ("A03", 1, 2, 10, None, 1000, 60.0, 80),
    ]


def test_an_empty_cabinet_is_not_in_use(laid: LaidFabric) -> None:
    """A hall has more cabinets than a list names."""
    devices = tuple(device for device in laid.fabric.devices if device.name == "nas1")
    alone = lay(Fabric("one", devices, (), laid.fabric.cabinets), laid.hall, "room.toml")
    assert [row[0] for row in cabinet_table(alone).rows] == ["A03"]


def test_cables_are_counted_by_what_they_join_and_rate(laid: LaidFabric) -> None:
    """Whichever end is named first; an unknown rate is a group of its own."""
    assert joined_table(laid.fabric).rows == [
        ("pdu to server", None, 1, 300, 300),
        ("server to switch", 25.0, 2, 1222, 611),
        ("storage to switch", 10.0, 2, 11290, 5645),
        ("switch to switch", 100.0, 2, 5634, 5245),
    ]


def test_every_cable_has_both_ends_by_name_port_and_place(laid: LaidFabric) -> None:
    """As its label has them; a vertical PDU has no unit, so that its place is empty."""
    table = cable_table(laid.fabric)
    assert headings(table) == [
        *["Cable", "A", "Port of A", "Place of A", "B", "Port of B", "Place of B", "Rate", "Length"]
    ]
    assert table.rows[1] == (
        *("C000002", "leaf2", "Eth1/49", "A02-08", "spine1", "Eth1/2", "A01-10", 100.0, 5245),
    )
    assert table.rows[6] == ("cord-7", "srv1", "psu-a", "A01-01", "pdu1", "out1", "", None, 300)
    assert tuple(row[-1] for row in table.rows) == LENGTHS_MM


def test_the_page_has_the_answer_the_warnings_and_the_tables(laid: LaidFabric) -> None:
    """Title, checksum and the longest cable; notes of the lists are sentences on it."""
    text = laid_page(replace(laid, title="Pilot", sha256="ab" * 32), ReportHead())
    assert "<title>Pilot" in text
    for part in (
        answer(laid),
        *warnings(laid),
        "ab" * 32,
        "5.64 m (C000005)",
    ):
        assert part in text
    for table in ("Cabinets in use", "Cables by connection", "Every cable"):
        assert table in text


def test_a_page_lists_so_many_cables_and_says_how_many_there_are(
    laid: LaidFabric, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan file holds all."""
    assert "The first 2,000 of" not in laid_page(laid, ReportHead())
    monkeypatch.setattr(page_module, "MAX_LISTED", 3)
    text = laid_page(laid, ReportHead())
    assert "The first 3 of 7." in text
    assert ">C000003<" in text
    assert ">C000004<" not in text


def test_a_page_without_cables_has_no_table_of_them(tmp_path: Path) -> None:
    """Racks alone are a plan too."""
    text = laid_page(lay_lists(tmp_path, cables="a,port a,b,port b\n"), ReportHead())
    assert "Cabinets in use" in text
    assert "Every cable" not in text
    assert "Longest cable" not in text


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    """Whatever a list calls a device, it is no part of the page's own code."""
    hostile = "<img src=x onerror=alert(1)>"
    texts: dict[str, Any] = {
        "devices": DEVICES.replace("spine1", hostile),
        "cables": CABLES.replace("spine1", hostile),
    }
    text = laid_page(lay_lists(tmp_path, **texts), ReportHead())
    assert hostile not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
