"""File names relative to the file that names them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from netfloor.foundation.files import each_file, files_of, is_file
from netfloor.foundation.models import StrictModel

Table = TypeVar("Table", bound=StrictModel)


def beside(study_path: Path, spec: str | None) -> str | None:
    """Resolve a file name against the study's folder if the file exists there, else return it unchanged."""
    if spec is None or ":" in spec or Path(spec).is_absolute():
        return spec
    beside_study = study_path.parent / spec
    if is_file(beside_study) or len(files_of(spec)) == 1:
        return str(beside_study) if is_file(beside_study) else spec
    return each_file(spec, lambda item: beside(study_path, str(item)) or str(item))


def beside_network(study_path: Path, spec: str) -> str:
    """Resolve the graph and server files of a ``file:`` spec against the study's folder."""
    family, colon, rest = spec.partition(":")
    if family.strip() != "file" or not colon:
        return spec
    name, comma, options = rest.partition(",")
    path = beside(study_path, name.strip())
    results = [_beside_option(study_path, option) for option in options.split(",")]
    return f"file:{path}{comma}{','.join(results)}"


def networks_beside(study_path: Path, tables: Sequence[Table]) -> list[Table]:
    """Resolve the plans and graph files in the ``network`` field of tables against the study's folder."""

    def found(spec: str) -> dict[str, Any]:
        return {"network": beside_network(study_path, beside(study_path, spec) or spec)}

    return [table.model_copy(update=found(getattr(table, "network"))) for table in tables]  # noqa: B009 - of any


def _beside_option(study_path: Path, option: str) -> str:
    """Resolve the file in an option of a ``file:`` spec against the study's folder."""
    name, sign, value = option.partition("=")
    return f"{name}={beside(study_path, value.strip())}" if sign and name.strip() == "servers" else option
