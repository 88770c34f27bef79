"""The parts of an order, or everything that stops it."""

from collections.abc import Iterator

from netfloor.costmodels.catalogue.choice.choose import PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.foundation.errors import InfeasibleError, setting


def order_obstacles(links: CagedLinks, asked: PartsQuestion) -> tuple[PartsChoice | None, tuple[str, ...]]:
    """Return the best parts of all links, None where there are none, and all that stops their order.

    Devices first: those of which fewer can be bought than the network needs, each by its part number. Texts
    hold their settings unspelled, for an `InfeasibleError`.
    """
    obstacles = list(_missing_devices(links, asked.rules))
    try:
        return required_choice(asked), tuple(obstacles)
    except InfeasibleError as error:
        return None, (*obstacles, error.told(setting))


def ordered_choice(links: CagedLinks, asked: PartsQuestion) -> PartsChoice:
    """Return the best parts of all links; `InfeasibleError` with all of `order_obstacles`."""
    choice, obstacles = order_obstacles(links, asked)
    if choice is None or obstacles:
        raise InfeasibleError("; ".join(obstacles))
    return choice


def refuse_missing_devices(links: CagedLinks, rules: BuyingRules) -> None:
    """Raise `InfeasibleError` where fewer devices can be bought than the network has."""
    if missing := list(_missing_devices(links, rules)):
        raise InfeasibleError("; ".join(missing))


def _missing_devices(links: CagedLinks, rules: BuyingRules) -> Iterator[str]:
    """Yield why switches, adapters and servers cannot be bought as often as the network has them."""
    skus = {sku.part: sku for sku in skus_of(rules.catalogue)}
    used = links.device_pieces.items()
    yield from (text for part, count in used if (text := rules.shortage(skus[part], count)))
