"""Names of files that stand beside the file which names them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from netfloor.foundation.files import each_file, files_of, is_file
from netfloor.foundation.models import StrictModel

Table = TypeVar("Table", bound=StrictModel)


def beside(study_path: Path, spec: str | None) -> str | None:
    """Return a file name from the study's folder, if the file is there, else as it is."""
    if spec is None or ":" in spec or Path(spec).is_absolute():
        return spec
    beside_study = study_path.parent / spec
    if is_file(beside_study) or len(files_of(spec)) == 1:
        return str(beside_study) if is_file(beside_study) else spec
    return each_file(spec, lambda one: beside(study_path, str(one)) or str(one))


def beside_network(study_path: Path, spec: str) -> str:
    """Return a ``file:`` spec, the files of graph and servers found from the study's folder as well."""
    family, colon, rest = spec.partition(":")
    if family.strip() != "file" or not colon:
        return spec
    name, comma, options = rest.partition(",")
    path = beside(study_path, name.strip())
    found = [_beside_option(study_path, option) for option in options.split(",")]
    return f"file:{path}{comma}{','.join(found)}"


def networks_beside(study_path: Path, tables: Sequence[Table]) -> list[Table]:
    """Return tables with a field ``network``, its plans and graph files from the study's folder too."""

    def found(spec: str) -> dict[str, Any]:
        return {"network": beside_network(study_path, beside(study_path, spec) or spec)}

    return [one.model_copy(update=found(getattr(one, "network"))) for one in tables]  # noqa: B009 - of any


def _beside_option(study_path: Path, option: str) -> str:
    """Return an option of a ``file:`` spec, a file that it names found from the study's folder as well."""
    name, sign, value = option.partition("=")
    return f"{name}={beside(study_path, value.strip())}" if sign and name.strip() == "servers" else option
