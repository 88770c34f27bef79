"""Study files of MPI programs: kernels, networks, and the speed of nodes and links."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file, load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.relative_paths import networks_beside
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M
from netfloor.foundation.wording import first_twice

#: Length in mm of a cable with a delay of a nanosecond.
MM_PER_NS = MM_PER_M / CABLE_NS_PER_M

Name = Annotated[str, Field(max_length=60, pattern=r"^[^\x00-\x1f]+$")]


class KernelTable(StrictModel):
    """``[[kernels]]``: an MPI program in C, relative to the study file."""

    name: Name
    program: Annotated[str, Field(pattern=r"^[\w./-]+\.c$")] = Field(description="a file in C")
    size: Annotated[int, Field(ge=1, le=1 << 40)] | None = Field(
        None, description="its first argument; default: the program's own"
    )
    most_ranks: Annotated[int, Field(ge=2)] | None = Field(
        None, description="larger networks leave it out, where SimGrid would take too long"
    )


class SmpiNetwork(StrictModel):
    """``[[networks]]``: a spec, or a plan with its cable lengths, in a series such as "torus"."""

    series: Name
    network: str = Field(description="a network spec, or the file of a plan")
    plan_network: str | None = Field(None, description="of a plan of several networks: the one to use")
    endpoints: Annotated[int, Field(ge=0, le=1000)] = Field(
        0, description="hosts of each switch; 0: the nodes are joined directly, as in the paper"
    )
    routes: Literal["vertex-symmetric", "dimension-order", "least-latency"] | None = Field(
        None, description="default: as the paper, by the family"
    )


class SmpiStudy(StrictModel):
    """A study of MPI programs."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "MPI programs on SimGrid"
    gflops: Annotated[float, Field(gt=0, le=1e9)] = 10.0
    gbps: Annotated[float, Field(gt=0, le=1e6)] = 10.0
    latency_ns: Annotated[float, Field(ge=0, le=1e9)] = 40.0
    collectives: Literal["default", "mpich", "mvapich2", "ompi", "impi"] = "mvapich2"
    against: Name = Field("torus", description="the series that ratios are to")
    kernels: Annotated[list[KernelTable], Field(min_length=1, max_length=50)]
    networks: Annotated[list[SmpiNetwork], Field(min_length=1, max_length=200)]

    @model_validator(mode="after")
    def _known(self) -> "SmpiStudy":
        if (twice := first_twice([kernel.name for kernel in self.kernels])) is not None:
            raise ValueError(f"kernel {twice!r} is given twice")
        pairs = [
            " ".join([f"{network.series}, {network.network}", *filter(None, [network.plan_network])])
            for network in self.networks
        ]
        if (twice := first_twice(pairs)) is not None:
            raise ValueError(f"network {twice!r} is given twice")
        if self.against not in {network.series for network in self.networks}:
            raise ValueError(f"against: there is no series {self.against!r}")
        if round(self.latency_ns * MM_PER_NS) != self.latency_ns * MM_PER_NS:
            raise ValueError(f"latency_ns: give a multiple of {1 / MM_PER_NS:g} ns, a mm of cable")
        return self


def read_smpi_study(path: Path) -> SmpiStudy:
    """Read a study file; paths of its programs are relative to it.

    Raises
    ------
    InputError
        With file and field, or for a missing program.
    """
    study = parse(SmpiStudy, load_toml(path, "study file"), path)
    kernels = []
    for kernel in study.kernels:
        source = path.parent / kernel.program
        if not is_file(source):
            raise InputError(f"{path}: kernels: {kernel.name}", f"there is no file {source}")
        kernels.append(kernel.model_copy(update={"program": str(source)}))
    networks = networks_beside(path, study.networks)
    return study.model_copy(update={"kernels": kernels, "networks": networks})
