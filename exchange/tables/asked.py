"""The user's column mapping: ``--map``, and a file that saves it for the next list in the same format."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.exchange.tables.heading_lines import PATH_TARGET
from netfloor.exchange.tables.headings.layout import SKIPPED, all_keys, target_meaning
from netfloor.exchange.tables.problems import NearNames
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.row_kinds.statuses import ROW_TARGETS
from netfloor.exchange.tables.subject import HeadingReader, TableSubject
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import load_toml
from netfloor.topologies.parameters import printable, shown

_SCHEMA = 1
_TARGET = re.compile(r"[\w@ /.()-]{1,60}")


def parse_map(texts: Iterable[str], subjects: Sequence[TableSubject]) -> dict[str, str]:
    """Parse ``Artikel=part,Preis=price`` into meanings by heading; headings may contain commas.

    Raises `InputError` for a malformed text or an unknown meaning.
    """
    where, pairs = setting("map"), dict[str, str]()
    for text in texts:
        heading, *parts = text.split("=")
        for part in parts:
            target, _, following = part.partition(",")
            if heading.strip() in pairs:
                raise InputError(where, f"{shown(heading.strip())!r} is given twice", "one meaning each")
            pairs[heading.strip()] = target.strip()
            heading = following
        if (
            not parts
            or heading.strip()
            or not all(name and _TARGET.fullmatch(pairs[name]) for name in pairs)
        ):
            raise InputError(
                where, f"{text[:80]!r} is not a map", 'such as "Switch A=a,Length=length (ft)"'
            )
    for target in pairs.values():
        _check_target(target, subjects, where)
    return pairs


def _check_target(target: str, subjects: Sequence[TableSubject], where: str) -> None:
    """Refuse an unknown meaning."""
    readers = (HeadingReader(subject) for subject in subjects)
    if (
        target == SKIPPED
        or target in ROW_TARGETS
        or (PATH_TARGET.fullmatch(target) and any(subject.needs_both_ends for subject in subjects))
        or any(target_meaning(reader, target) for reader in readers)
    ):
        return
    known = dict.fromkeys(name for subject in subjects for name in all_keys(subject))
    advice = NearNames(known).advice(target, f"one of {', '.join(known)} or {SKIPPED}")
    raise InputError(where, f"{shown(target)!r} is not a meaning of a column", advice)


@dataclass(frozen=True)
class SavedMapping:
    """The content of a mapping file."""

    columns: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)  # values of each option


def read_mapping(path: Path, subjects: Sequence[TableSubject], options: Sequence[str]) -> SavedMapping:
    """Read a mapping written by `mapping_text`; empty if the file does not exist yet.

    Raises `InputError` for a malformed file.
    """
    if not path.exists():
        return SavedMapping()
    table = load_toml(path, "mapping")
    where = printable(str(path))
    if table.get("schema") != _SCHEMA:
        raise InputError(where, "is not a mapping", f"schema = {_SCHEMA} and [columns]")
    columns = table.get("columns", {})
    known = {"schema", "columns", *options}
    if unknown := [key for key in table if key not in known]:
        raise InputError(f"{where}: {unknown[0]}", "is unknown", f"one of {', '.join(sorted(known))}")
    if not isinstance(columns, dict) or not all(isinstance(text, str) for text in columns.values()):
        raise InputError(f"{where}: columns", "are not meanings by heading", '"Switch A" = "a"')
    for target in columns.values():
        _check_target(target, subjects, f"{where}: columns")
    result: dict[str, Sequence[str]] = {}
    for name in options:
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise InputError(f"{where}: {name}", "is not a list of texts", f'{name} = ["..."]')
        result[name] = value
    return SavedMapping(columns, result)


def mapping_text(
    report: TableReport, asked: Mapping[str, str], options: Mapping[str, Sequence[str]]
) -> str:
    """Return a mapping file: the meaning of each heading, and the options given."""
    times = Counter(column.heading for column in report.columns)  # order tells equal headings apart
    columns = {column.heading: column.meaning for column in report.columns if times[column.heading] == 1}
    columns |= asked
    lines = [
        "# What the columns of a list hold; netfloor reads this with --mapping for the next list.",
        f"schema = {_SCHEMA}",
        *(f"{name} = [{', '.join(map(_quoted, values))}]" for name, values in options.items() if values),
        "",
        "[columns]",
        *(f"{_quoted(heading)} = {_quoted(meaning)}" for heading, meaning in columns.items() if heading),
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: Any) -> str:
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
