"""The logic of the page's script, by the tests beside this file, in Node."""

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = Path(__file__).parents[3] / "reports/floor/page"


def node() -> str | None:
    """Return a Node: one on the path, else that which Playwright brings."""
    found, driver = shutil.which("node"), find_spec("playwright")
    if found is None and driver is not None and driver.origin is not None:
        own = Path(driver.origin).parent / "driver/node"
        found = str(own) if own.exists() else None
    return found


def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    """Every test in page.test.mjs, each with its own rule, holds."""
    program = node()
    if program is None:
        pytest.skip("no Node: install node, or playwright, which brings one")
    shutil.copytree(PAGE, tmp_path / "page")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    test = shutil.copy(HERE / "page.test.mjs", tmp_path)
    ran = subprocess.run([program, "--test", test], capture_output=True, text=True, check=False)  # noqa: S603
    assert ran.returncode == 0, ran.stdout
