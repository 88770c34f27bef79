"""Scripts in a page: named by their hash, joined without any tool, fed with data that no name can leave."""

import base64
import hashlib
import html as entities
import json
import re
from typing import Any

import pytest

from netfloor.reports.formats import html
from netfloor.reports.formats.document import Chart, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.page_script import Live, PageScript, joined_modules

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\u2029&amp;<!--"
SCRIPT = PageScript("floor", "const a = 1 < 2 && true;\n")


def page_of(*sections: Section) -> str:
    """Return a page of sections."""
    return html.page(ReportHead("Floor"), "One sentence.", sections)


def policy_of(page: str) -> str:
    """Return the content security policy that a page declares."""
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert found
    return entities.unescape(found[1])


def live_section(document: dict[str, Any]) -> Section:
    """Return a section with one picture that a script takes over."""
    return Section(
        "room",
        "Room",
        charts=(Chart("The room", lambda _: "<svg></svg>", live=Live(SCRIPT, document)),),
    )


def test_the_policy_names_each_script_by_its_hash_and_once() -> None:
    """Sections that need the same script share it, and its hash is that of the text between the tags."""
    page = page_of(live_section({"a": 1}), Section("b", "B", ("x",), scripts=(SCRIPT,)))
    texts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert texts == [SCRIPT.text]
    digest = base64.b64encode(hashlib.sha256(texts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy_of(page)
    assert "unsafe" not in policy_of(page).replace("style-src 'unsafe-inline'", "")


def test_a_page_without_scripts_allows_none() -> None:
    """Nothing is said of scripts, so that the default, none, holds."""
    page = page_of(Section("a", "A", ("x",)))
    assert "<script" not in page
    assert "script-src" not in policy_of(page)
    assert policy_of(page).startswith("default-src 'none';")


def test_names_cannot_leave_the_data() -> None:
    """Data reads back as it was, adds no element, and the picture stays for readers without scripts."""
    page = page_of(live_section({HOSTILE: [HOSTILE, "é"]}))
    data = re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert [json.loads(text) for text in data] == [{HOSTILE: [HOSTILE, "é"]}]
    assert data[0].isascii()
    assert not set(data[0]) & set("<>&")
    assert '<figure class="wide" data-live="floor">' in page
    assert "<svg></svg>" in page


def test_modules_are_joined_below_what_they_import() -> None:
    """Each stands once, after what it imports, and sees what that exports."""
    texts = {
        "main": 'import { one, two } from "./low.js";\nimport { three } from "./mid.js";\nrun(one, two);\n',
        "mid": 'import { one } from "./low.js";\nexport const three = one;\n',
        "low": "export function one() {}\nconst own = 2;\nexport class two {}\n",
        "unused": "export const never = 0;\n",
    }
    joined = joined_modules(texts, "main")
    places = [joined.index(f"const of_{name} =") for name in ("low", "mid", "main")]
    assert places == sorted(places)
    assert "const { one, two } = of_low;" in joined
    assert "return { one, two };" in joined
    assert "never" not in joined
    assert not re.search(r"^(import|export)", joined, re.MULTILINE)


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"main": 'import { a } from "./main.js";\n'}, "circle"),
        ({"main": 'import x from "./low.js";\n', "low": ""}, "not understood"),
        ({"main": "export default 1;\n"}, "not understood"),
    ],
)
def test_what_cannot_be_joined_is_refused(texts: dict[str, str], why: str) -> None:
    """A form that would silently do something else ends the build."""
    with pytest.raises(ValueError, match=why):
        joined_modules(texts, "main")


@pytest.mark.parametrize("text", ["a</ScRiPt>", "<!-- x"])
def test_a_script_cannot_hold_its_own_end(text: str) -> None:
    """What would end its element is refused where it is made."""
    with pytest.raises(ValueError, match="end of its own element"):
        PageScript("x", text)
