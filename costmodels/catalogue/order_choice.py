"""The parts of an order, or all obstacles to it."""

from collections.abc import Iterator
from dataclasses import replace

from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion, PieceNeed
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.foundation.errors import SEPARATOR, InfeasibleError, setting


def order_obstacles(asked: PartsQuestion) -> tuple[PartsChoice | None, tuple[str, ...]]:
    """Return the best parts of an order (None if there are none) and all obstacles.

    Devices and power cords are checked first: shortages are reported by part number, and the links' parts
    are then chosen without them. In the texts, settings are not yet formatted, as for an `InfeasibleError`.
    """
    obstacles = list(missing_pieces(asked))
    links_alone = replace(asked, pieces=(), alternatives=()) if obstacles else asked
    try:
        return required_choice(links_alone), tuple(obstacles)
    except InfeasibleError as error:
        return None, (*obstacles, error.told(setting))


def ordered_choice(asked: PartsQuestion) -> PartsChoice:
    """Return the best parts of an order; raise `InfeasibleError` with all of `order_obstacles`."""
    choice, obstacles = order_obstacles(asked)
    if choice is None or obstacles:
        raise InfeasibleError("; ".join(obstacles))
    return choice


def refuse_missing_pieces(asked: PartsQuestion) -> None:
    """Raise `InfeasibleError` if fewer devices or power cords can be bought than are needed."""
    if missing := list(missing_pieces(asked)):
        raise InfeasibleError("; ".join(missing))


def listed_pieces(links: CagedLinks) -> tuple[PieceNeed, ...]:
    """Return the devices of some links, each as its listed model."""
    return tuple(PieceNeed((part,), count) for part, count in links.device_pieces.items())


def missing_pieces(asked: PartsQuestion) -> Iterator[str]:
    """Yield the reason for each shortage of devices or power cords.

    Yield nothing if an alternative has enough.
    """
    free = asked.without("order_value")
    if any(Case.of(question).pieces_alone() is not None for question in free.questions):
        return
    rules, skus = asked.rules, {sku.part: sku for sku in skus_of(asked.rules.catalogue)}
    results = []
    for piece in asked.pieces:
        maximum = [rules.terms(skus[part]) for part in piece.parts]
        whole = any(terms.can_supply(piece.pieces) for terms in maximum)
        together = sum(terms.max_used(piece.pieces) for terms in maximum)
        if whole or (not piece.alike and together >= piece.pieces):
            continue
        short = [rules.shortage(skus[part], piece.pieces) for part in piece.parts]
        if len(short) > 1:
            short.insert(0, f"none of {len(short)} parts can be bought {piece.pieces:,} times")
        results.append(SEPARATOR.join(short))
    if not results:
        parts = ", ".join(dict.fromkeys(part for item in asked.pieces for part in item.parts))
        results.append(f"{parts}: fewer pieces on sale than needed")
    yield from results
