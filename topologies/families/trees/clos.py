"""Folded Clos networks for a number of endpoints on switches with a given number of ports."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.foundation.wording import count_text
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import Values, bind, shown, underscored
from netfloor.topologies.topology import IntArray, Topology, bare_topology

#: Limit on levels: each level halves the ports that face down, so no endpoint count needs more.
_MAX_LEVELS = 64
LongArray = npt.NDArray[np.int64]
_TOPS = ("even", "fewest")
_TAPER = re.compile(r"([0-9]{1,6})(?::([0-9]{1,6}))?")


@dataclass(frozen=True)
class ClosLevel:
    """A level of a folded Clos network.

    Attributes
    ----------
    pods
        Separate parts below the next level: every switch at the edge, a single pod at the top.
    planes
        Switches per pod; switches of equal rank in all pods share their switches above.
    down_links, up_links
        Links to the level below (the endpoints, at the edge) and to the level above.
    empty_ports
        Unused ports.
    """

    pods: int
    planes: int
    down_links: int
    up_links: int
    empty_ports: int

    @property
    def switches(self) -> int:
        """Switches on this level."""
        return self.pods * self.planes


@dataclass(frozen=True)
class ClosPlan:
    """Sizes and link counts of a folded Clos network.

    Attributes
    ----------
    endpoints, ports
        Total endpoints, and ports per switch.
    down_ports, up_ports
        Ports of an edge switch that face endpoints, and ports that face up.
    used_down_ports
        Down ports available to endpoints.
    levels
        Levels from the edge to the top.
    fewest_top
        True if the top has only as many switches as its links need, with trunks to it that differ by a
        link.
    """

    endpoints: int
    ports: int
    down_ports: int
    up_ports: int
    used_down_ports: int
    levels: tuple[ClosLevel, ...]
    fewest_top: bool = False

    @property
    def edge_endpoints(self) -> tuple[int, int]:
        """Fewest endpoints on an edge switch, and the number of edge switches with one more."""
        return divmod(self.endpoints, self.levels[0].pods)

    @property
    def oversubscription(self) -> Fraction:
        """Endpoints of the fullest edge switch divided by its uplinks."""
        fewest, more = self.edge_endpoints
        return Fraction(fewest + (more > 0), self.up_ports)

    @property
    def empty_down_ports(self) -> int:
        """Unused down ports of edge switches."""
        return self.levels[0].pods * self.down_ports - self.endpoints

    @property
    def switches(self) -> int:
        """Switches on all levels."""
        return sum(level.switches for level in self.levels)

    @property
    def links(self) -> int:
        """Links between switches, counting parallel links."""
        return sum(level.up_links for level in self.levels)


def edge_ports(ports: int, taper: Fraction) -> tuple[int, int]:
    """Return (ports down, ports up) of an edge switch oversubscribed by at most ``taper``."""
    down = math.floor(ports * taper / (1 + taper))
    return down, math.ceil(down / taper)


def clos_plan(
    where: str,
    endpoints: int,
    ports: int,
    taper: Fraction,
    used_down_ports: int,
    *,
    fewest_top: bool = False,
) -> ClosPlan:
    """Plan the folded Clos network with the fewest levels.

    Endpoints are spread evenly over the fewest edge switches, these over the fewest pods that half the
    ports of the next level can reach, and so on up to a level with a single pod. `InputError` if the ports
    are too few to reach all edge switches, or the network is too large.
    """
    down, up = edge_ports(ports, taper)
    pods = [-(-endpoints // used_down_ports)]
    refuse_if_too_large(where, pods[0], pods[0] * up)
    while pods[-1] > 1:
        arity = ports if pods[-1] <= ports else ports // 2
        if len(pods) > _MAX_LEVELS or arity < 2:
            what = f"switches of {ports} ports cannot join {pods[0]:,} edge switches"
            raise InputError(where, what, "give at least 4 ports")
        pods.append(-(-pods[-1] // arity))
    levels = tuple(_levels(pods, endpoints, ports, up, fewest_top=fewest_top))
    return ClosPlan(
        endpoints=endpoints,
        ports=ports,
        down_ports=down,
        up_ports=up,
        used_down_ports=used_down_ports,
        levels=levels,
        fewest_top=fewest_top,
    )


def parents(children: int, pods: int) -> list[int]:
    """Return the pod of each child, spread evenly: pod sizes differ by at most one."""
    return [child * pods // children for child in range(children)]


def trunks(uplinks: int, arity: int, ports: int, *, top: bool) -> list[int]:
    """Return the links from a switch to each of its switches above.

    A Clos network routes any permutation through middle switches that each have a link to every switch
    below (Slepian 1952; Duguid 1959), and in a folded network below the top as many up as down. A real
    switch represents as many of these middle switches as its ports allow.

    ``uplinks``: links up of the switch below, equal to the middle switches required; ``arity``: the largest
    number of switches below in a pod; ``top``: True if the switches above need no ports up.
    """
    together = ports // (arity if top else 2 * arity)
    switches = -(-uplinks // together)
    return [uplinks // switches + (i < uplinks % switches) for i in range(switches)]


def trunks_above(
    uplinks: int, arity: int, ports: int, *, top: bool, fewest_top: bool
) -> npt.NDArray[np.int64]:
    """Return the links from each switch below to each of its switches above, (arity, switches).

    As in `trunks`; below the top with ``fewest_top``, links go to the fewest switches with enough ports, if
    that is fewer. They are then dealt around the switches above, so two trunks, and two top switches,
    differ by at most a link; not every permutation can be routed.
    """
    even = trunks(uplinks, arity, ports, top=top)
    switches = -(-uplinks * arity // ports) if top and fewest_top else len(even)
    if switches == len(even):
        return np.tile(np.array(even, np.int64), (arity, 1))
    minimum, more = divmod(uplinks, switches)
    turn = np.arange(switches) - more * np.arange(arity)[:, None]
    return minimum + (turn % switches < more)


def _levels(
    pods: list[int], endpoints: int, ports: int, up: int, *, fewest_top: bool
) -> Iterator[ClosLevel]:
    """Yield the levels, tracking the number of planes by their uplinks."""
    planes, below = Counter({up: 1}), endpoints
    for level, count in enumerate(pods):
        top = level == len(pods) - 1
        above = 0 if top else count * sum(links * number for links, number in planes.items())
        switches = planes.total()
        yield ClosLevel(count, switches, below, above, count * switches * ports - below - above)
        if not top:
            planes, below = _planes_above(planes, pods, level, ports, fewest_top=fewest_top), above


def _planes_above(
    planes: Counter[int], pods: list[int], level: int, ports: int, *, fewest_top: bool
) -> Counter[int]:
    """Return the number of planes of the next level by their uplinks."""
    arity, top = -(-pods[level] // pods[level + 1]), level + 2 == len(pods)
    above: Counter[int] = Counter()
    for uplinks, number in planes.items():
        for links in trunks_above(uplinks, arity, ports, top=top, fewest_top=fewest_top).sum(axis=0):
            above[int(links)] += number
    return above


def build(parameters: Parameters) -> Topology:
    """Build the folded Clos network for a total number of endpoints on switches with R ports.

    An edge switch has ``floor(R D / (D + U))`` down ports and enough up ports to be oversubscribed by at
    most D : U (1 : 1 by default); ``used_down_ports`` of the down ports get endpoints. Every level above is
    1 : 1. The network has the fewest levels possible: another where the edge switches exceed R, and again R
    / 2 times R. With L levels the diameter is at most ``2 (L - 1)``; the radix, endpoints aside, is at most
    R. Links are laid so that every permutation of the edge switches' uplinks can be routed (`trunks`; Clos
    1953; Leiserson: Fat-trees, 1985): any s edge switches are joined to as many or more others by s times
    their uplinks.

    A top switch may therefore have unused ports: 40 edge switches with 32 uplinks use 32 top switches of 64
    ports, 24 of them unused. ``top=fewest`` uses the fewest top switches with enough ports for all links,
    here 20: some trunks then have a link more than others, and the bisection is narrower.

    Switches are numbered level by level from the edge, and pod by pod within a level. Groups are the pods
    below the top level, plus the top level. ``plan`` gives switches, links and unused ports by level.

    Raises
    ------
    InputError
        If a single switch suffices for all endpoints, a parameter is out of range, the ports are too few,
        or the network is too large.
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
    """Return levels, switches, links and unused ports of the network with these parameters."""
    taper = Fraction(parameters["taper"].replace(":", "/"))
    used = parameters["used_down_ports"]
    fewest = parameters.get("top") == "fewest"
    return clos_plan(where, parameters["total"], parameters["ports"], taper, used, fewest_top=fewest)


def _read(values: Values) -> dict[str, Any]:
    """Check the parameters."""
    total, ports = (values.integer(name, lowest=2) for name in ("total", "ports"))
    taper = _taper(values.where, values.get("taper", "1"))
    down, _ = edge_ports(ports, taper)
    used = values.integer("used_down_ports", down, highest=down)
    enough = used if "used_down_ports" in values else ports
    if total <= enough:
        what = f"total={total} endpoints fit on a single switch"
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
    """Return each switch's pod on the level below the top; the top level is a group of its own."""
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

    balance = "not oversubscribed" if figures.fewest_top else "non-blocking"
    if figures.oversubscription > 1:
        balance = f"oversubscribed {float(figures.oversubscription):.2f}:1"
    return (
        f"{listed(level.switches for level in figures.levels)} switches from the edge up,"
        f" {listed(level.up_links for level in figures.levels[:-1])} links between the levels;"
        f" {balance}; {count_text(figures.empty_down_ports, 'server port')} unused"
        + ("; fewest top switches, so trunks differ by a link" if figures.fewest_top else "")
    )


FAMILY = Family(
    name="clos",
    usage="clos:total,ports[,taper=D:U][,used_down_ports=P][,top=fewest]",
    summary="folded Clos network for a total number of endpoints on switches of given ports",
    routers="total / used_down_ports edge switches, plus the levels above",
    radix="at most the ports given",
    source="Clos 1953; Leiserson: Fat-trees (1985)",
    build=build,
    endpoint_parameters=("used_down_ports", "used-down-ports"),
    indirect=True,
    endpoints="total, spread evenly over the edge switches",
)
