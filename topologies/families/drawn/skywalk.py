"""SkyWalk: a network wired for short cables in a given grid of racks."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.grids import COLUMN_PITCH_MM, ROW_PITCH_MM, cabinets_needed, square_grid
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.families.drawn.degree_repair import Lengths, join_components, repair_degrees
from netfloor.topologies.families.drawn.link_set import LinkSet
from netfloor.topologies.families.drawn.skywalk_rule import RackGrid, wire
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import Values, bind
from netfloor.topologies.topology import IntArray, Topology, bare_topology, normal_links

#: Python sets of neighbours take more than arrays: 540 measured (skywalk:60000,24).
_BYTES_EACH = 600
#: A cable inside a cabinet, and what one between cabinets needs besides the way
#: (SpectralFly, section VII).
_INSIDE_MM, _OVERHEAD_MM = 2000, 4000
_MOST_LINES = 1_000_000


def build(parameters: Parameters) -> Topology:
    """Return SkyWalk's network of n routers with k links each, and where it is to stand.

    ``slots`` holds ``cabinet z + position`` in the rows by columns grid, cabinets numbered
    row by row and filled from the first; groups are the cabinets. The author's rule leaves
    some links out; they are added, and ``notes`` tells how many.

    Raises
    ------
    InputError
        If no such network exists, the grid has too few slots, k leaves no link between
        cabinets, or it is too large.
    """
    values = bind(parameters, FAMILY.usage, ("n", "k"), ("rows", "columns", "per_cabinet", "seed"))
    n, k, seed = values.integer("n"), values.integer("k"), values.integer("seed", 0, lowest=0)
    grid = _grid(values, n)
    _refuse_impossible(values.where, grid, k)
    refuse_if_too_large(values.where, n, n * k // 2, _BYTES_EACH)
    links = wire(grid, k, np.random.default_rng(seed))
    notes = _complete(links, grid)
    named = {"n": n, "k": k, "rows": grid.rows, "columns": grid.columns, "per_cabinet": grid.per_rack}
    rack_of, pairs = grid.rack_of, normal_links(links.ends, n)
    return replace(
        bare_topology(parameters.spec, "skywalk", named | {"seed": seed}, n, pairs),
        groups=rack_of,
        slots=_slots(rack_of, grid.per_rack),
        notes=notes,
    )


def _grid(values: Values, n: int) -> RackGrid:
    """Return the grid that a spec asks for; without one, SpectralFly's room for n routers."""
    where, per_rack = values.where, values.integer("per_cabinet", 2)
    racks = cabinets_needed(n, per_rack)
    if ("rows" in values) != ("columns" in values):
        raise InputError(where, "rows and columns go together", f"write {FAMILY.usage}")
    rows, columns = square_grid(racks)
    if "rows" in values:
        rows, columns = (values.integer(name, highest=_MOST_LINES) for name in ("rows", "columns"))
    if rows * columns < racks:
        slots = rows * columns * per_rack
        what = f"{rows} x {columns} cabinets of {per_rack} hold {slots} switches, {n - slots} too few"
        raise InputError(where, what, "give more rows or columns")
    return RackGrid(rows, columns, per_rack, n, racks)


def _refuse_impossible(where: str, grid: RackGrid, k: int) -> None:
    n, z = grid.routers, grid.per_rack
    if k >= n:
        raise InputError(where, f"k={k} links per switch need more than n={n} switches", "give k < n")
    if k < z:
        what = f"k={k} leaves no link between cabinets of {z} switches, all joined with each other"
        raise InputError(where, what, f"give k >= {z} or a smaller per_cabinet")
    if k == 1 and n > 2:
        what = "one link per switch cannot connect more than 2 switches"
        raise InputError(where, what, "give k >= 2")


def _slots(rack_of: IntArray, per_rack: int) -> IntArray:
    """Return the slot of each router: its rack's first one and on."""
    first = np.searchsorted(rack_of, rack_of)
    return (rack_of * per_rack + np.arange(len(rack_of)) - first).astype(np.int32)


def _complete(links: LinkSet, grid: RackGrid) -> tuple[str, ...]:
    """Add what the rule left out, connect what it left apart, and say what was done."""
    whole = grid.routers * links.degree // 2
    left_out = whole - links.count
    lengths = _cable_lengths(grid)
    joined, swapped = repair_degrees(links, lengths)
    exchanges, connected = join_components(links, lengths)
    notes = (
        f"SkyWalk's rule left out {left_out} of {whole} links; repair added {joined + swapped}"
        f" ({swapped} of them by moving a link)",
        f"{exchanges} exchanges of two links joined separate parts" if exchanges else "",
        _irregularity(links),
        "" if connected else "the network is not connected",
    )
    return tuple(note for note in notes if note)


def _irregularity(links: LinkSet) -> str:
    missing, degree = links.missing, links.degree
    if not missing.any():
        return ""
    short, lowest = int((missing > 0).sum()), degree - int(missing.max())
    return f"not regular: {short} switches have fewer than {degree} links, the least {lowest}"


def _cable_lengths(grid: RackGrid) -> Lengths:
    """Return the length rule that repair keeps cables short by."""
    row, column = np.divmod(grid.rack_of.astype(np.int64), grid.columns)

    def lengths(u: IntArray, v: IntArray) -> npt.NDArray[np.int64]:
        down, across = abs(row[u] - row[v]), abs(column[u] - column[v])
        way = ROW_PITCH_MM * down + COLUMN_PITCH_MM * across
        return np.asarray(np.where(way > 0, _OVERHEAD_MM + way, _INSIDE_MM))

    return lengths


FAMILY = Family(
    name="skywalk",
    usage="skywalk:n,k[,rows=R,columns=C,per_cabinet=Z,seed=S]",
    summary="SkyWalk by its author's rule, generated for a grid of cabinets",
    routers="n",
    radix="k",
    source="Fujiwara et al., SkyWalk (IPDPS 2014), by the rule of the author's generator",
    build=build,
    takes_seed=True,
)
