"""Random chains through panels: every link is found with its pieces and sums, by two codes."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.fabric.fabric import PANEL, SWITCH, Cable, Device, End, Fabric
from netfloor.fabric.links import links_alone, onward_ends, other_side, side_of, trace_links, with_side_word
from netfloor.plans.check.panels import path_problems, path_sums
from netfloor.plans.columns import fabric_columns
from netfloor.plans.record_tables import CablesRecord, DevicesRecord

#: Of each link: the lengths of its pieces in their order, an installed one between each two cords.
CHAINS = st.lists(
    st.integers(0, 3).flatmap(
        lambda hops: st.lists(st.integers(1, 90_000), min_size=2 * hops + 1, max_size=2 * hops + 1)
    ),
    min_size=1,
    max_size=6,
)


def chained(chains: list[list[int]], seed: int, *, shared: bool) -> Fabric:
    """Return two switches joined by chains, cables in any order and direction.

    ``shared``: links of as many panels share the fixed cables, each at a position of its own.
    """
    chance = random.Random(seed)  # noqa: S311
    names, passes = ["left", "right"], dict[int, list[tuple[int, int, int]]]()
    ports: dict[int, int] = {}
    trunks: dict[tuple[int, int], tuple[int, int, int]] = {}
    cables: list[Cable] = []

    def port(device: int) -> int:
        ports[device] = ports.get(device, 0) + 1
        return ports[device]

    def join(a: End, b: End, length_mm: int, *, installed: bool) -> None:
        ends = (a, b) if chance.random() < 0.5 else (b, a)
        known = installed and chance.random() < 0.5
        cables.append(Cable(f"K{len(cables)}", *ends, length_mm, installed=installed, length_listed=known))

    def panels(hops: int, hop: int, length_mm: int) -> tuple[int, int, int, int, int]:
        """Return two panels, their rear ports and the place there: new ones, or those of links alike."""
        key = hops, hop
        if shared and key in trunks:
            one, other, place = trunks[key]
            trunks[key] = one, other, place + 1
            return one, other, 1, 1, place + 1
        one, other = len(names), len(names) + 1
        names.extend((f"p{one}", f"p{other}"))
        passes[one], passes[other] = [], []
        trunks[key] = one, other, 1
        join(End(one, port(one)), End(other, port(other)), length_mm, installed=True)
        return one, other, 1, 1, 1

    for lengths in chains:
        here, hops = End(0, port(0)), len(lengths) // 2
        for hop in range(hops):
            one, other, rear, far_rear, place = panels(hops, hop, lengths[2 * hop + 1])
            front, far = port(one), port(other)
            passes[one].append((front, rear, place))
            passes[other].append((far, far_rear, place))
            join(here, End(one, front), lengths[2 * hop], installed=False)
            here = End(other, far)
        join(here, End(1, port(1)), lengths[-1], installed=False)
    chance.shuffle(cables)
    devices = tuple(
        Device(name, SWITCH if number < 2 else PANEL, ports[number], passes=tuple(passes.get(number, ())))
        for number, name in enumerate(names)
    )
    return Fabric("chains", devices, tuple(cables))


@settings(max_examples=60)
@given(CHAINS, st.integers(0, 999))
def test_links_are_the_chains_that_were_drawn(chains: list[list[int]], seed: int) -> None:
    """As many links, pieces and millimetres, whatever the order and the direction of the cables."""
    fabric = chained(chains, seed, shared=False)
    traced = trace_links(fabric)
    assert not traced.open_paths
    drawn = sorted((len(lengths), sum(lengths)) for lengths in chains)
    assert sorted((len(link.pieces), link.length_mm or 0) for link in traced.links) == drawn
    for link in traced.links:
        assert (link.pieces[0].a, link.pieces[-1].b) == (link.a, link.b)
        assert {link.a.device, link.b.device} == {0, 1}
    alone = links_alone(fabric)
    assert sorted(cable.length_mm or 0 for cable in alone.cables) == sorted(map(sum, chains))
    assert len(alone.devices) == 2


@settings(max_examples=60)
@given(CHAINS, st.integers(0, 999), st.booleans())
def test_two_codes_find_the_same_sums(chains: list[list[int]], seed: int, shared: bool) -> None:
    """The checker's walk and the tracer's, also through fixed cables that links share; none is open."""
    fabric = chained(chains, seed, shared=shared)
    devices, cables = (
        record.model_validate(columns).rows()
        for record, columns in zip((DevicesRecord, CablesRecord), fabric_columns(fabric), strict=True)
    )
    assert not [*path_problems(devices, cables)]
    links = trace_links(fabric).links
    assert len(links) == len(chains)
    through = [link.length_mm or 0 for link in links if len(link.pieces) > 1]
    has_panels = len(fabric.devices) > 2
    assert path_sums(devices, cables) == {
        "panel_links": len(through) if has_panels else None,
        "panel_links_mm": sum(through) if has_panels else None,
        "max_link_mm": max(link.length_mm or 0 for link in links) if has_panels else None,
    }


@settings(max_examples=30)
@given(CHAINS, st.integers(0, 999), st.data())
def test_a_path_that_loses_a_cable_is_found(chains: list[list[int]], seed: int, data: Any) -> None:
    """From both ends that are left; a plan may have open ends, but counts the link no more."""
    fabric = chained(chains, seed, shared=False)
    pieces = [cable for link in trace_links(fabric).links if len(link.pieces) > 1 for cable in link.pieces]
    if not pieces:
        return
    lost = data.draw(st.sampled_from(sorted(pieces, key=lambda cable: cable.id)))
    kept = tuple(cable for cable in fabric.cables if cable.id != lost.id)
    broken = Fabric("broken", fabric.devices, kept)
    of_switches = sum(
        sum(end.device < 2 for end in cable.ends)
        for link in trace_links(fabric).links
        if lost.id in {piece.id for piece in link.pieces}
        for cable in link.pieces
        if cable.id != lost.id
    )
    assert len(trace_links(broken).open_paths) == of_switches
    devices, cables = (
        record.model_validate(columns).rows()
        for record, columns in zip((DevicesRecord, CablesRecord), fabric_columns(broken), strict=True)
    )
    assert not [*path_problems(devices, cables)]
    through = [link for link in trace_links(fabric).links if len(link.pieces) > 1]
    assert path_sums(devices, cables)["panel_links"] == len(through) - 1


def test_onward_ends_are_front_ports_and_the_far_end() -> None:
    """From every piece on in both directions: what a port map prints."""
    fabric = chained([[1, 2, 3, 4, 5]], 0, shared=False)
    onward = onward_ends(fabric)
    found = {}
    for cable in fabric.cables:
        for near, far in (cable.ends, cable.ends[::-1]):
            if near.device < 2:
                ends = onward[cable.id, far.device, far.port]
                found[fabric.devices[near.device].name] = [fabric.devices[end.device].name for end in ends]
    assert found == {"left": ["p3", "p4", "p5", "right"], "right": ["p4", "p3", "p2", "left"]}


def test_names_of_both_sides() -> None:
    """A word or letter that stands apart says the side; RJ45 and Fibre1 do not."""
    names = {
        "F1": "R1",
        "R1": "F1",
        "front 1": "rear 1",
        "Rear-3": "Front-3",
        "12F": "12R",
        "1": "rear 1",
        "RJ45": "rear RJ45",
        "Fibre1": "rear Fibre1",
        "REAR2": "FRONT2",
        "f/3": "r/3",
        "1 vorne": "1 hinten",
        "Vorderseite 1": "R\u00fcckseite 1",
        "AV 1": "AR 1",
        "1 face avant": "1 face arri\u00e8re",
        "delante 2": "detr\u00e1s 2",
        "voor 2": "achter 2",
        "2 fronte": "2 retro",
        "Backbone 1": "rear Backbone 1",
        "ARISTA 1": "rear ARISTA 1",
        "Retrofit 1": "rear Retrofit 1",
    }
    assert {name: other_side(name) for name in names} == names
    assert [side_of(name) for name in ("F1", "rear 1", "7R", "1", "RJ45")] == ["f", "r", "r", "", ""]
    behind = (
        "1 hinten",
        "R\u00fcckseite 1",
        "1 arri\u00e8re",
        "AR1",
        "detr\u00e1s 1",
        "1 posterior",
        "achter 1",
        "1 retro",
    )
    assert {with_side_word(name) for name in behind} == {"rear 1"}
