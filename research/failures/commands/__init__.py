"""``netfloor topology failures``: networks that lose links or elements."""

from netfloor.commands import topology
from netfloor.research.failures.commands.failures import failures
from netfloor.research.subject import Subject

SUBJECT = Subject(members=((topology.app, (failures,)),))
