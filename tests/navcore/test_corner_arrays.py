"""Cache of corners as arrays: equal numbers, kept while in use."""

import numpy as np

from navcore.geometry.corner_arrays import CORNERS, CornerArrays
from navcore.level.affine import Affine

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
WEDGE = ((5.0, 5.0), (7.5, 5.0), (5.0, 9.25))


def copy_of(ring: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """An equal outline that is another object."""
    return (*ring[:1], *ring[1:])


def test_arrays_hold_the_corners() -> None:
    """Of each, and of all one after the other; of none there are none."""
    arrays = CornerArrays()
    one, other = arrays.of([SQUARE, WEDGE])
    assert one.tolist() == [list(corner) for corner in SQUARE]
    assert other.tolist() == [list(corner) for corner in WEDGE]
    expected = [list(corner) for corner in (*WEDGE, *SQUARE)]
    assert arrays.flat([WEDGE, SQUARE]).tolist() == expected
    assert CornerArrays().flat([WEDGE, SQUARE]).tolist() == expected
    assert arrays.of([]) == []
    assert arrays.flat([]).shape == (0, 2)


def test_what_is_known_is_not_packed_again() -> None:
    """By the outline itself: an equal one has an array of its own."""
    arrays = CornerArrays()
    (known,) = arrays.of([SQUARE])
    assert arrays.of([SQUARE, WEDGE])[0] is known
    equal = copy_of(SQUARE)
    assert arrays.of([equal])[0] is not known
    assert arrays.of([equal])[0].tolist() == known.tolist()
    assert not known.flags.writeable


def test_what_nobody_asks_for_is_forgotten() -> None:
    """Arrays that are requested now and then stay cached; unused ones are dropped."""
    arrays = CornerArrays(most=10)
    (known,) = arrays.of([SQUARE])
    (forgotten,) = arrays.of([WEDGE])
    for _ in range(8):
        arrays.of([copy_of(WEDGE) for _ in range(6)])
        assert arrays.of([SQUARE])[0] is known
    assert arrays.of([WEDGE])[0] is not forgotten
    assert len(arrays.of([copy_of(WEDGE) for _ in range(50)])) == 50


def test_a_move_keeps_the_arrays_that_it_made() -> None:
    """Drawing moved elements or finding their bounds packs no arrays again."""
    for affine in (Affine.translation((0.1, -2.7)), Affine.rotation(0.3, (1.0, 2.0))):
        moved = affine.rings([SQUARE, WEDGE])
        assert moved == [affine.ring(SQUARE), affine.ring(WEDGE)]
        arrays = CORNERS.of(moved)
        assert arrays[0].base is arrays[1].base is not None
        assert [list(map(tuple, array.tolist())) for array in arrays] == [*map(list, moved)]
    assert Affine.translation((1.0, 1.0)).rings([]) == []
    assert np.concatenate(CORNERS.of([SQUARE])).tolist() == CORNERS.flat([SQUARE]).tolist()
