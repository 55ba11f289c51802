"""Counts of elements in view, by which the canvas chooses how to paint."""

from typing import Final, TypeAlias

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Scene
from navcore.level.pick import pick_index

HUGE: Final = 20_000
"""Elements in view from which everything is painted in bands, for painting all takes long."""

Key: TypeAlias = tuple[Camera | None, int, int]


class ElementsInView:
    """Says whether a huge number of elements is in view."""

    def __init__(self) -> None:
        """Start without a count."""
        self.huge = HUGE
        """Elements in view from which whatever is out of date is painted band by band."""
        self._counted: tuple[Key, bool] = ((None, 0, 0), False)
        """View and number of elements, and whether a huge number of them was in view."""

    def are_huge(self, scene: Scene, camera: Camera) -> bool:
        """Return whether so many elements are in view that painting all takes long.

        They are counted when the view or their number has changed: in a drag an index of the level
        would be made for this alone.
        """
        count = sum(map(len, scene.document.level.held.values()))
        if count < self.huge:
            return False
        key = (camera, count, self.huge)
        if key != self._counted[0]:
            self._counted = (key, count_in_view(scene) >= self.huge)
        return self._counted[1]


def count_in_view(scene: Scene) -> int:
    """Return the number of elements that are at least partly visible."""
    return pick_index(scene.document.level).count_in(scene.box)
