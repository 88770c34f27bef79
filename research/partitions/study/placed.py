"""Search and bound partitions of a placed plan, for ``netfloor partition place``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import key_label
from netfloor.plans.networks import open_network
from netfloor.research.partitions.placed.bounds import RegionBounds
from netfloor.research.partitions.placed.division import divide
from netfloor.research.partitions.placed.search import search_regions
from netfloor.research.partitions.placed.units import By, Units, make_units
from netfloor.research.partitions.report.placed import PlacedPartitions, SizeAnswer
from netfloor.research.partitions.report.placed_files import place_csv, place_svg

#: Limit on switches of a network whose partitions are searched.
MAX_ROUTERS = 1 << 14
#: Limit on sizes per run.
MAX_SIZES = 64
TASK = "searching partitions"
_SIZE, _ALL = setting("size"), setting("all")


@dataclass(frozen=True)
class PlaceRequest:
    """The options of the command."""

    plan: Path
    sizes: Sequence[int] = ()
    every: bool = False
    by: By = "routers"
    seed: int = 0
    csv: Path | None = None
    svg: Path | None = None
    network: str | None = None  # of several in a plan


def run_place(request: PlaceRequest, observer: Observer = SILENT, *, force: bool) -> PlacedPartitions:
    """Search partitions of every requested size, and write the files.

    Raises
    ------
    InputError
        If the plan, a size or an output file is unusable.
    """
    files = [(request.csv, place_csv), (request.svg, place_svg)]
    wanted = [(path, text_of) for path, text_of in files if path is not None]
    for path, _ in wanted:
        check_free(path, foreign_files, force=force)
    if len({path.absolute() for path, _ in wanted}) < len(wanted):
        both = f"is both {setting('csv')} and {setting('svg')}"
        raise InputError(str(request.csv), both, "give two files")
    observer.doing("reading the plan")
    network = open_network(request.plan, request.network)
    if network.topology.routers > MAX_ROUTERS:
        what = f"has {network.topology.routers:,} switches"
        raise InputError(str(request.plan), what, f"at most {MAX_ROUTERS:,} can be searched")
    units = make_units(network.topology, network.room, network.cabinets, network.cables, request.by)
    sizes = chosen_sizes(units, request)
    bounds = RegionBounds(units)
    answers: list[SizeAnswer] = []
    observer.started(TASK, len(sizes))
    for size in sizes:
        observer.advanced(TASK, len(answers), f"{size:,} {request.by}")
        answers.append(_answer(units, bounds, size, request.seed))
    observer.finished(TASK)
    placed = PlacedPartitions(network, units, tuple(answers))
    for path, text_of in wanted:
        write_file(path, text_of(placed))
    return placed


def chosen_sizes(units: Units, request: PlaceRequest) -> list[int]:
    """Return the requested sizes, ascending, without duplicates.

    ``every`` means the sizes up to half that divide the machine evenly, and the powers of two.

    Raises
    ------
    InputError
        If there is none, or one is too small or too large.
    """
    count, minimum = len(units), 2 if units.by == "routers" else 1
    if request.every == bool(request.sizes):
        what = f"has both {_SIZE} and {_ALL}" if request.every else "has no size to search"
        raise InputError("partition place", what, f"give {_SIZE}, once or several times, or {_ALL}")
    if request.every:
        halves = range(minimum, count // 2 + 1)
        sizes = [size for size in halves if count % size == 0 or size.bit_count() == 1]
        if not sizes:
            raise InputError(
                _ALL, f"{count:,} {key_label(units.by)} have no smaller partitions", f"give {_SIZE}"
            )
        return sizes
    for size in request.sizes:
        if not minimum <= size <= count:
            raise InputError(
                _SIZE, f"{size:,} of {count:,} {key_label(units.by)}", f"give {minimum:,} to {count:,}"
            )
    sizes = sorted(set(request.sizes))
    if len(sizes) > MAX_SIZES:
        raise InputError(_SIZE, f"{len(sizes)} sizes", f"give at most {MAX_SIZES} at once")
    return sizes


def _answer(units: Units, bounds: RegionBounds, size: int, seed: int) -> SizeAnswer:
    divisions = divide(units, size, seed)
    known = [region for division in divisions for region in division.regions]
    return SizeAnswer(size, bounds.of(size), search_regions(units, size, seed, known), divisions)
