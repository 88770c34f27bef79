"""Commands as an application, and below one word, such as ``netfloor topology show``."""

from collections.abc import Callable

import typer


def add_commands(app: typer.Typer, *commands: Callable[..., None]) -> None:
    """Let an application have commands, each called like its function; ``list_`` is ``list``."""
    for command in commands:
        app.command(command.__name__.removesuffix("_"))(command)


def group(meaning: str, *commands: Callable[..., None]) -> typer.Typer:
    """Return commands below one word."""
    app = typer.Typer(help=meaning, no_args_is_help=True)
    app.callback()(lambda: None)  # also a single command keeps its name
    add_commands(app, *commands)
    return app
