"""All members of families up to a size, by closed forms: SpectralFly's Fig. 4, left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import known_text
from netfloor.reports.formats.table import Table, count_column
from netfloor.reports.structure.types import FamilySizes
from netfloor.topologies.family import Family, Instance, instances
from netfloor.topologies.spec import FAMILIES

#: Maximum members; a longer list would take minutes.
MAX_MEMBERS = 200_000


@dataclass(frozen=True)
class Feasible:
    """Members of families within limits, smallest first in each family."""

    max_routers: int
    max_radix: int | None
    members: Mapping[str, Sequence[Instance]]

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``topology feasible --json``."""
        return {
            "schema": 1,
            "families": list(self.members),
            "max_routers": self.max_routers,
            "max_radix": self.max_radix,
            "notes": self.notes,
            "instances": [
                _record(name, member) for name, members in self.members.items() for member in members
            ],
        }

    @property
    def notes(self) -> list[str]:
        """The members listed, for families that list only some."""
        listed = ((name, FAMILIES[name].listed) for name in self.members)
        return [f"{name}: {which}" for name, which in listed if which is not None]

    @property
    def table(self) -> Table:
        """The table of members."""
        heads = "switches", "radix", "endpoints\nper switch", "endpoints\ntotal", "ports\nused"
        rows = [
            (
                member.spec,
                member.routers,
                member.radix,
                member.endpoints,
                member.total_endpoints,
                member.total_ports,
            )
            for members in self.members.values()
            for member in members
        ]
        return Table("Members", ("network", *map(count_column, heads)), rows)

    def sizes(self) -> tuple[FamilySizes, ...]:
        """Return the sizes of each family."""
        return tuple(FamilySizes.of(name, members) for name, members in self.members.items())


def listing_families() -> list[str]:
    """Return the names of the families that list their members."""
    return [family.name for family in FAMILIES.values() if family.instances is not None]


def feasible(names: Sequence[str], max_routers: int, max_radix: int | None) -> Feasible:
    """Return the members of some families within limits on switches and links per switch.

    `InputError` if a family is unknown, does not list its members, or has too many.
    """
    listing = listing_families()
    for name in names:
        if name not in listing:
            what = f"{name[:40]!r} {'does not list its members' if name in FAMILIES else 'is not a family'}"
            raise InputError(setting("family"), what, known_text(name, listing))
    members = {name: _members(FAMILIES[name], max_routers, max_radix) for name in names}
    return Feasible(max_routers, max_radix, members)


def run_feasible(
    names: Sequence[str], max_routers: int, max_radix: int | None, svg: Path | None, *, force: bool
) -> Feasible:
    """Return the members of some families, and draw their sizes if a file is given.

    `InputError` as `feasible`, or if the file cannot be written or overwritten.
    """
    if svg is not None:
        check_free(svg, foreign_files, force=force)
    members = feasible(names, max_routers, max_radix)
    if svg is not None:
        from netfloor.reports.structure.charts import sizes_svg  # noqa: PLC0415 - imports Matplotlib

        write_file(svg, sizes_svg(members.sizes(), "sizes-", standalone=True))
    return members


def _members(family: Family, max_routers: int, max_radix: int | None) -> list[Instance]:
    fitting = []
    for count, instance in enumerate(instances(family, max_routers)):
        if count == MAX_MEMBERS:
            what = f"more than {MAX_MEMBERS:,} members of {family.name} have up to {max_routers:,} switches"
            raise InputError(setting("max-routers"), what, f"give {instance.routers - 1:,} or fewer")
        if max_radix is None or instance.radix <= max_radix:
            fitting.append(instance)
    return fitting


def _record(name: str, instance: Instance) -> dict[str, Any]:
    return {
        "family": name,
        "network": instance.spec,
        "routers": instance.routers,
        "radix": instance.radix,
        "endpoints_per_router": instance.endpoints,
        "endpoints": instance.total_endpoints,
        "ports": instance.total_ports,
    }
