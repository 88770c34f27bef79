"""Which medium a link may have where both reach: copper first, if the catalogue says so."""

from dataclasses import replace

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import offer_assemblies
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.shelf import Shelf, stock_shelf
from netfloor.costmodels.catalogue.formula import takes_copper_first
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.costmodels.sets.prices import exact_mm


def by_medium_rule(needs: LinkNeeds, catalogue: Catalogue, shelf: Shelf | None = None) -> LinkNeeds:
    """Return links that have no optical way where a copper cable serves them and copper goes first."""
    if not takes_copper_first(catalogue) or not len(needs):
        return needs
    whole = shelf or stock_shelf(catalogue, lambda sku: sku.buying.price_cents)
    copper = tuple(one for one in whole.assemblies if one[0].medium == "electrical")
    groups = group_links(needs)
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    found = offer_assemblies(needs, groups, replace(whole, assemblies=copper), slack_mm)
    served = (found.score != NOT_SOLD)[groups.of_link]
    return replace(needs, optical_mm=np.where(served, NO_WAY, needs.optical_mm))
