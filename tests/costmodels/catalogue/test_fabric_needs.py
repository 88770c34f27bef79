"""Cables of a list as links between cages: the form of each end, shared cages, and all that is unknown."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.catalogue.fabric_needs import (
    CageForms,
    FabricLinks,
    fabric_links,
    listed_devices,
)
from netfloor.costmodels.catalogue.parts.catalogue import CAGE_FORMS, Catalogue
from netfloor.costmodels.catalogue.parts.devices import USUAL_FORMS
from netfloor.fabric.fabric import KINDS, PANEL, PDU, Cable, Device, End, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from tests.costmodels.catalogue.conftest import catalogue_of, lengths_of

SWITCH: Mapping[str, Any] = {
    "part": "SW",
    "name": "switch",
    "cages": 4,
    "connector": "QSFP112",
    "gbps": 100,
    "management_port": "RJ45",
    "price": 5,
}
#: Name of a device, its kind and its model.
Boxes = Sequence[tuple[str, str, str]]
BOXES: Boxes = [
    ("leaf1", "switch", ""),
    ("leaf2", "switch", ""),
    ("srv1", "server", ""),
    ("srv2", "server", ""),
    ("pp1", "panel", ""),
    ("pdu1", "pdu", ""),
]


#: Both devices, rate and further columns of a cable.
Row = tuple[str, str, float | None, dict[str, str]]


def fabric_of(cables: Sequence[Row], boxes: Boxes = BOXES) -> Fabric:
    """Return devices in a cabinet each, and cables C1, C2 ... on their next free ports."""
    names, free = [name for name, *_ in boxes], [0] * len(boxes)
    joined = []
    for number, (a, b, gbps, columns) in enumerate(cables, 1):
        ends = []
        for name in (a, b):
            index = names.index(name)
            free[index] += 1
            ends.append(End(index, free[index], f"p{free[index]}"))
        joined.append(Cable(f"C{number}", *ends, 1000, gbps, attributes=columns))
    devices = tuple(
        Device(name, kind, free[index], cabinet=index, model=model)
        for index, (name, kind, model) in enumerate(boxes)
    )
    cabinets = tuple(FloorCabinet(f"A{number}") for number in range(len(boxes)))
    return Fabric("lists", devices, tuple(joined), cabinets)


def links_of(
    fabric: Fabric, catalogue: Catalogue | None = None, defaults: CageForms | None = None
) -> FabricLinks:
    """Return the links of a fabric whose cables are 1, 2, 3 ... m in copper and 0.5 m more in fibre."""
    copper = 1000 * np.arange(1, len(fabric.cables) + 1, dtype=np.int64)
    return fabric_links(
        fabric, (copper, copper + 500), catalogue or catalogue_of(), defaults or CageForms()
    )


def forms_of(found: FabricLinks, link: int) -> list[str]:
    """Return the forms of both cages of a link."""
    needs = found.links.needs
    return [needs.sockets[kind].connector for kind in needs.cage_socket[needs.cage[link]].tolist()]


def assumed_of(found: FabricLinks) -> tuple[str, ...]:
    """Return what is assumed of all links."""
    return found.assumed(found.cables)


def test_every_rate_keeps_its_own_length_cabinets_and_cages() -> None:
    """25, 100 and 1 Gb/s in one list: usual cages, lengths of both media, links to servers told apart."""
    fabric = fabric_of([("leaf1", "leaf2", 100, {}), ("srv1", "leaf1", 25, {}), ("srv2", "leaf2", 1, {})])
    found = links_of(fabric)
    needs = found.links.needs
    assert needs.gbps.tolist() == [100, 25, 1]
    assert needs.electrical_mm.tolist() == [1000, 2000, 3000]
    assert needs.optical_mm.tolist() == [1500, 2500, 3500]
    assert [forms_of(found, link) for link in range(3)] == [["QSFP28"] * 2, ["SFP28"] * 2, ["RJ45"] * 2]
    assert needs.cage_cabinet[needs.cage].tolist() == [[0, 1], [2, 0], [3, 1]]
    assert found.links.to_servers.tolist() == [False, True, True]
    assert (found.links.ports, found.links.network_links) == (4, 1)
    assert needs.name(1) == "C2 (srv1 p1 to leaf1 p2)"
    assert assumed_of(found) == (
        "Connectors assumed, not listed: RJ45 for 1 link of 1 Gb/s, SFP28 for 1 link of 25 Gb/s, "
        "QSFP28 for 1 link of 100 Gb/s.",
    )


def test_the_list_counts_before_the_model_and_that_before_the_option() -> None:
    """A form is the column's, else the model's at its rate, else the option's, else the usual one."""
    boxes = [("leaf1", "switch", "SW"), ("leaf2", "switch", ""), ("srv1", "server", "")]
    cables = [
        ("leaf1", "leaf2", 100.0, {"Form A": "qsfp28"}),
        ("leaf1", "leaf2", 100.0, {}),
        ("leaf1", "leaf2", 1.0, {"form": "SFP+"}),
        ("leaf1", "leaf2", 1.0, {}),
    ]
    found = links_of(
        fabric_of(cables, boxes), catalogue_of(switches=[SWITCH]), CageForms({100.0: "QSFP56"})
    )
    assert [forms_of(found, link) for link in range(4)] == [
        ["QSFP28", "QSFP56"],
        ["QSFP112", "QSFP56"],
        ["SFP+", "SFP+"],
        ["RJ45", "RJ45"],
    ]
    assert assumed_of(found) == ("Connectors assumed, not listed: RJ45 for 1 link of 1 Gb/s.",)


def test_a_switch_has_cages_of_several_rates() -> None:
    """Servers at 25, uplinks at 100, management at 1 Gb/s: each in its own cages, as many as there are."""
    leaf = {
        "part": "LEAF",
        "name": "leaf",
        "cages": 2,
        "connector": "SFP56",
        "gbps": 25,
        "other_cages": [{"cages": 1, "connector": "QSFP56", "gbps": 100}],
        "management_port": "RJ45",
        "price": 5,
    }
    boxes = [("leaf1", "switch", "LEAF"), ("spine1", "switch", ""), ("srv1", "server", "")]
    cables: list[Row] = [
        ("leaf1", "srv1", 25, {"form b": "SFP28"}),
        ("leaf1", "spine1", 100, {"form b": "QSFP28"}),
        ("leaf1", "spine1", 1, {"form b": "SFP+"}),
    ]
    catalogue = catalogue_of(switches=[leaf])
    found = links_of(fabric_of(cables, boxes), catalogue)
    assert [forms_of(found, link)[0] for link in range(3)] == ["SFP56", "QSFP56", "RJ45"]
    assert (assumed_of(found), found.unknown) == ((), ())
    found = links_of(fabric_of([*cables, cables[1]], boxes), catalogue)
    (unknown,) = found.unknown
    assert (unknown.what, unknown.cables) == (
        "too many at 100 Gb/s for leaf1: its model LEAF has 1 port",
        (1, 3),
    )


def test_all_that_is_unknown_is_found_at_once() -> None:
    """Each reason with its cables; power cords are none, and what is whole stays."""
    twin = {**SWITCH, "part": "TWIN", "gbps": 400, "connector": "OSFP", "links_per_cage": 2}
    boxes = [*BOXES, ("sw3", "switch", "SW"), ("sw4", "switch", "TWIN")]
    cables = [
        ("leaf1", "leaf2", None, {}),
        ("leaf1", "leaf2", 400.0, {}),
        ("leaf1", "leaf2", 33.0, {}),
        ("leaf1", "pp1", 100.0, {}),
        ("srv1", "pdu1", None, {}),
        ("leaf1", "leaf2", 100.0, {"form b": "OSFPP"}),
        ("sw4", "leaf1", 400.0, {"form b": "OSFP"}),
        ("leaf1", "leaf2", 25.0, {"piece": "B1"}),
        ("leaf1", "leaf2", 25.0, {"piece": "B1"}),
        *[("sw3", "leaf2", 100.0, {})] * 5,
        ("srv1", "leaf1", 25.0, {}),
    ]
    found = links_of(fabric_of(cables, boxes), catalogue_of(switches=[SWITCH, twin]))
    assert {one.what: [number + 1 for number in one.cables] for one in found.unknown} == {
        "no rate": [1],
        "they end at panels, and no list continues them": [4],
        "the cages at 400 Gb/s are unknown (QSFP-DD, OSFP, QSFP112)": [2],
        "the cages at 33 Gb/s are unknown (none is usual)": [3],
        "there is no cage form 'OSFPP'": [6],
        "too many at 100 Gb/s for sw3: its model SW has 4 ports": [10, 11, 12, 13, 14],
        "several links share a cage there, and the lists do not say which": [7],
        "no device has a cage for all of the piece 'B1'": [8, 9],
    }
    assert found.cords == (4,)
    assert found.cables.tolist() == [14]
    assert assumed_of(found) == ("Connectors assumed, not listed: SFP28 for 1 link of 25 Gb/s.",)


def test_a_rate_for_all_is_of_cables_without_one_alone() -> None:
    """It is said how many; the others keep theirs, cords stay cords, a PDU's network port is none."""
    cables: list[Row] = [
        ("leaf1", "leaf2", None, {}),
        ("srv1", "leaf1", 25, {}),
        ("srv1", "pdu1", None, {}),
    ]
    found = links_of(fabric_of(cables), defaults=CageForms(gbps=100))
    assert found.links.needs.gbps.tolist() == [100, 25]
    assert assumed_of(found)[0] == "1 cable without a rate: 100 Gb/s assumed."
    assert (found.cords, found.unknown) == ((2,), ())
    managed = links_of(fabric_of([*cables, ("pdu1", "leaf1", 1, {})]), defaults=CageForms(gbps=100))
    assert (managed.cords, managed.cables.tolist()) == ((2,), [0, 1, 3])
    assert managed.links.to_servers.tolist() == [False, True, True]


def test_cables_of_a_breakout_share_the_cage_at_its_head() -> None:
    """Three of four tails in use: the head's cage takes the four of the cable on sale, a tail's one."""
    split = {
        "name": "split",
        "kind": "DAC",
        "gbps": 25,
        "links": 4,
        "tails": 4,
        "connector_a": "QSFP28",
        "connector_b": "SFP28",
        "reach_m": 5,
        "lengths": lengths_of("S", [3], [70]),
    }
    columns = {"form b": "QSFP28", "piece": "B1"}
    fabric = fabric_of([(f"srv{1 + number % 2}", "leaf1", 25, columns) for number in range(3)])
    found = links_of(fabric, catalogue_of(cables=[split]))
    needs = found.links.needs
    assert len(set(needs.cage[:, 1].tolist())) == 1
    assert len(set(needs.cage[:, 0].tolist())) == 3
    assert needs.capacity[needs.cage[0]].tolist() == [1, 4]


def test_cables_of_a_twin_cable_share_cages_at_both_ends() -> None:
    """Two links of one piece between the same switches; a form of one lane holds one link."""
    twin = {"form": "OSFP", "piece": "T"}
    found = links_of(fabric_of([("leaf1", "leaf2", 400, twin), ("leaf2", "leaf1", 400, twin)]))
    cages = {frozenset(pair) for pair in found.links.needs.cage.tolist()}
    assert len(cages) == 1
    narrow = {"form a": "SFP28", "form b": "QSFP28", "piece": "T"}
    found = links_of(fabric_of([("leaf1", "leaf2", 25, narrow)] * 2))
    assert (found.links.needs.cage[:, 1] == found.links.needs.cage[0, 1]).all()
    assert found.links.needs.cages == 3


@pytest.mark.parametrize(
    ("forms", "says"),
    [
        ({400.0: "OSFP2"}, "no cage form 'OSFP2'"),
        ({200.0: "OSFP"}, "no cable runs at 200 Gb/s; rates: 400"),
    ],
)
def test_a_form_or_rate_that_cannot_be_meant_is_refused(forms: dict[float, str], says: str) -> None:
    """A form that nothing knows, and a rate that no cable has."""
    with pytest.raises(InputError, match=says):
        links_of(fabric_of([("leaf1", "leaf2", 400, {})]), defaults=CageForms(forms))


def test_every_usual_form_has_lanes_for_a_link() -> None:
    """No rate is given a form that the catalogue does not know; a form's name tells its lanes."""
    assert all(form in CAGE_FORMS for forms in USUAL_FORMS.values() for form in forms)
    lanes = {"RJ45": 1, "SFP": 1, "QSFP": 4, "QSFP-DD": 8, "OSFP": 8, "CXP": 12}
    families = sorted(lanes, key=len, reverse=True)
    for form, number in CAGE_FORMS.items():
        assert number == next(lanes[family] for family in families if form.startswith(family))


@pytest.mark.parametrize("ends", [("sw4", "leaf1"), ("leaf1", "sw4"), ("sw4", "sw4")])
def test_a_cage_of_two_links_at_either_end_needs_the_piece(ends: tuple[str, str]) -> None:
    """Which two links share it is for the lists to say; with a piece nothing is unknown."""
    twin = {**SWITCH, "part": "TWIN", "gbps": 400, "connector": "OSFP", "links_per_cage": 2}
    boxes = [*BOXES, ("sw4", "switch", "TWIN")]
    forms = {"form a": "OSFP", "form b": "OSFP"}
    for columns, unknown in ((forms, 1), ({**forms, "piece": "P"}, 0)):
        found = links_of(fabric_of([(*ends, 400.0, columns)], boxes), catalogue_of(switches=[twin]))
        assert len(found.unknown) == unknown


def test_devices_are_bought_by_their_model() -> None:
    """By part and cabinet; panels and PDUs never, others are named."""
    boxes = [(f"x{number}", kind, "SW") for number, kind in enumerate(KINDS)]
    bought, without = listed_devices(
        fabric_of([], [*boxes, ("y", "switch", "?")]), catalogue_of(switches=[SWITCH])
    )
    ((part, cabinets),) = bought
    held = [number for number, kind in enumerate(KINDS) if kind not in {PANEL, PDU}]
    assert (part.part, cabinets.tolist(), without) == ("SW", held, (len(KINDS),))


def test_every_cable_is_a_link_a_cord_or_unknown_and_once() -> None:
    """Whatever the list says or does not say, over drawn lists."""
    draw = random.Random(3)  # noqa: S311 - draws cases
    names = [name for name, *_ in BOXES]
    seen = {"links": 0, "cords": 0, "unknown": 0}
    for _ in range(200):
        cables = []
        for _ in range(draw.randint(0, 8)):
            a, b = draw.sample(names, 2)
            columns = {"piece": draw.choice("PQ")} if draw.random() < 0.4 else {}
            columns |= {"form": draw.choice(["OSFP", "SFP28", "huh"])} if draw.random() < 0.5 else {}
            cables.append((a, b, draw.choice([None, 25.0, 100.0, 400.0]), columns))
        found = links_of(fabric_of(cables))
        unknown = {number for one in found.unknown for number in one.cables}
        links, cords = set(found.cables.tolist()), set(found.cords)
        assert sorted([*links, *cords, *unknown]) == list(range(len(cables)))
        assert len(found.links.needs) == len(links)
        seen = {
            name: seen[name] + len(group)
            for name, group in (("links", links), ("cords", cords), ("unknown", unknown))
        }
    assert min(seen.values()) > 50


@pytest.mark.parametrize(
    ("legs", "gbps", "form", "leg"),
    [(4, 25.0, "QSFP28", "SFP28"), (3, 25.0, "QSFP28", "SFP28"), (4, 10.0, "QSFP+", "SFP+")],
)
def test_the_cage_of_a_breakout_has_the_rate_of_all_its_legs(
    legs: int, gbps: float, form: str, leg: str
) -> None:
    """Lists give the rate of a leg: the usual form at the trunk's end is that of all of them."""
    fabric = fabric_of([("leaf1", f"srv{1 + number % 2}", gbps, {"piece": "B1"}) for number in range(legs)])
    found = links_of(fabric)
    assert not found.unknown
    needs = found.links.needs
    assert [forms_of(found, link) for link in range(legs)] == [[form, leg]] * legs
    assert len(set(needs.cage[:, 0].tolist())) == 1


def test_an_unclear_cage_of_a_breakout_is_asked_about_by_its_rate() -> None:
    """400 Gb/s has several usual forms; the option for that rate settles it, that of a leg may too."""
    fabric = fabric_of([("leaf1", f"srv{1 + number % 2}", 100.0, {"piece": "B1"}) for number in range(4)])
    (unknown,) = links_of(fabric).unknown
    assert unknown.what.startswith("the cages at 400 Gb/s are unknown")
    for cages in ({400.0: "OSFP"}, {100.0: "QSFP28"}):
        assert not links_of(fabric, defaults=CageForms(by_gbps=cages)).unknown
