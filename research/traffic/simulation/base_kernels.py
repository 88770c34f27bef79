"""Random numbers and wheels, compiled."""

import numpy as np

from netfloor.foundation.accelerate import inlined_kernel
from netfloor.research.traffic.simulation.arrays import (
    BEFORE,
    CHUNK,
    FILL,
    LAST,
    UNUSED,
    Array,
    Wheel,
)

_STEP, _FIRST, _SECOND = (
    np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB),
)  # fmt: skip
_A, _B, _C, _HALF, _TOP = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)


@inlined_kernel
def mixed(z: Array) -> Array:
    """Return 64 bits, each of which depends on every input bit: the last steps of SplitMix64."""
    z = (z ^ (z >> _A)) * _FIRST
    z = (z ^ (z >> _B)) * _SECOND
    return z ^ (z >> _C)


@inlined_kernel
def next_random(random: Array, i: int) -> Array:
    """Return 64 random bits of generator i: SplitMix64 (Steele, Lea and Flood 2014)."""
    z = random[i] + _STEP
    random[i] = z
    return mixed(z)


@inlined_kernel
def below(random: Array, i: int, count: int) -> Array:
    """Return a random number in 0 .. count-1, count below 2^32, uniform to 2^-32 (Lemire 2019)."""
    return np.int64(((next_random(random, i) >> _HALF) * np.uint64(count)) >> _HALF)


@inlined_kernel
def scattered(one: Array, other: Array, third: Array, count: int) -> Array:
    """Return a pseudo-random number in 0 .. count-1 that depends only on the three inputs, below 2^32."""
    first = mixed((np.uint64(one) << _HALF) + np.uint64(other) + _STEP)
    return np.int64(((mixed(first + np.uint64(third) * _STEP) >> _HALF) * np.uint64(count)) >> _HALF)


@inlined_kernel
def fraction(random: Array, i: int) -> Array:
    """Return a random number in [0, 1)."""
    return np.float64(next_random(random, i) >> _TOP) * 1.1102230246251565e-16  # 2^-53


@inlined_kernel
def put(wheel: Wheel, now: int, due: int, first: int, second: int) -> None:
    """Store an entry until its due cycle; an entry too far ahead is stored again when its slot comes."""
    size = len(wheel.slots)
    slot = min(due, now + size - 1) & (size - 1)
    fill = wheel.slots[slot, FILL]
    if fill % CHUNK == 0:
        wheel.count[0] -= 1
        chunk = wheel.chunks[wheel.count[0], UNUSED]
        wheel.chunks[chunk, BEFORE] = wheel.slots[slot, LAST]
        wheel.slots[slot, LAST] = chunk
    entry = np.int64(wheel.slots[slot, LAST]) * CHUNK + fill % CHUNK
    wheel.entries[entry, 0] = first
    wheel.entries[entry, 1] = second
    wheel.entries[entry, 2] = due
    wheel.slots[slot, FILL] = fill + 1


@inlined_kernel
def take(wheel: Wheel, slot: int) -> Array:
    """Remove the last entry of a non-empty slot and return its index.

    It stays valid until the next `put`.
    """
    fill = wheel.slots[slot, FILL] - 1
    wheel.slots[slot, FILL] = fill
    chunk = wheel.slots[slot, LAST]
    if fill % CHUNK == 0:
        wheel.chunks[wheel.count[0], UNUSED] = chunk
        wheel.count[0] += 1
        wheel.slots[slot, LAST] = wheel.chunks[chunk, BEFORE]
    return np.int64(chunk) * CHUNK + fill % CHUNK
