"""``netfloor circulant``: the best circulants of a size and radix."""

from netfloor.commands.group import group
from netfloor.research.circulants.commands.product import product
from netfloor.research.circulants.commands.search import search
from netfloor.research.subject import Subject

SUBJECT = Subject({"circulant": group("Circulants: the best, by exhaustive search.", search, product)})
