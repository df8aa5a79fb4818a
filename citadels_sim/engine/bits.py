"""Sets as the bits of an integer: of districts (int64), of ranks and of seats. Identical compiled and interpreted."""

from __future__ import annotations

from citadels_sim.compiler.decorators import inline, intrinsic, typed
from citadels_sim.variants.switch import WHOLE


@intrinsic("lowest_bit")
def lowest(mask: int) -> int:
    """Index of the lowest set bit of a non-empty set."""
    value = int(mask)
    return (value & -value).bit_length() - 1


@intrinsic("number_of_bits")
def count(mask: int) -> int:
    """Number of set bits."""
    return int(mask).bit_count()


@typed("int64(int64)")
def bit(index: int) -> int:
    """Return the set that holds just this index (0..62)."""
    return 1 << int(index)


@typed("boolean(int64, int64)")
def has(mask: int, index: int) -> bool:
    """Tell whether the index is in the set."""
    return (int(mask) >> int(index)) & 1 == 1


@inline
def share_of(amount: int, share: int) -> int:
    """Return a share, in millionths, of an amount, rounded down."""
    return int(amount) * int(share) // WHOLE
