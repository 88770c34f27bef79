"""Check of an expanded plan's record of its previous plan, recounted from both files.

It shares no code with `plans.migration.growth` or `plans.alignment`; it reads the columns of both files.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file
from netfloor.plans.check.differences import differences
from netfloor.plans.check.sources import FileGone
from netfloor.plans.file import document_sha256, read_record
from netfloor.plans.models import LaidModel, PlanModel

AnyRecord = PlanModel | LaidModel
#: Maximum number of changed ids named in the report.
_MAX_NAMED = 10


def growth_problems(record: AnyRecord, *folders: Path) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked): whether ids keep their ends, and the recorded reuse is right.

    The old plan is searched for by name in the working directory and the folders.
    """
    grown = record.grown
    if grown is None:
        return [], []
    name = Path(grown.plan)
    paths = [name, *(folder / part for folder in folders for part in (name, Path(name.name)))]
    before: AnyRecord | None = None
    for path in dict.fromkeys(paths):
        if is_file(path):
            try:
                document, result = read_record(path)
            except InputError:
                continue
            if result.sha256 == grown.sha256 == document_sha256(document):
                before = result
                break
    if before is None:
        why = (
            f"{grown.plan} is missing or has changed, so what was kept of the original plan was not counted"
        )
        return [], [FileGone(why, ["grown"])]
    return list(_problems(before, record)), []


def _problems(before: AnyRecord, after: AnyRecord) -> Iterator[str]:
    """Yield ids that now connect other devices, and counts that contradict the two files."""
    assert after.grown is not None  # noqa: S101 - see the caller
    old, new = _Side(before), _Side(after)
    common = old.ends.keys() & new.ends.keys()
    reused = sorted(name for name in common if {*old.names(name)} != {*new.names(name)})
    for name in reused[:_MAX_NAMED]:
        yield f"grown: cable {name} joined {' and '.join(old.names(name))} in the old plan"
    at_home = {name for name, place in new.places.items() if old.places.get(name) == place}
    kept = {
        name
        for name in common
        if old.ends[name] == new.ends[name]
        and old.facts[name] == new.facts[name]
        and at_home.issuperset(new.names(name))
    }
    pairs = (
        ("devices", old.places, new.places, len(at_home)),
        ("cables", old.ends, new.ends, len(kept)),
    )
    for what, mine, theirs, stay in pairs:
        both = len(mine.keys() & theirs.keys())
        right = {"stay": stay, "changed": both - stay}
        right |= {"added": len(theirs) - both, "removed": len(mine) - both}
        claimed = getattr(after.grown, what).model_dump()
        yield from differences(claimed, right, f"grown.{what}")


class _Side:
    """Locations of devices by name; ends, length and rate of cables by id."""

    def __init__(self, record: AnyRecord) -> None:
        devices, cables = record.devices.rows(), record.cables.rows()
        positions = _positions(record)
        self.places = {
            row["name"]: (
                row["cabinet"],
                positions.get(number, 0) if row["unit"] is None else row["unit"],
                f"{row['face'] if row['half_depth'] else ''} {row['bay']}",
            )
            for number, row in enumerate(devices)
        }
        self.ends: dict[str, Sequence[tuple[str, str]]] = {}
        self.facts: dict[str, tuple[Any, ...]] = {}
        for row in cables:
            ends = (
                (devices[row[side]]["name"], row[f"label_{side}"] or str(row[f"port_{side}"]))
                for side in "ab"
            )
            self.ends[row["id"]] = sorted(ends)
            self.facts[row["id"]] = row["length_mm"], row["gbps"]
        if isinstance(record, PlanModel):
            for link, _, length_mm in record.detours:
                name = cables[link]["id"]
                self.facts[name] = length_mm, self.facts[name][1]

    def names(self, cable: str) -> list[str]:
        """Return the devices of a cable."""
        return [name for name, _ in self.ends[cable]]


def _positions(record: AnyRecord) -> dict[int, int]:
    """Return the position of each switch in its cabinet, from 1, by the slots of a room without units."""
    if not isinstance(record, PlanModel):
        return {}
    slots = record.inputs.room.definition.get("slots_per_cabinet", 0)
    return {switch: slot % slots + 1 for switch, slot in enumerate(record.placement)} if slots else {}
