"""Ranges in cells stand for the rows that a person would have written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.lists.cells.ranges import MAX_TEXTS, expand_ranges
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=48), FloorCabinet("A02", units=48))


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("leaf1", "leaf1"),
        ("leaf[1-3]", "leaf1 leaf2 leaf3"),
        ("srv[08-11]", "srv08 srv09 srv10 srv11"),
        ("srv[8-11]", "srv8 srv9 srv10 srv11"),
        ("[0-1]", "0 1"),
        ("u[3-1]", "u3 u2 u1"),
        ("n[1-2, 7,010]", "n1 n2 n7 n010"),
        ("psu-[a,b]", "psu-a psu-b"),
        ("Eth[1-2]/[1-2].x", "Eth1/1.x Eth1/2.x Eth2/1.x Eth2/2.x"),
        ("p[7]", "p7"),
    ],
)
def test_a_range_is_expanded(text: str, texts: str) -> None:
    """Leading zeros stay, ranges may descend, of several in one cell the last is fastest."""
    assert expand_ranges(text, "here") == tuple(texts.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("leaf[1-4", "not closed"),
        ("leaf1-4]", "not closed"),
        ("leaf[[1-4]]", "not closed"),
        ("leaf[]", "unreadable"),
        ("leaf[1-]", "unreadable"),
        ("leaf[a-c]", "unreadable"),
        ("leaf[1,,2]", "unreadable"),
        ("leaf[1-999999999]", "stands for 999,999,999 names"),
        ("leaf[1-1000]/[1-1000]", f"at most {MAX_TEXTS:,}"),
    ],
)
def test_an_unreadable_range_is_refused(text: str, words: str) -> None:
    """By its place, before a text of it is made."""
    with pytest.raises(InputError, match="here: ") as refused:
        expand_ranges(text, "here")
    assert words in str(refused.value)


def fabric_text(folder: Path, devices: list[str], cables: list[str]) -> str:
    """Return the fabric of two lists, as text."""
    (folder / "devices.csv").write_text("\n".join(("name,kind,rack,unit,height,watts", *devices)))
    (folder / "cables.csv").write_text("\n".join(("a,port a,b,port b,rate,id", *cables)))
    read = read_lists([folder / "devices.csv", folder / "cables.csv"], CABINETS)
    return f"{read.fabric.devices} {read.fabric.cables} {read.fixed}"


@given(
    first=st.integers(0, 120),
    number=st.integers(1, 20),
    width=st.integers(1, 4),
    unit=st.sampled_from(["", "1+", "47-"]),
)
def test_a_range_equals_its_rows(
    tmp_path_factory: pytest.TempPathFactory, first: int, number: int, width: int, unit: str
) -> None:
    """Devices, stacked units, ports and cables of a range of n are those of n rows written out."""
    numbers = [f"{first + k:0{width}}" for k in range(number)]
    span, ports = f"[{numbers[0]}-{numbers[-1]}]", f"[1-{number}]"
    step = {"": None, "1+": (1, 2), "47-": (47, -2)}[unit]
    units = [str(step[0] + step[1] * k) if step else "" for k in range(number)]
    switch = "leaf,switch,A02,1,1,200"
    folder = tmp_path_factory.mktemp("lists")
    short = fabric_text(
        folder,
        [switch, f"srv{span},server,A01,{unit},2,600"],
        [f"srv{span},eth0,leaf,Eth1/{ports},25G,W{span}"],
    )
    long = fabric_text(
        folder,
        [switch, *(f"srv{n},server,A01,{at},2,600" for n, at in zip(numbers, units, strict=True))],
        [f"srv{n},eth0,leaf,Eth1/{k},25G,W{n}" for k, n in enumerate(numbers, 1)],
    )
    assert short == long


@pytest.mark.parametrize(
    ("port", "ends"),
    [
        ("Ethernet49/1-49/2", ["Ethernet49/1", "Ethernet49/2"]),
        ("Ethernet49/1 - 49/2", ["Ethernet49/1", "Ethernet49/2"]),
        ("49/1-49/2", ["49/1", "49/2"]),
        ("xe-0/0/1-0/0/2", ["xe-0/0/1", "xe-0/0/2"]),
        ("port-25-26", ["port-25", "port-26"]),
        ("Eth1\u20132", ["Eth1", "Eth2"]),
    ],
)
def test_a_range_that_repeats_part_of_its_port_is_two_cables(
    tmp_path: Path, port: str, ends: list[str]
) -> None:
    """With the note that other ranges have; of another number of ports at the far end it is a question."""
    (tmp_path / "devices.csv").write_text("name,kind,height,watts\nsw1,switch,1,1\nsw2,switch,1,1\n")
    paths = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
    paths[1].write_text(f"a,port a,b,port b,rate\nsw1,{port},sw2,{port},1G\n")
    listed = read_lists(paths, CABINETS)
    assert [[end.port_name for end in cable.ends] for cable in listed.fabric.cables] == [
        [e, e] for e in ends
    ]
    assert any(f"1 row with ports such as {port}, read as ranges" in note for note in listed.notes)
    paths[1].write_text(f"a,port a,b,port b,rate\nsw1,{port},sw2,eth0,1G\n")
    if port[0].isalpha():
        with pytest.raises(InputError, match="may be 2 ports, and the other end has not as many"):
            read_lists(paths, CABINETS)


def test_ports_of_two_cards_in_a_cell_are_a_question(tmp_path: Path) -> None:
    """``Eth49/1-50/1`` may be two ports or eight; as written it is one."""
    (tmp_path / "devices.csv").write_text("name,kind,height,watts\nsw1,switch,1,1\nsw2,switch,1,1\n")
    paths = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
    paths[1].write_text("a,port a,b,port b,rate\nsw1,Eth49/1-50/1,sw2,Eth49/1-50/1,1G\n")
    with pytest.raises(InputError, match="'Eth49/1-50/1' may be ports of two cards"):
        read_lists(paths, CABINETS)
    asked = TableRequest(columns={f"port {side}": f"port {side} as written" for side in "ab"})
    assert len(read_lists(paths, CABINETS, asked).fabric.cables) == 1


_COUNTED = "a,port a,b,port b,qty,id\n"


@pytest.mark.parametrize(
    ("row", "ports", "ids"),
    [
        ("leaf1,Eth1/1-3,srv1,p1-p3,3,", ("Eth1/1 p1", "Eth1/2 p2", "Eth1/3 p3"), None),
        ("leaf1,Eth1/[1-3],srv1,p[1-3],3,", ("Eth1/1 p1", "Eth1/2 p2", "Eth1/3 p3"), None),
        ("leaf1,Eth1/1-3,srv1,,3,", ("Eth1/1 port 1", "Eth1/2 port 2", "Eth1/3 port 3"), None),
        ("leaf1,,srv1,,3,K7-K9", ("port 1 port 1", "port 2 port 2", "port 3 port 3"), ("K7", "K8", "K9")),
    ],
)
def test_a_count_agrees_with_ranges(
    tmp_path: Path, row: str, ports: tuple[str, ...], ids: tuple[str, ...] | None
) -> None:
    """The row is as many cables as it counts; a range beside blank ports is confirmed by the count."""
    (tmp_path / "cables.csv").write_text(f"{_COUNTED}{row}\n")
    cables = read_lists([tmp_path / "cables.csv"], CABINETS).fabric.cables
    assert tuple(f"{one.a.port_text} {one.b.port_text}" for one in cables) == ports
    assert ids is None or tuple(one.id for one in cables) == ids


@pytest.mark.parametrize("ends", ["Eth1/1-4,srv1,p1-p4", "Eth1/[1-4],srv1,p[1-4]"])
def test_a_count_that_contradicts_ranges_is_refused(tmp_path: Path, ends: str) -> None:
    """With its place, and both numbers."""
    (tmp_path / "cables.csv").write_text(f"{_COUNTED}leaf1,{ends},3,\n")
    with pytest.raises(InputError, match="line 2: count 3, but the ranges of the row are 4 cables"):
        read_lists([tmp_path / "cables.csv"], CABINETS)


@pytest.mark.parametrize("word", ["to", "bis", "à", "al", "a", "t/m", "tot", "hasta", "through", "au"])
@pytest.mark.parametrize(
    ("stem", "again"), [("", ""), ("Eth1/", ""), ("Eth1/", "Eth1/"), ("port ", "port ")]
)
def test_words_of_ranges_are_read_as_dashes_are(tmp_path: Path, word: str, stem: str, again: str) -> None:
    """With or without the stem again; each row stands for as many cables as both ends have ports."""
    path = tmp_path / "cables.csv"
    span = f"{stem}1 {word} {again}3"
    path.write_text(f"Device A,Port A,Device B,Port B\nsw1,{span},sw2,{span}\n", encoding="utf-8")
    fabric = read_lists([path], CABINETS).fabric
    assert [end.port_text for cable in fabric.cables for end in cable.ends] == [
        f"{stem}{number}" for number in (1, 1, 2, 2, 3, 3)
    ]


def test_a_range_in_words_is_no_port_of_a_module(tmp_path: Path) -> None:
    """Unlike 1-3: if the other end has another number of ports, it is asked about."""
    path = tmp_path / "cables.csv"
    path.write_text("Device A,Port A,Device B,Port B\nsw1,1 to 3,sw2,1\n", encoding="utf-8")
    with pytest.raises(InputError, match="'1 to 3' may be 3 ports"):
        read_lists([path], CABINETS)
    path.write_text("Device A,Port A,Device B,Port B\nsw1,1-3,sw2,1\n", encoding="utf-8")
    assert len(read_lists([path], CABINETS).fabric.cables) == 1
