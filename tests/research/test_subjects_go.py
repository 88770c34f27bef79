"""A subject of research is deleted by its folders, its page and its lines, and everything else works.

Its folders are ``research/X``, ``tests/research/X`` and ``benchmarks/research/X``, its lines those in
``research/commands.py`` and ``research/__init__.py``; the record of the interface is written again, and
the JSON schemas of its commands go.
Fidelity measures other subjects on purpose: a deletion takes the files of ``research/fidelity`` that
import the subject too, with their exhibits. Each of these files imports one subject, so no exhibit of
another subject goes with them.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_house import ROOMS, ROOT, module_of

SUBJECTS = sorted(path.parent.name for path in (ROOT / "research").glob("*/__init__.py"))
#: Pages that are not called like their subject.
PAGES = {"traffic": "traffic-simulation"}
FOLDERS = (*ROOMS, "tests", "docs", "examples")
#: Tests of what is spread over the house: names in docstrings, documents, commands, defaults.
QUICK = (
    *("tests/test_house.py", "tests/test_references.py", "tests/netfloor/test_defaults.py"),
    *("tests/netfloor/interface", "tests/test_words.py"),
)
#: A file that the subject shared with one other may be small then.
SMALL = "tests/test_house.py::test_no_small_file_has_one_user"
FORGET_SCHEMAS = (
    "from tests.netfloor.interface.json_schemas import FOLDER, commands_with_json, file_of;"
    "left = {file_of(command) for command in commands_with_json()};"
    "[path.unlink() for path in FOLDER.iterdir() if path not in left]"
)
MEASURED = [one for one in SUBJECTS if one != "fidelity"]


def imported(path: Path) -> set[str]:
    """Return every module that a file imports, names that may be modules included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def subjects_of(path: Path) -> set[str]:
    """Return the subjects that a file imports, with their tests and benchmarks."""
    pattern = re.compile(r"(?:netfloor|tests|benchmarks)\.research\.(\w+)")
    return {found[1] for module in imported(path) if (found := pattern.match(module))} & set(SUBJECTS)


def files(root: Path) -> Iterator[Path]:
    """Yield the Python files of a tree."""
    for name in (*ROOMS, "tests", "docs"):
        yield from sorted((root / name).rglob("*.py"))


def home_of(path: Path, root: Path) -> str | None:
    """Return the subject whose folders a file is in, None for a file of the core."""
    parts = path.relative_to(root).parts
    at = parts.index("research") + 1 if "research" in parts[:2] else len(parts)
    return parts[at] if parts[at : at + 1] and parts[at] in SUBJECTS else None


def exhibits_of(root: Path, subject: str) -> list[Path]:
    """Return the files of fidelity that import a subject, or another such file."""
    every = [path for path in (root / "research/fidelity").rglob("*.py") if path.name != "__init__.py"]
    gone: dict[str, Path] = {}
    while True:
        more = {
            name: path
            for path in every
            if (name := module_of(ROOT / path.relative_to(root))) not in gone
            and (subject in subjects_of(path) or imported(path) & gone.keys())
        }
        if not more:
            return list(gone.values())
        gone |= more


def delete(root: Path, subject: str) -> None:
    """Delete a subject of a copy of the repository."""
    for path in exhibits_of(root, subject) if subject != "fidelity" else ():
        path.unlink()
        if "papers" in path.parts:
            without_lines(path.parent / "__init__.py", rf"\s*\*?{path.stem}(?:\.EXHIBITS)?,", least=2)
    for folder in ("research", "tests/research", "benchmarks/research"):
        shutil.rmtree(root / folder / subject, ignore_errors=folder.startswith("benchmarks"))
    page = PAGES.get(subject, subject)
    (root / f"docs/{page}.md").unlink()
    without_lines(root / "docs/index.md", page)
    without_lines(
        root / "research/commands.py",
        rf"from netfloor\.research\.{subject}\..*|\s*{subject.upper()},",
        least=2,
    )
    names = re.findall(
        rf'^    "(\w+)": "{subject}\.', (root / "research/__init__.py").read_text(), re.MULTILINE
    )
    lines = [rf"\s*from netfloor\.research\.{subject}\..*", *(rf'\s*"{name}"(?:: .*)?,' for name in names)]
    without_lines(root / "research/__init__.py", "|".join(lines), least=2 * len(names) + bool(names))


def without_lines(path: Path, pattern: str, least: int = 1) -> None:
    """Delete the lines of a file that match as a whole, so many at least."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not re.fullmatch(pattern, line)]
    assert len(lines) - len(kept) >= least, (path.name, pattern)
    path.write_text("\n".join([*kept, ""]), encoding="utf-8")


def ran(root: Path, *arguments: str) -> str:
    """Return what Python prints in a folder; a failure fails the test."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_subjects_are_apart() -> None:
    """A subject imports no other one; nothing else imports one but the registry."""
    registry = {ROOT / "research/commands.py", ROOT / "research/__init__.py"}
    across = {
        path.relative_to(ROOT).as_posix(): foreign
        for path in files(ROOT)
        if path not in registry
        and (home := home_of(path, ROOT)) != "fidelity"
        and (foreign := subjects_of(path) - {home})
    }
    assert not across


def test_a_file_of_fidelity_measures_one_subject() -> None:
    """So deleting one subject takes no exhibit of another; what is used by all of them measures none."""
    for path in (ROOT / "research/fidelity").rglob("*.py"):
        assert len(subjects_of(path) - {"fidelity"}) <= 1, path.name
    taken = [path for subject in MEASURED for path in exhibits_of(ROOT, subject)]
    assert len(taken) == len(set(taken)) > len(MEASURED)
    for name in ("run.py", "store.py", "measure.py", "reproduction.py"):
        assert ROOT / "research/fidelity" / name not in taken


@pytest.mark.nightly
@pytest.mark.parametrize("subject", SUBJECTS)
def test_everything_else_works_without_it(subject: str, tmp_path: Path) -> None:
    """Without its folders, page and lines no file imports it, every module loads, and tests are found."""
    root = tmp_path / "netfloor"
    ignored = shutil.ignore_patterns("__pycache__", ".*")
    root.mkdir()
    for name in FOLDERS:
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, root / path.name)
    delete(root, subject)
    left = [path.name for path in files(root) if subject in subjects_of(path)]
    assert not left
    modules = [
        module_of(ROOT / path.relative_to(root))
        for room in ROOMS
        for path in (root / room).rglob("*.py")
        if room != "benchmarks" and path.name != "__main__.py"
    ]
    script = (
        "import importlib, sys, netfloor; print(netfloor.__file__);"
        "list(map(importlib.import_module, sys.argv[1:]))"
    )
    assert Path(ran(root, "-c", script, *modules).strip()).is_relative_to(root)
    for words in ((), ("topology",), ("traffic",)):
        ran(root, "-m", "netfloor", *words, "--help")
    count = "from netfloor.research.commands import SUBJECTS; print(len(SUBJECTS))"
    assert int(ran(root, "-c", count)) == len(SUBJECTS) - 1
    ran(root, "-m", "tests.netfloor.interface.record")
    ran(root, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")
    ran(root, "-c", FORGET_SCHEMAS)
    ran(root, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *QUICK, "--deselect", SMALL)
