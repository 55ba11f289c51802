"""Traced pictures and the view: framing them, and keeping a growing one in view."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from editor.canvas.camera import Box, Camera
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.services.backgrounds.service import BackgroundService
from navcore.level.affine import turned_by
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Background, Settings
from navcore.level.operations.backgrounds import corners_of

LEAST_SHARE: Final = 1 / 3
"""Share of its size on the canvas below which a shrinking picture takes the view along."""


class PictureView:
    """Keeps a picture in view when its scale changes by a command, undo or redo."""

    def __init__(
        self,
        document: Document,
        backgrounds: BackgroundService,
        viewport: Viewport,
        is_shown: Callable[[], bool],
        frame: Callable[[], object],
    ) -> None:
        """`is_shown` says whether pictures are drawn at all, `frame` shows everything again."""
        self._backgrounds, self._viewport, self._is_shown = backgrounds, viewport, is_shown
        self._frame = frame
        self._awaited: set[str] = set()
        """Paths of pictures that were not read yet when everything was framed."""
        self._framed: Camera | None = None
        document.changed.connect(self._follow)
        backgrounds.changed.connect(self._take_awaited)

    def bounds(self) -> Box | None:
        """Return the box of all visible, loaded pictures, metres; None if there are none."""
        return joined(*map(self._box, self._shown()))

    def await_missing(self) -> None:
        """Frame again when pictures arrive that are being read, unless the view changes."""
        service = self._backgrounds
        self._awaited = {b.path for b in self._shown() if service.source(b).state == "loading"}
        self._framed = self._viewport.camera

    def _take_awaited(self, _: object) -> None:
        arrived = {b.path for b in self._shown() if self._box(b)} & self._awaited
        if arrived and self._viewport.camera == self._framed:
            self._frame()

    def _shown(self) -> list[Background]:
        shown = self._backgrounds.all if self._is_shown() else ()
        return [b for b in shown if b.visible and b.kind == "picture"]

    def _box(self, background: Background) -> Box | None:
        picture = self._backgrounds.picture(background)
        if picture is None:
            return None
        ring = corners_of(background, picture.width, picture.height)
        xs, zs = zip(*ring, strict=True)
        return (min(xs), min(zs), max(xs), max(zs))

    def _follow(self, edit: Edit) -> None:
        before, after = edit.before.get(SETTINGS_ID), edit.after.get(SETTINGS_ID)
        if not (isinstance(before, Settings) and isinstance(after, Settings)):
            return
        if len(before.background) != len(after.background) or not self._is_shown():
            return
        for old, new in zip(before.background, after.background, strict=True):
            if old.path == new.path and old.scale != new.scale and new.visible:
                self._keep(old, new)

    def _keep(self, old: Background, new: Background) -> None:
        """Zoom with the picture where it would leave the view, or all but vanish in it."""
        camera = self._viewport.camera
        was, now = self._box(old), self._box(new)
        if was is None or now is None or not camera.sees(was):
            return
        large = new.scale >= LEAST_SHARE * old.scale
        if not (large and _holds(camera, was) and _holds(camera, now)):
            self._viewport.look(followed(camera, old, new))


def followed(camera: Camera, old: Background, new: Background) -> Camera:
    """Return the camera that shows the picture in its new place as large as it was in the old one.

    The part of the picture in the middle of the canvas stays there.
    """
    x, z = old.position
    cosine, sine = turned_by(new.turn - old.turn)
    factor = new.scale / old.scale
    dx, dz = factor * (camera.x - x), factor * (camera.z - z)
    middle = (
        new.position[0] + cosine * dx - sine * dz,
        new.position[1] + sine * dx + cosine * dz,
    )
    return replace(camera, x=middle[0], z=middle[1]).zoomed(1 / factor)


def joined(*boxes: Box | None) -> Box | None:
    """Return the least box around all of these; None if there are none."""
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    x0, z0, x1, z1 = zip(*found, strict=True)
    return (min(x0), min(z0), max(x1), max(z1))


def _holds(camera: Camera, box: Box) -> bool:
    """Return whether all of a box is in view."""
    view = camera.box
    return view[0] <= box[0] and view[1] <= box[1] and view[2] >= box[2] and view[3] >= box[3]
