"""What an overlay is given, what it declares, and what it is."""

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
    """What overlays look at. The canvas repaints those that read what has changed.

    All of them read the camera and the theme.
    """

    LEVEL = auto()
    """What is drawn, as far as it is not hidden, and the level's settings."""
    WORLD = auto()
    """The cells of the level, of the run or of a radius that is tried."""
    SWITCHES = auto()
    """Which doors stand open in the run, and which obstacles."""
    BACKGROUNDS = auto()
    """Pictures to trace and grids to compare with."""
    SETTINGS = auto()
    """The grid and its step."""
    RUN = auto()
    """Agents of the run, and its time."""
    TRAFFIC = auto()
    """Where agents of the run walked and waited so far."""
    SELECTION = auto()
    PROBE = auto()
    """The path of the probe."""
    ROUTES = auto()
    """Paths between the stops of routes."""
    COVERAGE = auto()
    """How much of the floor sees the network."""
    CLEARANCES = auto()
    """Widths of doors and gaps."""
    PROBLEMS = auto()
    """What is wrong with the level, and which of it is looked at."""
    TESTS = auto()
    """How the tests of the level come out."""
    DOORS = auto()
    """What doors do, and which of them are looked at."""
    TOOL = auto()
    """What the tools show, and where the mouse snaps to."""
    FRAMES = auto()
    """How long frames take."""


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
"""What changes seldom: overlays that read nothing else are painted once and kept."""


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
    """Pixels a metre: what is too small for it is not drawn, nor in the legend."""
    names: AreaNames
    """Where names of areas stand."""
    pointer: Point | None = None
    """Where the mouse is, metres; None outside the canvas, or while it drags something."""
    moving: bool = False
    """Whether something is dragged or the camera glides: texts keep their places meanwhile."""
    covered: Sequence[PixelBox] = ()
    """Pixels that lie under the legend and the buttons: left, top, right, bottom of each."""
    preview: Preview = NOTHING
    """What the active tool wants drawn."""
    snapped: Snapped | None = None
    """Where the mouse snaps to while something is drawn."""

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
        """The level's world, without the switches of the run."""
        return self.workspace.bake

    @property
    def run(self) -> Run:
        """The run: its world, switches and agents."""
        return self.workspace.run

    @property
    def probe(self) -> ProbeService:
        """The path that is asked for."""
        return self.workspace.probe

    @property
    def legs(self) -> RouteLegs:
        """The paths between the stops of routes."""
        return self.workspace.legs

    @property
    def problems(self) -> ProblemService:
        """What is wrong with the level."""
        return self.workspace.problems

    @property
    def tests(self) -> PathTests:
        """How the tests of the level come out."""
        return self.workspace.tests

    @property
    def doors(self) -> DoorService:
        """What doors do."""
        return self.workspace.doors

    @property
    def route_sight(self) -> RouteSight:
        """What of routes is seen, with the switches of the run."""
        level = self.run.switches.applied(self.document.level)
        return RouteSight.of(level, self.document.storey.name)

    @property
    def backgrounds(self) -> BackgroundService:
        """Pictures to trace and grids to compare with."""
        return self.workspace.backgrounds


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
    key: bool = False
    """Whether it is the key of a door, no field."""
    waypoint: str = ""
    """The type of the waypoint that it is, no field."""
    mark: Literal["", "ring", "struck ring", "triangle", "tick", "cross"] = ""
    """The mark that it is, in the colour of the rim, no field."""


class Overlay:
    """Draws one thing over the canvas, in pixels, through the camera.

    A new overlay is one new file in `editor/canvas/overlays`: the list of overlays, the menus,
    the legend and exported pictures follow from what it declares.
    """

    name: ClassVar[str] = ""
    """Identifier, also in the preferences."""
    title: ClassVar[str] = ""
    """Its line in the list of overlays; those without one are not listed and always shown."""
    group: ClassVar[OverlayGroup] = OverlayGroup.VIEW
    """The heading under which it is listed."""
    presets: ClassVar[frozenset[Preset]] = EVERY_PRESET
    """The presets that show it."""
    z: ClassVar[Z] = Z.BACKGROUND
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL})
    """What it looks at. It is painted again when something of this changes.

    One that reads only what is in `CACHED` is painted once, into a picture that is kept, and
    lies beneath all others.
    """
    reach: ClassVar[float] = LINE_REACH
    """Pixels beyond an element of the level that what it draws of it may reach."""
    draws: ClassVar[tuple[type[Element], ...]] = (Element,)
    """Types of the elements of the level that it shows: edits of others leave it as it is."""
    at_once: ClassVar[bool] = False
    """Whether it follows a drag of outlines in the very frame; others may a moment later.

    Cached ones always do, for they show the floor.
    """
    exported: ClassVar[bool] = True
    """Whether it belongs into a picture in a file, as what is selected does not."""

    def __init__(self) -> None:
        """Shown, until the preferences say otherwise."""
        self.visible = True

    @property
    def cached(self) -> bool:
        """Whether it is painted into the kept picture."""
        return self.reads <= CACHED

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """The lines that explain its colours."""
        return ()

    def tip(self, scene: Scene, place: Point) -> str:
        """What the status bar says of what it shows at this place of the world; "" for nothing."""
        return ""

    def fact(self, scene: Scene, place: Point) -> str:
        """A few words on this place of the world that stand beside the hint; "" for none."""
        return ""

    def shown_at_once(self, scene: Scene) -> object:
        """What it shows that must not come a moment later: equal if it looks the same."""
        return None

    def shows(self, edit: Edit, kinds: Collection[type[Element]]) -> bool:
        """Whether it shows anything of what an edit of elements, of these types, changes."""
        return any(issubclass(kind, self.draws) for kind in kinds)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Where a cached overlay looks otherwise once this element of the level has changed.

        `old` is None for a new element, `new` for a deleted one.
        """
        return around(old, new, self.reach)

    def stale_edit(self, edit: Edit, level: Level) -> Iterable[Stale]:
        """Where a cached overlay looks otherwise once an edit has led to this level.

        The settings are not among what it changes.
        """
        for item_id, new in edit.after.items():
            old = edit.before[item_id]
            if not isinstance(old, LevelSettings) and not isinstance(new, LevelSettings):
                yield from self.stale(old, new)

    def stale_within(self, box: Box, edit: Edit, level: Level) -> Stale:
        """The same for an edit of many elements, which all lie in a box before and after."""
        return box, self.reach, self.reach

    def stale_cells(self, world: World, *, moving: bool) -> Iterable[Box] | None:
        """Where a cached overlay looks otherwise in this world, beyond the cells that differ.

        `moving` says whether something is dragged. Boxes of the world, metres; None: everywhere.
        """
        return ()

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Ask for room for texts; they are painted in front of all overlays, at every frame."""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Draw. The painter has no transform but the device ratio, and is not antialiased."""
