"""Edits of several fields that then agree: a length and its total, a place and what follows from it."""

import random
from collections.abc import Callable
from typing import Any

from tests.fixtures.rows import columns_of, rows_of

Document = dict[str, Any]
#: Returns whether the plan has what the edit is about; then it was changed.
Edit = Callable[[Document, random.Random], bool]


def _rows(plan: Document, table: str, edit: Callable[[list[Document]], bool]) -> bool:
    rows = rows_of(plan[table])
    done = edit(rows)
    if done:
        plan[table] = columns_of(rows, plan[table], table)
    return done


def _retotal(plan: Document) -> None:
    """Sum the lengths of cables again, as the totals have them."""
    lengths = [row["length_mm"] or 0 for row in rows_of(plan["cables"])[: plan["totals"]["cables"]]]
    plan["totals"] |= {"total_cable_mm": sum(lengths), "max_cable_mm": max(lengths, default=0)}


def _shift(box: Any, keys: tuple[str, ...], by: float) -> bool:
    """Change some figures of a part by the same amount, those that it has."""
    own = [key for key in keys if isinstance((box or {}).get(key), int | float)]
    for key in own:
        box[key] += by
    return bool(own)


def length_and_total(plan: Document, dice: random.Random) -> bool:
    """Make a cable shorter or longer, and the totals too."""

    def edit(rows: list[Document]) -> bool:
        if not rows or not (row := dice.choice(rows))["length_mm"]:
            return False
        row["length_mm"] = max(0, row["length_mm"] + dice.choice([-400, -1, 1, 400]))
        return True

    done = _rows(plan, "cables", edit)
    _retotal(plan)
    return done


def two_lengths(plan: Document, dice: random.Random) -> bool:
    """Make one cable longer by what another gets shorter."""

    def edit(rows: list[Document]) -> bool:
        known = [row for row in rows if row["length_mm"]]
        if len(known) < 2:
            return False
        one, other = dice.sample(known, 2)
        one["length_mm"] += 1
        other["length_mm"] -= 1
        return True

    return _rows(plan, "cables", edit)


def _place(row: Document, other: Document) -> Document:
    return {key: other.get(key) for key in ("cabinet", "unit") if key in row}


def exchanged_devices(plan: Document, dice: random.Random) -> bool:
    """Exchange the places of two devices in every table; lengths stay."""
    count = len(plan.get("placement", ())) or None
    numbers: list[int] = []

    def edit(rows: list[Document]) -> bool:
        if len(rows[:count]) < 2:
            return False
        numbers[:] = dice.sample(range(len(rows[:count])), 2)
        one, other = (rows[number] for number in numbers)
        places = _place(one, other), _place(other, one)
        one |= places[0]
        other |= places[1]
        return True

    done = _rows(plan, "devices", edit)
    if done and "placement" in plan:
        a, b = numbers
        slots = plan["placement"]
        slots[a], slots[b] = slots[b], slots[a]
    return done


def moved_device(plan: Document, dice: random.Random) -> bool:
    """Move a device to another cabinet, its cables longer, and the totals too."""
    number: list[int] = []

    def edit(rows: list[Document]) -> bool:
        cabinets = sorted({row["cabinet"] for row in rows})
        if len(cabinets) < 2:
            return False
        number[:] = [dice.randrange(len(rows))]
        row = rows[number[0]]
        row["cabinet"] = dice.choice([one for one in cabinets if one != row["cabinet"]])
        return True

    def longer(rows: list[Document]) -> bool:
        own = [row for row in rows if number[0] in (row["a"], row["b"]) and row["length_mm"]]
        for row in own:
            row["length_mm"] += 600
        return bool(own)

    done = _rows(plan, "devices", edit) and _rows(plan, "cables", longer)
    _retotal(plan)
    return done


def moved_slot(plan: Document, dice: random.Random) -> bool:
    """Move a switch to a free slot and to the cabinet of another switch."""
    slots = plan.get("placement")
    if not slots:
        return False
    number, other = dice.randrange(len(slots)), dice.randrange(len(slots))
    slots[number] = next(slot for slot in range(10**6) if slot not in slots)

    def edit(rows: list[Document]) -> bool:
        rows[number] |= _place(rows[number], rows[other])
        return True

    return _rows(plan, "devices", edit)


def objective_values(plan: Document, dice: random.Random) -> bool:
    """Raise or lower the objective's values and its bound together."""
    objective = plan.get("solver", plan.get("search", {})).get("objective")
    return _shift(objective, ("value", "value_by_length", "least"), dice.choice([-1.0, 1.0, 100.0]))


def bound_and_terms(plan: Document, dice: random.Random) -> bool:
    """Raise the lower bound, and a term of its proof with it."""
    bound, by = plan.get("lower_bound"), dice.choice([1, 100, 1000])
    if bound is None:
        search = plan.get("search") or {}
        prices = search.get("price_mm") or {}
        if search.get("lower_bound_mm") is None or not prices:
            return False
        search["lower_bound_mm"] += by
        own = prices[dice.choice(sorted(prices))]
        own[dice.randrange(len(own))] += by
        return True
    parts = dice.choice(
        [("length_mm", "rows_mm"), ("length_mm", "columns_mm"), ("length_mm", "eigenvalue")]
    )
    if bound.get("networks"):
        _shift(dice.choice(bound["networks"]), parts, by)
        return _shift(bound, ("length_mm",), by)
    for key in ("pairs", "clusters", "below"):
        if bound.get(key) and "length_mm" in bound[key]:
            _shift(bound[key], ("length_mm",), by)
    return _shift(bound, parts, by)


def bound_without_search(plan: Document, dice: random.Random) -> bool:
    """Give the plan out for the best there is, by bound, method and status."""
    if "lower_bound" not in plan:
        return False
    total = plan["totals"]["total_cable_mm"]
    if plan["lower_bound"]["length_mm"] == total:
        return False
    plan["lower_bound"]["length_mm"] = total
    plan["lower_bound"]["method"] = dice.choice(["every placement tried", plan["lower_bound"]["method"]])
    plan["solver"]["status"] = "optimal"
    return True


def server_bound(plan: Document, dice: random.Random) -> bool:
    """Raise both bounds on the servers' cables."""
    proof = (plan.get("hosts") or {}).get("proof")
    return _shift(proof, ("least_mm", "wherever_mm"), dice.choice([1, 100]))


def server_figures(plan: Document, dice: random.Random) -> bool:
    """Make servers draw or weigh more, and a switch less."""
    hosts = plan.get("hosts")
    if not hosts or not plan.get("order"):
        return False
    key = dice.choice(["mw", "g"])
    hosts["server"][key] += 1000
    hosts["switches"][0][["mw", "g"].index(key)] -= 1000
    return True


def watts_moved(plan: Document, dice: random.Random) -> bool:
    """Move watts or weight from a listed device to another: every sum stays."""
    column = dice.choice(["watts", "kilograms"])

    def edit(rows: list[Document]) -> bool:
        known = [row for row in rows if row.get(column)]
        if len(known) < 2:
            return False
        one, other = dice.sample(known, 2)
        one[column] += 1
        other[column] -= 1
        return True

    return "solver" not in plan and _rows(plan, "devices", edit)


def rate_everywhere(plan: Document, dice: random.Random) -> bool:
    """Double the rate of a cable, and rates of the graph."""
    graph = plan["inputs"].get("network", {}).get("graph") or {}
    if graph.get("gbps"):
        graph["gbps"]["links"][0] *= 2
        graph["gbps"]["servers"] *= dice.choice([1, 2])

    def edit(rows: list[Document]) -> bool:
        known = [row for row in rows if row.get("gbps")]
        if not known:
            return False
        dice.choice(known)["gbps"] *= 2
        return True

    return _rows(plan, "cables", edit)


def exchanged_column(plan: Document, dice: random.Random) -> bool:
    """Exchange a name, an id, a port, a label, a kind or an end of two rows."""
    table = dice.choice(["devices", "cables", "cables"])

    def edit(rows: list[Document]) -> bool:
        if len(rows) < 2:
            return False
        one, other = dice.sample(rows, 2)
        key = dice.choice([key for key in one if one[key] != other[key]] or ["name"])
        if key not in one:
            return False
        one[key], other[key] = other[key], one[key]
        return True

    return _rows(plan, table, edit)


def fewer_cables(plan: Document, _dice: random.Random) -> bool:
    """Leave the last cable out, of the totals and of the added cords too."""
    power = plan.get("power") or {}

    def edit(rows: list[Document]) -> bool:
        if not rows:
            return False
        rows.pop()
        if power.get("added"):
            power["added"].pop()
        return True

    done = _rows(plan, "cables", edit)
    if done and "solver" not in plan:
        plan["totals"]["cables"] -= 1
        devices, rows = rows_of(plan["devices"]), rows_of(plan["cables"])
        inside = sum(devices[row["a"]]["cabinet"] == devices[row["b"]]["cabinet"] for row in rows)
        plan["totals"]["cables_inside_cabinets"] = inside
        _retotal(plan)
    return done


def growth_counts(plan: Document, dice: random.Random) -> bool:
    """Let more of the old plan stay, and as much less change or come and go."""
    grown = plan.get("grown")
    if not grown:
        return False
    part = grown[dice.choice(["devices", "cables"])]
    part["stay"] += 1
    if dice.random() < 0.5:
        part["changed"] = max(0, part["changed"] - 1)
    else:
        part["added"] = max(0, part["added"] - 1)
        part["removed"] = max(0, part["removed"] - 1)
    return True


def checksum_and_value(plan: Document, dice: random.Random) -> bool:
    """Change the checksum of a file, and a figure that rests on it."""
    boxes = [plan.get("order"), plan.get("solver", {}).get("objective")]
    boxes += [(plan.get("search") or {}).get("objective"), plan["inputs"]["room"]]
    boxes += [*plan["inputs"].get("lists", ()), plan.get("grown")]
    known = [(box, key) for box in boxes if box for key in box if key.endswith("sha256")]
    if not known:
        return False
    box, key = dice.choice(known)
    box[key] = f"{dice.getrandbits(256):064x}"
    return objective_values(plan, dice) or length_and_total(plan, dice)


def links_counted(plan: Document, _dice: random.Random) -> bool:
    """Count a link more, in the network and in the totals."""
    network = plan["inputs"].get("network")
    if network is None:
        return False
    network["links"] += 1
    plan["totals"]["cables"] += 1
    return True


def saved_by_nothing(plan: Document, dice: random.Random) -> bool:
    """Make the shortest placement the plan's own, and its value another."""
    objective = plan.get("solver", {}).get("objective")
    if not objective:
        return False
    objective["placement_by_length"] = list(plan["placement"])
    objective["value_by_length"] = objective["value"] * dice.choice([1.5, 1.01])
    return True


PAIRS: tuple[Edit, ...] = (
    *(length_and_total, two_lengths, exchanged_devices, moved_device, moved_slot, objective_values),
    *(bound_and_terms, bound_without_search, server_bound, server_figures, watts_moved, rate_everywhere),
    *(exchanged_column, fewer_cables, growth_counts, checksum_and_value, links_counted, saved_by_nothing),
)
