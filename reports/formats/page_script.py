"""Scripts and data of a page: small ES modules joined to one script, and data that no name can leave.

No tool but Python puts a page together: each module of a folder becomes a function that returns what it
exports, called once, in an order in which what it imports stands before it. A content security policy
names the script by its hash, so that nothing else in the page runs.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z_]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([A-Za-z_$][\w$]*))", re.MULTILINE)
#: What is left of imports and exports in a form that is not understood here.
_LEFT = re.compile(r"^(import|export)\b.*", re.MULTILINE)
#: What would end a script, or begin a comment that hides its end.
_ENDS = re.compile(r"</(script|style)|<!--", re.IGNORECASE)
#: Characters that could end the element that holds data, as JSON writes them in texts.
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
_NOTHING = "default-src 'none'; "
_REST = "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True)
class PageScript:
    """A script that stands in a page once, whatever number of its parts need it, and its styles."""

    name: str
    text: str
    styles: str = ""

    def __post_init__(self) -> None:
        if _ENDS.search(self.text) or _ENDS.search(self.styles):
            raise ValueError(f"script {self.name!r} holds the end of its own element")

    @property
    def source(self) -> str:
        """What a content security policy calls it: the hash of its text."""
        digest = base64.b64encode(hashlib.sha256(self.text.encode()).digest()).decode()
        return f"'sha256-{digest}'"


@dataclass(frozen=True)
class Live:
    """What a script makes of a picture: the script, and the data that it draws from.

    The figure is marked ``data-live="NAME"`` with the script's name, and holds the data as JSON.
    """

    script: PageScript
    document: Mapping[str, Any]

    @property
    def json(self) -> str:
        """The data as it stands in the page: ASCII, without a character that HTML would read."""
        text = json.dumps(self.document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        return text.translate(_ESCAPED)


def policy(scripts: Iterable[PageScript] = ()) -> str:
    """Return what a page may load: the styles, pictures and scripts within it, nothing else."""
    sources = " ".join(script.source for script in scripts)
    return _NOTHING + (f"script-src {sources}; " if sources else "") + _REST


@cache
def page_script(name: str, package: str, first: str = "main") -> PageScript:
    """Return the modules of a package's folder as one script of type ``module``, and its style sheets.

    Parameters
    ----------
    name
        Of the script.
    package
        The folder, as Python names it.
    first
        The module that runs; others come in as they are imported.

    Raises
    ------
    ValueError
        Where modules import each other in a circle, or in a form other than
        ``import { a, b } from "./file.js";`` and ``export function``, ``const`` or ``class``.
    """
    found = {one.name: one for one in sorted(files(package).iterdir(), key=lambda one: one.name)}

    def read(ending: str) -> dict[str, str]:
        names = [file for file in found if file.endswith(ending)]
        return {file.removesuffix(ending): found[file].read_text(encoding="utf-8") for file in names}

    return PageScript(name, joined_modules(read(".js"), first), "".join(read(".css").values()))


def joined_modules(texts: Mapping[str, str], first: str) -> str:
    """Return modules, by name, as one; see `page_script`."""
    done: dict[str, str] = {}
    _join(texts, first, done, ())
    return "\n".join(done.values())


def _join(texts: Mapping[str, str], name: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"modules import each other in a circle: {' '.join((*above, name))}")
    if name in done:
        return
    text = texts[name]
    for found in _IMPORT.finditer(text):
        _join(texts, found[2], done, (*above, name))
    exported = ", ".join(found[1] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: f"const {{{found[1]}}} = of_{found[2]};\n", text))
    left = _LEFT.search(body)
    if left:
        raise ValueError(f"module {name!r}: {left[0]!r} is not understood")
    done[name] = f"const of_{name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"
