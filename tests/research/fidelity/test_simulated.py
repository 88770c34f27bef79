"""Figures of simulated exhibits from runs given by hand: who is first, what words allow.

Their exhibits go with the subject of traffic, and these tests with them.
"""

from pathlib import Path
from typing import Any

import pytest

from netfloor.research.fidelity.papers import REPRODUCTIONS
from netfloor.research.fidelity.papers.listed import SUMMARY
from netfloor.research.fidelity.report.exhibit import MeasuredExhibit, Ours
from netfloor.research.fidelity.report.state import compared, verdict
from netfloor.research.fidelity.reproduction import KnownExhibit, Measurement, Reproduction
from netfloor.research.fidelity.run import FidelityRequest, all_stored
from netfloor.topologies.spec import build

_PAPERS = "netfloor.research.fidelity.papers"
_DRAGONFLY = pytest.importorskip(f"{_PAPERS}.dragonfly_traffic")
FIGURE_12, FIGURE_14, FIGURE_16 = _DRAGONFLY.FIGURE_12, _DRAGONFLY.FIGURE_14, _DRAGONFLY.FIGURE_16
FIGURE_8_DRAGONFLY = _DRAGONFLY.FIGURE_8
TRAFFIC = _DRAGONFLY.EXHIBITS
shortest_path_counts = pytest.importorskip(f"{_PAPERS}.spectralfly.set_up").shortest_path_counts
FIGURE_9 = pytest.importorskip(f"{_PAPERS}.spectralfly.motifs").FIGURE_9
DOCS = Path(__file__).parents[3] / "docs"
_FINITE = pytest.importorskip(f"{_PAPERS}.spectralfly.finite_runs")
FIGURE_6, FIGURE_8, NETWORKS, OWN = _FINITE.FIGURE_6, _FINITE.FIGURE_8, _FINITE.NETWORKS, _FINITE.OWN
BRACKETS, FIRST = _FINITE.BRACKETS, _FINITE.FIRST
PAIRS = pytest.importorskip(f"{_PAPERS}.spectralfly.pairs").PAIRS
DEEP = "group-ugal-l, next-group, 256 flits"


def row_of(exhibit: Reproduction, row: str, kept: dict[str, Any]) -> dict[str, Any]:
    """Return what a row comes to with its steps kept from before: nothing is simulated."""
    work = Measurement(1, exhibit.size, kept, lambda: None, {})
    return {
        name: one.value if isinstance(one, Ours) else one
        for name, one in exhibit.measure(row, work).items()
    }


def slowest(*times: int) -> dict[str, Any]:
    """Return a step of finite runs, whose mean messages take half of the slowest's time."""
    return {"slowest": list(times), "mean": [time / 2 for time in times], "not_minimal": []}


def test_first_is_counted_seed_by_seed_and_beside_each_slimfly() -> None:
    """A tie is nobody's first; the printed SlimFly decides."""
    each = [(9, 9, 9), (20, 20, 9), (12, 30, 30), (8, 10, 10), (11, 8, 10), (10, 10, 10)]
    more = [(8, 8, 9), (10, 10, 9)]
    times = dict(zip([*NETWORKS, *BRACKETS], each + more, strict=True))
    kept = {f"{name}; permutation; ugal-l; 0.3": slowest(*of) for name, of in times.items()}
    kept |= {
        "q = 19; permutation; ugal-l; 0.3; 40 KiB": slowest(10, 9, 12),
        f"{OWN}; permutation; ugal-l; 0.3; 84 KiB": slowest(7, 9, 10),
    }
    found = row_of(FIGURE_6, "random at 0.3", kept)
    assert [found[f"{packets} packets a channel: ahead of q = 19"] for packets in (2, 3)] == [2, 1]
    assert [found[f"{FIRST}{one}"] for one in list(NETWORKS)[3:]] == [1, 1, 2]
    assert found["BundleFly before SlimFly, as printed"] == 0
    assert found["SpectralFly, cycles"] == 9
    assert [found[f"ahead of {one}"] for one in BRACKETS] == [0, 2]
    assert [found[f"by mean message: ahead of {one}"] for one in BRACKETS] == [0, 2]
    measured = MeasuredExhibit(FIGURE_6, {"random at 0.3": {key: Ours(one) for key, one in found.items()}})
    verdicts = {
        column.name: verdict(measured, "random at 0.3", column, printed)
        for column, printed in zip(FIGURE_6.columns, FIGURE_6.printed["random at 0.3"], strict=True)
    }
    assert verdicts[f"{FIRST}SlimFly, as printed"] == "differs"
    assert verdicts[f"{FIRST}q = 17"] is None


def test_the_mean_message_ranks_apart_from_the_slowest_and_judges_nothing() -> None:
    """A network whose slowest message is the first may have the later mean."""
    kept = {
        f"{name}; permutation; ugal-l; 0.3": {"slowest": [10 if name == OWN else 20] * 3, "mean": mean}
        for place, name in enumerate([*NETWORKS, *BRACKETS])
        for mean in ([6, 6, 4] if place else [5, 5, 5],)
    }
    deep = {"slowest": [10, 10, 10], "mean": [5, 5, 5]}
    kept |= {
        f"{name}; permutation; ugal-l; 0.3; {kib} KiB": deep for name, kib in (("q = 19", 40), (OWN, 84))
    }
    found = row_of(FIGURE_6, "random at 0.3", kept)
    assert (found[f"{FIRST}q = 17"], found[f"by mean message: {FIRST}q = 17"]) == (3, 2)
    printed = dict(
        zip([column.name for column in FIGURE_6.columns], FIGURE_6.printed["random at 0.3"], strict=True)
    )
    assert printed[f"by mean message: {FIRST}SlimFly, as printed"] is None


@pytest.mark.parametrize(
    ("row", "valiant", "verdicts"),
    [
        ("bit shuffle at 0.1", (50, 50, 50), ("agrees", "agrees")),
        ("bit shuffle at 0.1", (98, 98, 98), ("agrees", "differs")),
        ("bit shuffle at 0.1", (50, 50, 101), ("differs", "agrees")),
        ("random at 0.1", (150, 150, 150), ("agrees", "agrees")),
        ("random at 0.1", (50, 50, 50), ("differs", "differs")),
    ],
)
def test_what_the_words_on_valiant_allow(
    row: str, valiant: tuple[int, ...], verdicts: tuple[str, str]
) -> None:
    """Significant is the sign in every seed and 10 % on average."""
    pattern = {"bit shuffle": "bit-shuffle", "random": "permutation"}[row.partition(" at")[0]]
    kept = {
        f"{OWN}; {pattern}; minimal; 0.1": slowest(100, 100, 100),
        f"{OWN}; {pattern}; valiant; 0.1": slowest(*valiant),
    }
    found = {key: Ours(one) for key, one in row_of(FIGURE_8, row, kept).items()}
    measured = MeasuredExhibit(FIGURE_8, {row: found})
    pairs = zip(FIGURE_8.columns, FIGURE_8.printed[row], strict=True)
    assert tuple(verdict(measured, row, *pair) for pair in pairs)[:2] == verdicts
    (cell,) = [item for item in compared(measured) if item.row == row]
    assert cell.verdict == max(verdicts)


def load(at: float, latency: float | None, minimal: float | None = None) -> dict[str, Any]:
    """Return a load of a steady simulation."""
    return {"load": at, "latency": latency, "minimal": minimal, "saturated": latency is None}


def by_credits(series: str, *loads: dict[str, Any]) -> dict[str, Any]:
    """Return the steps of a series with outstanding credits counted, a load each."""
    return {f"{series}, by credits, at {item['load']:g}": [item] for item in loads}


def test_up_to_is_the_largest_of_the_loads_that_both_carry() -> None:
    """A load that one of them does not carry has no ratio; without any there is no figure."""
    row = "UGAL-L over UGAL-L_CR, worst case, 256 flits: latency, up to"
    kept = {
        DEEP: [load(0.1, 40.0), load(0.06, 300.0), load(0.2, None)],
        "group-ugal-l-cr, next-group, 256 flits": [load(0.06, 10.0), load(0.1, 20.0), load(0.2, 5.0)],
    }
    for series in tuple(kept):
        kept |= by_credits(series, load(0.06, 20.0), load(0.1, None))
    assert row_of(FIGURE_16, row, kept) == {"by waiting": 30.0, "by credits": 1.0}
    kept[DEEP] = [load(at, None) for at in (0.06, 0.1, 0.2)]
    assert row_of(FIGURE_16, row, kept)["by waiting"] == "not carried"


def test_throughput_is_the_highest_load_that_is_not_saturated() -> None:
    """What is accepted in overload is another figure and judges nothing."""
    kept = {
        f"group-ugal-l, next-group, {depth} flits": [
            {**load(at, 9.0), "saturated": at > most, "accepted": min(at, accepted)}
            for at in (0.05, 0.1, 0.15, 0.3)
        ]
        for depth, most, accepted in ((4, 0.05, 0.3), (64, 0.1, 0.2))
    }
    for series, loads in tuple(kept.items()):
        kept |= by_credits(series, *loads)
    assert row_of(FIGURE_14, "4 flits over 64: highest load carried", kept)["by waiting"] == 0.5
    row = "4 flits over 64: accepted in overload"
    assert row_of(FIGURE_14, row, kept)["by waiting"] == 1.5
    assert FIGURE_14.printed[row] == (None, None)


def test_a_distribution_is_of_the_load_that_the_paper_names() -> None:
    """Figure 12 reads Figure 11's runs at its own load, carried or not, and says what is accepted there."""
    key = "group-ugal-l, next-group, 16 flits"
    carried = {**load(0.15, 9.0), "minimal_median": 30, "others_99": 10, "accepted": 0.15}
    beyond = {**load(0.25, None), "minimal_median": 50, "others_99": 100, "accepted": 0.2}
    others = {"dragonfly-figure-11": KnownExhibit({}, {key: [carried, beyond]})}
    work = Measurement(1, 3, by_credits(key, carried), lambda: None, others)
    rows = {
        "at 0.25, 16 flits: median of minimal over 99th percentile of others, cut off": 0.5,
        "at 0.25, 16 flits: accepted over offered": 0.8,
        "at 0.15, 16 flits: median of minimal over 99th percentile of others": 3.0,
    }
    assert {row: FIGURE_12.measure(row, work)["by waiting"] for row in rows} == rows
    assert not FIGURE_12.measure("at 0.25, 16 flits: all packets", work)


def test_how_many_statements_agree_by_each_queue_rule() -> None:
    """The summary's counts are those of the stored figures, judged by the same intervals."""
    both = [
        tuple(verdict(item, row, column, printed) for column in item.exhibit.columns)
        for item in all_stored(FidelityRequest(DOCS / "fidelity.md"))
        if item.exhibit in TRAFFIC
        for row, (printed, _) in item.exhibit.printed.items()
        if printed is not None and len(item.ours[row]) > 1
    ]
    waiting, outstanding = (sum(pair[place] == "agrees" for pair in both) for place in (0, 1))
    assert f"Of {len(both)} statements measured by both" in SUMMARY
    assert f"{waiting} agree by waiting, which judges, and {outstanding} by credits" in SUMMARY


def test_a_series_by_credits_is_its_own_step_unless_its_routing_reads_no_queue() -> None:
    """One simulation of Valiant's routing serves both rules; UGAL has one for each."""
    row, series = "UGAL-G over VAL, worst case: accepted", "group-ugal-g, next-group, 16 flits"
    valiant, waiting, early, last = (
        {**load(at, None), "accepted": accepted}
        for at, accepted in ((0.5, 0.5), (0.5, 0.4), (0.02, 0.01), (0.5, 0.25))
    )
    kept = {"group-valiant, next-group, 16 flits": [valiant], series: [waiting]}
    kept |= by_credits(series, early, last)
    assert row_of(FIGURE_8_DRAGONFLY, row, kept) == {"by waiting": 0.8, "by credits": 0.5}


def test_the_networks_contradict_their_own_numbers() -> None:
    """No SlimFly of 32 ports has 8,192 endpoints; the printed one has 49 ports."""
    exhibit = REPRODUCTIONS["spectralfly-figures-6-to-10-networks"]
    names = ("SlimFly, as printed", "the largest SlimFly of 32 ports")
    slimfly, largest = (row_of(exhibit, row, {}) for row in names)
    assert (slimfly["ports of a switch"], slimfly["endpoints"]) == (3 * 27 // 2 + 1 + 8, 2 * 27**2 * 8)
    assert (
        largest["endpoints"]
        == 2 * 13**2 * (32 - 19)
        == exhibit.by_formula["the largest SlimFly of 32 ports", "endpoints"]
    )
    assert slimfly["channels per rank"] == 1458 * 41 / 8192


def test_shortest_paths_of_a_cube_are_counted() -> None:
    """Of seven switches three are neighbours, three have two paths, and the last has six."""
    single, several = shortest_path_counts(build("hypercube:3"))
    assert (single, several) == (pytest.approx(3 / 7), pytest.approx((3 * 2 + 6) / 4))


def test_slightly_ahead_has_two_ends() -> None:
    """A network that is far ahead is not slightly behind."""
    row = "FFT balanced: SpectralFly, times as fast as DragonFly"
    _, said, *_ = FIGURE_9.printed[row]
    column = FIGURE_9.columns[1]
    for ours, expected in ((0.9, "agrees"), (1.3, "differs"), (0.8, "differs")):
        measured = MeasuredExhibit(FIGURE_9, {row: {column.name: Ours(ours)}})
        assert verdict(measured, row, column, said) == expected


def test_the_text_on_the_largest_pair_contradicts_the_printed_table() -> None:
    """26.5 and 30.1 mW per Gb/s are 13.6 % apart and not 15, and 16,380 links 11.5 % fewer than 18,515."""
    row, same = (
        "lps:29,13 / slimfly:23",
        {"mean_m": 10.0, "longest_m": 20.0, "mean_ns": [5, 9], "longest_ns": [8]},
    )
    longer = {"mean_m": 12.0, "longest_m": 20.0, "mean_ns": [6, 9], "longest_ns": [8]}
    steps = {"lps:29,13": longer, "slimfly:23": same}
    work = Measurement(1, 1, {}, lambda: None, {"spectralfly-table-2-cables": KnownExhibit({}, steps)})
    found = {key: Ours(one) for key, one in PAIRS.measure(row, work).items()}
    assert found["mean cable"].value == 1.2
    judged = {
        item.column.name: item.verdict
        for item in compared(MeasuredExhibit(PAIRS, {row: found}))
        if item.row == row
    }
    assert judged["mean cable"] == "differs"
    assert judged["longest cable"] == "agrees"
    assert judged["printed energy per bandwidth, apart, %"] == judged["fewer links, %"] == "refuted"
    assert [round(float(found[name].value), 1) for name in list(found)[2:6]] == [13.6, 11.5, 0, 20]
