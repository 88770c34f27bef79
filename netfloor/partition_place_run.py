"""What ``netfloor partition place`` does: partitions of a placed plan, searched and bounded."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from foundation.errors import InputError
from layout.regions.bounds import RegionBound, RegionBounds
from layout.regions.division import Division, divide
from layout.regions.search import Found, search_regions
from layout.regions.units import By, Units, make_units
from netfloor.loaded_plan import LoadedPlan, load_plan
from netfloor.output_files import check_free, never, write_file

#: Largest network whose partitions are searched, in routers.
MOST_ROUTERS = 1 << 14
#: Most sizes at once.
MOST_SIZES = 64
NOTE = (
    "partitions are the best that were searched and bisections the best cuts found; the bounds beside "
    "them are certified"
)


@dataclass(frozen=True)
class PlaceRequest:
    """What the user asked for; see the command's options."""

    plan: Path
    sizes: Sequence[int] = ()
    every: bool = False
    by: By = "routers"
    seed: int = 0
    csv: Path | None = None
    svg: Path | None = None


@dataclass(frozen=True)
class SizeAnswer:
    """One size: what bounds it, what was found, and the machine divided."""

    size: int
    bound: RegionBound
    found: Found
    divisions: tuple[Division, ...]


@dataclass(frozen=True)
class PlacedPartitions:
    """The answers for every size of a plan."""

    plan: LoadedPlan
    units: Units
    answers: tuple[SizeAnswer, ...]


def run_place(request: PlaceRequest, *, force: bool) -> PlacedPartitions:
    """Search partitions of every size that was asked for, and write the files.

    Raises
    ------
    InputError
        If the plan, a size or an output file is not usable.
    """
    for path in (request.csv, request.svg):
        if path is not None:
            check_free(path, never, force=force)
    if (
        request.csv is not None
        and request.svg is not None
        and request.csv.absolute() == request.svg.absolute()
    ):
        raise InputError(str(request.csv), "is both --csv and --svg", "give two files")
    plan = load_plan(request.plan)
    if plan.topology.routers > MOST_ROUTERS:
        what = f"has {plan.topology.routers:,} routers"
        raise InputError(str(request.plan), what, f"at most {MOST_ROUTERS:,} can be searched")
    units = make_units(plan.topology, plan.room, plan.placement, plan.cables, request.by)
    sizes = chosen_sizes(units, request)
    bounds = RegionBounds(units)
    placed = PlacedPartitions(
        plan, units, tuple(_answer(units, bounds, size, request.seed) for size in sizes)
    )
    _write(placed, request)
    return placed


def chosen_sizes(units: Units, request: PlaceRequest) -> list[int]:
    """Return the sizes that were asked for, ascending, each once.

    ``--all`` means those up to half that divide the machine evenly, and the powers of two.

    Raises
    ------
    InputError
        If there is none, or one is too small or too large.
    """
    count, least = len(units), 2 if units.by == "routers" else 1
    if request.every == bool(request.sizes):
        what = "has both --size and --all" if request.every else "has no size to search"
        raise InputError("partition place", what, "give --size, once or several times, or --all")
    if request.every:
        halves = range(least, count // 2 + 1)
        sizes = [size for size in halves if count % size == 0 or size.bit_count() == 1]
        if not sizes:
            raise InputError("--all", f"{count:,} {units.by} have no smaller partitions", "give --size")
        return sizes
    for size in request.sizes:
        if not least <= size <= count:
            what = f"{size:,} of {count:,} {units.by}"
            raise InputError("--size", what, f"give {least:,} to {count:,}")
    sizes = sorted(set(request.sizes))
    if len(sizes) > MOST_SIZES:
        raise InputError("--size", f"{len(sizes)} sizes", f"give at most {MOST_SIZES} at once")
    return sizes


def _answer(units: Units, bounds: RegionBounds, size: int, seed: int) -> SizeAnswer:
    divisions = divide(units, size, seed)
    known = [region for division in divisions for region in division.regions]
    return SizeAnswer(size, bounds.of(size), search_regions(units, size, seed, known), divisions)


def _write(placed: PlacedPartitions, request: PlaceRequest) -> None:
    from netfloor.partition_place_files import place_csv, place_svg  # noqa: PLC0415 - needs this module

    if request.csv is not None:
        write_file(request.csv, place_csv(placed))
    if request.svg is not None:
        write_file(request.svg, place_svg(placed))


def place_notes(placed: PlacedPartitions) -> list[str]:
    """Return what a user should know."""
    notes = [NOTE]
    if len(set(placed.units.topology.multiplicity.tolist())) > 1:
        notes.append("parallel links count each: a pair with several has as many times the capacity")
    notes += placed.plan.topology.notes
    return notes
