"""What the documents say is what the code does."""

import re
from pathlib import Path

import pytest

from netfloor.foundation import plugins

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["docs/python-api.md", "docs/tour.md"])
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block runs, in order, in one namespace."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setattr(plugins, "_registered", {})
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), namespace)  # noqa: S102 - our own page


def test_links_between_pages_exist() -> None:
    """Every relative link and picture of README, CONTRIBUTING and docs/ leads to a file; code is none."""
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r'(?:\]\(|src=")([^)"#:]+)[)"]', text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
