"""Devices, ports and cables: what no fabric can be, and what one says of itself."""

from dataclasses import replace
from typing import Any

import pytest

from netfloor.fabric.fabric import (
    KINDS,
    OTHER,
    PANEL,
    PDU,
    SERVER,
    STORAGE,
    SWITCH,
    Cable,
    Device,
    End,
    Fabric,
    FloorCabinet,
)

DEVICES = (Device("a", SWITCH, 2), Device("b", SERVER, 1))
GOOD = Fabric("two", DEVICES, (Cable("C1", End(0, 1), End(1, 1)),))
BROKEN = {
    "port twice": (Cable("C1", End(0, 1), End(1, 1)), Cable("C2", End(0, 1), End(0, 2))),
    "id twice": (Cable("C1", End(0, 1), End(1, 1)), Cable("C1", End(0, 2), End(0, 2))),
    "no such device": (Cable("C1", End(0, 1), End(2, 1)),),
    "no such port": (Cable("C1", End(0, 3), End(1, 1)),),
    "port 0": (Cable("C1", End(0, 0), End(1, 1)),),
    "both ends in one port": (Cable("C1", End(0, 1), End(0, 1)),),
}


@pytest.mark.parametrize("cables", BROKEN.values(), ids=BROKEN)
def test_a_broken_fabric_cannot_be_made(cables: Any) -> None:
    """No writer has to look for what no fabric can be."""
    with pytest.raises(ValueError, match=r"port|device|id"):
        replace(GOOD, cables=cables)


@pytest.mark.parametrize(
    ("device", "message"),
    [
        (Device("x", "router", 1), "a device is one of switch, server, panel, storage, pdu, other"),
        (Device("x", SERVER, 1, cabinet=0), "a device is in a cabinet that does not exist"),
        (Device("x", SERVER, 1, cabinet=-1), "a device is in a cabinet that does not exist"),
    ],
)
def test_a_device_is_of_a_known_kind_in_a_known_cabinet(device: Device, message: str) -> None:
    """A reader tells its user first; here it is a mistake of the caller."""
    with pytest.raises(ValueError, match=message):
        replace(GOOD, devices=(*DEVICES, device))


def test_a_cable_knows_its_latency() -> None:
    """Five nanoseconds a metre (SpectralFly, section VII)."""
    assert Cable("C", End(0, 1), End(1, 1), 13_420).latency_ns == 67.1
    assert Cable("C", End(0, 1), End(1, 1)).latency_ns is None


def test_servers_storage_and_others_are_at_the_ends() -> None:
    """Switches and panels pass traffic on; a PDU carries none."""
    fabric = Fabric("kinds", tuple(Device(kind, kind, 0) for kind in KINDS), ())
    assert [fabric.devices[index].kind for index in fabric.end_devices] == [SERVER, STORAGE, OTHER]
    assert [fabric.devices[index].kind for index in fabric.switches] == [SWITCH]


@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_or_pdu_of_unknown_watts_draws_none(kind: str) -> None:
    """Of other devices unknown watts stay unknown; what is stated counts of all."""
    assert Device("x", kind, 0).load_w == (0 if kind in {PANEL, PDU} else None)
    assert Device("x", kind, 0, watts=35.0).load_w == 35


def test_a_place_is_cabinet_and_unit_else_position() -> None:
    """As on papers, with two digits; empty where either is unknown."""
    devices = (
        Device("unit", SWITCH, 0, cabinet=0, unit=7, position=2),
        Device("position", SWITCH, 0, cabinet=0, position=2),
        Device("cabinet", PDU, 0, cabinet=0, units=0),
        Device("nowhere", SWITCH, 0, unit=7),
    )
    fabric = Fabric("places", devices, (), (FloorCabinet("A04"),))
    assert [fabric.place_name(index) for index in range(4)] == ["A04-07", "A04-02", "", ""]


def test_without_a_kind_its_cables_are_gone_and_the_others_keep_their_ports() -> None:
    """Devices after those that are left out move up; nothing else of a cable changes."""
    devices = (
        *(Device("pdu1", PDU, 2), Device("a", SWITCH, 2), Device("pdu2", PDU, 1), Device("b", SERVER, 2)),
    )
    cables = (
        Cable("C1", End(0, 1, "out1"), End(1, 2, "psu")),
        Cable("C2", End(3, 1, "eth0"), End(1, 1, "Eth1/1", stated=False), 611, 25.0),
        Cable("C3", End(3, 2, "psu"), End(2, 1, "out1")),
    )
    fabric = Fabric("power", devices, cables, notes=("a note",), named=True)
    alone = Fabric(
        *("power", (devices[1], devices[3])),
        (Cable("C2", End(1, 1, "eth0"), End(0, 1, "Eth1/1", stated=False), 611, 25.0),),
        notes=("a note",),
        named=True,
    )
    assert fabric.without(PDU) == alone
    assert alone.without(PDU) is alone
