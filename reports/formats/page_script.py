"""Scripts and data of a page: ES modules joined into a script, and data escaped for HTML.

Python alone assembles a page: each module becomes a function that returns its exports and is called once,
after the modules that it imports. A content security policy names the script by its hash, so no other
script can run.
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
#: Imports and exports in an unsupported form.
_LEFT = re.compile(r"^(import|export)\b.*", re.MULTILINE)
#: Text that would end a script, or begin a comment that hides its end.
_ENDS = re.compile(r"</(script|style)|<!--", re.IGNORECASE)
#: JSON escapes of the characters that could end the element with the data.
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
_NOTHING = "default-src 'none'; "
_REST = "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True)
class PageScript:
    """A script with its styles, included in a page once."""

    name: str
    text: str
    styles: str = ""

    def __post_init__(self) -> None:
        if _ENDS.search(self.text) or _ENDS.search(self.styles):
            raise ValueError(f"script {self.name!r} holds the end of its own element")

    @property
    def source(self) -> str:
        """The hash of the script, as a content security policy names it."""
        digest = base64.b64encode(hashlib.sha256(self.text.encode()).digest()).decode()
        return f"'sha256-{digest}'"


@dataclass(frozen=True)
class Live:
    """The interactive version of a picture: a script and its data.

    The figure is marked ``data-live="NAME"`` with the script's name, and holds the data as JSON.
    """

    script: PageScript
    document: Mapping[str, Any]

    @property
    def json(self) -> str:
        """The data as ASCII JSON, escaped for HTML."""
        text = json.dumps(self.document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        return text.translate(_ESCAPED)


def policy(scripts: Iterable[PageScript] = ()) -> str:
    """Return a content security policy that allows only the page's own styles, pictures and scripts."""
    sources = " ".join(script.source for script in scripts)
    return _NOTHING + (f"script-src {sources}; " if sources else "") + _REST


@cache
def page_script(name: str, package: str, first: str = "main") -> PageScript:
    """Return the modules in a package's folder as a script of type ``module``, with its style sheets.

    ``first`` is the module that runs; others are included as they are imported. `ValueError` for circular
    imports, and for forms other than ``import { a, b } from "./file.js";`` and ``export function``,
    ``const`` or ``class``.
    """
    result = {item.name: item for item in sorted(files(package).iterdir(), key=lambda item: item.name)}

    def read(ending: str) -> dict[str, str]:
        names = [file for file in result if file.endswith(ending)]
        return {file.removesuffix(ending): result[file].read_text(encoding="utf-8") for file in names}

    return PageScript(name, joined_modules(read(".js"), first), "".join(read(".css").values()))


def joined_modules(texts: Mapping[str, str], first: str) -> str:
    """Return the modules, given by name, as a single script; see `page_script`."""
    done: dict[str, str] = {}
    _join(texts, first, done, ())
    return "\n".join(done.values())


def _join(texts: Mapping[str, str], name: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"modules import each other in a circle: {' '.join((*above, name))}")
    if name in done:
        return
    text = texts[name]
    for result in _IMPORT.finditer(text):
        _join(texts, result[2], done, (*above, name))
    exported = ", ".join(outcome[1] for outcome in _EXPORT.finditer(text))
    body = _EXPORT.sub(
        "", _IMPORT.sub(lambda outcome: f"const {{{outcome[1]}}} = of_{outcome[2]};\n", text)
    )
    left = _LEFT.search(body)
    if left:
        raise ValueError(f"module {name!r}: {left[0]!r} is not understood")
    done[name] = f"const of_{name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"
