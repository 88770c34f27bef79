"""Options for the effort of a search."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from netfloor.layout.budget import Budget

Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds", min=0.001, max=1e8, help="Effort in seconds instead of iterations, not reproducible."
    ),
]


def effort(iterations: int | None, seconds: float | None) -> "Budget | None":
    """Return the budget of ``--iterations`` or ``--seconds``, None for neither.

    Refuse both given at once, by its names on the command line.
    """
    if iterations is not None and seconds is not None:
        raise typer.BadParameter("excludes --iterations; give one of the two", param_hint="--seconds")
    from netfloor.layout.budget import budget_of  # noqa: PLC0415 - keeps --help quick

    return budget_of(iterations, seconds)
