"""Tables printed in papers, stored as data files in ``data`` and found by network spec."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml

_FOLDER = Path(__file__).with_name("data")

#: Fields that name a row; all others are figures.
_NAMES = ("network", "networks", "printed")


@dataclass(frozen=True)
class PublishedTable:
    """A table printed in a paper, with notes on doubtful figures."""

    name: str
    title: str
    source: str
    # figures by network, under the spec and under the printed name
    rows: Mapping[str, Mapping[str, float | int]]
    # figures printed once per size class, under each network of the class
    baselines: Mapping[str, Mapping[str, float | int]]
    baseline_name: str  # as in the paper
    notes: tuple[str, ...]

    def for_network(self, spec: str) -> Mapping[str, float | int]:
        """Return the printed figures of a network; empty if there are none."""
        return self.rows.get(_key(spec), {})

    def baseline_for(self, spec: str) -> Mapping[str, float | int]:
        """Return the figures printed for the baseline of a network's size class, if any."""
        return self.baselines.get(_key(spec), {})


def published_names() -> tuple[str, ...]:
    """Return the names that `load_published` accepts, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def load_published(name: str) -> PublishedTable:
    """Return a printed table by name; `InputError` lists the known names."""
    known = published_names()
    if name not in known:
        raise InputError("published", f"there is no published table {name!r}", f"known: {', '.join(known)}")
    table = load_toml(_FOLDER / f"{name}.toml", "published table")
    return PublishedTable(
        name=name,
        title=table["title"],
        source=table["source"],
        rows=_by_network(table["rows"]),
        baselines=_by_network(table.get("baselines", ())),
        baseline_name=table["baseline_name"],
        notes=tuple(table["notes"]),
    )


def _by_network(rows: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, float | int]]:
    result: dict[str, Mapping[str, float | int]] = {}
    for row in rows:
        figures = {key: value for key, value in row.items() if key not in _NAMES}
        names = [row.get("network"), row.get("printed"), *row.get("networks", ())]
        result.update({_key(name): figures for name in names if name})
    return result


def _key(spec: str) -> str:
    """Return a spec in lower case without blanks."""
    return "".join(spec.split()).lower()
