"""What may differ from one run to the next: only what is named here, each rule with its reason."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Mask:
    """A rule: in which recorded files the groups of which pattern are replaced by ``<name>``.

    Attributes
    ----------
    where
        A pattern that is searched in ``SCENARIO/LINE/FILE``.
    pattern
        What surrounds the unstable text, which its groups hold; nothing outside of them is replaced.
    reason
        Why the text cannot stay the same.
    """

    name: str
    where: str
    pattern: str
    reason: str

    def applied(self, place: str, text: str) -> str:
        """Return a text with what this rule hides in it."""
        return re.sub(self.pattern, self._hidden, text) if re.search(self.where, place) else text

    def _hidden(self, found: re.Match[str]) -> str:
        text = found.group()
        for group in range(len(found.groups()), 0, -1):
            if found.group(group) is not None:
                begin, end = (at - found.start() for at in found.span(group))
                text = f"{text[:begin]}<{self.name}>{text[end:]}"
        return text


#: A number of seconds, as times are printed.
_TIME = r"[0-9][0-9.,]*(?:e-?[0-9]+)?"

#: The version of the tool is hidden where it is named; a plan's SHA-256 still changes with it.
MASKS: tuple[Mask, ...] = (
    Mask(
        "version",
        r".",
        r'netfloor ([0-9]+\.[0-9]+\.[0-9]+\S*?)(?=[\s,;<"\'\\)]|$)',
        "a new version behaves alike and is called otherwise",
    ),
    Mask(
        "version",
        r"\.json$|/stdout$|\.sqlite$|\.html$",
        r'"name":\s*"netfloor",\s*"version":\s*"([^"]*)"',
        "the same, where a document says which tool wrote it",
    ),
    Mask(
        "elapsed",
        r"^(plans|objectives|after|halls|refused|exports)/[^/]*/stdout$",
        rf"(?m)^effort .*, ({_TIME}) s[;,]? ?.*$",
        "layout and grow say how long they took",
    ),
    Mask(
        "elapsed",
        r"^(plans|objectives|after|halls|exports|assignment|circulants)/[^/]*/stdout$",
        rf'(?m)^ *"seconds": ({_TIME}),?$',
        "the same in their JSON, and in that of qap and circulant search",
    ),
    Mask(
        "elapsed",
        r"^assignment/qap/stdout$",
        rf"(?m)^effort .* moves in ({_TIME}) s",
        "qap says how long it took",
    ),
    Mask(
        "elapsed",
        r"^circulants/[^/]*/stdout$",
        rf"(?m)^examined .*; ({_TIME}) s$",
        "circulant search says how long it took",
    ),
    Mask(
        "elapsed",
        r"^study/[^/]*/stderr$",
        rf"(?<= )({_TIME}) s(?=[,\n])",
        "a comparison says how long each network took to place",
    ),
    Mask(
        "date",
        r"^(after|study)/(?!.*\.xlsx/)",
        r"(20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)",
        "a run in a results file says when it began, and a report of it too",
    ),
    Mask(
        "sampled",
        r"^circulants/estimate/stdout$",
        rf"(?m)^diameter .* at ({_TIME}(?:e\+[0-9]+)?) a second and core.*?, ([0-9]+) samples\)$",
        "an estimate searches at random for some seconds, and says how fast and how often",
    ),
    Mask(
        "sampled",
        r"^circulants/estimate-json/stdout$",
        r'"(?:sets|sets_per_core_second|core_seconds|core_seconds_error|samples)": ([0-9.e+-]+)',
        "the same in its JSON",
    ),
    Mask(
        "memory",
        r"^refused/huge-network/stderr$",
        r"but ([0-9.]+ [GM]iB) are available",
        "what the machine has to spare at the moment",
    ),
)

#: Lines of progress on standard error: whether there are any depends on how long the line took.
_PROGRESS = re.compile(r"^[0-9]+ s: .*\n", re.MULTILINE)


def masked(place: str, data: bytes, work: str) -> bytes:
    """Return what a line printed or wrote, without what differs from run to run.

    Parameters
    ----------
    place
        ``SCENARIO/LINE/FILE``, as a rule's `where` sees it.
    data
        What was printed or written; bytes that are no UTF-8 come back as they are.
    work
        The temporary folder that the line ran in; becomes ``<work>``.
    """
    text = data.decode("utf-8", "surrogateescape").replace(work, "<work>")
    if place.endswith("/stderr"):
        text = _PROGRESS.sub("", text)
    for mask in MASKS:
        text = mask.applied(place, text)
    return text.encode("utf-8", "surrogateescape")
