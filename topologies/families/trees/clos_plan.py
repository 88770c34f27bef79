"""How many switches and links a folded Clos network has on each level."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large

#: Every level halves the ports that face down; no count of endpoints needs more levels.
_MOST_LEVELS = 64


@dataclass(frozen=True)
class ClosLevel:
    """One level of a folded Clos network.

    Attributes
    ----------
    pods
        Parts that are not joined below the next level; on the edge every switch is one,
        at the top there is one.
    planes
        Switches of a pod; those of equal rank in all pods share their switches above.
    down_links, up_links
        Links to the level below, which on the edge are the endpoints, and to the one above.
    empty_ports
        Ports that nothing is plugged into.
    """

    pods: int
    planes: int
    down_links: int
    up_links: int
    empty_ports: int

    @property
    def switches(self) -> int:
        """Switches on the level."""
        return self.pods * self.planes


@dataclass(frozen=True)
class ClosPlan:
    """A folded Clos network in numbers.

    Attributes
    ----------
    endpoints, ports
        Endpoints in all, and ports of every switch.
    down_ports, up_ports
        Ports of an edge switch that face endpoints, and those that face up.
    used_down_ports
        Down ports that endpoints may be plugged into.
    levels
        From the edge to the top.
    fewest_top
        True where the top has as few switches as its links need, and trunks to it differ by a link.
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
        """Fewest endpoints of an edge switch, and how many edge switches have one more."""
        return divmod(self.endpoints, self.levels[0].pods)

    @property
    def oversubscription(self) -> Fraction:
        """Endpoints of the fullest edge switch over its links up."""
        fewest, more = self.edge_endpoints
        return Fraction(fewest + (more > 0), self.up_ports)

    @property
    def empty_down_ports(self) -> int:
        """Down ports of edge switches without an endpoint."""
        return self.levels[0].pods * self.down_ports - self.endpoints

    @property
    def switches(self) -> int:
        """Switches on all levels."""
        return sum(level.switches for level in self.levels)

    @property
    def links(self) -> int:
        """Links between switches, parallel ones counted each."""
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
    """Return the folded Clos network of as few levels as possible.

    Endpoints are spread evenly over as few edge switches as hold them, these over as few pods
    as half the ports of the next level reach, and so on to a level whose one pod is all.

    Raises
    ------
    InputError
        If switches of so few ports cannot reach all edge switches, or there are too many.
    """
    down, up = edge_ports(ports, taper)
    pods = [-(-endpoints // used_down_ports)]
    refuse_if_too_large(where, pods[0], pods[0] * up)
    while pods[-1] > 1:
        arity = ports if pods[-1] <= ports else ports // 2
        if len(pods) > _MOST_LEVELS or arity < 2:
            what = f"switches of {ports} ports cannot join {pods[0]:,} edge switches"
            raise InputError(where, what, "give at least 4 ports")
        pods.append(-(-pods[-1] // arity))
    levels = tuple(_levels(pods, endpoints, ports, up, fewest_top=fewest_top))
    return ClosPlan(endpoints, ports, down, up, used_down_ports, levels, fewest_top)


def parents(children: int, pods: int) -> list[int]:
    """Return the pod of each child, spread evenly: sizes differ by at most one."""
    return [child * pods // children for child in range(children)]


def trunks(uplinks: int, arity: int, ports: int, *, top: bool) -> list[int]:
    """Return the links from one switch to each of its switches above.

    A Clos network routes any permutation through middle switches that each have one link to
    every switch below (Slepian 1952; Duguid 1959), and in a folded one below the top as many
    up as down. One real switch stands for as many of those as its ports allow.

    Parameters
    ----------
    uplinks
        Links up of the switch below: so many middle switches there must be.
    arity
        Switches below, the most that a pod has.
    top
        True if the switches above need no ports up.
    """
    together = ports // (arity if top else 2 * arity)
    switches = -(-uplinks // together)
    return [uplinks // switches + (i < uplinks % switches) for i in range(switches)]


def trunks_above(
    uplinks: int, arity: int, ports: int, *, top: bool, fewest_top: bool
) -> npt.NDArray[np.int64]:
    """Return the links from each switch below to each of its switches above, (arity, switches).

    Those of `trunks`; below the top with ``fewest_top`` those to as few switches as have ports for all
    links, where these are fewer. Links are then dealt around the switches above, so those of two trunks
    differ by at most one, and so do the links of two top switches; not every permutation can be routed.
    """
    even = trunks(uplinks, arity, ports, top=top)
    switches = -(-uplinks * arity // ports) if top and fewest_top else len(even)
    if switches == len(even):
        return np.tile(np.array(even, np.int64), (arity, 1))
    least, more = divmod(uplinks, switches)
    turn = np.arange(switches) - more * np.arange(arity)[:, None]
    return least + (turn % switches < more)


def _levels(
    pods: list[int], endpoints: int, ports: int, up: int, *, fewest_top: bool
) -> Iterator[ClosLevel]:
    """Yield the levels; the planes of one are counted by their links up."""
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
    """Return the number of planes of the next level by their links up."""
    arity, top = -(-pods[level] // pods[level + 1]), level + 2 == len(pods)
    above: Counter[int] = Counter()
    for uplinks, number in planes.items():
        for links in trunks_above(uplinks, arity, ports, top=top, fewest_top=fewest_top).sum(axis=0):
            above[int(links)] += number
    return above
