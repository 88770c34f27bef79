"""Cables that are laid already and stay: their parts take the place of those that were chosen."""

from collections.abc import Sequence

from netfloor.costmodels.catalogue.choice.choose import Case, PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.link_choice import put_together

#: A link, the part of its cable, and those of the transceivers at its ends; empty where its own plug is.
LaidPiece = tuple[int, str, str, str]


def with_laid_pieces(found: PartsChoice, asked: PartsQuestion, laid: Sequence[LaidPiece]) -> PartsChoice:
    """Return a choice in which some links keep the parts that they have; its bound stays.

    A part that is not on sale by this catalogue, or too short for its link now, is not kept.
    """
    choice = found.choice
    number = {sku.part: place for place, sku in enumerate(choice.skus)} | {"": -1}
    link_sku, needed_mm = choice.cable_sku[choice.link_cable], choice.routed_mm + choice.slack_mm
    link_sku, modules = link_sku.copy(), choice.cage_module.copy()
    is_cord = choice.is_cord[choice.link_cable].copy()
    for link, part, *ends in laid:
        if link >= len(link_sku) or any(one not in number for one in (part, *ends)):
            continue
        if (choice.skus[number[part]].length_mm or 0) >= needed_mm[link]:
            link_sku[link], is_cord[link] = number[part], any(ends)
            modules[choice.needs.cage[link]] = [number[one] for one in ends]
    kept = put_together(
        choice.needs, choice.groups, choice.skus, link_sku, is_cord, modules, choice.slack_mm
    )
    rated = Case.of(asked).rated(kept)
    return PartsChoice(kept, rated.cents, min(found.bound_cents, rated.cents), found.kinds_proved)
