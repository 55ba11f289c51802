"""A whole new picture, painted part by part behind the one that is shown.

Where tens of thousands of elements change at once, painting all of them takes several frames. Part
by part in sight, the canvas would be a patchwork of before and after for that time.
"""

from time import perf_counter
from typing import Final

from editor.canvas.camera import Box, Camera
from editor.canvas.painting.tile_cache import Kept, PaintPart

PARTS: Final = 24
"""Bands that the picture is painted in."""


class FreshPicture:
    """The picture that comes next, until it is complete."""

    def __init__(self) -> None:
        """Start without one."""
        self._kept = Kept()
        self._later: list[tuple[Box, float, float]] = []
        self.is_coming = False
        """Whether it is being painted, or waits to be taken."""

    def goes_on(self, camera: Camera, ratio: float) -> bool:
        """Return whether it is being painted for this view, at `ratio` device pixels a pixel."""
        return self.is_coming and (self._kept.camera, self._kept.ratio) == (camera, ratio)

    def begin(self, camera: Camera, ratio: float) -> None:
        """Paint it from the beginning, for this view."""
        self._kept.begin(camera, ratio, PARTS)
        self._later, self.is_coming = [], True

    def end(self) -> None:
        """Give it up."""
        self.is_coming = False

    def touch(self, box: Box, across: float, up: float) -> None:
        """Remember a box, with a margin in pixels, that is outdated once the picture is shown.

        The picture is completed first: in a long drag of everything it would never be shown.
        """
        if self.is_coming:
            self._later.append((box, across, up))

    def paint(self, paint_part: PaintPart, seconds: float) -> bool:
        """Paint parts for so long, at least one; return whether it is complete."""
        self._kept.paint(paint_part, perf_counter() + seconds)
        return self.is_complete

    @property
    def is_complete(self) -> bool:
        """Whether it can be taken."""
        return self.is_coming and not self._kept.unpainted

    def take(self, shown: Kept) -> Kept:
        """Return the picture in exchange for the one that was shown."""
        taken, self._kept = self._kept, shown
        for part in self._later:
            taken.touch(*part)
        self._later, self.is_coming = [], False
        return taken
