"""Types of NetBox's device-type library: what they add to devices, and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.exchange.device_types import with_device_types
from netfloor.fabric.fabric import PANEL, PDU, SERVER, SWITCH, Cable, Device, End, Fabric, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.errors import InputError

SWITCH_TYPE = """\
---
manufacturer: Acme
model: 'S 48'
slug: acme-s-48
part_number: S48-F
u_height: 2
is_full_depth: false
weight: 22
weight_unit: lb
power-ports:
  - {name: PSU1, type: iec-60320-c14, maximum_draw: 650, allocated_draw: 400}
  - {name: PSU2, type: iec-60320-c14, maximum_draw: 650}
interfaces:
  - name: Eth1/1
    type: 100gbase-x-qsfp28
  - name: Eth1/2
    type: 100gbase-x-qsfp28
  - name: Eth1/3
    type: 100gbase-x-qsfp28
"""
PANEL_TYPE = """\
manufacturer: Acme
model: P24
slug: acme-p24
u_height: 0.5
rear-ports:
  - {name: R1, type: mpo, positions: 2}
front-ports:
  - {name: F1, type: lc, rear_port: R1}
  - {name: F2, type: lc, rear_port: R1, rear_port_position: 2}
"""


def library(folder: Path, **files: str) -> Path:
    """Write a library of two types and more."""
    for name, text in ({"acme/s": SWITCH_TYPE, "acme/p": PANEL_TYPE} | files).items():
        path = folder / "types" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "types"


def fabric(model: str = "S 48") -> Fabric:
    """Return two switches joined through two panels; the first rack counts from the top."""
    devices = (
        Device("a", SWITCH, 1, 0, unit=42, model=model),
        Device("b", SWITCH, 9, 1, unit=5, units=1, watts=90, model="s48-f", kilograms=4.5),
        Device("one", SERVER, 2, 0, unit=10, model="P24", kind_stated=False),
        Device("two", PANEL, 2, 1, unit=10, model="P24"),
        Device("c", SERVER, 0, model="unknown"),
    )
    cables = (
        Cable("1", End(0, 1, "Eth1/2"), End(2, 1, "F2")),
        Cable("2", End(2, 2, "R1"), End(3, 2, "R1")),
        Cable("3", End(3, 1, "F2"), End(1, 1, "Ethernet1")),
    )
    return Fabric("x", devices, cables, (FloorCabinet("A", units=42, from_top=True), FloorCabinet("B")))


def test_types_add_what_nothing_else_says(tmp_path: Path) -> None:
    """By model or part number in any case; what a list says stays; draws are added up as NetBox does."""
    a, b, one, two, c = with_device_types(fabric(), library(tmp_path)).devices
    assert (a.units, a.half_depth, a.kilograms, a.watts, a.ports) == (2, True, 9.98, 1050.0, 3)
    assert a.unit == 41  # two units from number 1 of a rack that counts from the top
    assert (b.units, b.half_depth, b.kilograms, b.watts, b.unit, b.ports) == (1, False, 4.5, 90, 5, 9)
    assert (one.kind, one.units, two.units) == (PANEL, 1, 1)
    assert c == fabric().devices[4]


def test_types_of_panels_join_their_ports(tmp_path: Path) -> None:
    """Front port 2 of both panels is position 2 of the trunk: one link."""
    (link,) = trace_links(with_device_types(fabric(), library(tmp_path))).links
    assert [piece.id for piece in link.pieces] == ["1", "2", "3"]


def test_notes_say_what_was_found_and_what_was_not(tmp_path: Path) -> None:
    """A port that the type does not have is a slip in one of the two."""
    notes = with_device_types(fabric(), library(tmp_path)).notes
    assert notes == (
        "2 device types of 4 devices read",
        "no device type for 1 model: unknown",
        "1 port in use that the device's type does not have, first b Ethernet1",
    )


def test_of_two_makers_the_devices_own_counts(tmp_path: Path) -> None:
    """Without a maker of its own a device stays as it is."""
    other = library(
        tmp_path, other=SWITCH_TYPE.replace("Acme", "Other").replace("u_height: 2", "u_height: 4")
    )
    assert with_device_types(fabric(), other).devices[0].units is None
    own = fabric()
    named = replace(own.devices[0], attributes={"manufacturer": "other"})
    assert with_device_types(replace(own, devices=(named, *own.devices[1:])), other).devices[0].units == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("model: S 48\nu_height: tall\n", "u_height 'tall'"),
        ("model: S 48\nweight: 3\nweight_unit: stone\n", "unit of weight 'stone'"),
        ("model: S 48\ninterfaces: many\n", "interfaces is not a list of ports"),
        ("model: S 48\n a: [\n", "is not valid YAML"),
        ("model: S 48\na: &b [1]\nc: [*b, *b]\n", "has aliases"),
        ("- 1\nmodel: S 48\n", "is not valid YAML"),
        ("model: S 48\na: !!python/object/apply:os.system [ls]\n", "is not valid YAML"),
    ],
)
def test_what_is_no_type_is_refused_with_its_file(tmp_path: Path, text: str, says: str) -> None:
    """Of types that are needed; others are not parsed."""
    with pytest.raises(InputError) as refused:
        with_device_types(fabric(), library(tmp_path, bad=text))
    assert says in str(refused.value)
    assert "bad.yaml" in str(refused.value)
    assert with_device_types(fabric("other"), library(tmp_path)).devices[0].units is None


def test_a_folder_without_types_is_refused(tmp_path: Path) -> None:
    """And so is what is no folder."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="device-type library"):
            with_device_types(fabric(), folder)


PDU_TYPE = """\
manufacturer: Acme
model: PDU3
slug: acme-pdu3
u_height: 0
power-ports:
  - {name: Inlet, type: iec-60309-p-n-e-6h, maximum_draw: 7360}
power-outlets:
  - {name: '1', type: iec-60320-c13, power_port: Inlet}
  - {name: '2', type: iec-60320-c13}
  - {name: '3', type: iec-60320-c19}
"""


@pytest.mark.parametrize(("label", "known"), [("PSU1", True), ("psu-a", False)])
def test_power_ports_come_from_types_unless_cords_end_at_others(
    tmp_path: Path, label: str, known: bool
) -> None:
    """Inlets and outlets with their forms; the draw of a PDU is its rating, no load of its own."""
    devices = (
        Device("a", SWITCH, 1, 0, unit=1, units=2, model="S 48"),
        Device("p", PDU, 2, 0, units=0, model="PDU3", feed="A"),
    )
    cord = Cable("K1", End(0, 1, label), End(1, 2, "2"))
    before = Fabric("drawn", devices, (cord,), (FloorCabinet("R1", units=42),))
    after = with_device_types(before, library(tmp_path, **{"acme/pdu": PDU_TYPE}))
    switch, pdu = after.devices
    inlets = (PowerPort("PSU1", "C14"), PowerPort("PSU2", "C14"))
    assert switch.inlets == (inlets if known else ())
    assert pdu.outlets == (PowerPort("1", "C13"), PowerPort("2", "C13"), PowerPort("3", "C19"))
    assert (pdu.rating_w, pdu.watts, pdu.load_w) == (7360, None, 0)
    strange = [note for note in after.notes if "does not have" in note]
    assert strange == (
        [] if known else ["1 port in use that the device's type does not have, first a psu-a"]
    )
