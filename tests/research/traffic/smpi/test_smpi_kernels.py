"""Programs on SimGrid itself: kernels verify their answers, times are what the model says."""

import shutil
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError, UnplannedStopError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.research.traffic.smpi.programs import compile_program, find_smpi
from netfloor.research.traffic.smpi.run import simulate_smpi
from netfloor.research.traffic.smpi.study_file import KernelTable, SmpiNetwork, SmpiStudy, read_smpi_study

MPI = Path(__file__).parents[4] / "examples/mpi"
needs_simgrid = pytest.mark.skipif(
    None in (shutil.which("smpirun"), shutil.which("smpicc")), reason="SimGrid is not installed"
)
#: Of each kernel: a size for eight ranks, and a fault in its source that must not go unnoticed.
KERNELS = {
    "b_eff": (1000, "MPI_Irecv(in[way]", "MPI_Irecv(in[0]"),
    "ffte": (4096, "transpose(&array, &spare, columns, rows);", ""),
    "ft": (8, "to_planes(slab, packed);", ""),
    "is": (65536, "put_in_order(sorted);", ""),
    "cg": (1024, "rho / before * p[i]", "p[i]"),
    "mg": (32, "exchange(level, level->u);", ""),
    "bfs": (4096, "parent[i] = (uint32_t)near;", "parent[i] = (uint32_t)first;"),
    "lu": (16, "i <= count; i++", "i < count; i++"),
}


@needs_simgrid
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_verifies_its_answer(name: str, tmp_path: Path) -> None:
    """It takes the same time twice, and one with a fault says that its answer is wrong."""
    size, right, fault = KERNELS[name]
    text = (MPI / f"{name}.c").read_text()
    assert right in text
    for header in MPI.glob("*.h"):
        shutil.copy(header, tmp_path)
    (tmp_path / "good.c").write_text(text)
    (tmp_path / "bad.c").write_text(text.replace(right, fault, 1))
    network = SmpiNetwork(series="torus", network="torus:4x2")

    def seconds(source: str, *names: str) -> list[float | None]:
        kernels = [
            KernelTable.model_construct(name=one, program=str(tmp_path / source), size=size)
            for one in names
        ]
        study = SmpiStudy(kernels=kernels, networks=[network])
        return [run.seconds for run in simulate_smpi(study, None, (1, 1), SILENT, Interrupt()).runs]

    first, again = seconds("good.c", "once", "again")
    assert first is not None
    assert first > 0
    assert again == first
    with pytest.raises(UnplannedStopError, match="its answer is wrong"):
        seconds("bad.c", "bad")


MESSAGE = """#include "kernel.h"
int main(int argc, char **argv)
{
    long bytes = kernel_start(&argc, &argv, 0);
    char *data = kernel_memory((size_t)bytes, 1);
    double begun = kernel_clock();
    int goal = ranks / 2, counts = bytes > 1 ? goal : 1;
    kernel_work(rank == 1 ? 3e6 : 0);
    if (rank == 0)
        MPI_Ssend(data, (int)bytes, MPI_BYTE, goal, 0, MPI_COMM_WORLD);
    if (rank == goal)
        MPI_Recv(data, (int)bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return kernel_end(rank == counts ? MPI_Wtime() - begun : 0, 1);
}
"""


@needs_simgrid
def test_a_message_takes_latency_and_rate_and_an_operation_its_time(tmp_path: Path) -> None:
    """4 MB over four links of 40 ns at 10 Gb/s: 3.36 ms; 3 million operations at 10 Gflop/s: 0.3 ms."""
    shutil.copy(MPI / "kernel.h", tmp_path)
    (tmp_path / "message.c").write_text(MESSAGE)
    (tmp_path / "study.toml").write_text(
        'kernels = [{ name = "large", program = "message.c", size = 4200000 },'
        ' { name = "work", program = "message.c", size = 1 }]\n'
        'networks = [{ series = "torus", network = "torus:8" }]\n'
    )
    report = simulate_smpi(read_smpi_study(tmp_path / "study.toml"), None, (1, 1), SILENT, Interrupt())
    large, work = (run.seconds for run in report.runs)
    assert large == pytest.approx(4200000 * 8 / 10e9 + 4 * 40e-9, rel=2e-3)
    assert work == pytest.approx(3e6 / 10e9, rel=1e-3)


@needs_simgrid
def test_a_source_that_does_not_compile_is_refused_with_the_first_error(tmp_path: Path) -> None:
    """The compiler's line is in the message."""
    (tmp_path / "bad.c").write_text("int main(void) { return nothing; }\n")
    with pytest.raises(InputError, match="nothing"):
        compile_program(find_smpi(), tmp_path / "bad.c", tmp_path, lambda: False)
