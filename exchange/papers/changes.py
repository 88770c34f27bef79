"""Change sheets for installers: cables to remove, lay, replug and relabel since the last print."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.tray_runs import tray_runs
from netfloor.exchange.writers.sheets.labels import bought_text, label_of, place_of, plugs_of
from netfloor.fabric.fabric import Cable, Fabric
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.foundation.wording import count_text, join_words

TITLE = "What changed"
NEW, GONE, MOVED, EXCHANGED, REPLUGGED = "new", "gone", "moved", "exchanged", "replugged"
#: Work on cables by kind of change: the text of the summary line, and the text per cable.
WORK: Mapping[str, tuple[str, str]] = {
    GONE: ("take out", "take out"),
    MOVED: ("lay again", "take up, and lay again"),
    EXCHANGED: ("exchange", "take out, and lay another piece"),
    REPLUGGED: ("replug", "leave it laid, and plug it elsewhere"),
    NEW: ("lay", "lay"),
}
_PREFACE = (
    "Cables to remove or replug by cabinet, then devices. New and re-laid cables are on the pull "
    "sheets. Labels missing from the label sheets do not change.",
)


@dataclass(frozen=True, eq=False)
class Changes:
    """Changes from a previously printed plan to a new plan, by cable id and device name."""

    old: SitePlan
    new: SitePlan

    @cached_property
    def cables(self) -> Mapping[str, str]:
        """The work on each changed cable, by its id."""
        before, after = ({cable.id: cable for cable in item.fabric.cables} for item in (self.old, self.new))
        result = {name: GONE for name in before if name not in after}
        for name, cable in after.items():
            if (was := before.get(name)) is None:
                result[name] = NEW
            elif kind := self._kind(was, cable):
                result[name] = kind
        return result

    def _kind(self, was: Cable, cable: Cable) -> str:
        """Return the change of a cable that both plans have; empty if unchanged."""
        old, new = (_ends(item.fabric, own) for item, own in ((self.old, was), (self.new, cable)))
        moved = {place for _, place, _ in old} != {place for _, place, _ in new}
        if self.old.ordered == self.new.ordered:
            another = (was.article, bought_text(was)) != (cable.article, bought_text(cable))
        else:  # only one plan knows its part
            another = was.length_mm != cable.length_mm
        if another and not (moved and not self.new.ordered):
            return EXCHANGED
        return MOVED if moved else REPLUGGED if old != new else ""

    @cached_property
    def devices(self) -> list[tuple[str, str, str, str]]:
        """The work on devices: action, name, current location and new location."""
        places = [
            {
                device.name: site.fabric.whereabouts(number)
                for number, device in enumerate(site.fabric.devices)
            }
            for site in (self.old, self.new)
        ]
        rows = []
        for name in [*places[0], *(name for name in places[1] if name not in places[0])]:
            was, will = (own.get(name) for own in places)
            if was != will:
                work = "install" if was is None else "remove" if will is None else "move"
                rows.append((work, name, was or "", will or ""))
        return sorted(rows, key=lambda row: ("remove", "move", "install").index(row[0]))

    @cached_property
    def labels(self) -> frozenset[tuple[str, str]]:
        """The cable ends that need a new label, by id and end.

        A purchased length that only one of the plans knows is no reason for a new label.
        """
        before, after = (_label_texts(item) for item in (self.old, self.new))
        alike = self.old.ordered == self.new.ordered
        return frozenset(
            end
            for end, text in after.items()
            if before.get(end) != text and (alike or end not in before or end[0] in self.cables)
        )

    @property
    def summary(self) -> str:
        """The work and its quantities in one line."""
        kinds = Counter(self.cables.values())
        pieces = [
            f"{words} {count_text(kinds[kind], 'cable')}"
            for kind, (words, _) in WORK.items()
            if kinds[kind]
        ]
        works = Counter(work for work, *_ in self.devices)
        pieces += [f"{work} {count_text(works[work], 'device')}" for work in works]
        pieces += [f"print {count_text(len(self.labels), 'label')}"] if self.labels else []
        text = join_words(pieces) if pieces else "nothing to do"
        return f"Since plan {self.old.imprint.plan}: {text}; everything else stays."

    def site(self, *kinds: str) -> SitePlan:
        """Return the new plan with only the cables that undergo these kinds of change."""
        return _only(self.new, {name for name, kind in self.cables.items() if kind in kinds}, self)

    @cached_property
    def ports(self) -> SitePlan:
        """The new plan with only its changed ports, and the ports of the old plan that become free."""
        gone = {name for name, kind in self.cables.items() if kind == GONE}
        return replace(self.site(*WORK), former=_only(self.old, gone, self))

    @cached_property
    def labelled(self) -> SitePlan:
        """The new plan with only the labels to print."""
        return replace(self.new, printed=self.labels, since=self.summary)

    def document(self) -> dict[str, object]:
        """Return the changes in the form of ``papers --json``."""
        kinds = Counter(self.cables.values())
        return {
            "since_sha256": self.old.imprint.sha256,
            "summary": self.summary,
            "cables": {kind: kinds[kind] for kind in WORK},
            "devices": dict(Counter(work for work, *_ in self.devices)),
            "labels": len(self.labels),
        }


def _ends(fabric: Fabric, cable: Cable) -> list[tuple[str, str, str]]:
    """Return device, location and port of both ends, in the order of their names."""
    return sorted(
        (fabric.devices[end.device].name, fabric.whereabouts(end.device), end.port_text)
        for end in cable.ends
    )


def _label_texts(site: SitePlan) -> dict[tuple[str, str], tuple[str, str]]:
    """Return both lines of each label by id and end of its cable."""
    fabric = site.fabric
    return {(plug.id, plug.end): label_of(fabric, site.form, plug.links) for plug in plugs_of(fabric)}


def _only(site: SitePlan, ids: set[str], changes: Changes) -> SitePlan:
    """Return a plan with some of its cables, and only their tray routes."""
    fabric = replace(site.fabric, cables=tuple(cable for cable in site.fabric.cables if cable.id in ids))
    trays = None if site.trays is None else tray_runs(site.trays.hall, fabric)
    return replace(site, fabric=fabric, trays=trays, since=changes.summary, changed=changes.cables)


def pages(changes: Changes) -> list[PaperPage]:
    """Return the pages of cables to remove or replug, and of devices."""
    columns = (
        PaperColumn("cable", "boxed"),
        PaperColumn("now from"),
        PaperColumn("to"),
        PaperColumn("then from"),
        PaperColumn("to"),
    )
    blocks = [*_blocks(changes), *_devices(changes)]
    preface = (changes.summary, *_PREFACE)
    return flow(PaperTable(columns, tuple(blocks), changes.new.preface(preface)), changes.new.imprint.size)


def _blocks(changes: Changes) -> Iterator[TableBlock]:
    """Yield the work on existing cables for each cabinet, by kind of change."""
    old, after = changes.old.fabric, {cable.id: cable for cable in changes.new.fabric.cables}
    cabinets: dict[int, dict[str, list[tuple[str, ...]]]] = {}
    for cable in old.cables:
        kind = changes.cables.get(cable.id)
        if kind is None:
            continue
        near, far = sorted(cable.ends, key=lambda end: (_cabinet(old, end.device), end.device, end.port))
        now = place_of(old, near).text, place_of(old, far).text
        then = ("", "")
        if (will := after.get(cable.id)) is not None:
            ends = {changes.new.fabric.devices[end.device].name: end for end in will.ends}
            named = [ends.get(old.devices[end.device].name) for end in (near, far)]
            result = named if None not in named else list(will.ends)
            a, b = (place_of(changes.new.fabric, end).text for end in result if end is not None)
            then = a, b
        own = cabinets.setdefault(_cabinet(old, near.device), {})
        own.setdefault(kind, []).append((cable.id, *now, *then))
    for number in sorted(cabinets):
        name = "place not known" if number < 0 else one_line(old.cabinets[number].name)
        kinds = cabinets[number]
        groups = (RowGroup(WORK[kind][1], tuple(kinds[kind])) for kind in WORK if kind in kinds)
        yield TableBlock(name, tuple(groups))


def _cabinet(fabric: Fabric, device: int) -> int:
    cabinet = fabric.devices[device].cabinet
    return -1 if cabinet is None else cabinet


def _devices(changes: Changes) -> Iterator[TableBlock]:
    """Yield the devices to remove, move and install."""
    works: dict[str, list[tuple[str, ...]]] = {}
    for work, name, was, will in changes.devices:
        works.setdefault(work, []).append((one_line(name), one_line(was), "", one_line(will), ""))
    if works:
        groups = tuple(RowGroup(work, tuple(rows)) for work, rows in works.items())
        yield TableBlock("Devices", groups)
