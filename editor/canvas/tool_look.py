"""Previews of tool and gesture on the canvas, and whether they have been painted."""

from collections.abc import Callable
from dataclasses import replace

from editor.canvas.input.gestures import Gestures
from editor.canvas.overlays.overlay import Scene


class ToolLook:
    """Adds the tool's preview to scenes, and remembers it."""

    def __init__(self, gestures: Gestures, bare_scene: Callable[[], Scene]) -> None:
        """`bare_scene` returns the scene without the tool's preview."""
        self._gestures, self._bare_scene = gestures, bare_scene
        self._seen: tuple[object, ...] = ()
        """Gesture, preview and snapped place of the last scene."""

    def scene(self) -> Scene:
        """Return the scene that is painted."""
        preview = self._gestures.preview()
        self._seen = (self._gestures.drag, preview, self._gestures.snapped)
        return replace(self._bare_scene(), preview=preview, snapped=self._gestures.snapped)

    def is_seen(self) -> bool:
        """Return whether the last scene shows the present preview of the gesture.

        Most moves of a drag lead to the same place of the grid, so that nothing has to be painted.
        Changes of the level, the run or the probe are signalled by these. Without a gesture,
        hovered elements are shown too: then the answer is no.
        """
        gesture = self._gestures.drag
        if gesture is None or not self._seen or self._seen[0] is not gesture:
            return False
        return self._seen[1:] == (self._gestures.preview(), self._gestures.snapped)
