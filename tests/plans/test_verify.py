"""Verification finds whatever is not as claimed, also where every hash and total was recomputed."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.plans.check.claims import plain_network
from netfloor.plans.verify import Verification, verify_plan
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.spec import build
from tests.fixtures.rows import by_rows

Document = dict[str, Any]
Change = Callable[[Document], None]
Verified = Callable[[Document], Verification]
Seal = Callable[[Document], Document]


def slot(document: Document, router: int, value: int) -> None:
    """Put a router elsewhere."""
    document["placement"][router] = value


def network(document: Document, **changes: Any) -> None:
    """Change fields of the network."""
    document["inputs"]["network"] |= changes


def floor(document: Document, **changes: Any) -> None:
    """Change fields of the room."""
    document["inputs"]["room"]["definition"] |= changes


def cable(edit: Callable[[list[Document]], Any]) -> Change:
    """Return an edit of the cable list."""
    return by_rows("cables", edit)


def end(number: int, **changes: Any) -> Change:
    """Return a change of one cable."""
    return cable(lambda rows: rows[number].update(changes))


def swap_ports_of_a_switch(rows: list[Document]) -> None:
    """Exchange the ports of two cables at the switch that they share."""
    first = rows[0]
    other, side = next((row, side) for row in rows[1:] for side in "ab" if row[side] == first["a"])
    first["port_a"], other[f"port_{side}"] = other[f"port_{side}"], first["port_a"]


def move_a_metre(rows: list[Document]) -> None:
    """Make one cable longer and the next shorter."""
    rows[0]["length_mm"] += 1000
    rows[1]["length_mm"] -= 1000


def join_strangers(rows: list[Document]) -> None:
    """Add a cable that the network does not have."""
    rows.append(rows[-1] | {"id": "C999999", "b": rows[-1]["a"]})


def share_a_slot_everywhere(document: Document) -> None:
    """Put switch 1 where switch 0 stands, in the device list too."""
    document["placement"][1] = document["placement"][0]
    document["devices"]["cabinet"][1] = document["devices"]["cabinet"][0]


def forget_switch(document: Document) -> None:
    """Leave the last switch and its cables out."""
    last = len(document["placement"]) - 1
    document["placement"].pop()
    by_rows("devices", lambda rows: rows[:-1])(document)
    cable(lambda rows: [row for row in rows if last not in (row["a"], row["b"])])(document)


def device(number: int, **changes: Any) -> Change:
    """Return a change of one device."""
    return by_rows("devices", lambda rows: rows[number].update(changes))


FORGERIES: dict[str, Change] = {
    "two switches in one slot": lambda d: slot(d, 1, d["placement"][0]),
    "two switches in one slot, cables too": share_a_slot_everywhere,
    "a missing switch": lambda d: d["placement"].pop(),
    "a missing switch, its cables too": forget_switch,
    "a surplus switch": lambda d: d["placement"].append(max(d["placement"]) + 1),
    "a slot that does not exist": lambda d: slot(d, 0, 10_000),
    "a negative slot": lambda d: slot(d, 0, -1),
    "an enormous slot": lambda d: slot(d, 0, 10**30),
    "two switches exchanged, cables as before": lambda d: d["placement"].reverse(),
    "a changed length": cable(lambda rows: rows[3].update(length_mm=rows[3]["length_mm"] + 600)),
    "two lengths changed, the total kept": cable(move_a_metre),
    "a removed cable": cable(lambda rows: rows[:4] + rows[5:]),
    "the last cable removed": cable(lambda rows: rows[:-1]),
    "all cables removed": cable(lambda _: []),
    "a cable twice": cable(lambda rows: [*rows, rows[0]]),
    "a cable to nowhere": cable(join_strangers),
    "a renamed cable": end(0, id="C000001 "),
    "cables in another order": cable(lambda rows: rows[::-1]),
    "a changed port": end(0, port_a=99),
    "a swapped port": cable(lambda rows: rows[0].update(port_b=rows[0]["port_b"] + 1)),
    "two ports of a switch swapped": cable(swap_ports_of_a_switch),
    "the ends of a cable exchanged": cable(lambda rows: rows[0].update(a=rows[0]["b"], b=rows[0]["a"])),
    "another switch at an end": end(0, a=7),
    "a switch that does not exist at an end": end(0, b=10**6),
    "a label": end(0, label_a="Eth1/1"),
    "an attribute of a cable": end(0, attributes={"colour": "red"}),
    "another rate of a cable": end(0, gbps=400.0),
    "no rate of a cable": end(0, gbps=None),
    "another cabinet of a switch": device(0, cabinet="R01C01X"),
    "another name of a switch": device(0, name="spine"),
    "another kind of device": device(0, kind="server"),
    "a unit in a grid": device(0, unit=1),
    "a height": device(0, height=1),
    "a model": device(0, model="SW48"),
    "a network of its own": device(0, network="storage"),
    "watts that no list gave": device(0, watts=1.0),
    "more ports": device(0, ports=99),
    "a device more": by_rows("devices", lambda rows: [*rows, rows[0] | {"name": "x"}]),
    "a device fewer": by_rows("devices", lambda rows: rows[:-1]),
    "another network of the same size": lambda d: network(d, spec="random:18,5"),
    "a network that cannot be": lambda d: network(d, spec="slimfly:6"),
    "no network": lambda d: network(d, spec="?"),
    "a graph file instead": lambda d: network(d, spec="file:x.edges"),
    "another family": lambda d: network(d, family="lps"),
    "the family of graph files": lambda d: network(d, family="file"),
    "other parameters": lambda d: network(d, parameters={"q": 5}),
    "further parameters": lambda d: network(d, parameters={"q": 3, "seed": 1}),
    "another number of switches": lambda d: network(d, routers=17),
    "a billion switches": lambda d: network(d, routers=10**9),
    "another number of links": lambda d: network(d, links=1),
    "another link rate": lambda d: network(d, link_gbps=200.0),
    "other endpoints": lambda d: network(d, endpoints_per_router=8),
    "no endpoints": lambda d: network(d, endpoints_per_router=0),
    "impossible endpoints": lambda d: network(d, endpoints_per_router=-1),
    "endpoints of some switches": lambda d: network(d, endpoints_per_router=[2] * 17 + [3]),
    "other links by their hash": lambda d: network(d, links_sha256="0" * 64),
    "a graph that does not belong": lambda d: network(d, graph={"links": [[0, 1, 1]], "labels": None}),
    "an unknown field of the network": lambda d: network(d, colour="red"),
    "the room of another size": lambda d: d["inputs"]["room"].update(spec="paper:338"),
    "a rule that is none": lambda d: d["inputs"]["room"].update(spec="paper:big"),
    "a room file instead of the rule": lambda d: d["inputs"]["room"].update(spec="hall.toml"),
    "a wider room": lambda d: floor(d, column_pitch_mm=700),
    "a larger room": lambda d: floor(d, rows=9),
    "more slots in a cabinet": lambda d: floor(d, slots_per_cabinet=3),
    "another overhead": lambda d: floor(d, overhead_per_end_mm=1000),
    "a shorter cable inside": lambda d: floor(d, inside_cabinet_mm=1000),
    "a cabinet that is missing": lambda d: floor(d, missing=["R03C03"]),
    "a room of another name": lambda d: floor(d, name="hall"),
    "a room without cabinets": lambda d: floor(d, rows=0),
    "a field of the room too many": lambda d: floor(d, height=1),
    "an unknown field of the inputs": lambda d: d["inputs"].update(cost=1),
    "a bound above the cost": lambda d: d["lower_bound"].update(
        length_mm=d["totals"]["total_cable_mm"] + 1
    ),
    "a bound above its proof": lambda d: d["lower_bound"].update(
        length_mm=d["lower_bound"]["length_mm"] + 1
    ),
    "a bound below its proof": lambda d: d["lower_bound"].update(length_mm=0),
    "an eigenvalue above the true one": lambda d: d["lower_bound"].update(eigenvalue=3.1),
    "a negative eigenvalue": lambda d: d["lower_bound"].update(eigenvalue=-1.0),
    "more links inside cabinets": lambda d: d["lower_bound"].update(
        inside_links=d["lower_bound"]["inside_links"] + 1
    ),
    "another part of the bound": lambda d: d["lower_bound"].update(rows_mm=d["lower_bound"]["rows_mm"] - 1),
    "a proof that is none": lambda d: d["lower_bound"].update(method="line cuts, trust me"),
    "a proof that does not fit": lambda d: d["lower_bound"].update(method="line cuts, not connected"),
    "an unknown field of the bound": lambda d: d["lower_bound"].update(note=""),
    "an optimum that is none": lambda d: d["solver"].update(status="optimal"),
    "a placer that does not exist": lambda d: d["solver"].update(placer="oracle"),
    "a seed below zero": lambda d: d["solver"].update(seed=-1),
    "a budget below zero": lambda d: d["solver"]["budget"].update(iterations=-1),
    "two budgets": lambda d: d["solver"]["budget"].update(seconds=1.0),
    "an unknown field of the solver": lambda d: d["solver"].update(host="here"),
    "an unknown field of the budget": lambda d: d["solver"]["budget"].update(host="here"),
    "another tool": lambda d: d["tool"].update(name="notfloor"),
    "a tool with a time": lambda d: d["tool"].update(made="today"),
    "an unknown field": lambda d: d.update(comment="all is well"),
}
#: What no plan's form allows, and the place that the refusal names.
BAD_FORMS: dict[str, tuple[Change, str]] = {
    "a negative length": (end(3, length_mm=-1), "cables.length_mm"),
    "an unknown field of a cable": (end(0, price=1), "cables.price"),
    "an unknown field of a device": (device(0, price=1), "devices.price"),
    "text for a switch at an end": (end(0, a="0"), "cables.a"),
    "a fraction of a port": (end(0, port_b=1.5), "cables.port_b"),
    "no name": (device(0, name=""), "devices.name"),
    "a face that is none": (device(0, face="left"), "devices.face"),
    "a column too short": (lambda d: d["cables"]["length_mm"].pop(), "cables: has columns of"),
    "a column too long": (
        lambda d: d["devices"]["cabinet"].append("x"),
        "devices: has columns of different",
    ),
}
TOTALS = ("cables", "cables_inside_cabinets", "total_cable_mm", "max_cable_mm")


@pytest.mark.parametrize("name", ["slimfly", "random", "file"])
def test_a_good_plan_is_verified(name: str, plan_folder: Path) -> None:
    """Nothing is wrong with what `layout` writes, and its figures are those of its totals."""
    path = plan_folder / f"{name}.json"
    found, document = verify_plan(path), json.loads(path.read_text())
    assert found.problems == ()
    assert found.unchecked == ()
    cables, total = document["totals"]["cables"], document["totals"]["total_cable_mm"]
    assert found.figures.mean_cable_m == pytest.approx(total / cables / 1000)
    assert found.figures.max_cable_m == document["totals"]["max_cable_mm"] / 1000
    bound = document["lower_bound"]["length_mm"]
    assert found.figures.lower_bound_m == pytest.approx(bound / cables / 1000)
    assert found.figures.gap == pytest.approx((total - bound) / bound)


def test_a_rehashed_plan_is_still_good(
    good: Document, reseal: Seal, redrawn: Seal, verified: Verified
) -> None:
    """A good plan resealed and redrawn is the same plan: what is found later is the forgery."""
    before = json.dumps(good)
    assert json.dumps(redrawn(reseal(good))) == before
    assert verified(good).ok


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_resealed_forgery_is_found(
    forgery: str, good: Document, reseal: Seal, verified: Verified
) -> None:
    """Every forgery is found after all hashes and totals were made to match."""
    FORGERIES[forgery](good)
    found = verified(reseal(good))
    assert not found.ok
    assert not found.problems[0].startswith("sha256")


@pytest.mark.parametrize("form", BAD_FORMS)
def test_a_form_that_no_plan_has_is_refused(
    form: str, good: Document, rehash: Seal, verified: Verified
) -> None:
    """Naming the column, the checksum made good."""
    change, words = BAD_FORMS[form]
    change(good)
    with pytest.raises(InputError, match=words):
        verified(rehash(good))


@pytest.mark.parametrize("key", TOTALS)
def test_a_changed_total_is_found(key: str, good: Document, rehash: Seal, verified: Verified) -> None:
    """A total that is not the cables' is named."""
    good["totals"][key] += 1
    assert any(f"totals.{key}" in problem for problem in verified(rehash(good)).problems)


def test_an_unknown_total_is_found(good: Document, rehash: Seal, verified: Verified) -> None:
    """A total that nothing derives is no total."""
    good["totals"]["price"] = 1
    assert not verified(rehash(good)).ok


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("solver", "seed", 6),
        ("solver", "chains", 3),
        ("solver", "iterations", 1),
        ("solver", "placer", "matching"),
        ("tool", "version", "9"),
    ],
)
def test_what_cannot_be_derived_is_covered_by_the_checksum(
    section: str, key: str, value: Any, good: Document, verified: Verified
) -> None:
    """Who made a plan, and with how much effort, is as it was written."""
    good[section][key] = value
    assert verified(good).problems == ("sha256: the file was changed after it was written",)


def test_another_placement_is_a_plan_of_its_own(good: Document, redrawn: Seal, verified: Verified) -> None:
    """A placement changed with everything that follows from it is right, and worse."""
    good["placement"].reverse()
    assert verified(redrawn(good)).ok


@pytest.mark.parametrize(
    "change",
    [
        {"column_pitch_mm": 700},
        {"rows": 9},
        {"inside_cabinet_mm": 100},
        {"overhead_per_end_mm": 0},
        {"name": "hall"},
    ],
)
def test_a_room_rule_cannot_be_redefined(
    change: Document, good: Document, redrawn: Seal, verified: Verified
) -> None:
    """A room called by the paper's rule is that room, though all lengths and the bound fit another."""
    floor(good, **change)
    problems = verified(redrawn(good)).problems
    assert problems == ("inputs.room: paper:18 is not the room of this plan (edited since?)",)


def test_the_seed_of_a_random_network_is_part_of_it(
    plans: Mapping[str, str], reseal: Seal, verified: Verified
) -> None:
    """Another seed is another network, whatever hash stands beside it."""
    document = json.loads(plans["random"])
    seed = document["inputs"]["network"]["parameters"]["seed"] = 6
    document["inputs"]["network"]["links_sha256"] = links_sha256(build("random:16,3", seed=seed))
    assert not verified(reseal(document)).ok


def test_a_claim_just_above_the_eigenvalue_is_not_proved(
    good: Document, redrawn: Seal, verified: Verified
) -> None:
    """The bound of an eigenvalue a billionth above the true one (NumPy's) is refused."""
    topology = build("slimfly:3")
    laplacian = plain_network(topology).laplacian()
    true = float(np.linalg.eigvalsh(laplacian)[1])
    good["lower_bound"]["eigenvalue"] = true + 1e-9
    assert any("cannot be proved" in problem for problem in verified(redrawn(good)).problems)
