"""What an overlay is given, and what it is."""

import math
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.snapping import Snapped
from editor.document import Document
from editor.look.style import Z
from editor.run.run import Run
from editor.services.bake.service import BakeService
from editor.services.probe import ProbeService
from editor.settings.settings import Settings
from editor.tools.preview import Preview
from editor.tools.tool import Tool
from editor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Scene:
    """All that overlays may look at; they decide nothing and change nothing."""

    workspace: Workspace
    tool: Tool
    preview: Preview
    """What the active tool wants drawn."""
    snapped: Snapped | None
    """Where the mouse snaps to while something is drawn."""
    device_ratio: float
    """Device pixels a pixel."""
    box: Box
    """The part of the world that is to be painted: least x, least z, greatest x, greatest z."""
    for_file: bool = False
    """Whether it is drawn for a picture in a file: without what is selected."""
    scale: float = math.inf
    """Pixels a metre: what is too small for it is not drawn, nor in the legend."""
    leaves: bool = False
    """Whether a picture is painted that leaves the program: nothing that one draws over."""

    @property
    def document(self) -> Document:
        """The level, its selection, what is hidden."""
        return self.workspace.document

    @property
    def settings(self) -> Settings:
        """The user's preferences."""
        return self.workspace.settings

    @property
    def bake(self) -> BakeService:
        """The level's world, without the doors of the run."""
        return self.workspace.bake

    @property
    def run(self) -> Run:
        """The run: its world, doors and agents."""
        return self.workspace.run

    @property
    def probe(self) -> ProbeService:
        """The path that is asked for."""
        return self.workspace.probe


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One line of the legend: a swatch and what it means."""

    text: str
    fill: str
    """Colour of the swatch, `#RRGGBB`."""
    line: str = ""
    """Colour of its rim; empty for none."""
    hatch: str = ""
    """Colour of its 45 degree hatch; empty for none."""
    dash: tuple[float, ...] = ()
    """Dashes of the rim, pixels; empty for a solid one."""
    cross: bool = False
    """Whether the hatch is crossed."""
    pattern: str = ""
    """`falling` lines or `dots` in place of the hatch, in its colour."""
    across: bool = False
    """Whether it is a line with a tick at each end, no field; with `cross` a cross on it."""


class Overlay:
    """Draws one thing over the canvas, in pixels, through the camera.

    A new overlay is one new file in `editor/canvas/overlays`. A still overlay depends only on
    the level, the world, the camera, the theme and the preferences; it is painted once into a
    picture that is kept while none of these changes.
    """

    name: ClassVar[str] = ""
    """Identifier, also in the preferences."""
    title: ClassVar[str] = ""
    """Its line in the list of overlays; overlays without one are not listed."""
    z: ClassVar[Z] = Z.BACKGROUND
    still: ClassVar[bool] = True
    shown_at_first: ClassVar[bool] = True
    named: ClassVar[bool] = False
    """Whether the eye button names it while it is shown: it tells what one can do on the floor.

    What was merely drawn is only named once it is hidden.
    """

    def __init__(self) -> None:
        """Shown, until the preferences say otherwise."""
        self.visible = self.shown_at_first

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """The lines that explain its colours."""
        return ()

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Draw. The painter has no transform but the device ratio, and is not antialiased."""
