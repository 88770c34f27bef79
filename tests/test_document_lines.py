"""Every command line of README.md and docs/*.md runs, in order, in an empty folder."""

from pathlib import Path
from typing import Any

import pytest

from tests.document_lines import PAGES, document_lines, quick_lines

WITH_LINES = [page for page in sorted(PAGES) if document_lines(page)]


@pytest.mark.parametrize("page", WITH_LINES)
def test_the_lines_of_a_page_run_in_order(page: str, cli: Any, here: Path) -> None:
    """Each ends as the page says; those that take long, and what needs them, run in `wheel_check --pages`."""
    for line in quick_lines(document_lines(page)):
        ran = cli(*line.words[1:])
        assert ran.code == line.code, f"{page}: {' '.join(line.words)}\n{ran.err}"
