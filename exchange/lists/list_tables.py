"""Tables of devices and cables from users' files in any form, before their rows are read."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from netfloor.exchange.lists.forms.adapters import with_adapters_apart
from netfloor.exchange.lists.forms.areas import with_areas
from netfloor.exchange.lists.forms.clear_names import with_clear_names
from netfloor.exchange.lists.forms.ends.named_ends import without_cables_as_devices
from netfloor.exchange.lists.forms.known_names import KnownNames
from netfloor.exchange.lists.forms.mixed_rows import tables_of_one_kind
from netfloor.exchange.lists.forms.paired_rows import ENDS, with_joined_ends
from netfloor.exchange.lists.forms.places import with_split_places
from netfloor.exchange.lists.forms.rack_lists import StatedRacks, without_rack_lists
from netfloor.exchange.lists.forms.unit_ends import with_units_in_names
from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import Reshape, TableRequest, read_subjects
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import TableSubject
from netfloor.exchange.tables.tables import TextTable
from netfloor.fabric.fabric import FloorCabinet


def list_tables(
    paths: Sequence[Path],
    cables: TableSubject,
    asked: TableRequest,
    problems: Problems,
    cabinets: Sequence[FloorCabinet] | None = None,
    plain: SubjectTable | None = None,
) -> tuple[list[SubjectTable], StatedRacks]:
    """Return the tables of devices and of ``cables`` in some files, and the racks of rack lists.

    Rack and unit of one cell are apart, and so are device and adapter; rows of one end are joined, each
    device has one name, with its unit if several units have it, and each rack the name of its cabinet.
    ``plain``: the only table, if it is known already.
    """
    notes = asked.report.notes
    subjects = (cables, DEVICES, ENDS)

    def reshaper(opened: Sequence[TextTable]) -> Reshape:
        return partial(tables_of_one_kind, names=KnownNames(opened, asked.columns_of))

    tables = [plain] if plain else read_subjects(paths, subjects, asked, problems, reshaper)
    tables = with_split_places(with_joined_ends(tables, cables, notes), notes)
    tables = with_clear_names(with_adapters_apart(tables, notes), notes)
    tables = with_areas(tables, problems, notes, cabinets)
    tables = with_units_in_names(tables, notes)
    tables, racks = without_rack_lists(tables, notes, [cabinet.name for cabinet in cabinets or ()])
    return without_cables_as_devices(tables, problems), racks
