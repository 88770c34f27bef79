"""Command ``netfloor topology list``: list the families of networks."""

from netfloor.options import Json, Quiet
from netfloor.terminal.console import answer, write


def list_(*, json: Json = False, quiet: Quiet = False) -> None:  # noqa: ARG001 - every command takes it
    """List the families, their parameters and sources."""
    from netfloor.reports.structure.facts import families_document, families_text

    document = families_document()
    answer(lambda: document, lambda: write(families_text(document)), json=json)
