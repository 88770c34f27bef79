"""Device and port in one cell: read alike at either end and in every form, or refused."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

ROOM = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
ENDS = [
    ("spine switch 1", "port 23", "leaf switch 1", "port 33"),
    ("spine switch 1", "port 24", "leaf switch 2", "port 33"),
    ("leaf switch 2", "port 1", "store 7", "port 2"),
]


def planned(folder: Path, text: str, **columns: str) -> ListedFabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    asked = {name.replace("_", " "): target for name, target in columns.items()}
    return read_lists([folder / "list.csv"], ROOM, TableRequest(columns=asked))


def ends(listed: ListedFabric) -> list[tuple[str, ...]]:
    """Return device and port of both ends of each cable."""
    names = [device.name for device in listed.fabric.devices]
    return [
        tuple(text for end in cable.ends for text in (names[end.device], end.port_text))
        for cable in listed.fabric.cables
    ]


@pytest.mark.parametrize("sign", [": ", " : ", ":", " ", ", "])
def test_every_place_is_read_alike(tmp_path: Path, sign: str) -> None:
    """Both ends in one cell, in two columns, and at one end only, give the same cables."""
    cells = [(f'"{a}{sign}{p}"', f'"{b}{sign}{q}"', p, q, a, b) for a, p, b, q in ENDS]
    two = "From,To\n" + "".join(f"{a},{b}\n" for a, b, *_ in cells)
    near = "From,To,Port To\n" + "".join(f"{a},{b},{q}\n" for a, _, _, q, _, b in cells)
    far = "From,Port From,To\n" + "".join(f"{a},{p},{b}\n" for _, b, p, _, a, _ in cells)
    one = "Cable\n" + "".join(f"{a} -> {b}\n".replace('" -> "', " -> ") for a, b, *_ in cells)
    for text in (two, near, far, one):
        assert ends(planned(tmp_path, text)) == ENDS


@pytest.mark.parametrize(
    ("texts", "ports"),
    [
        (("sw1: Eth1/1", "sw1: Eth1/2"), ["Eth1/1", "Eth1/2"]),
        (("sw1: NET0", "sw1: ILOM"), ["NET0", "ILOM"]),
        (("sw1: Port 1", "sw1"), ["Port 1", ""]),
        (("sw1 Eth1/1", "sw1 Eth 1/2"), ["Eth1/1", "Eth 1/2"]),
        (("sw1 Anschluss 3", "sw1 Anschluss 4"), ["Anschluss 3", "Anschluss 4"]),
        (("sw1, prise 3", "sw1, prise 4"), ["prise 3", "prise 4"]),
        (("sw1: puerto 3", "sw1 puerto 4"), ["puerto 3", "puerto 4"]),
    ],
)
def test_ports_of_several_forms(tmp_path: Path, texts: tuple[str, str], ports: list[str]) -> None:
    """The device is one, and each cell has its own port; a cell without one has none."""
    text = f'From,To,Port To\n"{texts[0]}",srv1,e0\n"{texts[1]}",srv2,e0\n'
    listed = planned(tmp_path, text)
    assert sorted(device.name for device in listed.fabric.devices) == ["srv1", "srv2", "sw1"]
    found = [cable.a for cable in listed.fabric.cables]
    assert [end.port_text if end.stated else "" for end in found] == ports


def test_names_with_a_colon_stay_names(tmp_path: Path) -> None:
    """What follows the colon is no port: two devices are never one."""
    listed = planned(tmp_path, "From,To\nA01:web,leaf IB 1\nA01:db,leaf IB 2\n")
    assert {device.name for device in listed.fabric.devices} == {
        "A01:web",
        "A01:db",
        "leaf IB 1",
        "leaf IB 2",
    }


def test_a_column_of_ports_keeps_names_whole(tmp_path: Path) -> None:
    """A device called so has its port in the column of ports."""
    listed = planned(tmp_path, "From,Port From,To,Port To\npod: port 1,7,sw1,1\n")
    assert ends(listed) == [("pod: port 1", "7", "sw1", "1")]


@pytest.mark.parametrize("text", ["port 14", "Port 1/14", "U26: port 14", "HE 26, Anschluss 4"])
def test_a_port_of_no_device_is_refused(tmp_path: Path, text: str) -> None:
    """Neither a port nor a rack unit is a device."""
    with pytest.raises(InputError, match=r"line 2: .* names a port of (no device|a rack unit)"):
        planned(tmp_path, f'From,To\nsrv1: NET0,"{text}"\n')


def test_alike_devices_in_two_units_are_not_merged(tmp_path: Path) -> None:
    """A name for several devices is joined with their units, if a port of each is the same."""
    rows = "U1,spine: port 1,U31,leaf: port 33\nU1,spine: port 2,U32,leaf: port 33\n"
    (tmp_path / "list.csv").write_text(f"Unit A,From,Unit B,To\n{rows}")
    listed = read_lists([tmp_path / "list.csv"], ROOM[:1])
    assert [device.name for device in listed.fabric.devices] == ["spine", "leaf U31", "leaf U32"]
    other = rows.replace("leaf: port 33", "leaf: port 3", 1)
    (tmp_path / "list.csv").write_text(f"Unit A,From,Unit B,To\n{other}")
    with pytest.raises(InputError, match="leaf: unit 'U32', but 'U31'"):
        read_lists([tmp_path / "list.csv"], ROOM[:1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("leaf 1 Eth 1/49 -> leaf 2 Eth 1/50", ("leaf 1", "Eth 1/49", "leaf 2", "Eth 1/50")),
        ("leaf 1 Eth1/49 -> leaf 2 7", ("leaf 1", "Eth1/49", "leaf 2", "7")),
        ("sw1 slot 2 port 3 -> core switch A mgmt0", ("sw1", "slot 2 port 3", "core switch A", "mgmt0")),
        ("core A Port 3 -> sw9 A", ("core A", "Port 3", "sw9", "A")),
    ],
)
def test_names_of_several_words_are_whole_in_cells_of_both_ends(
    tmp_path: Path, text: str, expected: tuple[str, ...]
) -> None:
    """The port is the end of the text, so that devices with the same first word are not one."""
    listed = planned(tmp_path, f"Cable\n{text}\nx1 9 -> y1 9\n")
    assert ends(listed)[0] == expected


@pytest.mark.parametrize("form", ["{} / {}", "{} - {}", "{} | {}", "{} > {}", "{} ({})", "{} [{}]"])
def test_a_sign_between_device_and_port_is_of_neither(tmp_path: Path, form: str) -> None:
    """A device keeps its name, whatever stands before its port."""
    rows = "".join(
        f"L{number},{form.format('sw-1', f'Gi1/0/{number}')},{form.format(f'srv {number}', 'eth0')}\n"
        for number in (1, 2)
    )
    assert ends(planned(tmp_path, f"Link,From,To\n{rows}")) == [
        ("sw-1", f"Gi1/0/{number}", f"srv {number}", "eth0") for number in (1, 2)
    ]
