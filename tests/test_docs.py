"""What the documents say is what the code does."""

import ast
import importlib
import json
import re
from pathlib import Path

import matplotlib as mpl
import pytest
from pydantic import BaseModel

import netfloor as nf
from netfloor.foundation import plugins
from netfloor.plans.models import LaidModel, PlanModel
from netfloor.plans.record_tables import CablesRecord, DevicesRecord

ROOT = Path(__file__).parent.parent


#: Pages with Python in them, those of research among them.
PYTHON_PAGES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if "```python\n" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PYTHON_PAGES)
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block runs, in order, in one namespace."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setattr(plugins, "_registered", {})
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), namespace)  # noqa: S102 - our own page
    for expression in re.findall(r"`([a-z_]+(?:\.\w+)+)", (ROOT / page).read_text()):
        name, *attributes = expression.split(".")
        if name in namespace:
            _resolve(namespace[name], attributes, f"{page}: {expression}")


@pytest.mark.parametrize("notebook", sorted((ROOT / "docs").rglob("*.ipynb")), ids=lambda path: path.stem)
def test_the_cells_of_a_notebook_run(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, in one namespace; what a cell ends with shows itself as HTML."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugins, "_registered", {})
    mpl.use("Agg")
    namespace: dict[str, object] = {}
    shown = 0
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        lines = ast.parse("".join(cell["source"]))
        last = lines.body.pop() if isinstance(lines.body[-1], ast.Expr) else None
        exec(compile(lines, notebook.name, "exec"), namespace)  # noqa: S102 - our own page
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), namespace)  # noqa: S307
            if value is not None:
                assert "<table>" in value._repr_html_()
                shown += 1
    assert shown


def _resolve(found: object, attributes: list[str], where: str) -> None:
    """Follow attributes; the one that does not exist is named."""
    for attribute in attributes:
        assert hasattr(found, attribute), f"{where}: no {attribute}"
        found = getattr(found, attribute)


#: Objects that pages speak of by these names.
SPOKEN_OF = {"plan": nf.Plan, "parts": nf.PartsBill, "load": nf.ChannelLoad, "routes": nf.Routes}
NAMED = re.compile(r"(?<![\w./-])([a-z_]+)((?:\.[A-Za-z_]\w*)+)")
FILE_ENDINGS = re.compile(
    r"\.(?:py|js|mjs|c|cc|conf|toml|ya?ml|json|csv|xlsx|html|svg|graphml|pdf|npz|xml|cfg|ini|net|md|txt)$"
)
#: Keys of what-if that read like names of a package.
CHANGED = {"exchange.USD", "exchange.CURRENCY"}
ENTRY_POINTS = {"netfloor.placers", "netfloor.families"}


def test_every_python_name_in_the_documents_exists() -> None:
    """Each ``nf.x`` in pages and notebooks, and each dotted name in backticks that begins with a package.

    Fields of planning files, whose tables are called like packages, are those on record.
    """
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} | {"netfloor"}
    record = (ROOT / "tests/netfloor/interface/tables.txt").read_text(encoding="utf-8")
    fields = set(re.findall(r"^  (\w+): ", record, re.MULTILINE))
    seen = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")):
        text = page.read_text(encoding="utf-8")
        for attribute in re.findall(r"(?<![\w.])nf\.(\w+)", text):
            assert hasattr(nf, attribute), f"{page.name}: nf.{attribute}"
            seen.add(attribute)
        spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        for name, rest in (found for span in spans for found in NAMED.findall(span)):
            dotted, last = f"{name}{rest}", rest.rpartition(".")[2]
            if FILE_ENDINGS.search(dotted) or dotted in {*ENTRY_POINTS, *CHANGED} or last in fields:
                continue
            if name in packages:
                known = _exists(dotted if name == "netfloor" else f"netfloor.{dotted}")
            elif name in SPOKEN_OF:
                known = hasattr(SPOKEN_OF[name], rest.split(".")[1])
            else:
                continue
            assert known, f"{page.name}: {dotted}"
            seen.add(dotted)
    assert len(seen) > 30


def _exists(dotted: str) -> bool:
    """Return whether a dotted name is a module, or what one holds."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for attribute in parts[length:]:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False


@pytest.mark.parametrize("record", [PlanModel, LaidModel, DevicesRecord, CablesRecord])
def test_the_page_on_plan_files_names_every_field(record: type[BaseModel]) -> None:
    """Whoever reads a plan with other tools finds each field and column explained."""
    tables = [(ROOT / f"docs/reference/plan-{name}.csv").read_text() for name in ("fields", "columns")]
    named = set(re.findall(r"[a-z0-9_]+", "".join(tables)))
    assert not {field.alias or name for name, field in record.model_fields.items()} - named


def test_links_between_pages_exist() -> None:
    """Every relative link and picture of the pages leads to a file; code is left out."""
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        *(ROOT / "docs").rglob("*.md"),
    ):
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r'(?:\]\(|src=")([^)"#:]+)[)"]', text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
