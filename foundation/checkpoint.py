"""Checkpoints: files from which unfinished work resumes, with the same inputs only."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, load_json


@dataclass(frozen=True)
class CheckpointKind:
    """A type of checkpoint file.

    Attributes
    ----------
    name, schema
        Values of ``kind`` and ``schema`` in a file; an archive has them in its header.
    foreign
        Message and remedy for a file of another kind.
    other
        Default message and remedy for a checkpoint of other inputs.
    """

    name: str
    schema: int
    foreign: tuple[str, ...]
    other: tuple[str, ...] = ()

    @property
    def head(self) -> dict[str, Any]:
        """Header fields of every file."""
        return {"schema": self.schema, "kind": self.name}

    def marks(self, path: Path) -> bool:
        """Test for a file of this kind with any schema."""
        try:
            return bool(self.document(path))
        except InputError:
            return False

    def document(self, path: Path) -> dict[str, Any]:
        """Read a file of this kind; `InputError` if it cannot be read or is of another kind."""
        document = load_json(path, "checkpoint")
        if not isinstance(document, dict) or document.get("kind") != self.name:
            raise InputError(str(path), *self.foreign)
        return document

    def require_same(self, path: Path, written: Any, present: Any, *said: str) -> None:
        """Raise `InputError`, with the given message, if a file's inputs differ from those of this run."""
        if written != present:
            raise InputError(str(path), *(said or self.other))


def with_checksum(record: dict[str, Any]) -> dict[str, Any]:
    """Add a checksum of all other fields to a record."""
    return {**record, "sha256": canonical_sha256(record)}


def checked_record(path: Path, record: Any) -> dict[str, Any]:
    """Remove a record's checksum; `InputError` if it does not match the fields."""
    fields = {key: value for key, value in record.items() if key != "sha256"} if _is_table(record) else {}
    if not fields or canonical_sha256(fields) != record["sha256"]:
        what = "is damaged: a run in it was changed, or an older netfloor wrote it"
        raise InputError(str(path), what, "remove it")
    return fields


def _is_table(record: Any) -> bool:
    return isinstance(record, dict) and "sha256" in record
