"""What stands in each cabinet of a plan, against its limits."""

from typing import TYPE_CHECKING, Any

from rooms.hall.hall import Hall

if TYPE_CHECKING:
    from netfloor.hall_plan_run import HallPlan


def load_rows(plan: "HallPlan") -> list[tuple[str, ...]]:
    """Return name, switches, servers, W, limit, kg, limit of cabinets in use, the heaviest loaded first.

    Watts and kilograms are those of the bill, transceivers and cables included.
    """
    limits: dict[str, tuple[int | None, int | None]] = {}
    if isinstance(plan.room, Hall):
        limits = {one.name: (one.power_limit_w, one.weight_limit_kg) for one in plan.room.cabinets}

    def row(one: dict[str, Any]) -> tuple[str, ...]:
        watts, kilograms = limits.get(one["cabinet"], (None, None))
        counts = f"{one['switches']}", f"{one['servers']}"
        loads = f"{one['power_w']:,.0f}", _limit(watts), f"{one['weight_kg']:,.0f}", _limit(kilograms)
        return one["cabinet"], *counts, *loads

    def share(one: dict[str, Any]) -> tuple[float, float, str]:
        watts, _ = limits.get(one["cabinet"], (None, None))
        return -one["power_w"] / watts if watts else 0.0, -one["power_w"], one["cabinet"]

    return [row(one) for one in sorted(plan.bom["cabinets"], key=share)]


def _limit(limit: int | None) -> str:
    return "none" if limit is None else f"{limit:,}"
