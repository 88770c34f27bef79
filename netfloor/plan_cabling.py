"""A loaded plan by names: what two plans of any size are compared by."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from costmodels.order import MEDIA, CableOrders
from foundation.errors import InputError
from layout.cabling import CableFacts, Cabling, Link, Spot, name_key
from netfloor.loaded_plan import LoadedPlan


def cabling_of(plan: LoadedPlan, orders: CableOrders | None = None) -> Cabling:
    """Return routers and cables of a plan by name.

    Parallel cables are numbered by the port at the router whose name comes first.

    Parameters
    ----------
    orders
        What is bought for the plan's cables.

    Raises
    ------
    InputError
        If two routers have one name.
    """
    names = router_names(plan)
    spots = router_spots(plan)
    grouped: dict[tuple[str, str], list[CableFacts]] = defaultdict(list)
    for (a, b), facts in _cables(plan, names, spots, orders):
        grouped[a, b].append(facts)
    cables: dict[Link, CableFacts] = {}
    for (a, b), facts_of in grouped.items():
        facts_of.sort(key=lambda facts: facts.ports)
        cables |= {(a, b, number): facts for number, facts in enumerate(facts_of, start=1)}
    return Cabling(dict(zip(names, spots, strict=True)), cables)


def router_names(plan: LoadedPlan) -> list[str]:
    """Return the name of every router; `InputError` if one comes twice."""
    names = [plan.topology.label(router) for router in range(plan.topology.routers)]
    name, times = max(Counter(names).items(), key=lambda item: item[1], default=("", 0))
    if times > 1:
        raise InputError(str(plan.path), f"{times} routers are called {name!r}", "give each its own name")
    return names


def router_spots(plan: LoadedPlan) -> list[Spot]:
    """Return where every router stands."""
    cabinet_of_slot, slots = plan.room.lengths.cabinet_of_slot, plan.placement.slot_of
    cabinets = cabinet_of_slot[slots]
    positions = slots - first_slots(cabinet_of_slot, plan.room.cabinet_count)[cabinets] + 1
    return [
        Spot(plan.room.cabinet_name(cabinet), position)
        for cabinet, position in zip(cabinets.tolist(), positions.tolist(), strict=True)
    ]


def first_slots(cabinet_of_slot: npt.NDArray[np.int32], cabinets: int) -> npt.NDArray[np.int64]:
    """Return the first slot of every cabinet, and after the last one the number of slots, (c + 1,)."""
    return np.searchsorted(cabinet_of_slot, np.arange(cabinets + 1)).astype(np.int64)


def _cables(
    plan: LoadedPlan, names: list[str], spots: list[Spot], orders: CableOrders | None
) -> Iterator[tuple[tuple[str, str], CableFacts]]:
    """Yield every cable with its routers' names, in the order of the names."""
    routers, ports = plan.cables.routers.tolist(), plan.cables.ports.tolist()
    lengths_mm = plan.cables.length_mm.tolist()
    for cable, ends in enumerate(zip(routers, ports, strict=True)):
        both = sorted(zip(*ends, strict=True), key=lambda end: name_key(names[end[0]]))
        (u, port_u), (v, port_v) = both
        facts = CableFacts(
            (spots[u], spots[v]),
            (port_u, port_v),
            lengths_mm[cable],
            plan.topology.link_gbps,
            *(() if orders is None else _bought(orders, cable)),
        )
        yield (names[u], names[v]), facts


def _bought(orders: CableOrders, cable: int) -> tuple[str, str, int, int]:
    return (
        orders.parts[orders.part[cable]],
        MEDIA[orders.medium[cable]],
        int(orders.ordered_length_mm[cable]),
        int(orders.price_cents[cable]),
    )
