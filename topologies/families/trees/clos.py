"""Folded Clos networks for a number of endpoints and switches of so many ports."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.trees.clos_plan import (
    ClosPlan,
    clos_plan,
    edge_ports,
    parents,
    trunks_above,
)
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import Values, bind, shown, underscored
from netfloor.topologies.topology import IntArray, Topology, bare_topology

LongArray = npt.NDArray[np.int64]
_TOPS = ("even", "fewest")
_TAPER = re.compile(r"([0-9]{1,6})(?::([0-9]{1,6}))?")


def build(parameters: Parameters) -> Topology:
    """Return the folded Clos network for so many endpoints in all on switches of R ports.

    An edge switch has ``floor(R D / (D + U))`` ports down and as many up as make it
    oversubscribed by at most D : U (1 : 1 by default); ``used_down_ports`` of the former get
    endpoints. Every level above is 1 : 1. There are as few levels as possible: one more where
    the edge switches exceed R, and again R / 2 times R. With L levels the diameter is at most
    ``2 (L - 1)``; the radix, endpoints aside, is at most R. Links are laid so that every
    permutation of the edge switches' links up can be routed (`clos_plan.trunks`;
    Clos 1953; Leiserson: Fat-trees, 1985): any s edge switches are joined to as many or more
    others by s times their links up.

    So a top switch may have ports to spare: 40 edge switches of 32 links up take 32 top switches of 64
    ports, 24 of them empty. ``top=fewest`` takes as few as have ports for all links, here 20: some trunks
    then have a link more than others, and the bisection is narrower.

    Switches are numbered level by level from the edge, pod by pod within one. Groups are the
    pods below the top level, and one more is the top level. ``plan`` tells switches, links and
    empty ports by level.

    Raises
    ------
    InputError
        If one switch holds all endpoints, a parameter is out of range, the ports are too few,
        or the network too large.
    """
    values = bind(
        underscored(parameters), FAMILY.usage, ("total", "ports"), ("taper", "used_down_ports", "top")
    )
    named = _read(values)
    figures = plan(named, values.where)
    refuse_if_too_large(values.where, figures.switches, figures.links)
    return replace(
        bare_topology(parameters.spec, "clos", named, figures.switches, clos_links(figures)),
        endpoints=_endpoints(figures),
        groups=_groups(figures),
        notes=(_note(figures),),
    )


def plan(parameters: Mapping[str, Any], where: str = "clos") -> ClosPlan:
    """Return levels, switches, links and empty ports of the network with these parameters."""
    taper = Fraction(parameters["taper"].replace(":", "/"))
    used = parameters["used_down_ports"]
    fewest = parameters.get("top") == "fewest"
    return clos_plan(where, parameters["total"], parameters["ports"], taper, used, fewest_top=fewest)


def _read(values: Values) -> dict[str, Any]:
    """Return the parameters, checked."""
    total, ports = (values.integer(name, lowest=2) for name in ("total", "ports"))
    taper = _taper(values.where, values.get("taper", "1"))
    down, _ = edge_ports(ports, taper)
    used = values.integer("used_down_ports", down, highest=down)
    enough = used if "used_down_ports" in values else ports
    if total <= enough:
        what = f"total={total} endpoints fit on one switch, which is not a network"
        raise InputError(values.where, what, f"give at least {enough + 1} endpoints")
    top = values.get("top", "even")
    if top not in _TOPS:
        raise InputError(values.where, f"top={shown(top)!r} is unknown", f"known: {', '.join(_TOPS)}")
    ratio = f"{taper.numerator}:{taper.denominator}"
    named = {"total": total, "ports": ports, "taper": ratio, "used_down_ports": used}
    return named if top == "even" else named | {"top": top}


def _taper(where: str, text: str) -> Fraction:
    match = _TAPER.fullmatch(text)
    if match is None or int(match[2] or 1) == 0 or int(match[1]) < int(match[2] or 1):
        what = f"taper={shown(text)!r} is not a ratio of at least 1 (ports down to ports up)"
        raise InputError(where, what, "write taper=2:1, or 1:1 for none")
    return Fraction(int(match[1]), int(match[2] or 1))


def clos_links(figures: ClosPlan) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)``, level by level and plane by plane."""
    uplinks, base, pieces = [figures.up_ports], 0, []
    for level, above in zip(figures.levels, figures.levels[1:], strict=False):
        arity, top = -(-level.pods // above.pods), above.pods == 1
        children, pods = np.arange(level.pods), np.array(parents(level.pods, above.pods))
        next_base = base + level.switches
        higher: list[int] = []
        for plane, links in enumerate(uplinks):
            low = base + children * level.planes + plane
            above_each = trunks_above(links, arity, figures.ports, top=top, fewest_top=figures.fewest_top)
            for trunk in above_each.T:
                high = next_base + pods * above.planes + len(higher)
                pieces.append(np.column_stack([low, high, np.resize(trunk, level.pods)]))
                higher.append(int(trunk.sum()))
        uplinks, base = higher, next_base
    rows = np.concatenate(pieces)
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))].astype(np.int32)
    return rows[:, :2].copy(), rows[:, 2].copy()


def _endpoints(figures: ClosPlan) -> IntArray:
    fewest, more = figures.edge_endpoints
    edges = figures.levels[0].pods
    endpoints = np.zeros(figures.switches, np.int32)
    endpoints[:edges] = fewest + (np.arange(edges) < more)
    return endpoints


def _groups(figures: ClosPlan) -> IntArray:
    """Return each switch's pod of the level below the top, and for the top a group of its own."""
    *lower, top = figures.levels
    groups = [np.full(top.switches, lower[-1].pods)]
    ancestor = np.arange(lower[-1].pods)
    for place in range(len(lower) - 1, -1, -1):
        groups.insert(0, np.repeat(ancestor, lower[place].planes))
        if place:
            below = lower[place - 1].pods
            ancestor = ancestor[parents(below, lower[place].pods)]
    return np.concatenate(groups).astype(np.int32)


def _note(figures: ClosPlan) -> str:
    def listed(counts: Iterator[int]) -> str:
        return " + ".join(f"{count:,}" for count in counts)

    return (
        f"{listed(level.switches for level in figures.levels)} switches from the edge up,"
        f" {listed(level.up_links for level in figures.levels[:-1])} links between the levels;"
        f" edge switches oversubscribed {float(figures.oversubscription):.2f}:1,"
        f" {figures.empty_down_ports:,} of their down ports empty"
        + ("; fewest top switches, so trunks differ by a link" if figures.fewest_top else "")
    )


FAMILY = Family(
    name="clos",
    usage="clos:total,ports[,taper=D:U][,used_down_ports=P][,top=fewest]",
    summary="folded Clos network for a total of endpoints on switches of so many ports",
    routers="by level: total / used_down_ports edge switches, and what joins them",
    radix="at most the ports given",
    source="Clos 1953; Leiserson: Fat-trees (1985)",
    build=build,
    endpoint_parameters=("used_down_ports", "used-down-ports"),
    indirect=True,
    endpoints="total, spread evenly over the edge switches",
)
