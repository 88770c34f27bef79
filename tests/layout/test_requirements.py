"""What a placement is required to keep: kept by every placer, known to the bound, or refused."""

from contextlib import nullcontext
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.bounds import lower_bound
from netfloor.layout.budget import Budget
from netfloor.layout.check.requirements import Switches, broken, standing
from netfloor.layout.placers import PLACERS
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import check_floor, check_switches
from netfloor.layout.requirement_costs import requirement_costs
from netfloor.layout.requirements import apart_requirement, kept_free_cabinets, read_requirement
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.objective import ObjectiveChoice
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.topologies.spec import build

SMALL = GridRoom("x", 2, 4, slots_per_cabinet=1, taken=frozenset({(0, 3)}))

PAIRS = GridRoom("x", 2, 2, slots_per_cabinet=2)
RING = build("torus:4")


def solved(topology, room, texts, placer="portfolio", iterations=3000, **more):
    """Return a solve that keeps some requirements."""
    required = tuple(read_requirement(text, topology, room) for text in texts)
    options = SolveOptions(placer, Budget(iterations=iterations), chains=2, requirements=required, **more)
    return solve(topology, room, options)


def in_groups(spec, *groups):
    """Return a network whose switches have groups."""
    return replace(build(spec), groups=np.array(groups, dtype=np.int32))


def best_of_all(topology, room, texts):
    """Return the least cost of every placement that the check finds nothing wrong with."""
    problem = make_problem(topology, room)
    texts = [read_requirement(text, topology, room).text for text in texts]
    where = standing(check_floor(problem), room.definition())
    names = check_switches(topology)
    kept = (
        problem.cost(np.array(way))
        for way in permutations(range(room.slots), topology.routers)
        if not broken(texts, where, way, names, (), topology.groups if topology.groups is not None else ())
    )
    return min(kept)


KEPT = {
    ("keep-free=R01C02",): 4,
    ("keep-free=row:2,R01C01",): 2,
    ("apart=0,1:row",): 5,
    ("apart=0,1", "apart=1,2:2.6", "keep-free=R02C01"): 4,
    ("apart=[0-3]:cabinet",): 5,
    ("apart=*:0.6",): 3,
    ("only=0,2 in row:2",): 5,
    ("only=[01] in R01C02,row:2", "apart=0,1,2:cabinet", "keep-free=R02C01"): 4,
    ("contiguous", "only=3 in row:2"): 4,
    ("row-ends",): 3,
    ("row-middles", "apart=0,1"): 3,
    ("own-racks=row:2", "keep-free=R02C02"): 2,
    ("contiguous",): 5,
    ("contiguous", "apart=0,3:row", "keep-free=R01C02"): 4,
}


@pytest.mark.parametrize("texts", KEPT)
@pytest.mark.parametrize("room", [SMALL, PAIRS], ids=["one a cabinet", "two a cabinet"])
def test_exact_finds_the_best_and_annealing_too(texts, room):
    """Of all placements in a small room that the independent check passes, none is better than exact's.

    Annealing finds one as good, where it has not chosen a block first; none is below the bound.
    """
    switches = KEPT[texts]
    topology = build(f"random:{switches},2,seed=3" if switches > 2 else "complete:2")
    exact, annealed = (solved(topology, room, texts, placer) for placer in ("exact", "anneal"))
    best = best_of_all(topology, room, texts)
    assert exact.cost_mm == best >= exact.bound.length_mm
    assert annealed.cost_mm >= best if "contiguous" in texts else annealed.cost_mm == best


@pytest.mark.parametrize("texts", [["groups-together"], ["groups-together", "contiguous", "apart=0,1"]])
@pytest.mark.parametrize("room", [SMALL, PAIRS], ids=["one a cabinet", "two a cabinet"])
def test_groups_stand_together_as_well_as_they_can(texts, room):
    """Exact finds what is best of all that the check passes; annealing keeps them together too."""
    topology = in_groups("random:5,2,seed=4", 0, 1, 0, 1, 0)
    exact, annealed = (solved(topology, room, texts, placer) for placer in ("exact", "anneal"))
    best = best_of_all(topology, room, texts)
    assert annealed.cost_mm >= exact.cost_mm == best >= exact.bound.length_mm


@pytest.mark.parametrize("spec", ["dragonfly:4", "slimfly:5", "fattree:4,3"])
@pytest.mark.parametrize("objective", ["money", "mean-latency"])
def test_groups_of_networks_stand_together(spec, objective):
    """Blocks of neighbouring cabinets whatever is minimised; `solve` has the independent check look."""
    topology, room = build(spec), GridRoom("x", 6, 8)
    make = ObjectiveChoice(objective).spec().make
    result = solved(topology, room, ["groups-together"], iterations=20_000, objective=make)
    assert result.requirements == ("groups-together",)


def test_fixed_switches_stay_within_their_group():
    """The block holds them where they are, and their group lies around them."""
    topology = in_groups("random:5,2,seed=4", 0, 1, 0, 1, 0)
    fixed = np.array([-1, -1, -1, 2, -1], dtype=np.int32)
    result = solved(topology, SMALL, ["groups-together"], "exact", fixed=fixed)
    assert result.placement.slot_of[3] == 2
    where = standing(check_floor(make_problem(topology, SMALL)), SMALL.definition())
    slot_of = result.placement.slot_of.tolist()
    assert broken(["groups-together"], where, slot_of, check_switches(topology), (), topology.groups) == []


def test_placers_that_would_scatter_groups_are_refused_by_name():
    """And a network without groups, for which nobody names any."""
    with pytest.raises(InputError, match="'tabu' does not keep groups together"):
        solved(in_groups("torus:4", 0, 0, 1, 1), SMALL, ["groups-together"], "tabu")
    with pytest.raises(InputError, match="no groups of its own"):
        solved(RING, SMALL, ["groups-together"])


@pytest.mark.parametrize(
    ("spec", "pattern", "named"),
    [
        ("leafspine:4,2,t=4", "spine*", ["4", "5"]),
        ("leafspine:4,2,t=4", "leaf[12]", ["0", "1"]),
        ("fattree:4,3", "core[1-4]", ["32", "33", "34", "35"]),
        ("leafspine:12,2,t=4", "1*", ["1", "10", "11", "12", "13"]),
    ],
)
def test_switches_are_named_by_their_role_where_no_name_matches(spec, pattern, named):
    """As placers read it and, by code of its own, as the check does."""
    topology, room = build(spec), GridRoom("x", 6, 5)
    found = read_requirement(f"apart={pattern}", topology, room)
    assert [topology.label(switch) for switch in found.switches] == named
    assert [topology.label(switch) for switch in check_switches(topology).named(pattern)] == named


def test_the_check_names_the_switches_that_break_a_rule():
    """Two spines in one cabinet, and a leaf outside its row."""
    topology, room = build("leafspine:2,2,t=4"), GridRoom("x", 2, 2, slots_per_cabinet=2)
    where = standing(check_floor(make_problem(topology, room)), room.definition())
    texts = ["apart=spine*:cabinet", "only=leaf* in row:1"]
    assert broken(texts, where, [0, 1, 2, 4], check_switches(topology)) == []
    assert broken(texts, where, [0, 6, 4, 5], check_switches(topology)) == [
        "apart=spine*:cabinet: 2 and 3 are closer",
        "only=leaf* in row:1: switch 1 is in R02C02",
    ]


def test_rules_that_leave_no_placement_are_named():
    """Of three switches in two rows, or of two kept to one place, none can keep apart."""
    for texts in (["apart=[0-2]:row"], ["only=[01] in R01C01", "apart=0,1"]):
        with pytest.raises(InfeasibleError, match=r"(apart=\[0-2\]:row|only=\[01\] in R01C01.*apart=0,1)"):
            solved(RING, SMALL, texts)


@pytest.mark.parametrize("placer", [name for name in PLACERS if name != "exact"])
def test_every_placer_keeps_a_row_free(placer):
    """Nobody is in the second row, 30 pairs in different cabinets, rows or 6 m apart, two in the last."""
    room, topology = GridRoom("x", 4, 5), build("random:20,4,seed=2")
    rules = ("", ":row", ":6")
    pairs = [f"apart={u},{v}{rules[i % 3]}" for i, (u, v) in enumerate(topology.links[:30].tolist())]
    pairs.append("only=1[89] in row:4")
    slot_of = solved(topology, room, ["keep-free=row:2", *pairs], placer, 4).placement.slot_of
    assert (slot_of[18:] >= 30).all()
    assert not np.isin(slot_of, np.arange(10, 20)).any()
    where = standing(check_floor(make_problem(topology, room)), room.definition())
    texts = [read_requirement(text, topology, room).text for text in pairs]
    assert broken(texts, where, slot_of.tolist(), Switches(list(map(str, range(20))))) == []


TOPS = """
schema = 1
hall = { outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]] }
row = [
    { name = "A", start_m = [2, 2], count = 3, pitch_m = 1, units = 40, switch_units = [12, 31, 40] },
    { name = "B", start_m = [2, 6], count = 2, pitch_m = 1, units = 40, switch_units = [30] },
]
"""


def test_rack_tops_are_the_top_quarter(tmp_path):
    """Units 31 and 40 of 40, not 30: exact finds the best there, the check all others."""
    (tmp_path / "room.toml").write_text(TOPS)
    room, topology = room_from_spec(str(tmp_path / "room.toml")), build("complete:3")
    found = solved(topology, room, ["rack-tops"], "exact")
    assert found.status == "optimal"
    assert found.cost_mm == best_of_all(topology, room, ["rack-tops"]) >= found.bound.length_mm
    where = standing(check_floor(make_problem(topology, room)), room.definition())
    for text in ("rack-tops", "rack-tops=A01"):
        assert broken([text], where, [1, 2, 3], Switches(["0", "1", "2"]))
    with pytest.raises(InfeasibleError, match="in 6 slots: 1 slot is missing; requirements close 5"):
        solved(build("complete:7"), room, ["rack-tops"])


def test_places_in_rows_are_what_they_are_called():
    """Ends and middles of a grid's rows, missing cabinets not counted; others are refused and found."""
    room = GridRoom("x", 2, 5, slots_per_cabinet=1, missing=frozenset({(0, 0)}), taken=frozenset({(1, 4)}))
    read = [read_requirement(text, RING, room).value for text in ("row-ends", "row-middles")]
    assert read == ["R01C02,R01C05,R02C01,R02C05", "R01C03,R01C04,R02C03"]
    where = standing(check_floor(make_problem(RING, room)), room.definition())
    for text in ("row-ends=R01C03", "row-middles=R02C02", "row-ends=R01C01", "row-ends="):
        with pytest.raises(InputError) if text != "row-ends=" else nullcontext():
            read_requirement(text, RING, room)
        assert broken([text], where, [], Switches([]))
    with pytest.raises(InputError, match="no units"):
        read_requirement("rack-tops", RING, room)


@pytest.mark.parametrize("number", [None, 0, 1])
def test_the_bound_knows_what_is_kept_free(number, drawn_hall):
    """With fewer slots to choose from it is higher, and still not above what is found."""
    room = GridRoom("x", 3, 4) if number is None else drawn_hall(number)
    topology = build("random:16,4,seed=5" if number is None else f"random:{room.slots - 6},2,seed=5")
    what = "row:2" if number is None else room.cabinet_name(room.cabinet_count // 2)
    found = solved(topology, room, [f"keep-free={what}"])
    free = lower_bound(make_problem(topology, room), effective_eigenvalue(topology))
    assert free.length_mm <= found.bound.length_mm <= found.cost_mm
    assert number is not None or free.length_mm < found.bound.length_mm


@pytest.mark.parametrize("routers", [3, 17, 30, 31])
@pytest.mark.parametrize("number", [None, 0, 1, 2])
def test_blocks_have_no_holes_in_any_room(routers, number, drawn_hall):
    """Whatever the shape of the room and what is closed in it: the independent check finds none."""
    room = GridRoom("x", 4, 5, missing=frozenset({(1, 2)})) if number is None else drawn_hall(number)
    topology = build(f"random:{min(routers, room.slots - 4)},2,seed=1")
    closed = np.arange(room.slots) % 11 == 10
    texts = ["contiguous", f"keep-free={room.cabinet_name(1)}"]
    result = solved(topology, room, texts, "random", 8, closed=closed)
    assert len(np.unique(result.placement.slot_of)) == topology.routers


def test_a_row_names_all_its_cabinets_those_of_others_too():
    """Taken cabinets may be named: nobody has to know which ones others hold."""
    required = (read_requirement("keep-free=ROW:1", RING, SMALL),)
    assert kept_free_cabinets(required, SMALL) == ("R01C01", "R01C02", "R01C03", "R01C04")


@pytest.mark.parametrize(
    "text",
    [
        *("keep-free", "keep-free=R09C01", "keep-free=row:3", "keep-clear=row:1", "contiguous=1"),
        *(
            "apart=x*",
            "apart=0*",
            "apart=spine*",
            "apart=* of x",
            "only=0",
            "only=0 in row:9",
            "only=9 in row:1",
        ),
        *("apart=0", "apart=0,9", "apart=0,0", "apart=0,1:near", "apart=0,1:nan", "apart=0,1:-2"),
    ],
)
def test_what_the_room_does_not_have_is_refused(text):
    """A misspelt requirement must not be taken for one that is kept."""
    with pytest.raises(InputError, match="require"):
        read_requirement(text, RING, SMALL)


def test_what_leaves_too_few_slots_says_so():
    """The message names the requirement's share."""
    with pytest.raises(InfeasibleError, match="requirements close 4"):
        solved(build("random:6,2,seed=1"), SMALL, ["keep-free=row:2"])


def test_pairs_that_cannot_be_kept_apart_are_refused():
    """Three switches in two rows, each in a row of its own."""
    texts = ["apart=0,1:row", "apart=1,2:row", "apart=0,2:row"]
    with pytest.raises(InfeasibleError, match="satisfies apart=0,1:row, apart=1,2:row and apart=0,2:row"):
        solved(RING, SMALL, texts)
    with pytest.raises(InfeasibleError, match="satisfies apart=0,1:row"):
        solved(RING, SMALL, texts, "exact")


@pytest.mark.parametrize("objective", ["money", "longest", "mean-latency"])
def test_other_objectives_keep_pairs_apart(objective):
    """Their searches swap by kernels of their own; `solve` has the independent check look at the end."""
    topology, room = build("random:16,4,seed=2"), GridRoom("x", 3, 4)
    spec = ObjectiveChoice(objective).spec()
    u, v = topology.links[0].tolist()
    result = solved(topology, room, [f"apart={u},{v}:row"], iterations=20_000, objective=spec.make)
    assert result.requirements == (f"apart={u},{v}:row",)


@pytest.mark.parametrize("objective", [None, "money"])
def test_what_a_requirement_costs_is_what_the_best_without_it_comes_to(objective):
    """Each in turn left out, the others kept; solved to proof both times."""
    topology = build("random:5,2,seed=3")
    texts = ("apart=0,1:row", "keep-free=R01C02")
    make = None if objective is None else ObjectiveChoice(objective).spec().make
    kept = tuple(read_requirement(text, topology, SMALL) for text in texts)
    options = SolveOptions("exact", Budget(iterations=20_000), chains=2, requirements=kept, objective=make)
    result = solve(topology, SMALL, options)
    costs = requirement_costs(topology, SMALL, options, result, SILENT, Interrupt())
    assert [one.text for one in costs] == [one.text for one in kept]
    for cost, others in zip(costs, (texts[1:], texts[:1]), strict=True):
        free = solved(topology, SMALL, others, "exact", 20_000, objective=make)
        assert cost.cable_mm == free.cost_mm or objective
        if free.reached is not None:
            assert cost.value == pytest.approx(free.reached.value)
            assert cost.value <= result.reached.value


@pytest.mark.parametrize("seed", range(4))
def test_what_a_requirement_costs_is_the_difference_of_two_runs_of_one_search(seed):
    """By the same seed and budget without it; nothing where that run is no better, or keeps it."""
    topology, room = build("random:20,4,seed=2"), GridRoom("x", 4, 6, slots_per_cabinet=1)
    kept = (read_requirement("keep-free=R02C03", topology, room),)
    options = SolveOptions("anneal", Budget(iterations=300), chains=1, requirements=kept, seed=seed)
    result, free = (solve(topology, room, replace(options, requirements=some)) for some in (kept, ()))
    (cost,) = requirement_costs(topology, room, options, result, SILENT, Interrupt())
    in_use = {
        room.cabinet_name(home) for home in room.lengths.cabinet_of_slot[free.placement.slot_of].tolist()
    }
    counts = free.cost_mm < result.cost_mm and "R02C03" in in_use
    assert cost.cable_mm == (free.cost_mm if counts else result.cost_mm)
    assert ("costs nothing" in cost.words(result.cost_mm, None)) != counts


def test_a_requirement_without_which_another_search_runs_has_no_cost():
    """The others have."""
    topology, texts = build("random:5,2,seed=3"), ("apart=0,1:row", "keep-free=R01C02")
    kept = tuple(read_requirement(text, topology, SMALL) for text in texts)
    options = SolveOptions("anneal", Budget(iterations=200), chains=1, requirements=kept)
    result = solve(topology, SMALL, options)
    costs = requirement_costs(topology, SMALL, options, result, SILENT, Interrupt(), texts[:1])
    assert [one.text for one in costs] == [kept[1].text]


def test_names_with_commas_that_split_in_two_ways_are_refused():
    """As a,b,c is a,b and c, or a and b,c: written by a user, or for two switches that are known."""
    named = replace(RING, labels=("a", "b,c", "a,b", "c"))
    with pytest.raises(InputError, match="is ambiguous"):
        read_requirement("apart=a,b,c", named, SMALL)
    with pytest.raises(InputError, match="is ambiguous"):
        apart_requirement(0, 1, "row", named)
    assert read_requirement("apart=a,a,b:row", named, SMALL).switches == (0, 2)


def test_switches_are_named_within_their_network() -> None:
    """Numbers, patterns and roles after ``of`` are those of one network, wherever its switches begin."""
    names = ("a.0", "a.1", "a.2", "b.0", "b.1", "b.2", "b.3")
    chain = ((0, 1), (1, 2), (3, 4), (4, 5), (5, 6))
    switches = Switches(names, chain, (1, 0, 0, 1, 0, 0, 0), (("a", 3), ("b", 4)))
    assert [*switches.network("a")] == [0, 1, 2]
    assert [*switches.network("b")] == [3, 4, 5, 6]
    assert switches.named("* of a") == [0, 1, 2]
    assert switches.named("0,3 of b") == [3, 6]
    assert switches.named("core* of b") == [5, 6]
    assert switches.roles()["a.leaf1"] == 0
    assert switches.roles()["b.spine1"] == 4
    with pytest.raises(ValueError, match="unknown network 'c'"):
        switches.network("c")
