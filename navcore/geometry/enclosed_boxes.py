"""Boxes around the area that segments enclose."""

from typing import Final

import numpy as np

from navcore.geometry.rings import Box, Floats, box_of
from navcore.kernels import buffers
from navcore.kernels.polygon import rings as kernel

_MOST: Final = 16
_HUGE: Final = 1e150


def strips_around(segments: Floats, height: float) -> list[Box]:
    """Return boxes, stacked along z, around the area that the segments (n, 4) enclose.

    Each is about `height` metres high, or a sixteenth of the total height if that is more, and as
    wide as the segments are at that height. For a long slanted edge these boxes are much smaller
    than its bounding box. Segments have their lower end first.
    """
    if len(segments) == 0:
        return []
    around = box_of(segments)
    _, low, _, high = around
    count = int(min(max((high - low) / height, 1.0), _MOST))
    if count == 1 or max(map(abs, around)) > _HUGE:
        return [around]
    boxes = np.empty((count, 4))
    b = buffers(kernel, np.ascontiguousarray(segments), boxes)
    return [
        (x0, z0, x1, z1)
        for x0, z0, x1, z1 in boxes[: kernel.strips(b[0], low, high, b[1])].tolist()
    ]
