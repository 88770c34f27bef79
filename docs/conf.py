"""The documentation site: the pages of this folder, and what is generated from the code.

The page of the commands is the tree of the command line, that of the library ``__all__`` of ``netfloor``
and of ``netfloor.research``, that of exports the fields of every writer; none is written into a file.
"""

from collections.abc import Iterator

import typer
import typer.cli
from sphinx.application import Sphinx

import netfloor as nf
from netfloor import research
from netfloor.cli import app as commands
from netfloor.exchange.writers import EXPORTERS

project = "netfloor"
author = "the netfloor authors"
release = version = nf.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["images"]
html_theme = "furo"
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
    """Return the help of every command, as Typer writes it."""
    tree = typer.main.get_command(commands)
    return typer.cli.get_docs_for_click(obj=tree, ctx=typer.Context(tree), name="netfloor", indent=1)


def library_pages() -> Iterator[str]:
    """Yield what stands in the docstring of every public name, in the order of the alphabet."""
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
        f"| `{name}` | `{field}` | {f'`{one.default}`' if one.default else ''} | {one.meaning} |"
        for name, exporter in EXPORTERS.items()
        for field, one in exporter.fields.items()
    ]
    return "\n".join(["| format | field | default | meaning |", "|---|---|---|---|", *rows])


def generate(_app: Sphinx, page: str, source: list[str]) -> None:
    """Append the generated part to each page of the reference."""
    if page == "reference/commands":
        source[0] += "\n" + command_pages()
    elif page == "reference/library":
        source[0] += "\n" + "\n".join(library_pages())
    elif page == "reference/exports":
        source[0] += "\n" + export_pages()


def setup(app: Sphinx) -> None:
    """Tell Sphinx of the generated pages."""
    app.connect("source-read", generate)
