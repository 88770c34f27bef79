"""Rails of the fewest switches for so many servers."""

from collections.abc import Iterator
from fractions import Fraction

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.trees.rails import RailsPlan, plan

#: Units looked at beyond the fewest that hold the servers: fewer servers each may divide better.
_MORE_UNITS = 4


def rail_networks(
    servers: int, ports: int, switch_ports: int, taper: Fraction
) -> Iterator[tuple[str, RailsPlan]]:
    """Yield (spec, plan) of rails for so many servers, fewest switches first, then fewest links.

    Units hold as many servers as the leaves' ports allow, or a few less; rails meet at the spine or, where
    a core is needed, at either.

    Parameters
    ----------
    ports
        Ports of a server.
    switch_ports
        Ports of every switch.
    taper
        Ports down to ports up of a leaf, at least 1.
    """
    most = int(switch_ports * taper / (1 + taper)) // taper.numerator * taper.numerator
    if most < 1:
        return
    found: dict[str, RailsPlan] = {}
    fewest = -(-servers // most)
    ratio = "" if taper == 1 else f",taper={taper.numerator}:{taper.denominator}"
    for units in range(fewest, fewest + _MORE_UNITS + 1):
        step = units * taper.numerator
        least = -(-servers // step) * taper.numerator
        for each in range(least, most + 1, taper.numerator):
            for meet in ("", ",rails_meet=spine"):
                spec = f"rails:{units},{each},{ports},{switch_ports}{ratio}{meet}"
                figures = _plan(units, each, ports, switch_ports, taper, meet)
                if figures is not None:
                    found[spec] = figures
    by_size = sorted(found.items(), key=lambda one: (one[1].switches, one[1].links, len(one[0]), one[0]))
    seen: set[tuple[int, int]] = set()
    for spec, figures in by_size:
        size = (figures.switches, figures.links)
        if size not in seen:
            seen.add(size)
            yield spec, figures


def _plan(units: int, each: int, ports: int, leaf: int, taper: Fraction, meet: str) -> RailsPlan | None:
    """Return the plan, None where the ports do not suffice, or two levels leave no choice."""
    levels = 2 if units * ports <= leaf else 3
    if levels == 2 and meet:
        return None
    given = {"units": units, "servers": each, "ports": ports, "leaf": leaf, "spine": leaf, "core": leaf}
    meets = "spine" if levels == 2 or meet else "core"
    ratio = f"{taper.numerator}:{taper.denominator}"
    try:
        return plan({**given, "levels": levels, "taper": ratio, "rails_meet": meets})
    except InputError:
        return None
