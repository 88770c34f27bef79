"""Commented starter files, and the JSON Schemas of user files."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import to_json
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import known_text
from netfloor.rooms.hall.file.tables import HallFile
from netfloor.rooms.room_file import RoomFile
from netfloor.studies.compare.study_file import StudyFile
from netfloor.studies.hall_plan.file import HallPlanFile

#: Kinds of ``netfloor init``, with model (none for a table) and commented file.
STARTERS: dict[str, tuple[type[BaseModel] | None, str]] = {
    "grid": (RoomFile, "grid.toml"),
    "hall": (HallFile, "hall.toml"),
    "plan": (HallPlanFile, "plan.toml"),
    "devices": (None, "devices.csv"),
    "cables": (None, "cables.csv"),
    "study": (StudyFile, "study.toml"),
    "catalogue": (Catalogue, "catalogue.toml"),
    "ownership": (OwnershipTerms, "ownership.toml"),
}


@dataclass(frozen=True)
class Starter:
    """The text of a starter file, and the file it was written to, if any."""

    kind: str
    text: str
    out: Path | None

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``init --json``, with the text if no file was written."""
        where = {"text": self.text} if self.out is None else {"file": str(self.out)}
        return {"schema": 1, "kind": self.kind, **where}


def make_starter(kind: str, out: Path | None, *, schema: bool, force: bool) -> Starter:
    """Return the commented file of a kind, or its JSON Schema, and write it if ``out`` is given.

    Raise `InputError` if the kind is unknown, is a table although a schema is requested, or if the file
    cannot be written.
    """
    if kind not in STARTERS:
        raise InputError("init", f"unknown kind {kind!r}", known_text(kind, [*STARTERS, "example"]))
    model, name = STARTERS[kind]
    if schema and model is None:
        known = ", ".join(kind for kind, (model, _) in STARTERS.items() if model is not None)
        raise InputError("init", f"{kind} is a table and has no JSON Schema", f"with one: {known}")
    if schema and model is not None:
        text = to_json(model.model_json_schema())
    else:
        text = (files("netfloor") / "starter_files" / name).read_text(encoding="utf-8")
    if out is not None:
        check_free(out, foreign_files, force=force)
        write_file(out, text)
    return Starter(kind, text, out)
