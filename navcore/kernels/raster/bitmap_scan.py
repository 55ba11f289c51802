# cython: boundscheck=False, wraparound=False, cdivision=True
"""Scan the rows or columns of a padded grid for jump points and blocked cells, 64 at a time."""

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


ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class Lines:
    """The rows or the columns of a grid as lines of bits, 1 for a free cell.

    `stamped` has the same shape, with 1 for cells that dynamic obstacles block; it has no lines if
    there are none.
    """

    def __init__(
        self,
        words: cython.const[cython.ulonglong][:, ::1],
        stamped: cython.const[cython.ulonglong][:, ::1],
    ) -> None:
        """Keep the bits of a grid and the bits of the cells that dynamic obstacles block."""
        self.words = words
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0

    def stop_up(self, line, start):
        """Return the first jump point or blocked cell on a line after a free cell."""
        at: cython.int = start
        free: cython.ulonglong
        over: cython.ulonglong
        under: cython.ulonglong
        events: cython.ulonglong = 0
        while True:
            free = _from(self, line, at)
            over = _from(self, line + 1, at)
            under = _from(self, line - 1, at)
            events = (over & ~(over << 1)) | (under & ~(under << 1)) | (free ^ ALL)
            events = (events >> 1) << 1
            if events != 0:
                return at + trailing_zeros(events)
            at += 63

    def stop_down(self, line, start):
        """Return the last jump point or blocked cell on a line before a free cell."""
        at: cython.int = start
        free: cython.ulonglong
        over: cython.ulonglong
        under: cython.ulonglong
        events: cython.ulonglong = 0
        while True:
            free = _upto(self, line, at)
            over = _upto(self, line + 1, at)
            under = _upto(self, line - 1, at)
            events = (over & ~(over >> 1)) | (under & ~(under >> 1)) | (free ^ ALL)
            events = events & (ALL >> 1)
            if events != 0:
                return at - leading_zeros(events)
            at -= 63

    def next_up(self, line, start, target):
        """Return the first jump point on a line after a free cell, or the target if it is nearer.

        Returns -1 if a blocked cell is nearer than both. `target` is a free cell of the line, or
        -1.
        """
        at: cython.int = self.stop_up(line, start)
        if start < target <= at:
            return target
        return at if _is_free(self, line, at) else -1

    def next_down(self, line, start, target):
        """Return the same as :meth:`next_up`, in the direction of lower indices."""
        at: cython.int = self.stop_down(line, start)
        if at <= target < start:
            return target
        return at if _is_free(self, line, at) else -1

    def first(self, line, low, high):
        """Return the first blocked cell from `low` to `high` inclusive, or -1."""
        if low > high:
            return -1
        index: cython.Py_ssize_t = low >> 6
        bits: cython.ulonglong = ((_word(self, line, index) ^ ALL) >> (low & 63)) << (low & 63)
        while bits == 0 and index < high >> 6:
            index += 1
            bits = _word(self, line, index) ^ ALL
        if bits == 0:
            return -1
        found: cython.longlong = 64 * index + trailing_zeros(bits)
        return found if found <= high else -1

    def last(self, line, low, high):
        """Return the last blocked cell from `low` to `high` inclusive, or -1."""
        if low > high:
            return -1
        index: cython.Py_ssize_t = high >> 6
        unused: cython.int = 63 - (high & 63)
        bits: cython.ulonglong = (((_word(self, line, index) ^ ALL) << unused) & ALL) >> unused
        while bits == 0 and index > low >> 6:
            index -= 1
            bits = _word(self, line, index) ^ ALL
        if bits == 0:
            return -1
        found: cython.longlong = 64 * index + 63 - leading_zeros(bits)
        return found if found >= low else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word(lines: Lines, line: cython.Py_ssize_t, index: cython.Py_ssize_t) -> cython.ulonglong:
    """Return 64 cells of a line, 1 for free."""
    if lines.has_stamps:
        return lines.words[line, index] & (lines.stamped[line, index] ^ ALL)
    return lines.words[line, index]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(lines: Lines, line: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Return whether a cell of a line is free."""
    return ((_word(lines, line, at >> 6) >> (at & 63)) & 1) != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from(lines: Lines, line: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.ulonglong:
    """Return the 64 cells from `at` on, with `at` in the lowest bit."""
    index: cython.Py_ssize_t = at >> 6
    shift: cython.Py_ssize_t = at & 63
    if shift == 0:
        return _word(lines, line, index)
    return (_word(lines, line, index) >> shift) | (
        (_word(lines, line, index + 1) << (64 - shift)) & ALL
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _upto(lines: Lines, line: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.ulonglong:
    """Return the 64 cells up to `at`, with `at` in the highest bit; 0 before the line's start."""
    index: cython.Py_ssize_t = at >> 6
    shift: cython.Py_ssize_t = 63 - (at & 63)
    if shift == 0:
        return _word(lines, line, index)
    word: cython.ulonglong = (_word(lines, line, index) << shift) & ALL
    if index > 0:
        word |= _word(lines, line, index - 1) >> (64 - shift)
    return word
