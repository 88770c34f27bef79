"""Assignment of parts to individual links from the counts of an integer programme."""

from collections import defaultdict
from collections.abc import Callable, Mapping

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice, put_together
from netfloor.costmodels.catalogue.choice.menu import Menu, OpticsWay, Template
from netfloor.costmodels.catalogue.choice.part_index import PartIndex
from netfloor.costmodels.catalogue.choice.solver import Answer, CordKey, ModuleKey
from netfloor.costmodels.catalogue.link_needs import LinkNeeds


def assign_parts_to_links(
    answer: Answer,
    menu: Menu,
    needs: LinkNeeds,
    groups: CageGroups,
    shelf: PartIndex,
    slack_mm: int,
    stand_in: Callable[[int], int] | None = None,
) -> LinkChoice:
    """Assign parts to links: shorter routes get shorter cables, otherwise in the order of the links.

    Among groups served in the same way, the first get the higher reach levels, cage by cage. Since a link
    only requires both its cages to reach a level, this serves as many links as the solver counted. A link
    in a trunk gets the cord ``stand_in`` that would connect it without a trunk.
    """
    hands = _PartAssignment(answer, menu, needs, stand_in)
    for number, template in enumerate(menu.templates):
        hands.serve(number, template)
    hands.finish()
    return put_together(
        needs, groups, shelf.skus, hands.link_sku, hands.is_cord, hands.cage_module, slack_mm
    )


class _PartAssignment:
    """The assignment in progress."""

    def __init__(
        self, answer: Answer, menu: Menu, needs: LinkNeeds, stand_in: Callable[[int], int] | None
    ) -> None:
        self.answer, self.menu, self.needs, self.stand_in = answer, menu, needs, stand_in
        self.link_sku = np.full(len(needs), -1, dtype=np.int64)
        self.is_cord = np.zeros(len(needs), dtype=np.bool_)
        self.cage_module = np.full(needs.cages, -1, dtype=np.int64)
        self._links: dict[CordKey, list[int]] = defaultdict(list)
        self._cages: dict[ModuleKey, list[tuple[int, int]]] = defaultdict(list)

    def serve(self, number: int, template: Template) -> None:
        """Assign the cables of a template's groups, and record the cords and transceivers of the others."""
        member = 0
        pieces = self.answer.assemblies[number]
        for sku in template.assemblies:
            for _ in range(pieces.get(sku, 0)):
                self.link_sku[template.links[member]] = sku
                member += 1
        for place, way in enumerate(template.optics):
            going, levels = self.answer.optics[number, place]
            members = range(member, member + going)
            member += going
            self._note_cages(template, way, members, levels)
            self._note_links(template, (number, place), members)

    def _note_cages(
        self, template: Template, way: OpticsWay, members: range, levels: Mapping[tuple[int, int], int]
    ) -> None:
        for turn, member in enumerate(members):
            for cage, socket in enumerate(way.sockets):
                above = range(way.least[cage] + 1, way.most[cage] + 1)
                raised = sum(turn < levels.get((cage, level), 0) for level in above)
                wanted = way.least[cage] + raised
                self._cages[way.kind, socket].append((wanted, int(template.cages[member, cage])))

    def _note_links(self, template: Template, key: tuple[int, int], members: range) -> None:
        way = template.optics[key[1]]
        menu = self.menu.optics[way.kind]
        for link, (_, _, first) in enumerate(way.links):
            own = template.links[members.start : members.stop, link].tolist()
            inside = [
                (level, -1)
                for level, count in self.answer.inside.get((*key, link), ())
                for _ in range(count)
            ]
            loose = ("of one link", *key, link)
            if loose in self.answer.cords:
                pieces = self.answer.cords[loose]
                levels = np.searchsorted(menu.allowed, np.arange(len(menu.cords)), side="right").tolist()
                asked = [
                    (level, sku)
                    for level, sku in zip(reversed(levels), reversed(menu.cords), strict=True)
                    for _ in range(pieces.get(sku, 0))
                ]
                furthest_first = sorted([*asked, *inside], key=lambda entry: -entry[0])
                for item, (_, sku) in zip(own, furthest_first, strict=True):
                    self._set_cords([item], [self._stand_in(item) if sku < 0 else sku])
            else:
                for item in own[: len(inside)]:
                    self._set_cords([item], [self._stand_in(item)])
                self._links["shared", way.kind, first, menu.allowed[way.level(link)]] += own[len(inside) :]

    def finish(self) -> None:
        """Assign the cords shared by several templates, and the transceivers."""
        for key, links in self._links.items():
            links.sort(key=lambda link: (self.needs.optical_mm[link], link))
            pieces, cords = self.answer.cords[key], self.menu.optics[key[1]].cords
            self._set_cords(links, [sku for sku in cords for _ in range(pieces.get(sku, 0))])
        for (kind, socket), wanted in self._cages.items():
            modules, pieces = self.menu.optics[kind].modules[socket], self.answer.modules[kind, socket]
            furthest_last = [sku for _, sku in modules for _ in range(pieces.get(sku, 0))]
            for (_, cage), sku in zip(sorted(wanted), furthest_last, strict=True):
                self.cage_module[cage] = sku

    def _stand_in(self, link: int) -> int:
        if self.stand_in is None:
            raise ValueError("a link is in a trunk where none is on offer")
        return self.stand_in(link)

    def _set_cords(self, links: list[int], skus: list[int]) -> None:
        self.link_sku[links] = skus
        self.is_cord[links] = True
