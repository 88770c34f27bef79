"""``netfloor fidelity``: published figures beside ours."""

from netfloor.research.fidelity.commands.fidelity import fidelity
from netfloor.research.subject import Subject

SUBJECT = Subject(commands=(fidelity,))
