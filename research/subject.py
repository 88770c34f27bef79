"""The commands that a subject of research adds to the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import typer

Commands = tuple[Callable[..., None], ...]


@dataclass(frozen=True)
class Subject:
    """The commands of one subject."""

    groups: Mapping[str, typer.Typer] = field(default_factory=dict)  # by group name
    commands: Commands = ()  # top-level commands
    members: tuple[tuple[typer.Typer, Commands], ...] = ()  # commands in groups of the core
