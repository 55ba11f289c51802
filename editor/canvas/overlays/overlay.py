"""Base of overlays: the data they receive, and what they declare."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final, Literal

from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera, PixelBox
from editor.canvas.frame_times import FrameTimes
from editor.canvas.overlays.groups import EVERY_PRESET, OverlayGroup, Preset
from editor.canvas.painting.area_names import AreaNames
from editor.canvas.painting.changes import LINE_REACH, Stale, around
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.snapping import Snapped
from editor.document import Document
from editor.look.style import Z
from editor.run.run import Run
from editor.run.traffic import RunTraffic
from editor.services.backgrounds.service import BackgroundService
from editor.services.bake.service import BakeService
from editor.services.doors import DoorService
from editor.services.path_tests import PathTests
from editor.services.probe import ProbeService
from editor.services.problems import ProblemService
from editor.services.route_legs import RouteLegs
from editor.settings.settings import Settings
from editor.tools.lasting import Lasting
from editor.tools.legs import RouteSight
from editor.tools.preview import Preview
from editor.tools.tool import Tool
from editor.workspace import Workspace
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Point
from navcore.level.model import Settings as LevelSettings
from navcore.world import World


class Reads(Enum):
    """Data that overlays read. The canvas repaints overlays whose data has changed.

    All of them read the camera and the theme.
    """

    LEVEL = auto()
    """The visible drawing, and the level's settings."""
    WORLD = auto()
    """The cells of the level, of the run or of a radius that is tried."""
    SWITCHES = auto()
    """Doors, obstacles and so on that the run has switched."""
    BACKGROUNDS = auto()
    """Pictures to trace and grids to compare with."""
    SETTINGS = auto()
    """The grid and its step."""
    RUN = auto()
    """Agents of the run, and its time."""
    TRAFFIC = auto()
    """Where agents of the run have walked and waited."""
    SELECTION = auto()
    PROBE = auto()
    """The path of the probe."""
    ROUTES = auto()
    """Paths between the stops of routes."""
    COVERAGE = auto()
    """Coverage of the floor by the network."""
    CLEARANCES = auto()
    """Widths of doors and gaps."""
    PROBLEMS = auto()
    """Problems of the level, and the picked one."""
    TESTS = auto()
    """Results of the level's tests."""
    DOORS = auto()
    """Effects of doors, and the picked ones."""
    TOOL = auto()
    """Previews of tools, and the snapped place of the mouse."""
    FRAMES = auto()
    """Durations of frames."""


CACHED: Final = frozenset(
    {
        Reads.LEVEL,
        Reads.WORLD,
        Reads.SWITCHES,
        Reads.BACKGROUNDS,
        Reads.SETTINGS,
        Reads.COVERAGE,
    }
)
"""Data that rarely changes: overlays that only read these are painted once and kept."""


NOTHING: Final = Preview()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that overlays may look at; they decide nothing and change nothing."""

    workspace: Workspace
    traffic: RunTraffic
    frames: FrameTimes
    tool: Tool
    """The active one."""
    lasting: Sequence[Lasting]
    """Other tools that leave something in sight."""
    shown: frozenset[str]
    """Names of the overlays that are painted."""
    device_ratio: float
    """Device pixels a pixel."""
    box: Box
    """The part of the world that is to be painted: least x, least z, greatest x, greatest z."""
    scale: float
    """Pixels per metre: things too small for it are neither drawn nor in the legend."""
    names: AreaNames
    """Places of names of areas."""
    pointer: Point | None = None
    """Position of the mouse, metres; None outside the canvas, or during a drag."""
    moving: bool = False
    """True if something is dragged or the camera glides: texts keep their places meanwhile."""
    covered: Sequence[PixelBox] = ()
    """Pixels that lie under the legend and the buttons: left, top, right, bottom of each."""
    preview: Preview = NOTHING
    """Preview of the active tool."""
    snapped: Snapped | None = None
    """Snapped place of the mouse while drawing."""

    @property
    def document(self) -> Document:
        """The level, its selection, and hidden elements."""
        return self.workspace.document

    @property
    def settings(self) -> Settings:
        """The user's preferences."""
        return self.workspace.settings

    @property
    def bake(self) -> BakeService:
        """The level's world, without the switches of the run."""
        return self.workspace.bake

    @property
    def run(self) -> Run:
        """The run: its world, switches and agents."""
        return self.workspace.run

    @property
    def probe(self) -> ProbeService:
        """The queried path."""
        return self.workspace.probe

    @property
    def legs(self) -> RouteLegs:
        """The paths between the stops of routes."""
        return self.workspace.legs

    @property
    def problems(self) -> ProblemService:
        """Problems of the level."""
        return self.workspace.problems

    @property
    def tests(self) -> PathTests:
        """Results of the level's tests."""
        return self.workspace.tests

    @property
    def doors(self) -> DoorService:
        """Effects of doors."""
        return self.workspace.doors

    @property
    def route_sight(self) -> RouteSight:
        """The visible routes, with the switches of the run."""
        level = self.run.switches.applied(self.document.level)
        return RouteSight.of(level, self.document.storey.name)

    @property
    def backgrounds(self) -> BackgroundService:
        """Pictures to trace and grids to compare with."""
        return self.workspace.backgrounds


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One line of the legend: a swatch and its meaning."""

    text: str
    fill: str
    """Colour of the swatch, `#RRGGBB`."""
    line: str = ""
    """Colour of the rim; empty for none."""
    hatch: str = ""
    """Colour of the 45 degree hatch; empty for none."""
    dash: tuple[float, ...] = ()
    """Dashes of the rim, pixels; empty for a solid one."""
    cross: bool = False
    """True if the hatch is crossed."""
    pattern: str = ""
    """`falling` lines or `dots` in place of the hatch, in its colour."""
    across: bool = False
    """True if it is a line with a tick at each end, no field; with `cross` a cross on it."""
    key: bool = False
    """True if it is the key of a door, no field."""
    waypoint: str = ""
    """The type of the waypoint that it is, no field."""
    mark: Literal["", "ring", "struck ring", "triangle", "tick", "cross"] = ""
    """The mark that it is, in the colour of the rim, no field."""


class Overlay:
    """Draws one thing over the canvas, in pixels, through the camera.

    A new overlay is one new file in `editor/canvas/overlays`: the list of overlays, the menus, the
    legend and exported pictures use its declarations.
    """

    name: ClassVar[str] = ""
    """Identifier, also in the preferences."""
    title: ClassVar[str] = ""
    """Text in the list of overlays; overlays without one are not listed and always shown."""
    group: ClassVar[OverlayGroup] = OverlayGroup.VIEW
    """The heading under which it is listed."""
    presets: ClassVar[frozenset[Preset]] = EVERY_PRESET
    """The presets that show it."""
    z: ClassVar[Z] = Z.BACKGROUND
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL})
    """Data that it reads. It is repainted when some of it changes.

    An overlay that only reads data in `CACHED` is painted once, into a kept picture below all
    others.
    """
    reach: ClassVar[float] = LINE_REACH
    """Pixels beyond an element of the level that its drawing may reach."""
    draws: ClassVar[tuple[type[Element], ...]] = (Element,)
    """Types of the elements of the level that it shows: edits of others leave it as it is."""
    at_once: ClassVar[bool] = False
    """True if it follows a drag in the very frame that moves something; others may a moment later.

    Cached ones always do, for they show the floor.
    """
    exported: ClassVar[bool] = True
    """True if it belongs in exported pictures; the selection, for example, does not."""

    def __init__(self) -> None:
        """Shown, until the preferences say otherwise."""
        self.visible = True

    @property
    def cached(self) -> bool:
        """True if it is painted into the kept picture."""
        return self.reads <= CACHED

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the lines that explain its colours."""
        return ()

    def tip(self, scene: Scene, place: Point) -> str:
        """Return the text of the status bar for this place of the world; "" for none."""
        return ""

    def fact(self, scene: Scene, place: Point) -> str:
        """Return a few words about this place to add to the hint; "" for none."""
        return ""

    def shown_at_once(self, scene: Scene) -> object:
        """What it shows that must not come a moment later: equal if it looks the same."""
        return None

    def shows(self, edit: Edit, kinds: Collection[type[Element]]) -> bool:
        """Return whether it shows anything of what an edit of elements, of these types, changes."""
        return any(issubclass(kind, self.draws) for kind in kinds)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Return where a cached overlay looks otherwise once this element of the level has changed.

        `old` is None for a new element, `new` for a deleted one.
        """
        return around(old, new, self.reach)

    def stale_edit(self, edit: Edit, level: Level) -> Iterable[Stale]:
        """Return where a cached overlay looks different after an edit that leads to this level.

        The edit does not change settings.
        """
        for item_id, new in edit.after.items():
            old = edit.before[item_id]
            if not isinstance(old, LevelSettings) and not isinstance(new, LevelSettings):
                yield from self.stale(old, new)

    def stale_within(self, box: Box, edit: Edit, level: Level) -> Stale:
        """Return the same for an edit of many elements, which all lie in a box before and after."""
        return box, self.reach, self.reach

    def stale_cells(self, world: World, *, moving: bool) -> Iterable[Box] | None:
        """Return where a cached overlay looks different in this world, beyond changed cells.

        `moving`: something is being dragged. Boxes of the world, metres; None: everywhere.
        """
        return ()

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Request space for texts; they are painted above all overlays, at every frame."""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Draw. The painter has no transform but the device ratio, and is not antialiased."""
