"""Commands as an application, and below one word, such as ``netfloor topology show``."""

from collections.abc import Callable
from typing import Any

import typer
import typer.core

from netfloor.options import refuse_out_of_range


class Command(typer.core.TyperCommand):
    """A command whose numbers are looked at before it begins, see `RANGES`."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; `InputError` for a number out of range."""
        names = {param.name: param.opts[0].removeprefix("--") for param in self.params}
        for key, value in ctx.params.items():
            if isinstance(value, int | float):
                refuse_out_of_range(names[key], value)
        return super().invoke(ctx)


def add_commands(app: typer.Typer, *commands: Callable[..., None]) -> None:
    """Let an application have commands, each called like its function; ``list_`` is ``list``."""
    for command in commands:
        app.command(command.__name__.removesuffix("_"), cls=Command)(command)


def group(meaning: str, *commands: Callable[..., None]) -> typer.Typer:
    """Return commands below one word."""
    app = typer.Typer(help=meaning, no_args_is_help=True)
    app.callback()(lambda: None)  # also a single command keeps its name
    add_commands(app, *commands)
    return app
