"""``netfloor circulant``: the best circulant that so many ports can buy."""

from netfloor.commands.circulant.product import product
from netfloor.commands.circulant.search import search
from netfloor.commands.group import group

app = group("Circulants: the best, by exhaustive search.", search, product)
