# cython: boundscheck=False, wraparound=False, cdivision=True
"""Bitmaps of cells: copy and compare them, convert them to bytes, transpose rows to columns.

`rows` and `floor` are bits along the rows of a map; `columns` are the bits of `rows` along its
columns. Bit b of word w of a line is cell 64 w + b. A tile is 64 rows of one word. Tiles are
numbered row by row, with `wide` tiles in a row.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import leading_zeros, trailing_zeros
else:

    def trailing_zeros(word: int) -> int:
        """Return the number of trailing zero bits; the word must not be 0."""
        return (word & -word).bit_length() - 1

    def leading_zeros(word: int) -> int:
        """Return the number of leading zero bits of 64; the word must not be 0."""
        return 64 - word.bit_length()


ONE = cython.declare(cython.ulonglong, 1)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONES = cython.declare(cython.ulonglong, 0x0101010101010101)
DIAGONAL = cython.declare(cython.ulonglong, 0x8040201008040201)
CARRY = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
HALF = cython.declare(cython.ulonglong, 0x00000000FFFFFFFF)


def paste(
    words: cython.const[cython.ulonglong][:, ::1],
    rect: cython.const[cython.longlong][::1],
    target: cython.ulonglong[:, ::1],
) -> None:
    """Copy the bits of a rectangle: row0, row1, column0, column1, half-open, not empty.

    If `words` has no rows, the bits of the rectangle become 0.
    """
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    first: cython.Py_ssize_t = rect[2] >> 6
    last: cython.Py_ssize_t = (rect[3] - 1) >> 6
    mask: cython.ulonglong
    bits: cython.ulonglong
    with cython.nogil:
        for r in range(rect[0], rect[1]):
            for w in range(first, last + 1):
                mask = ALL
                if w == first:
                    mask &= (ALL << (rect[2] & 63)) & ALL
                if w == last:
                    mask &= ALL >> (63 - ((rect[3] - 1) & 63))
                bits = words[r, w] if words.shape[0] != 0 else 0
                target[r, w] = (target[r, w] & ~mask & ALL) | (bits & mask)


def copy(
    from_floor: cython.const[cython.ulonglong][:, ::1],
    from_rows: cython.const[cython.ulonglong][:, ::1],
    to_floor: cython.ulonglong[:, ::1],
    to_rows: cython.ulonglong[:, ::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
) -> None:
    """Copy the bits of some tiles."""
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    row: cython.Py_ssize_t
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide * 64
            w = tiles[i] % wide
            for r in range(row, min(row + 64, to_rows.shape[0])):
                to_floor[r, w] = from_floor[r, w]
                to_rows[r, w] = from_rows[r, w]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write_bytes(
    word: cython.ulonglong, cells: cython.uchar[::1], at: cython.Py_ssize_t, count: cython.int
) -> cython.void:
    """Write `count` bits, from 1 to 64, as bytes 0 and 1."""
    bits: cython.ulonglong
    left: cython.int = count
    while left >= 8:
        # Spread eight bits to one byte each, then move each to the lowest bit of its byte.
        bits = ((word & 255) * ONES) & DIAGONAL
        bits = ((bits + CARRY) >> 7) & ONES
        cells[at] = bits & 255
        cells[at + 1] = (bits >> 8) & 255
        cells[at + 2] = (bits >> 16) & 255
        cells[at + 3] = (bits >> 24) & 255
        cells[at + 4] = (bits >> 32) & 255
        cells[at + 5] = (bits >> 40) & 255
        cells[at + 6] = (bits >> 48) & 255
        cells[at + 7] = (bits >> 56) & 255
        word >>= 8
        at += 8
        left -= 8
    while left > 0:
        cells[at] = word & 1
        word >>= 1
        at += 1
        left -= 1


def write_bytes(
    words: cython.const[cython.ulonglong][:, ::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
    width: cython.Py_ssize_t,
    cells: cython.uchar[::1],
) -> None:
    """Write the bits of some tiles as bytes 0 and 1; lines of `cells` are `width` bytes long."""
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    row: cython.Py_ssize_t
    count: cython.int
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide * 64
            w = tiles[i] % wide
            count = cython.cast(cython.int, min(64, width - 64 * w))
            for r in range(row, min(row + 64, words.shape[0])):
                _write_bytes(words[r, w], cells, r * width + 64 * w, count)


def write_columns(
    rows: cython.const[cython.ulonglong][:, ::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
    columns: cython.ulonglong[:, ::1],
) -> None:
    """Transpose the bits of some tiles into `columns` (Warren, Hacker's Delight, 7-3)."""
    block = cython.declare(cython.ulonglong[64])
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    row: cython.Py_ssize_t
    w: cython.Py_ssize_t
    there: cython.Py_ssize_t
    step: cython.int
    mask: cython.ulonglong
    swap: cython.ulonglong
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide
            w = tiles[i] % wide
            there = min(64, rows.shape[0] - 64 * row)
            for r in range(there):
                block[r] = rows[64 * row + r, w]
            for r in range(there, 64):
                block[r] = 0
            step = 32
            mask = HALF
            while step > 0:
                r = 0
                while r < 64:
                    swap = ((block[r] >> step) ^ block[r + step]) & mask
                    block[r] ^= swap << step
                    block[r + step] ^= swap
                    r = (r + step + 1) & ~step
                step >>= 1
                mask ^= (mask << step) & ALL
            for r in range(min(64, columns.shape[0] - 64 * w)):
                columns[64 * w + r, row] = block[r]


def differing(
    floor: cython.const[cython.ulonglong][:, ::1],
    rows: cython.const[cython.ulonglong][:, ::1],
    other_floor: cython.const[cython.ulonglong][:, ::1],
    other_rows: cython.const[cython.ulonglong][:, ::1],
    rect: cython.const[cython.longlong][::1],
    found: cython.longlong[::1],
) -> bool:
    """Return whether any cells of `rect` differ, and write the bounding box of those to `found`.

    Both are row0, row1, column0, column1, half-open, in lines and bits of the words.
    """
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    first: cython.Py_ssize_t = rect[2] >> 6
    last: cython.Py_ssize_t = (rect[3] - 1) >> 6
    differ: cython.ulonglong
    left: cython.ulonglong = (ALL << (rect[2] & 63)) & ALL
    right: cython.ulonglong = ALL >> (63 - ((rect[3] - 1) & 63))
    found[0] = rect[1]
    found[1] = rect[0]
    found[2] = rect[3]
    found[3] = rect[2]
    with cython.nogil:
        for r in range(rect[0], rect[1]):
            for w in range(first, last + 1):
                differ = (rows[r, w] ^ other_rows[r, w]) | (floor[r, w] ^ other_floor[r, w])
                if w == first:
                    differ &= left
                if w == last:
                    differ &= right
                if differ != 0:
                    found[0] = min(found[0], r)
                    found[1] = r + 1
                    found[2] = min(found[2], 64 * w + trailing_zeros(differ))
                    found[3] = max(found[3], 64 * w + 64 - leading_zeros(differ))
    return found[0] < found[1]
