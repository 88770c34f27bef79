"""Cords of drawn rooms: near, on different feeds, balanced and within limits, by recounts of their own."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.lists.kept import new_ids
from netfloor.fabric.fabric import Device, Fabric, FloorCabinet
from netfloor.fabric.power import PowerRules, PowerSupply
from netfloor.fabric.power_ports import PowerPort, fits
from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.power.assign import assign_cords
from netfloor.layout.power.outlets import choose_outlets
from netfloor.layout.power.problem import CordProblem, OpenCord, PduPlace
from netfloor.studies.power_cords import joined

FEEDS = ("A", "B")


@st.composite
def problems(draw: st.DrawFn, *, tight: bool = False) -> CordProblem:
    """Return racks with PDUs on two feeds, and devices of one to three inlets."""
    racks = draw(st.integers(1, 3))
    each = draw(st.integers(1, 2))
    sockets = draw(st.integers(1, 3)) if tight else 30
    cabinets = tuple(FloorCabinet(f"R{number}", units=40) for number in range(racks))
    limit = draw(st.sampled_from([None, 900.0])) if tight else None
    devices: list[Device] = []
    for rack, feed, number in product(range(racks), FEEDS, range(each)):
        outlets = tuple(PowerPort(f"out{at}", "C13" if at % 4 else "C19") for at in range(1, sockets + 1))
        devices.append(
            Device(
                f"pdu{rack}{feed}{number}",
                "pdu",
                0,
                cabinet=rack,
                units=0,
                feed=feed,
                outlets=outlets,
                rating_w=limit,
            )
        )
    pdus = len(devices)
    for number in range(draw(st.integers(1, 4 if tight else 12))):
        inlets = tuple(
            PowerPort(
                f"psu{at}", draw(st.sampled_from(["C14", "C14", "C20"]) if not tight else st.just("C14"))
            )
            for at in range(draw(st.integers(1, 3 if not tight else 2)))
        )
        watts = float(draw(st.integers(0, 8)) * 100)
        rack = draw(st.integers(0, racks - 1))
        devices.append(
            Device(
                f"d{number}",
                "server",
                0,
                cabinet=rack,
                unit=number + 1,
                units=1,
                watts=watts,
                inlets=inlets,
            )
        )
    fabric = Fabric("drawn", tuple(devices), (), cabinets, named=True)
    cords = tuple(
        OpenCord(index, inlet) for index, one in enumerate(devices) if index >= pdus for inlet in one.inlets
    )
    places = tuple(
        PduPlace(index, one.feed, tuple(enumerate(one.outlets)), 0.0, one.rating_w)
        for index, one in enumerate(devices[:pdus])
    )
    reach = []
    for cord in cords:
        home = devices[cord.device].cabinet or 0
        far = {place: 1000 * abs(home - (devices[place].cabinet or 0)) for place in range(pdus)}
        fitting = [place for place in far if places[place].outlets_of((cord.inlet.form,))]
        reach.append({place: far[place] for place in sorted(fitting, key=lambda one: (far[one], one))})
    return CordProblem(fabric, PowerRules(), cords, places, tuple(reach))


def corded(problem: CordProblem, places: list[int]) -> Fabric:
    """Return the fabric with its cords."""
    pdus = [problem.places[place].pdu for place in places]
    return joined(problem.fabric, problem.cords, pdus, choose_outlets(problem, places), new_ids(()))


@given(problems())
def test_cords_are_near_apart_and_balanced(problem: CordProblem) -> None:
    """With outlets in plenty: own rack, feeds apart, and no move lowers the higher of two loads."""
    places = assign_cords(problem)
    fabric = corded(problem, places)
    assert all(problem.reach[cord][place] == 0 for cord, place in enumerate(places))
    feeds = Counter(
        (problem.cords[cord].device, problem.places[place].feed) for cord, place in enumerate(places)
    )
    of_device = Counter(cord.device for cord in problem.cords)
    assert all(count <= (of_device[device] + 1) // 2 for (device, _), count in feeds.items())
    labels = [(end.device, end.port_name) for cable in fabric.cables for end in cable.ends]
    assert len(set(labels)) == len(labels)
    share = [
        (problem.fabric.devices[cord.device].watts or 0) / of_device[cord.device] for cord in problem.cords
    ]
    loads = Counter[int]()
    for cord, place in enumerate(places):
        loads[place] += share[cord]
    for cord, old in enumerate(places):  # of one feed: no PDU of the rack could take it to a lower top
        for place, far in problem.reach[cord].items():
            same = problem.places[place].feed == problem.places[old].feed
            if same and far == 0 and place != old:
                assert loads[place] + share[cord] >= loads[old] - 1e-3 or not share[cord]


@given(problems())
def test_cords_that_are_in_place_take_their_share(problem: CordProblem) -> None:
    """A device with some of its cords plugged in draws through each of all its cords alike."""
    places = assign_cords(problem)
    half, of_device = (len(problem.cords) + 1) // 2, Counter(cord.device for cord in problem.cords)
    pdus = [problem.places[place].pdu for place in places[:half]]
    outlets = choose_outlets(problem, places)[:half]
    fabric = joined(problem.fabric, problem.cords[:half], pdus, outlets, new_ids(()))
    rest = CordProblem(fabric, PowerRules(), problem.cords[half:], problem.places, problem.reach[half:])
    for number, cord in enumerate(rest.cords):
        draw = fabric.devices[cord.device].watts or 0
        assert rest.share_w(number) == pytest.approx(draw / of_device[cord.device])


@given(problems())
def test_loads_are_those_of_a_recount(problem: CordProblem) -> None:
    """Loads by PDU and feed, and with each feed failed, as added up cord by cord from the labels."""
    fabric = corded(problem, assign_cords(problem))
    supply = PowerSupply(fabric, problem.rules)
    for failed in (None, *FEEDS):
        pdus: Counter[int] = Counter()
        for index, device in enumerate(fabric.devices):
            ends = [
                far.device
                for cable in fabric.cables
                for near, far in (cable.ends, cable.ends[::-1])
                if near.device == index and device.kind == "server"
            ]
            live = [end for end in ends if fabric.devices[end].feed != failed]
            for end in live:
                pdus[end] += (device.watts or 0) / len(live)
        for pdu, load in supply.pdu_loads(failed).items():
            assert load.watts == pytest.approx(pdus[pdu])
        for feed, load in supply.feed_loads(failed).items():
            own = sum(watts for pdu, watts in pdus.items() if fabric.devices[pdu].feed == feed)
            assert load.watts == pytest.approx(own)


@given(problems(tight=True))
def test_a_refusal_is_right(problem: CordProblem) -> None:
    """Few outlets, low limits: what is found keeps all; a refusal comes where trying all finds none."""
    is_possible = False
    choices = [sorted(reach) for reach in problem.reach]
    total = 1
    for own in choices:
        total *= len(own)
    if total > 30_000:
        return
    for places in product(*choices):
        is_possible = is_possible or keeps(problem, places)
    if not is_possible:
        with pytest.raises(InfeasibleError, match="no outlet for"):
            assign_cords(problem)
        return
    found = assign_cords(problem)
    assert keeps(problem, tuple(found))
    corded(problem, found)


def keeps(problem: CordProblem, places: tuple[int, ...]) -> bool:
    """Return whether an assignment keeps feeds apart, outlets and limits."""
    of_device = Counter(cord.device for cord in problem.cords)
    feeds: Counter[tuple[int, str]] = Counter()
    inlets: dict[int, list[str]] = {}
    watts: Counter[int] = Counter()
    for cord, place in enumerate(places):
        asked = problem.cords[cord]
        feeds[asked.device, problem.places[place].feed] += 1
        inlets.setdefault(place, []).append(asked.inlet.form)
        watts[place] += (problem.fabric.devices[asked.device].watts or 0) / of_device[asked.device]
    if any(count > (of_device[device] + 1) // 2 for (device, _), count in feeds.items()):
        return False
    for place, own in inlets.items():
        one = problem.places[place]
        forms = [port.form for _, port in one.outlets]
        if len(own) > sum(any(fits(inlet, form) for inlet in own) for form in forms):
            return False
        if one.limit_w is not None and watts[place] > one.limit_w + 1e-6:
            return False
    return True
