# cython: boundscheck=False, wraparound=False, cdivision=True
"""Label connected regions of a bitmap, tile by tile, so that edits relabel few tiles.

A tile is 64 rows of one word. A *run* is a range of free cells in a row of a tile; touching runs
form a *piece* of the tile. Pieces are numbered over all tiles in the order of their first runs:
tile t has the pieces starts[t] to starts[t + 1] exclusive. The piece of each cell isn't stored: a
query labels the tile again from its 64 words.

Two pieces that touch across the border of two tiles are a *pair*, stored as the piece in the
lower tile times 65536 plus the piece in the other tile, both counted from the starts of their
tiles. Pairs of tile t with the tile to its right are pair_starts[2 t] to pair_starts[2 t + 1];
pairs with the tile above are pair_starts[2 t + 1] to pair_starts[2 t + 2]. A union-find over all
pairs joins pieces to regions.
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
LEFT = cython.declare(cython.int, 0)
RIGHT = cython.declare(cython.int, 1)
BOTTOM = cython.declare(cython.int, 2)
TOP = cython.declare(cython.int, 3)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _root(labels: cython.p_ushort, run: cython.int) -> cython.int:
    while labels[run] != run:
        labels[run] = labels[labels[run]]
        run = labels[run]
    return run


def label(words, tile_row, tile_column, labels, first):
    """Label the pieces of a tile, and return their number.

    `labels` (2048) receives the piece of each run, from 0; `first` (65) receives the number of
    runs before each row.
    """
    row0: cython.Py_ssize_t = tile_row * 64
    rows: cython.Py_ssize_t = min(64, words.shape[0] - row0)
    r: cython.Py_ssize_t
    word: cython.ulonglong
    run: cython.ulonglong
    lower: cython.ulonglong = 0
    beneath: cython.ulonglong
    other: cython.ulonglong
    i: cython.int = 0
    j: cython.int = 0
    a: cython.int
    b: cython.int
    count: cython.int = 0
    for r in range(rows):
        first[r] = i
        j = first[r - 1] if r > 0 else 0
        beneath = lower
        word = words[row0 + r, tile_column]
        lower = word
        while word != 0:
            run = word & ~(word + (word & -word))
            word ^= run
            labels[i] = i
            while beneath != 0:
                other = beneath & ~(beneath + (beneath & -beneath))
                if other & run:
                    a = _root(labels, i)
                    b = _root(labels, j)
                    labels[max(a, b)] = min(a, b)
                if other > run:
                    break
                beneath ^= other
                j += 1
            i += 1
    for r in range(rows, 65):
        first[r] = i
    for j in range(i):
        if labels[j] == j:
            labels[j] = count
            count += 1
        else:
            labels[j] = labels[labels[j]]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure(
    words: cython.const[cython.ulonglong][:, ::1],
    tile_row: cython.Py_ssize_t,
    tile_column: cython.Py_ssize_t,
    labels: cython.p_ushort,
    first: cython.p_int,
    sizes: cython.ushort[::1],
    start: cython.Py_ssize_t,
) -> cython.void:
    """Add the number of cells of each piece to its size."""
    r: cython.Py_ssize_t = tile_row * 64
    word: cython.ulonglong
    run: cython.ulonglong
    i: cython.int = 0
    while i < first[64]:
        word = words[r, tile_column]
        while word != 0:
            run = word & ~(word + (word & -word))
            word ^= run
            sizes[start + labels[i]] += 64 - leading_zeros(run) - trailing_zeros(run)
            i += 1
        r += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_borders(
    words: cython.const[cython.ulonglong][:, ::1],
    tile_row: cython.Py_ssize_t,
    tile_column: cython.Py_ssize_t,
    labels: cython.p_ushort,
    first: cython.p_int,
    borders: cython.ushort[:, :, ::1],
    tile: cython.Py_ssize_t,
) -> cython.void:
    """Write the pieces of the free cells on the four sides of a tile to `borders`."""
    row0: cython.Py_ssize_t = tile_row * 64
    rows: cython.Py_ssize_t = min(64, words.shape[0] - row0)
    r: cython.Py_ssize_t
    for r in range(rows):
        if words[row0 + r, tile_column] & ONE:
            borders[tile, LEFT, r] = labels[first[r]]
        if words[row0 + r, tile_column] >> 63:
            borders[tile, RIGHT, r] = labels[first[r + 1] - 1]
    _note_row(words[row0, tile_column], labels, 0, borders, tile, BOTTOM)
    if rows == 64:
        _note_row(words[row0 + 63, tile_column], labels, first[63], borders, tile, TOP)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_row(
    word: cython.ulonglong,
    labels: cython.p_ushort,
    i: cython.int,
    borders: cython.ushort[:, :, ::1],
    tile: cython.Py_ssize_t,
    side: cython.int,
) -> cython.void:
    run: cython.ulonglong
    bit: cython.Py_ssize_t
    while word != 0:
        run = word & ~(word + (word & -word))
        word ^= run
        for bit in range(trailing_zeros(run), 64 - leading_zeros(run)):
            borders[tile, side, bit] = labels[i]
        i += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pair(
    borders: cython.ushort[:, :, ::1],
    tile: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    upright: cython.bint,
    at: cython.Py_ssize_t,
) -> cython.uint:
    """Return the pair of pieces that touch at a position on the border of two tiles."""
    if upright:
        return borders[tile, RIGHT, at] * 65536 + borders[other, LEFT, at]
    return borders[tile, TOP, at] * 65536 + borders[other, BOTTOM, at]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_pairs(
    shared: cython.ulonglong,
    borders: cython.ushort[:, :, ::1],
    tile: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    upright: cython.bint,
    pairs: cython.uint[::1],
    end: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Append one pair for each stretch of a border that is free on both sides.

    Returns the new number of pairs.
    """
    run: cython.ulonglong
    while shared != 0:
        run = shared & ~(shared + (shared & -shared))
        shared ^= run
        pairs[end] = _pair(borders, tile, other, upright, trailing_zeros(run))
        end += 1
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _shared(
    words: cython.const[cython.ulonglong][:, ::1],
    tile_row: cython.Py_ssize_t,
    tile_column: cython.Py_ssize_t,
    upright: cython.bint,
) -> cython.ulonglong:
    """Return the positions on a tile's right or upper border that are free on both sides.

    Each position is one bit.
    """
    row0: cython.Py_ssize_t = tile_row * 64
    rows: cython.Py_ssize_t = min(64, words.shape[0] - row0)
    r: cython.Py_ssize_t
    shared: cython.ulonglong = 0
    if upright:
        for r in range(row0, row0 + rows):
            shared |= ((words[r, tile_column] >> 63) & words[r, tile_column + 1] & ONE) << (
                r - row0
            )
    elif row0 + 64 < words.shape[0]:
        shared = words[row0 + 63, tile_column] & words[row0 + 64, tile_column]
    return shared


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_beside(
    touched: cython.const[cython.uchar][:, ::1], row: cython.Py_ssize_t, column: cython.Py_ssize_t
) -> cython.bint:
    """Return whether a tile shares a side with a touched tile; indices include the margin."""
    return (
        touched[row, column - 1]
        or touched[row, column + 1]
        or touched[row - 1, column]
        or touched[row + 1, column]
    ) != 0


def find_pieces(
    words: cython.const[cython.ulonglong][:, ::1],
    touched: cython.const[cython.uchar][:, ::1],
    old_starts: cython.const[cython.int][::1],
    old_sizes: cython.const[cython.ushort][::1],
    borders: cython.ushort[:, :, ::1],
    starts: cython.int[::1],
    sizes: cython.ushort[::1],
) -> None:
    """Write the starts of all tiles and the sizes of all pieces; copy those of untouched tiles.

    `words` are the rows of the bitmap. `touched` has one element for each tile, with a margin of
    zeros. `sizes` needs room for the old sizes and 2048 more for each touched tile. `borders`
    (tiles, 4, 64) receives what :func:`find_pairs` needs.
    """
    labels = cython.declare(cython.ushort[2048])
    first = cython.declare(cython.int[65])
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    tile: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        for row in range(touched.shape[0] - 2):
            for column in range(touched.shape[1] - 2):
                starts[tile] = cython.cast(cython.int, end)
                if touched[row + 1, column + 1] or _is_beside(touched, row + 1, column + 1):
                    count = label(words, row, column, labels, first)
                    _note_borders(words, row, column, labels, first, borders, tile)
                if touched[row + 1, column + 1]:
                    for i in range(count):
                        sizes[end + i] = 0
                    _measure(words, row, column, labels, first, sizes, end)
                else:
                    count = old_starts[tile + 1] - old_starts[tile]
                    for i in range(count):
                        sizes[end + i] = old_sizes[old_starts[tile] + i]
                end += count
                tile += 1
        starts[tile] = cython.cast(cython.int, end)


def find_pairs(
    words: cython.const[cython.ulonglong][:, ::1],
    touched: cython.const[cython.uchar][:, ::1],
    old_starts: cython.const[cython.int][::1],
    old_pairs: cython.const[cython.uint][::1],
    borders: cython.ushort[:, :, ::1],
    starts: cython.int[::1],
    pairs: cython.uint[::1],
) -> None:
    """Write the pairs of all tiles; copy those of borders between untouched tiles.

    Call it after :func:`find_pieces`, with the same arguments. `pairs` needs room for the old
    pairs and 32 more for each side of a touched tile.
    """
    high: cython.Py_ssize_t = touched.shape[0] - 2
    wide: cython.Py_ssize_t = touched.shape[1] - 2
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    tile: cython.Py_ssize_t
    side: cython.Py_ssize_t
    end: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    shared: cython.ulonglong
    with cython.nogil:
        for tile in range(high * wide):
            row = tile // wide
            column = tile % wide
            for side in range(2):
                starts[2 * tile + side] = cython.cast(cython.int, end)
                if touched[row + 1, column + 1] or touched[row + 1 + side, column + 2 - side]:
                    shared = _shared(words, row, column, side == 0)
                    end = _add_pairs(
                        shared, borders, tile, tile + (wide if side else 1), side == 0, pairs, end
                    )
                else:
                    for i in range(old_starts[2 * tile + side], old_starts[2 * tile + side + 1]):
                        pairs[end] = old_pairs[i]
                        end += 1
        starts[2 * high * wide] = cython.cast(cython.int, end)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _top(nodes: cython.int[::1], node: cython.int) -> cython.int:
    while nodes[node] != node:
        nodes[node] = nodes[nodes[node]]
        node = nodes[node]
    return node


def join(
    wide: cython.Py_ssize_t,
    starts: cython.const[cython.int][::1],
    pair_starts: cython.const[cython.int][::1],
    pairs: cython.const[cython.uint][::1],
    regions: cython.int[::1],
) -> int:
    """Write the region of each piece; return the number of regions.

    Regions are numbered from 1 in the order of their first pieces.
    """
    tiles: cython.Py_ssize_t = starts.shape[0] - 1
    count: cython.int = 0
    tile: cython.Py_ssize_t
    i: cython.Py_ssize_t
    other: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    side: cython.int
    with cython.nogil:
        for i in range(regions.shape[0]):
            regions[i] = cython.cast(cython.int, i)
        for tile in range(tiles):
            for side in range(2):
                other = tile + 1 if side == 0 else tile + wide
                for i in range(pair_starts[2 * tile + side], pair_starts[2 * tile + side + 1]):
                    a = _top(regions, starts[tile] + cython.cast(cython.int, pairs[i] >> 16))
                    b = _top(regions, starts[other] + cython.cast(cython.int, pairs[i] & 65535))
                    if a < b:
                        regions[b] = a
                    else:
                        regions[a] = b
        # A piece's parent precedes it, so the parent has its region already.
        for i in range(regions.shape[0]):
            if regions[i] == i:
                count += 1
                regions[i] = count
            else:
                regions[i] = regions[regions[i]]
    return count
