"""``netfloor growth``: the cost of network families by size."""

from netfloor.research.growth.commands.growth import growth
from netfloor.research.subject import Subject

SUBJECT = Subject(commands=(growth,))
