# cython: boundscheck=False, wraparound=False, cdivision=True
"""Terrains of cells: paint them, and apply their costs and bars to the walkable cells.

`kinds` are the terrain numbers of a map's cells, one byte each, with a margin of one cell around
the window. Bits and tiles are those of the kernel `bitmaps`: bit b of word w of a line is cell
64 w + b, and a tile is 64 rows of one word. Tiles are numbered row by row, with `wide` tiles in a
row. A set of terrains is 256 bits in four words.
"""

import cython

ONE = cython.declare(cython.ulonglong, 1)


def paint(
    words: cython.ulonglong[:, ::1],
    width: cython.Py_ssize_t,
    kind: cython.uchar,
    row: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    kinds: cython.uchar[:, ::1],
) -> None:
    """Write `kind` to the cells with bit 1, and clear the bits.

    The first bit of the first line is the cell at `row` and `column`. A line has `width` bits and
    a word of zeros at its end.
    """
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    b: cython.Py_ssize_t
    bits: cython.ulonglong
    with cython.nogil:
        for r in range(words.shape[0]):
            for w in range((width + 63) >> 6):
                bits = words[r, w]
                if bits == 0:
                    continue
                words[r, w] = 0
                for b in range(min(64, width - 64 * w)):
                    if (bits >> b) & ONE:
                        kinds[row + r, column + 64 * w + b] = kind


def copy(
    before: cython.const[cython.uchar][:, ::1],
    kinds: cython.uchar[:, ::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
) -> None:
    """Copy the cells of some tiles."""
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide * 64
            column = tiles[i] % wide * 64
            for r in range(row, min(row + 64, kinds.shape[0])):
                for c in range(column, min(column + 64, kinds.shape[1])):
                    kinds[r, c] = before[r, c]


def collect(
    kinds: cython.const[cython.uchar][:, ::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
    sets: cython.ulonglong[:, ::1],
) -> None:
    """Write the sets of terrains in some tiles to `sets`, one row for each tile of the map."""
    found = cython.declare(cython.ulonglong[4])
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    kind: cython.uchar
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide * 64
            column = tiles[i] % wide * 64
            for k in range(4):
                found[k] = 0
            for r in range(row, min(row + 64, kinds.shape[0])):
                for c in range(column, min(column + 64, kinds.shape[1])):
                    kind = kinds[r, c]
                    found[kind >> 6] |= ONE << (kind & 63)
            for k in range(4):
                sets[tiles[i], k] = found[k]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _only(sets: cython.const[cython.ulonglong][:, ::1], tile: cython.Py_ssize_t) -> cython.int:
    """Return the terrain of all cells of a tile, or -1 if they differ."""
    found: cython.int = -1
    k: cython.Py_ssize_t
    b: cython.int
    for k in range(4):
        if sets[tile, k] != 0:
            if found >= 0 or sets[tile, k] & (sets[tile, k] - 1) != 0:
                return -1
            for b in range(64):
                if (sets[tile, k] >> b) & ONE:
                    found = 64 * cython.cast(cython.int, k) + b
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _price_line(
    kinds: cython.const[cython.uchar][:, ::1],
    prices: cython.const[cython.float][::1],
    costs: cython.float[:, ::1],
    row: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    bits: cython.ulonglong,
    found: cython.p_uchar,
) -> cython.ulonglong:
    """Write the costs of a line of a tile, and return the bits of the cells that stay walkable.

    Marks the terrains of these cells in `found`.
    """
    stays: cython.ulonglong = 0
    b: cython.Py_ssize_t
    kind: cython.uchar
    cost: cython.float
    has_costs: cython.bint = costs.shape[0] != 0
    for b in range(count):
        kind = kinds[row, first + b]
        cost = prices[kind] if (bits >> b) & ONE else 0.0
        if cost > 0.0:
            stays |= ONE << b
            found[kind] = 1
        if has_costs:
            costs[row, first + b] = cost
    return stays


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put_set(
    found: cython.p_uchar, sets: cython.ulonglong[:, ::1], tile: cython.Py_ssize_t
) -> cython.void:
    """Write the terrains marked in `found` as the set of a tile."""
    k: cython.Py_ssize_t
    b: cython.Py_ssize_t
    for k in range(4):
        sets[tile, k] = 0
        for b in range(64):
            if found[64 * k + b]:
                sets[tile, k] |= ONE << b


def price(
    rows: cython.const[cython.ulonglong][:, ::1],
    kinds: cython.const[cython.uchar][:, ::1],
    kinds_there: cython.const[cython.ulonglong][:, ::1],
    prices: cython.const[cython.float][::1],
    wide: cython.Py_ssize_t,
    tiles: cython.const[cython.longlong][::1],
    open_rows: cython.ulonglong[:, ::1],
    costs: cython.float[:, ::1],
    sets: cython.ulonglong[:, ::1],
) -> None:
    """Apply the terrains to the walkable cells of some tiles.

    `rows` are the walkable cells as bits, `kinds_there` the sets of terrains of the tiles, as
    :func:`collect` writes them, and `prices` (256,) the cost of each terrain, 0 if agents can't
    walk on it. Writes the bits of cells that stay walkable to `open_rows`, their costs to `costs`
    (0 for other cells), and the sets of their terrains to `sets`. `open_rows` and `costs` are
    skipped if they have no lines.
    """
    found = cython.declare(cython.uchar[256])
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    w: cython.Py_ssize_t
    b: cython.Py_ssize_t
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    count: cython.Py_ssize_t
    bits: cython.ulonglong
    every: cython.ulonglong
    stays: cython.ulonglong
    only: cython.int
    cost: cython.float
    has_rows: cython.bint = open_rows.shape[0] != 0
    has_costs: cython.bint = costs.shape[0] != 0
    with cython.nogil:
        for i in range(tiles.shape[0]):
            row = tiles[i] // wide * 64
            w = tiles[i] % wide
            first = 64 * w
            count = min(64, kinds.shape[1] - first)
            every = (ONE << count) - 1 if count < 64 else ~cython.cast(cython.ulonglong, 0)
            only = _only(kinds_there, tiles[i])
            for k in range(256):
                found[k] = 0
            for r in range(row, min(row + 64, kinds.shape[0])):
                bits = rows[r, w] & every
                stays = 0
                # Most tiles have a single terrain, and most lines are either all floor or empty.
                if bits == 0 or (only >= 0 and bits == every):
                    cost = prices[only] if bits != 0 else 0.0
                    if cost > 0.0:
                        stays = bits
                        found[only] = 1
                    if has_costs:
                        for b in range(count):
                            costs[r, first + b] = cost
                else:
                    stays = _price_line(kinds, prices, costs, r, first, count, bits, found)
                if has_rows:
                    open_rows[r, w] = stays
            _put_set(found, sets, tiles[i])
