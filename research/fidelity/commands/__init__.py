"""``netfloor fidelity``: compare netfloor's figures with published ones."""

from netfloor.research.fidelity.commands.fidelity import fidelity
from netfloor.research.subject import Subject

SUBJECT = Subject(commands=(fidelity,))
