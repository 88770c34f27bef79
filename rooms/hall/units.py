"""Rack units of a cabinet."""

from collections.abc import Sequence

from foundation.errors import InputError


def checked_switch_units(switch_units: Sequence[int], units: int, where: str) -> tuple[int, ...]:
    """Return the rack units of switches, each within the cabinet and named once."""
    for unit in switch_units:
        if not 1 <= unit <= units:
            raise InputError(where, f"there is no unit {unit}", f"the cabinet has units 1 to {units}")
    if len(set(switch_units)) < len(switch_units):
        raise InputError(where, "a unit stands twice", "one switch a unit")
    return tuple(switch_units)
