"""Differences of placed networks, on made-up ones: hypothesis draws switches, places and cables."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.fabric.fabric import SWITCH, Cable, Device, End, Fabric, FloorCabinet, name_key
from netfloor.foundation.errors import InputError
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import KINDS, diff_fabrics, require_names
from tests.fixtures.diffs import Wire, applied, content, made_up

NAMES = ["0", "1", "2", "10", "a", "B1", "=1+1", "ü"]
SPOTS = [(f"R01C{column:02d}", position) for column in range(1, 6) for position in (1, 2)]


@st.composite
def fabrics(draw: st.DrawFn) -> PricedFabric:
    """Draw a placed network: some of the names, distinct places, up to two cables a pair."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
    spots = dict(zip(names, draw(st.permutations(SPOTS)), strict=False))
    ports = {name: iter(draw(st.permutations(range(1, 20)))) for name in names}
    wires = [
        Wire(
            *(a, b),
            (next(ports[a]), next(ports[b])),
            draw(st.sampled_from([2000, 4600])),
            draw(st.sampled_from([100.0, 200.0])),
            draw(st.sampled_from(["DAC", "AOC"])),
            draw(st.sampled_from(["electrical", "optical"])),
            draw(st.sampled_from([3000, 5000])),
        )
        for a, b in itertools.combinations(names, 2)
        for _ in range(draw(st.integers(0, 2)))
    ]
    return made_up(spots, wires)


def pairs(side: PricedFabric) -> Counter[frozenset[str]]:
    """Return how many cables join each pair of names."""
    names = [device.name for device in side.fabric.devices]
    return Counter(frozenset(names[end.device] for end in cable.ends) for cable in side.fabric.cables)


@given(fabrics())
def test_nothing_differs_from_itself(one: PricedFabric) -> None:
    """diff(x, x) is empty."""
    assert diff_fabrics(one, one).is_empty


@given(fabrics(), fabrics())
def test_applied_to_the_old_it_gives_the_new(old: PricedFabric, new: PricedFabric) -> None:
    """apply(diff(a, b), a) = b, and back."""
    for first, second in ((old, new), (new, old)):
        diff = diff_fabrics(first, second)
        assert applied(diff) == content(second.fabric)
        assert diff.is_empty == (content(first.fabric) == content(second.fabric))


@given(fabrics(), fabrics())
def test_counts_are_those_of_sets(old: PricedFabric, new: PricedFabric) -> None:
    """As many cables of a pair are added or removed as it has more or fewer; all of a moved pair move."""
    diff, both = diff_fabrics(old, new), [pairs(side) for side in (old, new)]
    assert Counter(frozenset(one.link[:2]) for one in diff.of_kind("added")) == both[1] - both[0]
    assert Counter(frozenset(one.link[:2]) for one in diff.of_kind("removed")) == both[0] - both[1]
    places = [content(side.fabric)[0] for side in (old, new)]
    moved = {
        pair: count
        for pair, count in (both[0] & both[1]).items()
        if any(places[0][name] != places[1][name] for name in pair)
    }
    assert Counter(frozenset(one.link[:2]) for one in diff.of_kind("moved")) == moved
    account = diff.account["cables_between_switches"]
    assert account["stay"] + account["changed"] + account["removed"] == len(old.fabric.cables)
    assert account["stay"] + account["changed"] + account["added"] == len(new.fabric.cables)


@given(fabrics(), fabrics())
def test_parallel_cables_are_paired_so_that_no_more_could_stay(
    old: PricedFabric, new: PricedFabric
) -> None:
    """As many cables stay as are alike in both between devices that stay where they are."""
    diff, sides = diff_fabrics(old, new), [content(side.fabric) for side in (old, new)]
    still = {name for name, place in sides[0][0].items() if sides[1][0].get(name) == place}
    alike = sides[0][1] & sides[1][1]
    stay = sum(count for (ends, _), count in alike.items() if still.issuperset(name for name, _ in ends))
    assert diff.same_cables.get(SWITCH, 0) == stay


@given(fabrics(), fabrics())
def test_every_change_has_a_kind(old: PricedFabric, new: PricedFabric) -> None:
    """No cable is listed without a word for what happens to it; ports alone touch nothing."""
    for change in diff_fabrics(old, new).cables:
        assert change.kinds
        assert set(change.kinds) <= set(KINDS)
        assert change.touched == (change.kinds != ("replugged",))


def test_names_of_digits_sort_by_value() -> None:
    """2 comes before 10, numbers before words."""
    assert sorted(["b", "10", "2", "a"], key=name_key) == ["2", "10", "a", "b"]


def test_an_article_at_another_price_stays_and_another_article_is_retyped() -> None:
    """A price break of a larger order changes no cable that is laid; another ordered length does."""
    spots = dict(zip("01", SPOTS, strict=False))

    def one(ordered_mm: int, cents: int) -> PricedFabric:
        wire = Wire("0", "1", (1, 1), part="DAC", medium="electrical", ordered_mm=ordered_mm)
        return replace(made_up(spots, [wire]), cents=(cents,))

    assert diff_fabrics(one(2000, 5), one(2000, 9)).is_empty
    assert [change.kinds for change in diff_fabrics(one(2000, 5), one(3000, 5)).cables] == [("retyped",)]


def test_what_one_side_does_not_know_does_not_change() -> None:
    """A cable without a part, of unknown rate, in a port without a label: none of them differs."""
    spots = dict(zip("01", SPOTS, strict=False))
    bought = made_up(spots, [Wire("0", "1", (1, 1), part="DAC", medium="electrical", ordered_mm=2000)])
    (cable,) = bought.fabric.cables
    plain = replace(
        cable, part="", medium="", ordered_mm=None, gbps=None, a=replace(cable.a, port_name="Eth1/9")
    )
    listed = PricedFabric(replace(bought.fabric, cables=(plain,)))
    for pair in ((bought, listed), (listed, bought)):
        diff = diff_fabrics(*pair)
        assert diff.is_empty
        assert diff.one_sided == 1


def labelled(*wires: tuple[str, str, str]) -> PricedFabric:
    """Return two switches and cables between them: id, label of the port at either end."""
    devices = (
        Device("leaf1", SWITCH, 9, 0, unit=1, units=1),
        Device("spine1", SWITCH, 9, 0, unit=2, units=1),
    )
    cables = tuple(
        Cable(name, End(0, number, a), End(1, number, b), 2000, 100.0)
        for number, (name, a, b) in enumerate(wires, start=1)
    )
    return PricedFabric(Fabric("listed", devices, cables, (FloorCabinet("A01"),), named=True))


def test_an_id_says_which_of_parallel_cables_it_is() -> None:
    """Two cables that exchange their ports keep their ids: both are in other ports, and nothing else."""
    old = labelled(("C1", "Eth1", "Eth1"), ("C2", "Eth2", "Eth2"))
    new = labelled(("C2", "Eth1", "Eth1"), ("C1", "Eth2", "Eth2"))
    assert [one.kinds for one in diff_fabrics(old, new).cables] == [("replugged",), ("replugged",)]


def test_ids_that_join_other_devices_say_nothing() -> None:
    """Where one id joins another pair, ids only count the cables: ports tell which is which."""
    spots = {name: ("A", place) for place, name in enumerate("abc", start=1)}
    old = made_up(spots, [Wire("a", "b", (1, 1), id="C1"), Wire("a", "c", (2, 1), id="C2")])
    new = made_up(
        spots,
        [
            Wire("a", "c", (2, 1), id="C1"),
            Wire("a", "b", (1, 1), id="C2"),
            Wire("a", "b", (3, 3), id="C3"),
        ],
    )
    (change,) = diff_fabrics(old, new).cables
    assert (change.kinds, new.fabric.cables[change.new or 0].id) == (("added",), "C3")


def test_labels_tell_ports_whatever_their_numbers() -> None:
    """A list in another order gives ports other numbers; what is printed on the box is the same."""
    wires = (("C1", "Eth1", "Eth1"), ("C2", "Eth2", "Eth2"))
    assert diff_fabrics(labelled(*wires), labelled(*wires[::-1])).is_empty


def test_another_model_in_the_same_place_is_an_exchange() -> None:
    """The switch is neither moved nor renamed; it does not stay either."""
    old, new = labelled(), labelled()
    sides = [
        PricedFabric(
            replace(
                side.fabric, devices=(replace(side.fabric.devices[0], model=model), side.fabric.devices[1])
            )
        )
        for side, model in ((old, "SW48"), (new, "SW64"))
    ]
    diff = diff_fabrics(*sides)
    assert [(one.name, one.kinds) for one in diff.devices] == [("leaf1", ("exchanged",))]
    assert diff.account["switches"] == {
        "stay": 1,
        "moved": 0,
        "renamed": 0,
        "exchanged": 1,
        "added": 0,
        "removed": 0,
    }


@pytest.mark.parametrize(
    ("kinds", "told"), [(("switch", "switch"), "switches"), (("switch", "pdu"), "devices")]
)
def test_two_devices_of_one_name_are_refused(kinds: tuple[str, str], told: str) -> None:
    """Nothing would tell which of them is which."""
    fabric = Fabric("twins", tuple(Device("a", kind, 1) for kind in kinds), ())
    with pytest.raises(InputError, match=f"2 {told} are called 'a'"):
        require_names(fabric, "plan.json")
