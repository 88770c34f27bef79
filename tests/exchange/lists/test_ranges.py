"""Ranges in cells stand for the rows that a person would have written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.lists.ranges import MAX_TEXTS, expand_ranges
from netfloor.exchange.lists.read import read_lists
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
