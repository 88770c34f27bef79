"""What all readers make of the wires that a file states."""

import pytest

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish, pair
from netfloor.exchange.tables.fields import LARGEST_PORT, number_ports, port_number
from netfloor.fabric.fabric import SWITCH


def draft_of(*wires: str) -> Draft:
    """Return a draft of wires such as ``"a1 b1"`` between switches of one letter."""
    draft = Draft("file")
    for name in sorted({end[0] for wire in wires for end in wire.split()}):
        draft.add(name, Node(name, SWITCH, "line 0"))
    for line, wire in enumerate(wires, 1):
        a, b = (Plug(end[0], int(end[1:])) for end in wire.split())
        draft.wires.append(Wire(a, b, f"line {line}"))
    return draft


def test_the_note_of_loops_counts_them_and_names_the_first() -> None:
    """All other wires stay, in their order."""
    fabric = finish(draft_of("a1 b1", "a2 b2", "b3 b4", "a5 b5", "a6 a7"))
    assert [(one.a.port, one.b.port) for one in fabric.cables] == [(1, 1), (2, 2), (5, 5)]
    assert fabric.notes == ("cables from a device to itself are left out: 2, first at line 3",)


@pytest.mark.parametrize("text", ["0", "1", "17", "p17", "P17", "100000", "100001", "017", "1.5", "x"])
def test_a_port_is_a_number_up_to_the_largest(text: str) -> None:
    """100,000 is the largest that any file may say; names beyond are counted instead."""
    assert LARGEST_PORT == 100_000
    plain = text.lower().removeprefix("p")
    stated = plain.isdecimal() and plain[0] != "0" and int(plain) <= 100_000
    assert port_number(text) == (int(plain) if stated else None)


@pytest.mark.parametrize(("last", "fits"), [(1, True), (100_000, True), (100_001, False), (0, False)])
def test_names_take_the_number_that_they_end_in(last: int, fits: bool) -> None:
    """If all differ and can be numbers of ports; else they are counted behind all numbers."""
    chosen = (
        {"swp7": 7, f"swp{last}": last} if fits else {"swp7": 4 + (last < 7), f"swp{last}": 5 - (last < 7)}
    )
    assert number_ports([3, "swp7", f"swp{last}"]) == ({3: 3, **chosen}, fits)


def test_the_management_port_of_a_switch_comes_after_all_that_have_numbers() -> None:
    """Its name has no number, and the others keep theirs."""
    assert number_ports(["management", "p2", "p1"]) == ({"p1": 1, "p2": 2, "management": 3}, True)


@pytest.mark.parametrize("first", [(None, None), (100.0, None), (None, 7), (100.0, 7)])
@pytest.mark.parametrize("second", [(None, None), (100.0, None), (None, 9), (200.0, 9)])
def test_a_cable_has_what_either_end_knows_of_it(
    first: tuple[float | None, int | None], second: tuple[float | None, int | None]
) -> None:
    """The first statement counts where both say something; another rate is noted, at the first."""
    draft = draft_of("a1 b1", "b1 a1")
    draft.wires = [
        wire._replace(gbps=gbps, length_mm=mm)
        for wire, (gbps, mm) in zip(draft.wires, (first, second), strict=True)
    ]
    pair(draft)
    (wire,) = draft.wires
    known = [
        next((one for one in said if one is not None), None) for said in zip(first, second, strict=True)
    ]
    assert [wire.gbps, wire.length_mm] == known
    unlike = {first[0], second[0]} == {100.0, 200.0}
    assert draft.notes == ["1 cables have a different rate at the other end, first at line 1"] * unlike
    assert not wire.one_end


def test_cables_that_one_end_alone_states_are_marked_and_counted() -> None:
    """Not those to devices that state nothing, and not where every cable is written once."""
    draft = draft_of("a1 b1", "b1 a1", "a2 b2", "a3 c1")
    pair(draft)
    assert [(wire.b, wire.one_end) for wire in draft.wires] == [
        (("b", 1), False),
        (("b", 2), True),
        (("c", 1), False),
    ]
    assert draft.notes == ["2 of 3 cables are listed at one end only, first at line 3"]
    once = draft_of("a1 b1", "b2 a2")
    pair(once)
    assert (len(once.wires), once.notes) == (2, [])
    assert not any(wire.one_end for wire in once.wires)
