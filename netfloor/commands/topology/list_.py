"""Command ``netfloor topology list``: list the families of networks."""

from netfloor.options import Json, Quiet, Verbose
from netfloor.terminal.console import answer, remark_left, write, write_table


def list_(*, json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the families of networks; with --verbose also their parameters and sources."""
    from netfloor.reports.structure.facts import families_document, families_table, families_text

    document = families_document()

    def readable() -> None:
        if verbose:
            write(families_text(document))
        else:
            write_table(families_table(document))

    answer(lambda: document, readable, json=json)
    if not (verbose or json):
        remark_left(["parameters, formulas and sources"], quiet=quiet)
