"""What opensm says of a routing: lanes, and why it failed."""

import re
from dataclasses import dataclass

#: Engines that keep deadlock out by the order of switches and need no second lane.
ONE_LANE = frozenset({"updn", "ftree"})
_NEEDED = (r"Virtual Lanes needed: (\d+)", r"Lanes needed: (\d+)", r"Lane requirements \((\d+)\)")
_PREFIX = re.compile(r"^.*?\] 0x[0-9a-f]+ -> ", re.IGNORECASE)
_REASONS = ("ERR", "disabling", "cannot build", "no root")


@dataclass(frozen=True)
class Verdict:
    """What an engine made of a fabric.

    Attributes
    ----------
    routed
        True if it configured every switch.
    lanes
        Virtual lanes that it needed; if it failed for want of them, at least so many; None
        where it does not say.
    reason
        Why it failed, in opensm's words; empty if it did not.
    """

    routed: bool
    lanes: int | None
    reason: str = ""


def read_log(log: str, engine: str) -> Verdict:
    """Return the verdict of opensm's log."""
    routed = f"{engine} tables configured on all switches" in log and "SUBNET UP" in log
    found = next((m for pattern in _NEEDED if (m := re.findall(pattern, log))), None)
    lanes = max(map(int, found)) if found else None
    if routed:
        return Verdict(routed=True, lanes=1 if lanes is None and engine in ONE_LANE else lanes)
    return Verdict(routed=False, lanes=lanes, reason=_reason(log))


def _reason(log: str) -> str:
    """Return the first line that tells why."""
    lines = [_PREFIX.sub("", line) for line in log.splitlines()]
    told = (line for line in lines if any(word in line for word in _REASONS))
    return next(told, "opensm gives no reason")
