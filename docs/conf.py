"""The documentation site: the pages of this folder and those generated from the code.

The reference is made here: commands from the tree of the command line, the library from ``__all__`` of
``netfloor`` and ``netfloor.research``, exports from the fields of every writer, families from the
registry, plan files from two tables.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import typer
import typer.cli
from sphinx.application import Sphinx

import netfloor as nf
from netfloor import research
from netfloor.cli import app as commands
from netfloor.commands.examples import EXAMPLES, pasteable
from netfloor.exchange.writers import EXPORTERS
from netfloor.reports.structure.facts import families_document

project = "netfloor"
author = "the netfloor authors"
release = version = nf.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["images"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_title = "netfloor"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
#: The researcher's notebook is run by every build; a cell that fails ends it.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
autodoc_typehints = "none"  # the signatures show them
autodoc_member_order = "bysource"
napoleon_google_docstring = False


def command_pages() -> str:
    """Return the help of every command, as Typer writes it, with its examples."""
    tree = typer.main.get_command(commands)
    text = typer.cli.get_docs_for_click(obj=tree, ctx=typer.Context(tree), name="netfloor", indent=1)
    return re.sub(r"```console\n\$ netfloor ([a-z ]+)[^`]*```\n", with_examples, text)


def with_examples(usage: re.Match[str]) -> str:
    """Return the usage of a command, followed by its example lines."""
    lines = EXAMPLES.get(usage[1].strip(), ())
    rows = [row for line in lines for row in pasteable(line, 100)]
    return "\n".join((usage[0], "**Examples**:", "", "```console", *rows, "```", "")) if rows else usage[0]


def library_pages() -> Iterator[str]:
    """Yield the docstring of every public name, in alphabetical order."""
    for module, prefix in ((nf, ""), (research, "research.")):
        for name in sorted(module.__all__, key=str.lower):
            value = getattr(module, name)
            kind = (
                "autoclass"
                if isinstance(value, type)
                else "autofunction"
                if callable(value)
                else "autodata"
            )
            members = "\n   :members:\n" if kind == "autoclass" else ""
            text = f".. {kind}:: {module.__name__}.{name}{members}"
            yield f"## {prefix}{name}\n\n```{{eval-rst}}\n{text}\n```\n"


def export_pages() -> str:
    """Return a table of the fields of every export format that has some."""
    rows = [
        f"| `{name}` | `{field}` | {f'`{item.default}`' if item.default else ''} | {item.meaning} |"
        for name, exporter in EXPORTERS.items()
        for field, item in exporter.fields.items()
    ]
    return "\n".join(["| format | field | default | meaning |", "|---|---|---|---|", *rows])


def family_pages() -> Iterator[str]:
    """Yield a section for every family of networks."""
    for family in families_document()["families"]:
        yield f"\n## {family['family']}\n\n{family['summary']}.\n\n```text\n{family['usage']}\n```\n"
        for name in ("routers", "radix", "endpoints", "source"):
            yield f"- {'switches' if name == 'routers' else name}: {family[name]}".replace("*", r"\*")


def plan_pages() -> Iterator[str]:
    """Yield the tables of the fields and columns of plan files."""
    for name in ("plan-fields.csv", "plan-columns.csv"):
        with (Path(__file__).parent / "reference" / name).open(encoding="utf-8", newline="") as file:
            heads, *rows = csv.reader(file)
        yield f"\n| {' | '.join(heads)} |"
        yield f"|{'---|' * len(heads)}"
        for part, names, *cells in rows:
            where = f"`{part}`" if part else ""
            yield f"| {where} | {', '.join(f'`{item}`' for item in names.split())} | {' | '.join(cells)} |"


def generate(_app: Sphinx, page: str, source: list[str]) -> None:
    """Append the generated part to each page of the reference."""
    if page == "reference/commands":
        source[0] += "\n" + command_pages()
    elif page == "reference/library":
        source[0] += "\n" + "\n".join(library_pages())
    elif page == "reference/exports":
        source[0] += "\n" + export_pages()
    elif page == "reference/families":
        source[0] += "\n" + "\n".join(family_pages())
    elif page == "reference/plan-fields":
        source[0] += "\n" + "\n".join(plan_pages())


def setup(app: Sphinx) -> None:
    """Register the generated pages with Sphinx."""
    app.connect("source-read", generate)
