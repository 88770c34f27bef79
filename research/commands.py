"""The subjects of research: each has its folder, tests, page and two lines here."""

from typing import Final

import typer

from netfloor.commands.group import add_commands
from netfloor.research.circulants.commands import SUBJECT as CIRCULANTS
from netfloor.research.failures.commands import SUBJECT as FAILURES
from netfloor.research.fidelity.commands import SUBJECT as FIDELITY
from netfloor.research.growth.commands import SUBJECT as GROWTH
from netfloor.research.partitions.commands import SUBJECT as PARTITIONS
from netfloor.research.traffic.commands import SUBJECT as TRAFFIC

#: The heading of these commands in ``--help``.
HEADING: Final = "Research"
SUBJECTS: Final = (
    CIRCULANTS,
    PARTITIONS,
    FAILURES,
    GROWTH,
    TRAFFIC,
    FIDELITY,
)


def add_research(app: typer.Typer) -> None:
    """Add the commands of every subject to the program, under a separate heading."""
    for subject in SUBJECTS:
        for word, group in subject.groups.items():
            app.add_typer(group, name=word, rich_help_panel=HEADING)
        add_commands(app, *subject.commands, heading=HEADING)
        for core, commands in subject.members:
            add_commands(core, *commands, heading=HEADING)
