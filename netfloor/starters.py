"""Commented files to start from, and the JSON Schemas of the files users write."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from foundation.errors import InputError
from foundation.files import to_json
from netfloor.hall_plan_file import HallPlanFile
from netfloor.output_files import check_free, never, write_file
from netfloor.study import StudyFile
from rooms.hall.hall_models import HallFile
from rooms.room_file import RoomFile

#: What ``netfloor init`` knows: the kind, its model and its commented file.
STARTERS: dict[str, tuple[type[BaseModel], str]] = {
    "grid": (RoomFile, "grid.toml"),
    "hall": (HallFile, "hall.toml"),
    "plan": (HallPlanFile, "plan.toml"),
    "study": (StudyFile, "study.toml"),
}


def starter_text(kind: str, *, schema: bool) -> str:
    """Return the commented file of a kind, or its JSON Schema; `InputError` for an unknown one."""
    if kind not in STARTERS:
        raise InputError("init", f"there is no starter {kind!r}", f"known: {', '.join(STARTERS)}")
    model, name = STARTERS[kind]
    if schema:
        return to_json(model.model_json_schema())
    return (files("netfloor") / "starter_files" / name).read_text(encoding="utf-8")


def write_starter(text: str, out: Path, *, force: bool) -> None:
    """Write a starter to a file."""
    check_free(out, never, force=force)
    write_file(out, text)


def starter_document(kind: str, text: str, out: Path | None) -> dict[str, Any]:
    """Return what ``init --json`` prints: the text itself where it went to no file."""
    where = {"text": text} if out is None else {"file": str(out)}
    return {"schema": 1, "kind": kind, **where}
