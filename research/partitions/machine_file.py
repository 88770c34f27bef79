"""Machine files: the machine whose partitions a scheduler allocates."""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.wording import key_label
from netfloor.research.partitions.machine import INNER, MIDPLANE_SIDE, Axis, Geometry, Machine, blue_gene_q
from netfloor.topologies.families.lattices.lattice import read_sizes

#: Limit on switches of a machine: a curve of all its sizes takes a few seconds.
MAX_ROUTERS = 1 << 21
#: Limit on dimensions of a machine.
MAX_SIDES = 32
#: Limit on boxes of a machine, up to rotation.
MAX_BOXES = 30_000
#: Limit on capacities after scaling to integers.
MAX_CAPACITY = 10**6
_ONE = re.compile(r"\+?0*1")

Side = Annotated[int, Field(ge=1, le=MAX_ROUTERS)]
Sides = Annotated[list[Side], Field(min_length=1, max_length=MAX_SIDES)]
Capacity = Annotated[float, Field(gt=0, le=MAX_CAPACITY)]


class PolicyTable(StrictModel):
    """``[policy]``: the geometries that the scheduler permits today."""

    geometries: list[str] = Field(min_length=1, description="such as 4x2x1x1; one size may have several")


class MachineFile(StrictModel):
    """The fields common to all machine files."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    name: str = Field(min_length=1, max_length=200)
    policy: PolicyTable | None = None
    kind: str


class BlueGeneFile(MachineFile):
    """A Blue Gene/Q, allocated by midplanes."""

    kind: Literal["bluegene-q"]
    midplanes: Annotated[list[Side], Field(min_length=4, max_length=4)]


class TorusFile(MachineFile):
    """A torus, allocated by switches, each dimension with its own link capacity."""

    kind: Literal["torus"]
    sizes: Sides
    capacities: list[Capacity] | None = None
    wraps: Literal["spanned", "always"] = "spanned"
    ring_of_two_links: Annotated[int, Field(ge=1, le=2)] = 2
    nodes_per_router: Side = 1


class HyperXFile(MachineFile):
    """A product of complete graphs, allocated by switches: HyperX, or one dragonfly group."""

    kind: Literal["hyperx", "dragonfly-group"]
    sizes: Sides
    capacities: list[Capacity] | None = None
    nodes_per_router: Side = 1


class HypercubeFile(MachineFile):
    """A hypercube, allocated by subcubes."""

    kind: Literal["hypercube"]
    dimensions: Annotated[int, Field(ge=1, le=20)]
    nodes_per_router: Side = 1


class DragonflyFile(MachineFile):
    """A dragonfly, allocated by whole groups."""

    kind: Literal["dragonfly"]
    groups: Annotated[int, Field(ge=2, le=1000)]
    group: Sides
    group_capacities: list[Capacity] | None = None
    global_ports: Annotated[int, Field(ge=1, le=1000, description="of a switch")]
    global_capacity: Capacity = 1.0
    arrangement: Literal["absolute", "relative", "circulant"] = "absolute"
    nodes_per_router: Side = 1


class GraphFile(MachineFile):
    """Any network, bisected repeatedly."""

    kind: Literal["graph"]
    network: str = Field(description="a spec, such as file:mine.edges")
    smallest: Annotated[int, Field(ge=2, description="switches of the smallest parts")] = 8
    nodes_per_router: Side = 1


FILES = (BlueGeneFile, TorusFile, HyperXFile, HypercubeFile, DragonflyFile, GraphFile)
KINDS: dict[str, type[MachineFile]] = {
    kind: file for file in FILES for kind in get_args(file.model_fields["kind"].annotation)
}
#: Kinds whose partitions are not boxes.
WITHOUT_GEOMETRIES = ("dragonfly", "graph")


def read_machine(path: Path) -> MachineFile:
    """Return a machine file's tables.

    Raises
    ------
    InputError
        If the file cannot be read or a field is wrong.
    """
    table = load_toml(path, "machine file")
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        known = ", ".join(KINDS)
        what = "is missing" if kind is None else f"{str(kind)[:200]!r} is unknown"
        raise InputError(f"{path}: kind", what, f"known: {known}")
    if "policy" in table and kind in WITHOUT_GEOMETRIES:
        boxes = ", ".join(known for known in KINDS if known not in WITHOUT_GEOMETRIES)
        raise InputError(f"{path}: policy", f"a {kind} has no geometries", f"leave it out, or use {boxes}")
    return parse(KINDS[kind], table, path)


def box_machine(file: MachineFile, where: Path) -> Machine:
    """Return a machine whose partitions are boxes.

    Raises
    ------
    InputError
        If it is too large or has the wrong number of capacities.
    TypeError
        If it is of another kind.
    """
    if isinstance(file, BlueGeneFile):
        _refuse_large(where, "midplanes", file.midplanes, MIDPLANE_SIDE**4 * INNER.size)
        return blue_gene_q(file.name, file.midplanes)
    if isinstance(file, HypercubeFile):
        axes = (Axis(2, "clique"),) * file.dimensions
        return Machine(file.name, "router", axes, nodes_per_router=file.nodes_per_router)
    if isinstance(file, TorusFile | HyperXFile):
        return _product(file, where)
    raise TypeError(f"the partitions of a {file.kind} are not boxes")


def _product(file: TorusFile | HyperXFile, where: Path) -> Machine:
    _refuse_large(where, "sizes", file.sizes)
    links, scale = whole_capacities(f"{where}: capacities", file.capacities, len(file.sizes))
    kind: Literal["ring", "clique"] = "ring" if isinstance(file, TorusFile) else "clique"
    return Machine(
        file.name,
        "router",
        tuple(Axis(size, kind, link) for size, link in zip(file.sizes, links, strict=True)),
        always_wraps=isinstance(file, TorusFile) and file.wraps == "always",
        pair_links=file.ring_of_two_links if isinstance(file, TorusFile) else 1,
        nodes_per_router=file.nodes_per_router,
        capacity_scale=scale,
    )


def whole_capacities(where: str, capacities: Sequence[float] | None, count: int) -> tuple[list[int], int]:
    """Return capacities as integers, and their scale.

    Raises
    ------
    InputError
        If there are not ``count`` of them or they have too many digits.
    """
    given = [Fraction(str(capacity)) for capacity in capacities or [1.0] * count]
    if len(given) != count:
        raise InputError(where, f"{len(given)} capacities", f"give {count}, one per dimension")
    scale = math.lcm(*(capacity.denominator for capacity in given))
    whole = [int(capacity * scale) for capacity in given]
    if max(whole) > MAX_CAPACITY:
        expected = f"their ratios must be within 1 and {MAX_CAPACITY:,}"
        raise InputError(where, "have too many digits", expected)
    return whole, scale


def permitted_geometries(file: MachineFile, machine: Machine, where: Path) -> list[Geometry]:
    """Return the geometries of the policy; empty without a policy.

    Raises
    ------
    InputError
        If a geometry is invalid or does not fit.
    """
    if file.policy is None:
        return []
    return [_geometry(text, machine, where) for text in file.policy.geometries]


def _geometry(text: str, machine: Machine, where: Path) -> Geometry:
    field, size = f"{where}: policy.geometries", "x".join(map(str, machine.sizes))
    parts = text.split("x")
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise InputError(field, f"{text[:200]!r} is not a geometry", f"write it as {size}")
    geometry = tuple(map(int, parts))
    if len(geometry) != len(machine.sizes):
        what = f"{text[:200]} has {len(geometry)} sides"
        raise InputError(field, what, f"the machine has {len(machine.sizes)}")
    if not machine.fits(geometry):
        raise InputError(
            field, f"{text[:200]} does not fit", f"the machine is {size} {key_label(machine.unit + 's')}"
        )
    return geometry


def _refuse_large(where: Path, field: str, sizes: Sequence[int], inside: int = 1) -> None:
    units = math.prod(sizes)
    if units > MAX_BOXES or units * inside > MAX_ROUTERS:
        maximum = min(MAX_BOXES, MAX_ROUTERS // inside)
        raise InputError(
            f"{where}: {field}", f"are {units:,} units", f"at most {maximum:,} can be examined"
        )


def read_sides(option: str, text: str) -> tuple[int, ...]:
    """Return the sizes of an option such as ``--torus``, including sizes of 1.

    Raises
    ------
    InputError
        If a size is not a positive integer, there is only one switch, or there are too many.
    """
    parts = [part.strip() for part in text.split("x")]
    larger = [part for part in parts if not _ONE.fullmatch(part)]
    if not larger or len(parts) > MAX_SIDES:
        expected = f"give 1 to {MAX_SIDES} sizes, one of 2 or more"
        raise InputError(option, f"{text[:200]!r} is not usable", expected)
    if any(part.isascii() and part.isdigit() and not part.strip("0") for part in parts):
        raise InputError(option, f"{text[:200]!r} has a size of 0", "give whole numbers of at least 1")
    read = iter(read_sizes(option, "sizes", "x".join(larger)))
    sizes = tuple(1 if _ONE.fullmatch(part) else next(read) for part in parts)
    if math.prod(sizes) > MAX_ROUTERS:
        expected = f"at most {MAX_ROUTERS:,} switches can be examined"
        raise InputError(option, f"{text[:200]} is too large", expected)
    return sizes
