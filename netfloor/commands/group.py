"""Base classes of commands and of command groups such as ``netfloor topology``."""

from collections.abc import Callable
from typing import Any

import typer
import typer.core

from netfloor.commands.examples import EXAMPLES, pasteable
from netfloor.foundation.scratch import notes
from netfloor.options import refuse_out_of_range
from netfloor.terminal.console import remark_all


class Command(typer.core.TyperCommand):
    """A command that checks the ranges of its numbers (`RANGES`) and prints notes of its process."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; raise `InputError` for a number out of range."""
        names = {param.name: param.opts[0].removeprefix("--") for param in self.params}
        for key, value in ctx.params.items():
            if isinstance(value, int | float):
                refuse_out_of_range(names[key], value)
        try:
            return super().invoke(ctx)
        finally:
            remark_all(notes(), quiet=bool(ctx.params.get("quiet")))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example lines."""
        super().format_epilog(ctx, formatter)
        lines = EXAMPLES.get(ctx.command_path.partition(" ")[2], ())
        if lines:
            with formatter.section("Examples"):
                for line in lines:
                    for row in pasteable(line, formatter.width - formatter.current_indent):
                        formatter.write(f"{' ' * formatter.current_indent}{row}\n")


class Program(typer.core.TyperGroup):
    """A command group whose help lists commands under headings."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a list of commands for each heading, ordered by the first command of each."""
        lists: dict[str, list[tuple[str, Any]]] = {}
        for name in self.list_commands(ctx):
            command = self.commands[name]
            heading = getattr(command, "rich_help_panel", None)
            listed = heading if isinstance(heading, str) else "Commands"
            lists.setdefault(listed, []).append((name, command))
        width = formatter.width - 6 - max(map(len, self.commands))
        for heading, commands in lists.items():
            if commands:
                with formatter.section(heading):
                    formatter.write_dl([(name, item.get_short_help_str(width)) for name, item in commands])


def add_commands(app: typer.Typer, *commands: Callable[..., None], heading: str | None = None) -> None:
    """Add commands named after their functions to an application; ``list_`` becomes ``list``."""
    for command in commands:
        name = command.__name__.removesuffix("_")
        app.command(name, cls=Command, rich_help_panel=heading)(command)


def group(meaning: str, *commands: Callable[..., None]) -> typer.Typer:
    """Create a command group."""
    app = typer.Typer(help=meaning, no_args_is_help=True, cls=Program)
    app.callback()(lambda: None)  # keeps the name of a single command
    add_commands(app, *commands)
    return app
