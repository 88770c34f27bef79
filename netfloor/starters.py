"""Commented files to start from, and the JSON Schemas of the files users write."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from foundation.errors import InputError
from foundation.files import write_atomic
from netfloor.output_files import check_free, never
from netfloor.study import StudyFile
from rooms.room_file import RoomFile

#: What ``netfloor init`` knows: the kind, its model and its commented file.
STARTERS: dict[str, tuple[type[BaseModel], str]] = {
    "grid": (RoomFile, "grid.toml"),
    "study": (StudyFile, "study.toml"),
}


def starter_text(kind: str) -> str:
    """Return the commented file of a kind; `InputError` for an unknown one."""
    return (files("netfloor") / "starter_files" / _starter(kind)[1]).read_text(encoding="utf-8")


def write_starter(kind: str, out: Path, *, force: bool) -> None:
    """Write the commented file of a kind."""
    text = starter_text(kind)
    check_free(out, never, force=force)
    write_atomic(out, text)


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, for an editor's completion."""
    return _starter(kind)[0].model_json_schema()


def _starter(kind: str) -> tuple[type[BaseModel], str]:
    if kind not in STARTERS:
        raise InputError("init", f"there is no starter {kind!r}", f"known: {', '.join(STARTERS)}")
    return STARTERS[kind]
