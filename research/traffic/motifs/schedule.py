"""The messages of a parallel program and their dependencies."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError, setting

LongArray = npt.NDArray[np.int64]
#: Limit on messages and steps of a run; each takes some 60 bytes.
MAX_MESSAGES = 20_000_000
#: Limit on bytes of a message.
MAX_BYTES = 1 << 40


@dataclass(frozen=True)
class MotifSettings:
    """Settings of a motif.

    Attributes
    ----------
    size_bytes
        Meaning depends on the motif: its largest message, the data of a rank, or a vector.
    iterations
        Number of sequential repetitions.
    compute_cycles
        Cycles that a rank computes before the messages of each step.
    blocks
        Blocks of a sweep.
    grid
        Sides of the grid of ranks; None for the motif's own.
    """

    size_bytes: int = 1024
    iterations: int = 1
    compute_cycles: int = 0
    blocks: int = 8
    grid: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        for name, value, minimum, maximum in (
            ("bytes", self.size_bytes, 1, MAX_BYTES),
            ("iterations", self.iterations, 1, 100_000),
            ("compute_cycles", self.compute_cycles, 0, 1 << 24),
            ("blocks", self.blocks, 1, 100_000),
        ):
            if not minimum <= value <= maximum:
                raise InputError(setting(name), f"is {value}", f"give {minimum} to {maximum:,}")


@dataclass(frozen=True, eq=False)
class MessageSchedule:
    """The messages of every rank and step, and the steps that wait for them.

    All ranks have the same number of steps. A step begins when the previous step has begun, all messages
    that it waits for have arrived, and the rank has computed; its messages are sent one after another. The
    last step sends nothing: a rank has finished when it begins.

    Attributes
    ----------
    ranks, steps
        Number of ranks, and of steps per rank.
    source, step, destination, awaited
        Rank and step that send a message; rank and step that wait for it; (messages,) int32 each, sorted by
        source and step, then in sending order.
    size_bytes
        Size of each message, (messages,) int64, at least 1.
    compute
        Cycles of computation before each step of a rank, int32: (steps,) for all ranks alike, or (ranks,
        steps).
    notes
        Notes on the result, such as the grid of ranks.
    """

    ranks: int
    steps: int
    source: npt.NDArray[np.int32]
    step: npt.NDArray[np.int32]
    destination: npt.NDArray[np.int32]
    awaited: npt.NDArray[np.int32]
    size_bytes: LongArray
    compute: npt.NDArray[np.int32]
    notes: tuple[str, ...] = field(default=())

    @property
    def messages(self) -> int:
        """Number of messages."""
        return len(self.source)

    def packets(self, packet_bytes: int) -> LongArray:
        """Return the packets of each message, (messages,): its bytes in packets of one size, rounded up."""
        return -(-self.size_bytes // packet_bytes)


@dataclass
class ScheduleBuilder:
    """Collects the messages of a motif and sorts them.

    Raises
    ------
    InputError
        If there are too many messages or steps.
    """

    ranks: int
    steps: int
    max_messages: int
    _parts: list[tuple[npt.NDArray[np.integer], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for what, count in (("messages", self.max_messages), ("steps", self.ranks * self.steps)):
            if count > MAX_MESSAGES:
                asked = f"{count:,} {what} of {self.ranks:,} ranks need some {count * 60 / 2**30:.0f} GiB"
                advice = f"give fewer ranks or iterations: at most {MAX_MESSAGES:,} {what} are simulated"
                raise InputError(setting("ranks"), asked, advice)

    def send(
        self,
        source: npt.NDArray[np.integer],
        destination: npt.NDArray[np.integer],
        step: int,
        awaited: int,
        size_bytes: int,
    ) -> None:
        """Add a message from each source in a step, after those already added."""
        shape = np.broadcast_shapes(source.shape, destination.shape)
        given = (source, step, destination, awaited, size_bytes)
        self._parts.append(tuple(np.broadcast_to(part, shape).ravel() for part in given))

    def schedule(self, compute_cycles: int, *notes: str) -> MessageSchedule:
        """Return the schedule; every step but the last begins with computation."""
        columns = [np.concatenate(column) for column in zip(*self._parts, strict=True)]
        order = np.lexsort((columns[1], columns[0]))
        size_bytes = columns.pop()[order].astype(np.int64)
        source, step, destination, awaited = (column[order].astype(np.int32) for column in columns)
        compute = np.full(self.steps, compute_cycles, np.int32)
        compute[-1] = 0
        return MessageSchedule(
            ranks=self.ranks,
            steps=self.steps,
            source=source,
            step=step,
            destination=destination,
            awaited=awaited,
            size_bytes=size_bytes,
            compute=compute,
            notes=notes,
        )
