"""Commands ``netfloor catalogue``: import, show and check price lists."""

from netfloor.commands.catalogue.check import check
from netfloor.commands.catalogue.import_ import import_
from netfloor.commands.catalogue.show import show
from netfloor.commands.group import group

app = group("Catalogues of parts: import your prices, show and check them.", show, check, import_)
