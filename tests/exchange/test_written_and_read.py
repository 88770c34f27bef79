"""What netfloor writes and reads again, field by field: drawn fabrics, and the table in the docs."""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.readers import READERS
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import (
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
from netfloor.fabric.links import links_alone
from netfloor.fabric.power_ports import PowerPort

#: Of each format: the reader, the file (None for a folder), and the fields that it holds, as the table of
#: docs/importing.md calls them.
HOLDS: dict[str, tuple[str, str | None, tuple[str, ...]]] = {
    "netbox": (
        "netbox",
        None,
        (
            *("name", "kind", "model", "rack", "unit", "height", "depth", "face", "watts", "weight"),
            *("serial number, asset tag", "panels", "power cords", "inlets, outlets", "feed, rating"),
            *("id", "port", "length", "rate", "type", "label, colour, note", "installed"),
        ),
    ),
    "ptm": (
        "dot",
        "topology.dot",
        ("name", "kind", "model", "rack", "unit", "height", "id", "port", "length", "rate"),
    ),
    "containerlab": (
        "containerlab",
        "fabric.clab.yml",
        ("name", "switch or server", "rack", "unit", "port number"),
    ),
    "ibsim": ("ibnetdiscover", "fabric.net", ("name", "switch or server", "port number", "rate")),
    "cvt": ("cvt", "unified.xlsx", ("name", "switch or server", "rack", "unit", "port")),
    "cvt, older form": ("p2p", "legacy.xlsx", ("name", "switch or server", "rack", "unit", "port")),
}
#: Rates that every format has a name for.
RATES = (100.0, 400.0)
#: Kinds of cables, and NetBox's words for them.
SLUGS = {"OM4": "mmf-om4", "OS2": "smf-os2", "DAC": "dac-passive", "AOC": "aoc"}
TEXTS: tuple[dict[str, str], ...] = (
    {},
    {"label": "P-7"},
    {"color": "ffeb3b", "description": "spare old"},
)
QUICK = settings(max_examples=40, deadline=None)


@st.composite
def fabrics(draw: Any, *, named: bool) -> Fabric:
    """Draw a fabric of all kinds, with a trunk between two panels that several links share, and cords."""
    racks = tuple(
        FloorCabinet(name, units=draw(st.sampled_from([42, 48])), from_top=draw(st.booleans()))
        for name in ("R01C01", "Rack B 2")
    )
    kinds = [SWITCH, SWITCH, SERVER, STORAGE, OTHER, PANEL, PANEL, PDU]
    devices = [_device(draw, number, kind) for number, kind in enumerate(kinds)]
    cables: list[Cable] = []
    used = [0] * len(devices)

    def port(device: int) -> End:
        used[device] += draw(st.integers(1, 3))
        return End(device, used[device], f"Eth1/{used[device]}" if named else "")

    def join(a: End, b: End, *, power: bool = False, rated: bool = True) -> None:
        length = draw(st.none() | st.integers(1, 9000))
        unit = {} if length is None else draw(st.sampled_from([{}, {"length_unit": "ft"}]))
        length_mm = None if length is None else round(length * 30.48) if unit else length * 10
        texts = draw(st.sampled_from(TEXTS))
        kind = "" if power else draw(st.sampled_from(("", *SLUGS)))
        known = {"type": SLUGS[kind]} if kind else {}
        installed = not rated and draw(st.booleans())
        cables.append(
            Cable(
                f"K{len(cables) + 7}",
                a,
                b,
                length_mm,
                draw(st.none() | st.sampled_from(RATES)) if rated and not power else None,
                kind=kind,
                installed=installed,
                length_listed=installed and length is not None and draw(st.booleans()),
                attributes={**unit, **texts, **known, "status": "connected"},
            )
        )

    for _ in range(draw(st.integers(1, 4))):
        join(port(0), port(1))
    for server in (2, 3, 4):
        join(port(server), port(draw(st.integers(0, 1))))
    links = draw(st.integers(0, 3))
    for number in range(1, links + 1):
        join(port(0), End(5, number, f"F{number}"))
        join(End(6, number, f"F{number}"), port(1))
    if links:
        join(End(5, 9, "R1"), End(6, 9, "R1"), rated=False)
        joints = tuple((number, 9, number) for number in range(1, links + 1))
        devices[5:7] = [replace(panel, ports=9, passes=joints) for panel in devices[5:7]]
    for number in range(1, draw(st.integers(0, 2)) + 1):
        used[2] += 1
        join(End(2, used[2], f"PSU{number}"), End(7, number, f"out{number}"), power=True)
        devices[7] = replace(devices[7], ports=2)
        devices[2] = replace(devices[2], watts=draw(st.none() | st.integers(2, 9000).map(float)))
    forms = st.sampled_from(["", "C14", "C20", "5-15P", "C39"])
    inlets = tuple(PowerPort(f"PSU{number}", draw(forms)) for number in (1, 2, 3))
    outlets = tuple(
        PowerPort(f"out{number}", draw(st.sampled_from(["", "C13", "L6-30R", "C39"])))
        for number in (1, 2, 3)
    )
    feed, rating_w = draw(st.sampled_from([("", None), ("A", None), ("A", 7360.0), ("B 1", 3500.5)]))
    devices[2] = replace(devices[2], inlets=inlets) if draw(st.booleans()) and named else devices[2]
    devices[7] = replace(devices[7], feed=feed, rating_w=rating_w)
    devices[7] = replace(devices[7], outlets=outlets) if draw(st.booleans()) and named else devices[7]
    devices = [
        replace(device, ports=max(device.ports, used[number])) for number, device in enumerate(devices)
    ]
    return Fabric("drawn", tuple(devices), tuple(cables), racks)


def _device(draw: Any, number: int, kind: str) -> Device:
    units = 0 if kind == PDU else draw(st.integers(1, 4))
    placed = kind != PDU and draw(st.booleans())
    role = "patch panel" if kind == PANEL else kind
    attributes = {"role": role, "status": "active", "site": "Hall", "manufacturer": "Acme"}
    if draw(st.booleans()):
        attributes |= {"serial": f"SN{number}", "asset_tag": f"T-{number}"}
    return Device(
        f"{kind}-{number}",
        kind,
        0,
        draw(st.integers(0, 1)) if placed or kind == PDU else None,
        unit=1 + 4 * number if placed else None,
        units=units,
        model=f"M{number}",
        watts=None,
        kilograms=draw(st.none() | st.integers(1, 9000).map(lambda grams: grams / 100)),
        face=draw(st.sampled_from(["front", "rear"])) if placed else "",
        half_depth=draw(st.booleans()),
        attributes=attributes,
    )


def written(fabric: Fabric, form: str) -> Any:
    """Return what an export of a fabric holds: the files of a folder, or the one file."""
    exporter, name = EXPORTERS[form.partition(",")[0]], HOLDS[form][1]
    fabric = fabric if exporter.power else links_alone(fabric)
    files = dict(exporter.write(Job(fabric, None, values=checked_values(exporter, {}))))
    return files if name is None else {name: files[name]}


def read(form: str, files: Mapping[str, str | bytes]) -> Fabric:
    """Read an export of a format again."""
    reader, name, _ = HOLDS[form]
    with tempfile.TemporaryDirectory() as folder:
        for file, data in files.items():
            (Path(folder) / file).write_bytes(data if isinstance(data, bytes) else data.encode())
        return READERS[reader].read(Path(folder) / (name or ""), {})


def facts(fabric: Fabric, fields: tuple[str, ...]) -> Any:
    """Return the held fields of each device that has a cable, and of each cable by its ends."""
    names = [device.name for device in fabric.devices]
    devices = {
        device.name: {
            "kind": device.kind,
            "switch or server": device.kind == SWITCH,
            "model": device.model,
            "rack": fabric.cabinet_name(index),
            "unit": device.unit,
            "height": device.units,
            "depth": device.half_depth,
            "face": device.face,
            "watts": device.watts,
            "weight": device.kilograms,
            "serial number, asset tag": [device.attributes.get(key) for key in ("serial", "asset_tag")],
            "inlets, outlets": (device.inlets, device.outlets),
            "feed, rating": [device.feed, device.rating_w],
        }
        for index, device in enumerate(fabric.devices)
        if fabric.cables_of[index]
    }
    by_label = "port" in fields
    cables = {}
    for cable in fabric.cables:
        ends = sorted(
            (names[end.device], (end.port_name if by_label and end.port_name else end.port))
            for end in cable.ends
        )
        cables[tuple(ends)] = {
            "id": cable.id,
            "length": cable.length_mm,
            "rate": cable.gbps,
            "type": cable.kind,
            "installed": (cable.installed, cable.length_listed),
            "label, colour, note": [cable.attributes.get(key) for key in ("label", "color", "description")],
        }
    return _held(devices, fields), _held(cables, fields)


def _held(things: Mapping[Any, Mapping[str, Any]], fields: tuple[str, ...]) -> Any:
    return {
        name: {key: one for key, one in values.items() if key in fields} for name, values in things.items()
    }


@pytest.mark.parametrize("form", HOLDS)
@QUICK
@given(data=st.data())
def test_a_format_holds_the_fields_that_the_docs_list(form: str, data: Any) -> None:
    """Read again, each of them is as it was written; written again, nothing at all is different."""
    fields = HOLDS[form][2]
    fabric = data.draw(fabrics(named="port" in fields))
    once = read(form, written(fabric, form))
    kept = fabric if EXPORTERS[form.partition(",")[0]].power else links_alone(fabric)
    assert facts(once, fields) == facts(kept, fields)
    again = read(form, written(once, form))
    assert (again.devices, again.cables, again.cabinets) == (once.devices, once.cables, once.cabinets)


def test_the_table_in_the_docs_is_the_one_that_is_tested() -> None:
    """A row for each format, its fields in the words used here."""
    text = (Path(__file__).parents[2] / "docs" / "importing.md").read_text()
    rows = re.findall(r"^\| `export --to (\w+)`(, older form)? \| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    assert {f"{form}{older}": (reader, tuple(cell.split("; "))) for form, older, reader, cell in rows} == {
        form: (reader, fields) for form, (reader, _, fields) in HOLDS.items()
    }
