"""Assignment of each cord to a PDU: nearest first, separate feeds per device, balanced, within limits.

Cords are assigned device by device, in order of load, each to the least loaded of its nearest PDUs. If a
cord is left without an outlet, an integer programme finds the shortest assignment or shows that there is
none. Then cords move between equally near PDUs, or exchange theirs, while the sum of squared PDU loads
falls.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, groupby

from netfloor.fabric.power import ROUNDING_W
from netfloor.foundation.errors import SEPARATOR, InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.power.problem import CordProblem

#: Cords per message, and PDUs per cord.
_MAX_CORDS, _MAX_PDUS = 8, 4


class CordAssignment:
    """Cords assigned so far, and the resulting loads."""

    def __init__(self, problem: CordProblem) -> None:
        self.problem = problem
        self.place: list[int] = [-1] * len(problem.cords)
        self.counted_w = [place.watts for place in problem.places]
        self.inlets: list[Counter[str]] = [Counter() for _ in problem.places]
        self.on_feed: dict[int, Counter[str]] = {device: Counter() for device in problem.cords_of}
        self.feed_w = defaultdict[str, float](float, problem.feed_w)

    def put(self, cord: int, place: int) -> None:
        """Assign a cord to a PDU; -1 removes the assignment."""
        asked = self.problem.cords[cord]
        for number, sign in ((self.place[cord], -1), (place, 1)):
            if number >= 0:
                watts, feed = self.problem.counted_w(cord), self.problem.places[number].feed
                self.counted_w[number] += sign * watts
                self.feed_w[feed] += sign * watts
                self.inlets[number][asked.inlet.form] += sign
                self.on_feed[asked.device][feed] += sign
        self.place[cord] = place

    def obstacle(self, cord: int, place: int) -> str:
        """Return the reason that a cord cannot go to a PDU; empty if it can."""
        problem, asked = self.problem, self.problem.cords[cord]
        item = problem.places[place]
        if not problem.may_feed(asked.device, self.on_feed[asked.device], item.feed):
            return f"feed {item.feed} already has a cord of the device"
        if not item.has_outlets(self.inlets[place] + Counter([asked.inlet.form])):
            form = f" for a {asked.inlet.form}" if asked.inlet.form else ""
            return f"no free outlet{form}"
        watts = problem.counted_w(cord)
        when = " when a feed fails" if problem.reserves else ""
        if item.limit_w is not None and self.counted_w[place] + watts > item.limit_w + ROUNDING_W:
            return f"its PDU carries {self.counted_w[place]:,.0f} W of {item.limit_w:,.0f} W{when}"
        limit = problem.rules.feeds.get(item.feed)
        if limit is not None and self.feed_w[item.feed] + watts > limit + ROUNDING_W:
            return f"feed {item.feed} carries {self.feed_w[item.feed]:,.0f} W of {limit:,.0f} W{when}"
        return ""

    def share(self, place: int, more_w: float = 0.0) -> float:
        """Return the load of a PDU as a share of its limit, or in kW without a limit."""
        limit = self.problem.places[place].limit_w
        return (self.counted_w[place] + more_w) / (1000.0 if limit is None else max(limit, 1.0))

    def best(self, cord: int) -> int:
        """Return the nearest PDU that takes a cord, the least loaded if tied; -1 for none."""
        watts, reach = self.problem.counted_w(cord), self.problem.reach[cord]
        for _, equally_near in groupby(reach, key=reach.__getitem__):
            open_to = [
                (self.share(place, watts), place)
                for place in equally_near
                if not self.obstacle(cord, place)
            ]
            if open_to:
                return min(open_to)[1]
        return -1


def assign_cords(problem: CordProblem) -> list[int]:
    """Assign a PDU to each cord.

    Raise `InfeasibleError` with cords, obstacles and remedies if impossible.
    """
    result = _greedy(problem)
    if -1 in result.place:
        from netfloor.layout.power.programme import solve_cords  # noqa: PLC0415 - loads SciPy

        places = None if _too_few(problem) else solve_cords(problem, result.place)
        if places is None:
            raise InfeasibleError(SEPARATOR.join(_refusal(result)))
        result = CordAssignment(problem)
        for cord, place in enumerate(places):
            result.put(cord, place)
    _balance(result)
    return result.place


def _too_few(problem: CordProblem) -> bool:
    """Return True if there are too few outlets for the cords in total or without any single feed."""
    inlets = sorted({cord.inlet.form for cord in problem.cords})
    feeds = sorted({place.feed for place in problem.places if place.feed} if problem.rules.apart else ())
    for chosen in (chosen for size in range(1, len(inlets) + 1) for chosen in combinations(inlets, size)):
        asking = Counter(cord.device for cord in problem.cords if cord.inlet.form in chosen)
        outlets = {place: item.outlets_of(chosen) for place, item in enumerate(problem.places)}
        if asking.total() > sum(outlets.values()):
            return True
        for feed in feeds:
            elsewhere = sum(
                max(0, count - max(0, problem.open_on_feed(device, feed)))
                for device, count in asking.items()
            )
            if elsewhere > sum(n for place, n in outlets.items() if problem.places[place].feed != feed):
                return True
    return False


def _greedy(problem: CordProblem) -> CordAssignment:
    """Assign the cords of the device with the highest load first, each to its best PDU."""
    cord_assignment = CordAssignment(problem)
    watts = {device: problem.fabric.devices[device].load_w or 0.0 for device in problem.cords_of}
    for device in sorted(problem.cords_of, key=lambda item: (-watts[item], item)):
        for cord in problem.cords_of[device]:
            cord_assignment.put(cord, cord_assignment.best(cord))
    return cord_assignment


def _balance(found: CordAssignment) -> None:
    """Move cords between equally near PDUs, and exchange them, while that balances the loads."""
    cords = range(len(found.place))
    near: dict[frozenset[tuple[int, int]], list[int]] = {}
    for cord in cords:  # cords of a cabinet have the same PDUs in reach
        near.setdefault(frozenset(found.problem.reach[cord].items()), []).append(cord)
    while any(
        [_moved(found, cord) for cord in cords]
        + [_exchanged(found, a, b) for own in near.values() for a, b in combinations(own, 2)]
    ):
        pass


def _moved(found: CordAssignment, cord: int) -> bool:
    """Move a cord to an equally near PDU if that balances the loads."""
    reach, old = found.problem.reach[cord], found.place[cord]
    watts = found.problem.counted_w(cord)
    before = found.share(old)
    for place, far in reach.items():
        if place == old or far != reach[old] or not watts:
            continue
        after = found.share(old, -watts) ** 2 + found.share(place, watts) ** 2
        if after < before**2 + found.share(place) ** 2 - ROUNDING_W and _fits_after(found, {cord: place}):
            found.put(cord, place)
            return True
    return False


def _exchanged(found: CordAssignment, a: int, b: int) -> bool:
    """Exchange the PDUs of two cords if that balances the loads."""
    item, other = found.place[a], found.place[b]
    more = found.problem.counted_w(b) - found.problem.counted_w(a)
    if item == other or not more or found.problem.reach[a][item] != found.problem.reach[a][other]:
        return False
    before = found.share(item) ** 2 + found.share(other) ** 2
    after = found.share(item, more) ** 2 + found.share(other, -more) ** 2
    if after < before - ROUNDING_W and _fits_after(found, {a: other, b: item}):
        found.put(a, other)
        found.put(b, item)
        return True
    return False


def _fits_after(found: CordAssignment, places: dict[int, int]) -> bool:
    """Return True if some cords can all move to new PDUs; the assignment is restored."""
    old = {cord: found.place[cord] for cord in places}
    for cord in places:
        found.put(cord, -1)
    possible = True
    for cord, place in places.items():
        possible = possible and not found.obstacle(cord, place)
        found.put(cord, place)
    for cord, place in old.items():
        found.put(cord, place)
    return possible


def _refusal(found: CordAssignment) -> Iterator[str]:
    """Report the cords without an outlet, the obstacle at their nearest PDUs, and remedies."""
    problem, devices = found.problem, found.problem.fabric.devices
    left = [cord for cord, place in enumerate(found.place) if place < 0]
    yield f"no outlet for {count_text(len(left), 'power cord')} of {len(found.place):,}"
    for cord in left[:_MAX_CORDS]:
        asked = problem.cords[cord]
        name = f"{devices[asked.device].name} {asked.inlet.label}"
        why: dict[str, list[str]] = {}
        for place in list(problem.reach[cord])[:_MAX_PDUS]:
            pdu = devices[problem.places[place].pdu].name
            why.setdefault(found.obstacle(cord, place), []).append(pdu)
        stops = [f"{reason} ({', '.join(pdus)})" for reason, pdus in why.items()]
        if not stops:
            within = "" if problem.rules.reach_mm is None else " within reach_m"
            form = f" for a {asked.inlet.form}" if asked.inlet.form else ""
            stops = [f"no PDU{within} has a listed outlet{form}"]
        yield f"{name}: {'; '.join(stops)}"
    if len(left) > _MAX_CORDS:
        yield f"{len(left) - _MAX_CORDS:,} more"
    yield "add outlets or PDUs there, raise a limit, or move devices to other cabinets"
