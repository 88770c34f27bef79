"""What `topology failures --element` says: the worst loss in words, then a row for all that are alike."""

import pytest

from netfloor.foundation.observer import SILENT
from netfloor.research.failures.elements import ElementLoss
from netfloor.research.failures.study.element_losses import ElementReport, run_element_losses
from netfloor.studies.named_network import NetworkRequest
from netfloor.topologies.spec import build


def test_the_worst_loss_is_the_answer() -> None:
    """Figures of the network as it is, then those of each loss; several alike are one row."""
    report = run_element_losses(NetworkRequest("rails:6,4,3,8,levels=3"), "group", SILENT)
    assert report.fields == [
        ("answer", "losing group 12 leaves 144 pairs of servers without a path"),
        ("without failure", "24 servers of 3 ports, at most 4 hops between any two"),
    ]
    assert report.table.rows == [
        ("group 12", 1, 12, 72, 0, 0, 144, None),
        ("group 0 or another", 6, 3, 12, 12, 4, 0, 4),
        ("group 6 or another", 6, 4, 24, 0, 0, 0, 4),
    ]
    document = report.to_dict()
    assert document["every_server_connected"] is False
    assert [loss["server_pairs_without_path"] for loss in document["losses"]] == [144, 0, 0]
    assert len(document["losses"][1]["elements"]) == 6


@pytest.mark.parametrize(
    ("lost", "apart", "answer"),
    [
        (0, 0, "whichever switch is lost, every server keeps a path to every other"),
        (1, 0, "losing switch 3 leaves 1 server without a port"),
        (0, 1, "losing switch 3 leaves 1 pair of servers without a path"),
        (
            2,
            1200,
            "losing switch 3 leaves 2 servers without a port "
            "and 1,200 pairs of other servers without a path",
        ),
    ],
)
def test_each_kind_of_loss_has_its_words(lost: int, apart: int, answer: str) -> None:
    """Servers without a port, pairs without a path, both or neither."""
    loss = ElementLoss(("3",), 1, 2, lost, lost, apart, None)
    report = ElementReport(build("slimfly:3,endpoints=1"), "switch", (loss,))
    assert report.fields[0] == ("answer", answer)
