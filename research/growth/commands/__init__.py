"""``netfloor growth``: what networks cost as they grow."""

from netfloor.research.growth.commands.growth import growth
from netfloor.research.subject import Subject

SUBJECT = Subject(commands=(growth,))
