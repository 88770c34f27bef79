"""Checkpoints: files from which unfinished work goes on, for the same work alone."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, load_json


@dataclass(frozen=True)
class CheckpointKind:
    """The checkpoints of one sort of work.

    Attributes
    ----------
    name, schema
        What a file of theirs holds as ``kind`` and ``schema``; an archive in its head.
    foreign
        What is said of a file that is none of them, and what to do then.
    other
        What is said of one that belongs to other inputs, unless more is known, and what to do then.
    """

    name: str
    schema: int
    foreign: tuple[str, ...]
    other: tuple[str, ...] = ()

    @property
    def head(self) -> dict[str, Any]:
        """What every file begins with."""
        return {"schema": self.schema, "kind": self.name}

    def marks(self, path: Path) -> bool:
        """Return True for a file of this kind, whatever its schema."""
        try:
            return bool(self.document(path))
        except InputError:
            return False

    def document(self, path: Path) -> dict[str, Any]:
        """Return what a file of this kind holds.

        Raises
        ------
        InputError
            If it cannot be read or is of another kind.
        """
        document = load_json(path, "checkpoint")
        if not isinstance(document, dict) or document.get("kind") != self.name:
            raise InputError(str(path), *self.foreign)
        return document

    def require_same(self, path: Path, written: Any, present: Any, *said: str) -> None:
        """Do nothing where the inputs that a file names are those of the present run.

        Raises
        ------
        InputError
            If they differ, with what is ``said`` of it.
        """
        if written != present:
            raise InputError(str(path), *(said or self.other))


def with_checksum(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record of a file with the checksum of its other fields."""
    return {**record, "sha256": canonical_sha256(record)}


def checked_record(path: Path, record: Any) -> dict[str, Any]:
    """Return a record without its checksum.

    Raises
    ------
    InputError
        If its fields are not those that the checksum was made of.
    """
    fields = {key: value for key, value in record.items() if key != "sha256"} if _is_table(record) else {}
    if not fields or canonical_sha256(fields) != record["sha256"]:
        what = "is damaged: a run in it was changed, or an older netfloor wrote it"
        raise InputError(str(path), what, "remove it")
    return fields


def _is_table(record: Any) -> bool:
    return isinstance(record, dict) and "sha256" in record
