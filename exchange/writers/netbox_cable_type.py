"""The cable type that NetBox is told: nothing where it is not certain."""

import re

from exchange.fabric import Cable
from exchange.job import Job

CABLE_TYPES = ("dac-passive", "dac-active", "mmf-om3", "mmf-om4", "mmf-om5", "smf-os1", "smf-os2", "aoc")
#: Words of a part's name that leave no doubt about its cable type.
_CERTAIN = (
    (r"\baoc\b", "aoc"),
    (r"\bom3\b", "mmf-om3"),
    (r"\bom4\b", "mmf-om4"),
    (r"\bom5\b", "mmf-om5"),
    (r"\bos1\b", "smf-os1"),
    (r"\bos2\b", "smf-os2"),
    (r"\bpassive dac\b|\bdac passive\b", "dac-passive"),
    (r"\bactive dac\b|\bdac active\b", "dac-active"),
)


#: By the kind of the part, where a catalogue says it: its ACC and AEC have electronics, its DAC none.
_BY_KIND = {
    "DAC": "dac-passive",
    "ACC": "dac-active",
    "AEC": "dac-active",
    "AOC": "aoc",
    "OM3": "mmf-om3",
    "OM4": "mmf-om4",
    "OM5": "mmf-om5",
    "OS2": "smf-os2",
}


def cable_type(job: Job, cable: Cable) -> str:
    """Return NetBox's cable type: as the user says of the medium, else where the part tells it."""
    told = job.values.get(f"{cable.medium}_type", "") if cable.medium else ""
    return told or _BY_KIND.get(cable.kind) or _by_words(cable.part)


def _by_words(part: str) -> str:
    words = re.sub(r"[^a-z0-9]+", " ", part.lower())
    found = {kind for pattern, kind in _CERTAIN if re.search(pattern, words)}
    return found.pop() if len(found) == 1 else ""
