"""Plans from lists of devices and cables, and the device order of a rack."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from netfloor.api.networks import whole
from netfloor.api.parts import catalogue_file
from netfloor.api.plan import ListedPlan
from netfloor.api.watched import watched
from netfloor.foundation.display.data_table import DataTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.order.terms import ListedTerms
from netfloor.studies.lists.placed import ListedAim
from netfloor.studies.lists.plan import ListedPlanRequest, run_listed_plan
from netfloor.studies.rack_order import RackOrder, RackRequest, order_rack

Lists = str | Path | Sequence[str | Path]


class Rack:
    """The order of devices in a rack; made by `rack`."""

    def __init__(self, found: RackOrder) -> None:
        self._found = found

    def __repr__(self) -> str:
        return f"Rack({self._found.answer})"

    def _repr_html_(self) -> str:
        return f"<p>{self._found.answer}</p>{self.devices._repr_html_()}"

    @property
    def answer(self) -> str:
        """Total length and proof in a sentence."""
        return self._found.answer

    @property
    def total_units(self) -> int:
        """Sum over all cables of the units between their ends."""
        return self._found.total

    @property
    def lower_bound_units(self) -> int | None:
        """Lower bound on the total; None without one."""
        return self._found.lower_bound

    @property
    def gap(self) -> float | None:
        """Relative excess of the total over its lower bound; 0 if proved optimal."""
        return self._found.gap

    @property
    def devices(self) -> DataTable:
        """A row per device from the top down: lowest unit, height in units, name."""
        unit, height, name = zip(*self._found.places, strict=True)
        return DataTable({"unit": unit, "height": height, "device": name}, self.answer)


def rack(
    cables: Lists,
    *,
    units: int = 42,
    fixed: Mapping[str, int] | None = None,
    heights: Mapping[str, int] | None = None,
    seed: int = 0,
    progress: bool = False,
    interrupt: Interrupt | None = None,
) -> Rack:
    """Order the devices of cable lists in a rack for the shortest cables.

    The length of a cable is the number of units between its ends, measured at the lowest unit of each
    device.

    Parameters
    ----------
    cables
        A file of cables, CSV or workbook, or several.
    units
        Units of the rack.
    fixed, heights
        Lowest unit of fixed devices, and height of devices taller than 1 unit, by name.

    Raises
    ------
    InputError
        For unreadable lists, and devices that do not exist, overlap or are outside the rack.
    """
    units, seed = whole(units, "units", least=1), whole(seed, "seed")
    request = RackRequest(_files(cables), units, dict(fixed or {}), dict(heights or {}), seed)
    with watched(SILENT, interrupt, progress=progress) as (_, ends):
        return Rack(order_rack(request, ends))


def devices(  # noqa: PLR0913 - one keyword each, all optional
    lists: Lists,
    room: str | Path,
    out: str | Path,
    *,
    objective: str = "length",
    catalogue: str | Path | Sequence[str | Path] | None = None,
    seed: int = 0,
    force: bool = False,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
) -> ListedPlan:
    """Plan lists of devices and cables in a room, and write the plan with its page into a folder.

    Devices without a rack or a unit are placed, the others stay, as in ``netfloor plan`` with lists.

    Parameters
    ----------
    lists
        Files of devices and cables, CSV or workbooks, in any order.
    room
        Room file with rows of cabinets.
    out
        Folder for the plan, its page and copies of the lists.
    objective, catalogue
        Objective for free devices: ``length``, ``longest``, or ``parts`` with a catalogue.

    Raises
    ------
    InputError
        For an invalid room or lists, with all problems of the lists; nothing is written then.
    InfeasibleError
        If limits leave no placement for the free devices.
    """
    choice = ObjectiveChoice(
        objective, catalogue=None if catalogue is None else str(catalogue_file(catalogue))
    )
    aim = ListedAim(choice, ListedTerms())
    request = ListedPlanRequest(_files(lists), str(room), Path(out), seed=whole(seed, "seed"), aim=aim)
    with watched(observer, interrupt, progress=progress) as (hears, ends):
        made = run_listed_plan(request, hears, ends, force=force)
    return ListedPlan(made.laid)


def _files(given: Lists) -> tuple[Path, ...]:
    """Normalise one or several file names to a tuple of paths."""
    files = [given] if isinstance(given, str | Path) else list(given)
    if not files or not all(isinstance(file, str | Path) for file in files):
        raise InputError("lists", f"{given!r} are not files", "one file, or a list of files")
    return tuple(map(Path, files))
