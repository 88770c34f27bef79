"""JSON Schemas of what commands print with ``--json``, learned from what they print.

``python -m tests.netfloor.interface.json_schemas`` runs the lines of `tests.reliability.same_bytes.lines`
and widens the schemas in ``docs/reference/json``. Nothing is narrowed but by deleting a file first.
"""

import contextlib
import io
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from netfloor.command_line import run
from tests.fixtures.commands import every_command
from tests.package_tree import ROOT
from tests.reliability.same_bytes.lines import LINES
from tests.reliability.same_bytes.run import INPUTS

FOLDER = ROOT / "docs/reference/json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: A key of ours; others are names of the user's, and an object with such keys is a mapping.
_KEY = re.compile(r"[a-z][a-z0-9_]*")
#: Objects with more different keys than this are mappings too.
MAX_KEYS = 150
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}

#: Commands that run programs which no test machine has.
ELSEWHERE = {"traffic smpi"}

#: Plans, by their files, and lines that the test of the schemas runs on them.
PLANS = {
    "slimfly.json": ("slimfly:3", "--endpoints", "2"),
    "random.json": ("random:16,3", "--room", "grid:3x4"),
}
CHECKED = (
    ("topology", "show", "slimfly:5"),
    ("topology", "list"),
    ("verify", "slimfly.json"),
    ("cost", "slimfly.json"),
    ("power", "random.json"),
    ("latency", "slimfly.json"),
    ("compare", "slimfly.json", "random.json"),
    ("explain", "slimfly.json"),
    ("room", "show", "grid:3x4"),
    ("traffic", "load", "slimfly:5", "--endpoints", "2"),
)

Schema = dict[str, Any]


def commands_with_json() -> list[str]:
    """Return every command that has ``--json``, as it is called, but those that need another program."""
    found = [
        " ".join(words)
        for words, command in every_command()
        if any("--json" in one.opts for one in command.params) and not hasattr(command, "commands")
    ]
    return [command for command in found if command not in ELSEWHERE]


def file_of(command: str) -> Path:
    """Return the schema's file of a command."""
    return FOLDER / f"{command.replace(' ', '-')}.schema.json"


def learned(value: Any) -> Schema:
    """Return the schema of one value."""
    if isinstance(value, Mapping):
        own = {str(key): learned(one) for key, one in value.items()}
        if own and (len(own) > MAX_KEYS or not all(map(_KEY.fullmatch, own))):
            return {"type": ["object"], "additionalProperties": merged(own.values())}
        return {"type": ["object"], "properties": own, "required": sorted(own)}
    if isinstance(value, list):
        return {"type": ["array"], "items": merged(map(learned, value))}
    return {"type": [_TYPES[type(value)]]}


def merged(schemas: Iterable[Schema]) -> Schema:
    """Return the schema that holds for whatever one of several holds for."""
    several = list(schemas)
    found: Schema = {}
    for schema in several:
        found = _joined(found, schema) if found else dict(schema)
    return found


def _joined(one: Schema, other: Schema) -> Schema:
    if not one or not other:
        return one or other
    types = {*one["type"], *other["type"]}
    if "number" in types:
        types.discard("integer")
    schema: Schema = {"type": sorted(types)}
    objects = [each for each in (one, other) if "object" in each["type"]]
    if any("additionalProperties" in each for each in objects):
        inner = [value for each in objects for value in each.get("properties", {}).values()]
        inner += [each["additionalProperties"] for each in objects if "additionalProperties" in each]
        schema["additionalProperties"] = merged(inner)
    elif objects:
        keys = sorted({key for each in objects for key in each["properties"]})
        parts = ([each["properties"][key] for each in objects if key in each["properties"]] for key in keys)
        schema["properties"] = dict(zip(keys, map(merged, parts), strict=True))
        schema["required"] = sorted(set.intersection(*(set(each["required"]) for each in objects)))
    arrays = [each["items"] for each in (one, other) if "array" in each["type"]]
    if arrays:
        schema["items"] = merged(arrays)
    return schema


def head(command: str) -> Schema:
    """Return what stands above the schema of a command."""
    return {"$schema": DIALECT, "title": f"netfloor {command} --json"}


def read(command: str) -> Schema | None:
    """Return the schema on record, without its head; None where there is none."""
    path = file_of(command)
    if not path.exists():
        return None
    schema = json.loads(path.read_text(encoding="utf-8"))
    return {key: value for key, value in schema.items() if key not in head(command)}


def text_of(schema: Schema) -> str:
    """Return a schema as text: a line for each field, and lists of names in one."""
    text = json.dumps(schema, indent=1, ensure_ascii=False)
    text = re.sub(
        r'\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]', lambda found: f"[{' '.join(found[1].split())}]", text
    )
    return re.sub(r'\{\s+("type": \[[^\]]*\])\s+\}', r"{\1}", text) + "\n"


def widen(samples: Iterable[tuple[str, Any]]) -> None:
    """Widen the schemas on record by some samples."""
    found = {command: read(command) for command in commands_with_json()}
    for command, document in samples:
        if command in found:
            found[command] = _joined(found[command] or {}, learned(document))
    FOLDER.mkdir(exist_ok=True)
    for command, schema in found.items():
        if schema:
            file_of(command).write_text(text_of({**head(command), **schema}), encoding="utf-8")


def samples() -> Iterator[tuple[str, Any]]:
    """Yield what all lines with ``--json`` print, each with its command, run in this process."""
    yield from checked_samples()
    with tempfile.TemporaryDirectory() as folder:
        for scenario in dict.fromkeys(line.scenario for line in LINES if "--json" in line.words):
            work = Path(folder) / scenario
            shutil.copytree(INPUTS, work)
            shutil.copytree(ROOT / "examples", work / "examples")
            with contextlib.chdir(work):
                lines = [line.words for line in LINES if line.scenario == scenario]
                last = max(number for number, words in enumerate(lines) if "--json" in words)
                yield from _of_lines(lines[: last + 1])


def checked_samples() -> Iterator[tuple[str, Any]]:
    """Yield what the lines of the schemas' own test print."""
    made = [
        ("layout", spec, *more, "--out", file, "--iterations", "2000")
        for file, (spec, *more) in PLANS.items()
    ]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield from _of_lines([*made, *((*words, "--json") for words in CHECKED)])


def _of_lines(lines: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, Any]]:
    """Run lines, and yield what those with ``--json`` print."""
    known = set(commands_with_json())
    for words in lines:
        code, out = _printed(words)
        name = next((" ".join(words[:count]) for count in (2, 1) if " ".join(words[:count]) in known), "")
        if "--json" in words and name and out and code in {0, 6}:
            yield name, json.loads(out)


def _printed(words: tuple[str, ...]) -> tuple[int, str]:
    """Return how a command line ended, and what it printed."""
    before, out = sys.argv, io.StringIO()
    sys.argv = ["netfloor", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            run()
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    finally:
        sys.argv = before
    return 0, out.getvalue()


if __name__ == "__main__":
    for sample in samples():
        sys.stderr.write(f"{sample[0]}\n")
        widen([sample])
