"""The commands of research: a subject is its folder, its tests and its entry here."""

from collections.abc import Callable
from typing import Final

import typer

from netfloor.commands import traffic
from netfloor.commands.group import add_commands
from netfloor.research.circulants.commands import app as circulants
from netfloor.research.fidelity.commands.fidelity import fidelity
from netfloor.research.partitions.commands import app as partitions
from netfloor.research.traffic.commands.motif import motif
from netfloor.research.traffic.commands.motifs import motifs
from netfloor.research.traffic.commands.simulate import simulate
from netfloor.research.traffic.commands.smpi import smpi
from netfloor.research.traffic.commands.static import static
from netfloor.research.traffic.commands.study import study

#: The heading above these commands in ``--help``.
HEADING: Final = "Research"
#: Groups of commands, by the word that calls them.
GROUPS: Final = {"circulant": circulants, "partition": partitions}
#: Commands of the program itself.
COMMANDS: Final = (fidelity,)
#: Commands below a word of the core.
MEMBERS: Final[tuple[tuple[typer.Typer, tuple[Callable[..., None], ...]], ...]] = (
    (traffic.app, (simulate, study, motif, motifs, smpi, static)),
)


def add_research(app: typer.Typer) -> None:
    """Add the commands of every subject to the program, below a heading of their own."""
    for word, one in GROUPS.items():
        app.add_typer(one, name=word, rich_help_panel=HEADING)
    add_commands(app, *COMMANDS, heading=HEADING)
    for group, commands in MEMBERS:
        add_commands(group, *commands, heading=HEADING)
