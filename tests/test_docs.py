"""What the documents say is what the code does."""

import re
from pathlib import Path

import pytest

from netfloor.foundation import plugins
from netfloor.reports.comparison.published import load_published
from netfloor.structure.summary import describe
from netfloor.topologies.spec import build

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


def table1_rows() -> list[tuple[str, list[str]]]:
    """Return (network, cells) of the Table I rows in docs/fidelity.md."""
    text = (ROOT / "docs/fidelity.md").read_text().split("## SpectralFly, Table II")[0]
    lines = [line.strip("|").split("|") for line in text.splitlines() if " / " in line and line[0] == "|"]
    return [(cells[0].strip(), [cell.strip(" *") for cell in cells[1:]]) for cells in lines]


@pytest.mark.parametrize("row", [r for r in table1_rows() if "," not in r[0] or r[0] < "lps:5"])
def test_table1_of_the_fidelity_page(row: tuple[str, list[str]]) -> None:
    """Ours are recomputed, the printed ones are those of the shipped table."""
    spec, cells = row
    ours, printed = (
        describe(build(spec), with_bisection=False).to_dict(),
        load_published("spectralfly_table1"),
    )
    digits = {"mean_distance": 4, "mu1": 4}
    for key, cell in zip(
        ("routers", "radix", "diameter", "mean_distance", "girth", "mu1"), cells, strict=True
    ):
        mine, theirs = (float(part) for part in cell.split(" / "))
        assert mine == pytest.approx(ours[key], abs=0.6 * 10 ** -digits.get(key, 0))
        assert theirs == printed.for_network(spec)[key]
