"""Rails: folded Clos networks of multi-port servers, with port i of every server of a unit on leaf i."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.foundation.wording import count_text
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import Values, bind, shown
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import IntArray, Topology, bare_topology

_TAPER = re.compile(r"([0-9]{1,6})(?::([0-9]{1,6}))?")
_MEET = ("spine", "core")
_MAX_PORTS = 65_536
#: Extra units to try beyond the minimum: fewer servers per unit may divide better.
_MORE_UNITS = 4


@dataclass(frozen=True)
class RailsPlan:
    """Sizes and link counts of a rail network.

    Attributes
    ----------
    units, servers, rails
        Units, servers per unit, and ports per server, each on its own leaf.
    up
        Uplinks per leaf.
    leaf_ports, spine_ports, core_ports
        Ports of the switches of each level.
    blocks
        Equal blocks of units; 1 with two levels.
    by_rail
        True if a spine group joins the leaves of a single rail of a block, and rails meet at the core.
    spines
        Switches per spine group, each with ``up / spines`` links to each of its leaves.
    cores
        Core switches shared by the equally numbered spines of all groups; 0 with two levels.
    last
        Servers of the last unit, which has all its switches.
    """

    units: int
    servers: int
    rails: int
    up: int
    leaf_ports: int
    spine_ports: int
    core_ports: int
    blocks: int
    by_rail: bool
    spines: int
    cores: int
    last: int

    @property
    def unit_servers(self) -> IntArray:
        """Servers of each unit, (units,) int32."""
        return np.append(np.full(self.units - 1, self.servers), self.last).astype(np.int32)

    @property
    def leaves(self) -> int:
        """Number of leaf switches."""
        return self.units * self.rails

    @property
    def spine_groups(self) -> int:
        """Number of spine groups."""
        return self.blocks * (self.rails if self.by_rail else 1)

    @property
    def trunk(self) -> int:
        """Links between a leaf and each spine switch of its group."""
        return self.up // self.spines

    @property
    def spine_links(self) -> int:
        """Links of a spine switch to its leaves; with a core, the same number goes up."""
        return self.leaves // self.spine_groups * self.trunk

    @property
    def levels(self) -> tuple[tuple[int, int, int], ...]:
        """Switches, uplinks and unused ports of each level, from the leaves up."""
        spines, cores = self.spine_groups * self.spines, self.spines * self.cores
        up = self.leaves * self.up
        down = self.rails * int(self.unit_servers.sum())
        leaf = (self.leaves, up, self.leaves * self.leaf_ports - down - up)
        if not cores:
            return leaf, (spines, 0, spines * self.spine_ports - up)
        spine = (spines, up, spines * self.spine_ports - 2 * up)
        return leaf, spine, (cores, 0, cores * self.core_ports - up)

    @property
    def switches(self) -> int:
        """Switches on all levels."""
        return sum(switches for switches, _, _ in self.levels)

    @property
    def links(self) -> int:
        """Links between switches, counting parallel links."""
        return sum(links for _, links, _ in self.levels)


def build(parameters: Parameters) -> Topology:
    """Build a rail-optimised folded Clos network (Clos 1953) of units of servers.

    A unit is S servers with p ports and p leaves; port i of each server is on leaf i of its unit, so the
    equally numbered leaves, a rail, have S endpoints each. A leaf has ``S / taper`` uplinks. Every spine
    switch has the same number of links to each leaf of its group, so the size of a spine group is the
    smallest divisor of the uplinks with enough ports; with three levels half of the ports face down. The
    equally numbered spine switches of all groups share their core switches, again the smallest divisor of
    their links. Above the leaves everything is 1 : 1.

    With two levels all leaves are a single spine group. With three, a group has the leaves of a block of
    units (``rails_meet=spine``), or those of a single rail of a block (``rails_meet=core``, the default:
    traffic within a rail passes no core switch inside a block). Blocks are equal, and as few as the ports
    of a spine switch allow. The diameter is 2 with two levels, 4 with three.

    ``last`` is the number of servers of the last unit if that is not full; all its leaves exist. With
    64-port switches, 32 servers per unit and 8 ports per server the counts match NVIDIA's DGX SuperPOD with
    DGX B200; with 144 ports and 72 servers they match DGX B300 XDR (reference architectures, tables of
    component counts; ``docs/fidelity.md``).

    Leaf r of unit u has number ``u p + r``; spines follow group by group, cores by the number of their
    spines. Groups are the units, the spine groups and the core.

    Raises
    ------
    InputError
        If a parameter is out of range, a count does not divide evenly, or the ports are too few.
    """
    values = bind(parameters, FAMILY.usage, ("units", "servers", "ports", "leaf"), _OPTIONAL)
    named = _read(values)
    figures = plan(named, values.where)
    refuse_if_too_large(values.where, figures.switches, figures.links)
    return replace(
        bare_topology(parameters.spec, "rails", named, figures.switches, rail_links(figures)),
        endpoints=np.append(
            np.repeat(figures.unit_servers, figures.rails),
            np.zeros(figures.switches - figures.leaves, np.int32),
        ),
        groups=_groups(figures),
        servers=_servers(figures),
        notes=(_note(figures),),
    )


_OPTIONAL = ("spine", "core", "levels", "taper", "rails_meet", "last")


def _read(values: Values) -> dict[str, Any]:
    """Check each parameter and apply defaults."""
    units, servers, rails = (values.integer(name) for name in ("units", "servers", "ports"))
    leaf = values.integer("leaf", lowest=2, highest=_MAX_PORTS)
    spine = values.integer("spine", leaf, lowest=2, highest=_MAX_PORTS)
    core = values.integer("core", spine, lowest=2, highest=_MAX_PORTS)
    levels = values.integer("levels", _levels(units * rails, spine), lowest=2, highest=3)
    meet = values.get("rails_meet", _MEET[levels - 2])
    if meet not in _MEET[: levels - 1]:
        what = f"rails_meet={shown(meet)} with {levels} levels"
        apart = "for rails that never meet write leafspine:units,spines,k=,t=,planes= with a plane per rail"
        raise InputError(values.where, what, f"known: {', '.join(_MEET[: levels - 1])}; {apart}")
    ratio = _taper(values.where, values.get("taper", "1:1"))
    last = values.integer("last", servers, highest=servers)
    named = {
        "units": units,
        "servers": servers,
        "ports": rails,
        "leaf": leaf,
        "spine": spine,
        "core": core,
        "levels": levels,
        "taper": f"{ratio.numerator}:{ratio.denominator}",
        "rails_meet": meet,
    }
    return named if last == servers else named | {"last": last}


def _levels(leaves: int, spine: int) -> int:
    """Return the default number of levels: two if a spine switch has a port for every leaf, else three."""
    return 2 if leaves <= spine else 3


def _taper(where: str, text: str) -> Fraction:
    match = _TAPER.fullmatch(text)
    if match is None or 0 in (int(match[1]), int(match[2] or 1)):
        what = f"taper={shown(text)!r} is not a ratio of ports down to ports up"
        raise InputError(where, what, "write taper=2:1, or 1:1 for none")
    return Fraction(int(match[1]), int(match[2] or 1))


def plan(parameters: Mapping[str, Any], where: str = "rails") -> RailsPlan:
    """Return switches and links of the network with these parameters, by level.

    `InputError` if a count does not divide evenly, or the ports are too few.
    """
    units, servers, rails, leaf, spine, core, levels = (
        parameters[name] for name in ("units", "servers", "ports", "leaf", "spine", "core", "levels")
    )
    taper = Fraction(parameters["taper"].replace(":", "/"))
    up = _links_up(where, servers, leaf, taper)
    refuse_if_too_large(where, units * rails, units * rails * up)
    by_rail = parameters["rails_meet"] == "core"
    width = 1 if by_rail else rails
    down = spine if levels == 2 else spine // 2
    blocks = 1 if levels == 2 else _least_divisor(units, lambda b: units // b * width <= down)
    leaves = units // blocks * width if blocks else width
    if leaves > down:
        raise _few_spine_ports(where, leaves, spine, levels)
    spines = _least_divisor(up, lambda s: leaves * (up // s) <= down)
    cores = 0
    if levels == 3:
        groups, above = blocks * (rails if by_rail else 1), leaves * (up // spines)
        cores = _least_divisor(above, lambda c: groups * (above // c) <= core)
        if not cores:
            what = f"core switches of {core} ports cannot join {groups} spine groups"
            raise InputError(where, what, f"give core={groups} or more, or fewer units")
    last = parameters.get("last", servers)
    return RailsPlan(
        units=units,
        servers=servers,
        rails=rails,
        up=up,
        leaf_ports=leaf,
        spine_ports=spine,
        core_ports=core,
        blocks=blocks,
        by_rail=by_rail,
        spines=spines,
        cores=cores,
        last=last,
    )


def _links_up(where: str, servers: int, leaf: int, taper: Fraction) -> int:
    """Return the uplinks of a leaf.

    `InputError` if the taper does not divide them evenly or ports are too few.
    """
    up = servers / taper
    if up.denominator != 1:
        ratio = f"{taper.numerator}:{taper.denominator}"
        what = f"taper={ratio} does not divide the {servers} down ports of a leaf into whole uplinks"
        step = taper.numerator
        near = max(servers // step, 1) * step
        raise InputError(where, what, f"give servers={near} or {near + step}, or another taper")
    if servers + int(up) > leaf:
        what = f"a leaf needs {servers} down ports and {up} up ports but has {leaf}"
        maximum = int(leaf / (1 + 1 / taper)) // taper.numerator * taper.numerator
        fewer = f"up to {maximum} servers per unit" if maximum else "another taper"
        raise InputError(where, what, f"give leaf={servers + int(up)} or more, or {fewer}")
    return int(up)


def _few_spine_ports(where: str, leaves: int, spine: int, levels: int) -> InputError:
    if levels == 2:
        what = f"spine switches of {spine} ports cannot join {leaves} leaf switches with two levels"
        return InputError(where, what, f"give levels=3, or spine={leaves} or more")
    what = (
        f"spine switches of {spine} ports, half of them down, cannot join {leaves} leaf switches of a unit"
    )
    return InputError(where, what, f"give spine={2 * leaves} or more, or rails_meet=core")


def _least_divisor(number: int, fits: Callable[[int], bool]) -> int:
    """Return the smallest divisor that fits, 0 if none does."""
    return next((item for item in range(1, number + 1) if number % item == 0 and fits(item)), 0)


def rail_links(figures: RailsPlan) -> tuple[IntArray, IntArray]:
    """Return ``(links, multiplicity)``, leaf to spine, then spine to core."""
    unit, rail = np.divmod(np.arange(figures.leaves), figures.rails)
    group = unit // (figures.units // figures.blocks)
    if figures.by_rail:
        group += rail * figures.blocks
    spine = figures.leaves + group[:, None] * figures.spines + np.arange(figures.spines)
    rows = [_rows(np.arange(figures.leaves), spine, figures.trunk)]
    if figures.cores:
        spines = np.arange(figures.spine_groups * figures.spines)
        core = spines % figures.spines * figures.cores
        first = figures.leaves + len(spines)
        above = first + core[:, None] + np.arange(figures.cores)
        rows.append(_rows(figures.leaves + spines, above, figures.spine_links // figures.cores))
    table = np.concatenate(rows).astype(np.int32)
    return table[:, :2].copy(), table[:, 2].copy()


def _rows(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64], links: int) -> npt.NDArray[np.int64]:
    """Return (low, high, links) of each switch and those above it, (low, number)."""
    ends = np.repeat(low, high.shape[1])
    return np.column_stack([ends, high.ravel(), np.full(len(ends), links)])


def _servers(figures: RailsPlan) -> ServerGroups:
    leaves = np.arange(figures.leaves, dtype=np.int32).reshape(figures.units, figures.rails)
    return ServerGroups(leaves, figures.unit_servers)


def _groups(figures: RailsPlan) -> IntArray:
    units = np.repeat(np.arange(figures.units), figures.rails)
    spines = figures.units + np.repeat(np.arange(figures.spine_groups), figures.spines)
    core = np.full(figures.spines * figures.cores, figures.units + figures.spine_groups)
    return np.concatenate([units, spines, core]).astype(np.int32)


def _note(figures: RailsPlan) -> str:
    levels = figures.levels
    names = ("leaf", "spine", "core")
    switches = ", ".join(f"{count:,} {name}" for (count, _, _), name in zip(levels, names, strict=False))
    empty = ", ".join(
        f"{ports:,} on {name} switches" for (_, _, ports), name in zip(levels, names, strict=False) if ports
    )
    part = "" if figures.last == figures.servers else f", {figures.last:,} of them in the last"
    return (
        f"{count_text(int(figures.unit_servers.sum()), 'server')} of {count_text(figures.rails, 'port')} "
        f"in {count_text(figures.units, 'unit')}{part}; "
        f"{switches} switches" + (f"; unused ports: {empty}" if empty else "")
    )


FAMILY = Family(
    name="rails",
    usage="rails:units,servers,ports,leaf[,last=,spine=,core=,levels=,taper=,rails_meet=]",
    summary="rail-optimised folded Clos: port i of a unit's servers on its leaf i; leaf= ports of a leaf",
    routers="units ports leaves; the fewest spine and core switches that divide the links evenly",
    radix="at most the ports given",
    source="Clos 1953; NVIDIA: DGX SuperPOD reference architectures (DGX B200; DGX B300 XDR)",
    build=build,
    endpoint_parameters=("servers",),
    indirect=True,
    endpoints="servers on every leaf, last on those of the last unit, none above",
)


def rail_networks(
    servers: int, ports: int, switch_ports: int, taper: Fraction
) -> Iterator[tuple[str, RailsPlan]]:
    """Yield (spec, plan) of rail networks for the servers, fewest switches first, then fewest links.

    Units have as many servers as the leaves' ports allow, or a few less; rails meet at the spine or, where
    a core is needed, at either. ``ports``: ports per server; ``switch_ports``: ports per switch; ``taper``:
    ports down to ports up of a leaf, at least 1.
    """
    maximum = int(switch_ports * taper / (1 + taper)) // taper.numerator * taper.numerator
    if maximum < 1:
        return
    result: dict[str, RailsPlan] = {}
    fewest = -(-servers // maximum)
    ratio = "" if taper == 1 else f",taper={taper.numerator}:{taper.denominator}"
    for units in range(fewest, fewest + _MORE_UNITS + 1):
        step = units * taper.numerator
        minimum = -(-servers // step) * taper.numerator
        for each in range(minimum, maximum + 1, taper.numerator):
            for meet in ("", ",rails_meet=spine"):
                spec = f"rails:{units},{each},{ports},{switch_ports}{ratio}{meet}"
                figures = _plan(units, each, ports, switch_ports, taper, meet)
                if figures is not None:
                    result[spec] = figures
    by_size = sorted(
        result.items(), key=lambda item: (item[1].switches, item[1].links, len(item[0]), item[0])
    )
    seen: set[tuple[int, int]] = set()
    for spec, figures in by_size:
        size = (figures.switches, figures.links)
        if size not in seen:
            seen.add(size)
            yield spec, figures


def _plan(units: int, each: int, ports: int, leaf: int, taper: Fraction, meet: str) -> RailsPlan | None:
    """Return the plan; None if the ports do not suffice, or two levels leave no choice."""
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
