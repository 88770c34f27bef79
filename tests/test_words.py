"""What people read is standard English: the words that CONTRIBUTING.md replaces stay out."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.document_lines import PAGES
from tests.fixtures.commands import every_command
from tests.test_house import ROOMS, ROOT, files

#: What nobody says, in prose; keys, specs, file columns and code are no prose.
BANISHED = {
    "router": r"(?<![{_])routers?(?!_|-)",
    "electrical": r"electrical(?!_|-)",
    "hangs on": r"hang(s|ing)? on\b",
    "wish": r"\bwish(es)?\b",
    "in the mean": r"\bin the mean\b",
    "beaten": r"\bbeaten\b",
    "draws lots": r"\bdraws? lots\b",
    "at least m": r"\bat least k?m\b",
    "alone is worth": r"\balone is worth\b",
    "re-derived": r"\bre-?derived and equal\b",
    "is no JSON": r"\bis no JSON\b",
    "comes twice": r"\bcomes? twice\b",
    "is no": r"(?<!there )\b(is|are) no (an? )?\w+ (such as|that)\b",
    "anew": r"\banew\b",
    "reckon": r"\breckon",
    "wherefore": r"\b(wherefore|whereof|thereof|therein|whosoever)\b",
    "goes on": r"\bgo(es)? on from\b",
    "stands in": r"\bstands? in (a |the |its |their )?(slot|unit|cabinet|room)",
    "came about": r"\bcame about\b",
    "one line a": r"\bone (line|row|sheet) an? \w+\b",
    "no requirement": r"\b(is|are) no requirements?\b",
    "by others": r"\bin use by others\b",
    "nobody": r"\bnobody (could|optimised|asks|recommends|sells)\b",
}
#: Where such a word is right: (file, part of the text).
RIGHT = {
    ("exchange/writers/booksim.py", "router "),  # the grammar of BookSim's anynet files
    ("exchange/writers/sst.py", "switch.router."),  # parameters of SST/macro
    ("benchmarks/research/traffic/sst_macro.py", " router {{"),  # the same
    ("exchange/lists/subjects.py", "hostname,name,router,server"),  # headings of lists of others
    ("exchange/tables/subject.py", "hostname name router server"),  # headings of lists of others
    ("research/failures/checkpoint.py", " routers"),  # what a digest is taken of
    ("plans/check/bound.py", "line cuts, fewer than two routers"),  # in plans of older versions
    ("research/partitions/commands/place.py", "routers (switches) or cabinets"),  # a value of --by
    ("costmodels/__init__.py", "electrical and"),  # titles of sets, whose digests are in plans
    ("foundation/wording.py", "an electrical"),  # what `said` replaces
    ("research/fidelity/papers/circulants.py", "--routers N"),  # command lines, shown as code
    ("research/fidelity/papers/dragonfly.py", "--max-routers"),
    ("netfloor/commands/examples.py", "--routers"),
}
WORD = re.compile("|".join(f"(?P<w{n}>{rule})" for n, rule in enumerate(BANISHED.values())), re.IGNORECASE)


def banished(text: str) -> list[str]:
    """Return the banished words of a text, with what is around them."""
    return [text[max(0, found.start() - 30) : found.end() + 20] for found in WORD.finditer(text)]


def prose(page: str) -> str:
    """Return a page's text without its code: fences, spans, links, tables of contents."""
    without_blocks = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", without_blocks)


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of a file that have words in them, docstrings left out."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and " " in text and id(node) not in docstrings:
            yield text


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("a cabinet of 2 routers", True),
        ("a switch and copper", False),
        ("the table electrical_mm2", False),
        ("an endpoint hangs on a switch", True),
        ("--max-routers", True),
    ],
)
def test_the_list_finds_what_it_names(text: str, bad: bool) -> None:
    """A word in prose is found, a key is not."""
    assert bool(banished(text)) == bad


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_free_of_them(page: str) -> None:
    """Code spans and blocks may hold keys and specs."""
    assert not banished(prose((ROOT / page).read_text(encoding="utf-8")))


def test_no_text_keeps_both_sides_of_a_merge() -> None:
    """Git's marks are no Python and stop the linters; in pages and examples nothing else notices them."""
    texts = [path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*")]
    texts = [
        path for path in (*texts, *ROOT.glob("*.*")) if path.suffix in {".md", ".toml", ".csv", ".json"}
    ]
    assert len(texts) > 50
    mark = re.compile(r"^(<{7}|={7}|>{7})( |$)", re.MULTILINE)
    assert not [path.name for path in texts if mark.search(path.read_text(encoding="utf-8"))]


def test_messages_and_reports_are_free_of_them() -> None:
    """Every literal with a blank in it, wherever it is."""
    found = [
        (path.relative_to(ROOT).as_posix(), text)
        for path in files(*ROOMS)
        for text in literals(ast.parse(path.read_text(encoding="utf-8")))
        if banished(text)
    ]
    wrong = [one for one in found if not any(one[0] == file and part in one[1] for file, part in RIGHT)]
    assert not wrong, "\n".join(f"{file}: {banished(text)}" for file, text in wrong)


def test_helps_are_free_of_them() -> None:
    """Of every command and option; an option's own name is a key."""
    found = [
        (" ".join((*words, *getattr(one, "opts", ())[-1:])), getattr(one, "help", None) or "")
        for words, command in every_command()
        for one in (command, *command.params)
    ]
    assert [
        (where, text) for where, text in found if banished(text.replace("routers (switches)", ""))
    ] == []
