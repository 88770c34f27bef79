"""The steps of a migration, and the order in which switches find their new places free."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from netfloor.plans import alignment

#: A place for one device: whether it is for switches, and the place.
Place = tuple[bool, alignment.Place]


@dataclass(frozen=True)
class Step:
    """A step of a migration; rows with the same number are done at once.

    Attributes
    ----------
    number, batch
        Counted from 1.
    action
        ``rename``, ``drain``, ``unplug``, ``release``, ``set aside``, ``remove``, ``move``, ``install``,
        ``plug``, ``replug`` or ``serve``.
    item
        The device, or the two devices of the cable; for ``rename`` the old and the new name.
    source, target
        Places: of a device before and after, or of a cable's ends.
    source_port, target_port
        Ports that a cable leaves or takes at its ends, None for a step on a device.
    certified_links
        Certified bisection in links of the network in service after this step.
    """

    number: int
    batch: int
    action: str
    item: str
    source: str
    target: str
    source_port: int | None
    target_port: int | None
    certified_links: int


@dataclass(frozen=True)
class Migration:
    """All steps in order.

    Attributes
    ----------
    floor_links
        The bisection that every step keeps.
    before_links, after_links
        Certified bisections of the old and of the new network.
    """

    steps: tuple[Step, ...]
    floor_links: int
    before_links: int
    after_links: int

    @property
    def count(self) -> int:
        """Number of steps; rows done at once count as one."""
        return len({step.number for step in self.steps})

    @property
    def batches(self) -> int:
        """Number of batches."""
        return len({step.batch for step in self.steps})

    @property
    def least_links(self) -> int:
        """Smallest certified bisection during the migration."""
        ends = (self.before_links, self.after_links)
        return min((step.certified_links for step in self.steps), default=min(ends))


def link_words(link: alignment.Link) -> str:
    """Return the name of a cable in steps."""
    a, b, number = link
    return f"{a} to {b}" + (f" ({number})" if number > 1 else "")


def renumbered(steps: list[Step]) -> tuple[Step, ...]:
    """Renumber the batches of steps without gaps."""
    number = {batch: place for place, batch in enumerate(dict.fromkeys(s.batch for s in steps), start=1)}
    return tuple(replace(step, batch=number[step.batch]) for step in steps)


def place_groups(target: Mapping[int, Place | None], holder: Mapping[Place, int]) -> list[tuple[int, ...]]:
    """Order devices so that each finds its place free; a ring forms one group.

    In a group each device but the first takes the old place of the one before it; the first takes the old
    place of the last one, or a place that was free.
    """
    groups: list[tuple[int, ...]] = []
    done: set[int] = set()
    for device in sorted(target):
        chain: list[int] = []
        at: int | None = device
        while at is not None and at not in done and at not in chain:
            chain.append(at)
            spot = target[at]
            at = None if spot is None else holder.get(spot)
        if at is not None and at in chain:  # a ring, possibly entered through other devices
            start = chain.index(at)
            ring, chain = chain[start:], chain[:start]
            groups.append((ring[0], *reversed(ring[1:])))
            done.update(ring)
        for item in reversed(chain):
            groups.append((item,))
            done.add(item)
    return groups
