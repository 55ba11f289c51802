"""The contract between the canvas and its tools. Nothing here knows a window.

A tool sees the level, the world and the selection through a `ToolView` and answers with an
`Effect`; only the canvas carries effects out. A gesture is a `Drag`: it computes its edit from
the level as it was at the start, so nothing drifts, and no half-finished state outlives it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from editor.numbers import Unfinished
from editor.tools import messages
from editor.tools.groups import Group
from editor.tools.legs import KnownPaths, RouteSight, is_out_of_reach
from editor.tools.options import Number, Option, counting
from editor.tools.preview import Preview
from editor.tools.probe_facts import NO_FACTS, ProbeFacts
from editor.tools.run_view import RunView
from editor.tools.snap import Snap
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Point, Profile
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.sim.inputs import Remove, Spawn, Teleport
from navcore.world import World

T = TypeVar("T")

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Which modifier keys are down. Ctrl is Cmd on macOS."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the mouse is: raw world metres; snapping is the tool's choice, through the view."""

    position: Point
    modifiers: Modifiers = Modifiers()
    slack: float = 4.0
    """Pixels that part a click from a drag: a hand with a pen or a finger is less steady."""


@dataclass(frozen=True, slots=True)
class ToolView:
    """All that a tool sees. `world` may lag behind `level` while a bake runs."""

    level: Level
    world: World
    selection: frozenset[int]
    metres_per_pixel: float
    snap: Snap
    new_id: Callable[[], int]
    """Draws an id that the level does not use yet."""
    handles: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Selected handles of the selected elements: id -> indices of handles."""
    probe: PathResult | None = None
    """The path that the probe keeps in sight."""
    probe_storeys: tuple[str, str] = (GROUND, GROUND)
    """The storeys of its start and goal."""
    probe_facts: ProbeFacts = NO_FACTS
    """What else is known of it."""
    hidden: frozenset[int] = frozenset()
    """Elements that the user does not see, those of other storeys too: they are not taken and
    attract nothing."""
    locked: frozenset[int] = frozenset()
    """Elements that are seen and not taken."""
    snap_step: float = 0.5
    """The step that positions snap to and arrows nudge by, metres."""
    takes_along: bool = True
    """Whether rooms that move take along what stands in them, and edges their doors."""
    names: Mapping[int, Box] = field(default_factory=dict)
    """What the names of areas cover that are shown, by area: a press on one takes the area."""
    legs: KnownPaths = lambda legs: [None] * len(legs)
    """The paths that are known between the stops of routes."""
    pivot: Point | None = None
    """What the selected elements turn and scale about; None: their middle."""
    profile: Profile | None = None
    """The agent type of the floor that is shown, or a radius that is tried; None: of no type."""
    storey: str = GROUND
    """The storey in hand, or the ground where all are shown. What lies on others is hidden."""
    all_storeys: bool = False
    """Whether all storeys are shown."""
    run: RunView | None = None
    """The agents of the run that is on; None at the start, where they are where the level has
    them. `selection` also names selected ones that only the run has."""

    @property
    def untouchable(self) -> frozenset[int]:
        """What no click or box takes in the level; agents of a run are taken where they are."""
        untouched = self.hidden | self.locked
        if self.run is None:
            return untouched
        return untouched | self.run.ids if untouched else self.run.ids

    @property
    def shown_type(self) -> str:
        """The name of the agent type that the floor is shown for; "" is the one without a name."""
        return "" if self.profile is None else self.profile.name

    @property
    def route_sight(self) -> RouteSight:
        """What of routes is seen."""
        return RouteSight.of(self.level, None if self.all_storeys else self.storey)

    def elsewhere(self, element: Element, index: int) -> bool:
        """Whether a handle is out of reach, for it lies on a storey that is not in hand."""
        settings = self.level.settings
        some = bool(settings.layers) and not self.all_storeys
        return some and is_out_of_reach(element, index, settings, self.storey)

    def pixels(self, count: float) -> float:
        """So many screen pixels, in metres."""
        return count * self.metres_per_pixel


@dataclass(frozen=True, slots=True)
class Select:
    """Effect: these elements become the selection. Never an undo step.

    `handles` are those that tools work on, corners or goals: id -> indices of handles.
    """

    ids: frozenset[int]
    handles: Mapping[int, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacePivot:
    """Effect: what is selected turns and scales about this place. Never an undo step."""

    at: Point | None
    """None: about its middle."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Effect: ask for a path between these points and keep it in sight; None clears it."""

    start: Point | None
    goal: Point | None
    storeys: tuple[str, str] = (GROUND, GROUND)
    """Those of start and goal."""
    pins: bool = False
    """Whether the path that is in sight stays instead, while others are asked for."""


@dataclass(frozen=True, slots=True)
class Change:
    """Effect: this edit and then this selection; the edit alone is the undo step.

    What is drawn ends up selected this way, and handles that an edit numbers anew.
    """

    edit: Edit
    select: Select
    copies: Mapping[int, int] = field(default_factory=dict)
    """What of the edit is a copy that can be repeated: id of each -> of what it was made."""


@dataclass(frozen=True, slots=True)
class RunInput:
    """Effect: inputs of the run that is on, and no undo step; gone when it starts anew.

    While a drag lasts, agents are shown in their places and the run knows nothing of it.
    """

    requests: tuple[Teleport | Spawn | Remove, ...]
    select: frozenset[int] | None = None
    """What is selected then, run-only agents too; None leaves the selection."""
    edit: Edit = field(default_factory=Edit)
    """What changes in the level with it, as an undo step of its own."""

    @property
    def places(self) -> dict[int, Point]:
        """Where agents are put, by id."""
        put = (request.places for request in self.requests if isinstance(request, Teleport))
        return dict(place for places in put for place in places)


@dataclass(frozen=True, slots=True)
class UseTool:
    """Effect: another tool takes over, with these elements selected."""

    name: str
    select: Select
    edit: Edit = field(default_factory=Edit)
    """What is done before, as an undo step."""


Effect: TypeAlias = Edit | Change | Select | PlacePivot | Probe | RunInput | UseTool | None
"""What a gesture asks for."""


@dataclass(frozen=True, slots=True)
class Typing:
    """What a digit would begin to type: the prompt of the box that opens at the pointer."""

    prompt: str
    """What is expected: "x z, or @ length angle"."""
    text: str = ""
    """What stands in the box, selected, where it opens by itself; empty: it waits for a key."""


class Entry(Generic[T]):
    """What is typed in the box at the pointer, and counts instead of it while the box is open.

    Digits, minus and the decimal separator open it, where there is something to ask for.
    """

    def __init__(
        self,
        asks: Callable[[ToolView], Typing | None],
        read: Callable[[str, ToolView], T],
        take: Callable[[T, ToolView], Effect],
    ) -> None:
        """A closed box.

        Args:
            asks: What would be typed now; None if nothing.
            read: What a text means; raises `NavcoreError` if it can't be read or done,
                `Unfinished` if more may follow.
            take: What Enter does; where it raises, the box stays open with the sentence.
        """
        self.asks = asks
        self._read = read
        self._take = take
        self.close()

    def close(self) -> None:
        """Forget what was typed: the pointer counts again."""
        self.is_open = False
        self.value: T | None = None
        self._text = self._said = ""

    def show(self, text: str, view: ToolView) -> str:
        """Read this text, at every change; return why it can't become anything, or ""."""
        self.is_open, self.value, self._text, self._said = True, None, text, ""
        try:
            self.value = self._read(text, view)
        except NavcoreError as fault:
            self._said = str(fault)
            return "" if isinstance(fault, Unfinished) else self._said
        return ""

    def follow(self, view: ToolView) -> None:
        """Read the text again after the mouse has moved: a length alone goes towards it."""
        if self.is_open:
            self.show(self._text, view)

    def enter(self, text: str, view: ToolView) -> Effect:
        """Do what the text says, and close.

        Raises:
            NavcoreError: if it can't be read or done.
        """
        self.value, self.is_open = self._read(text, view), True
        effect = self._take(self.value, view)
        self.close()
        return effect

    @property
    def hint(self) -> str:
        """Why the text says nothing, as a hint; empty if it says something."""
        return messages.refused(self._said, messages.ESC_CLOSES) if self._said else ""


NO_ENTRY: Final = Entry[None](lambda view: None, lambda text, view: None, lambda value, view: None)
"""Nothing can be typed."""


@dataclass(frozen=True, slots=True)
class KeyResult:
    """Whether a tool used a key, and what it asks for."""

    used: bool = False
    effect: Effect = None
    merges: bool = False
    """Whether what the key does while it is held down is one undo step."""


class Drag:
    """One gesture from press to release."""

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        """The effect so far, always relative to the level at the start of the gesture.

        An edit replaces the one previewed before; an empty one takes it back, None leaves it.
        """
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """The effect of letting go here; an edit becomes one undo step.

        What was previewed goes if no edit, or an empty one, comes out.
        """
        return self.move(pointer, view)

    def cancel(self) -> None:
        """Forget the gesture. The canvas takes back what it previewed, the probe's path too."""


class Tool:
    """A tool of the rail; one instance lives as long as the window.

    A tool never changes the level by itself: effects do. A new tool is one new file in
    `editor/tools` whose `TOOLS` names its factories; `all_tools` finds it.
    """

    name: ClassVar[str] = ""
    """Identifier and icon name: `polygon_area`."""
    title: ClassVar[str] = ""
    """What the rail and the options strip call it: "Area: polygon"."""
    summary: ClassVar[str] = ""
    """The tool tip's one line: "Draw a floor corner by corner"."""
    words: ClassVar[str] = ""
    """Other words that find it in the list of all actions."""
    shortcut: ClassVar[str] = ""
    """Its key: "P", "Shift+P"."""
    place: ClassVar[tuple[int, int]] = (Group.CHECK, 99)
    """Group on the rail and position in it; positions leave gaps for tools to come."""
    family: ClassVar[str] = ""
    """Title of the tools that share one button and one submenu: "Areas"; empty: alone."""
    shows: ClassVar[frozenset[str]] = frozenset()
    """Names of overlays that are shown as long as it is in hand, because it works on them."""
    on_rail: ClassVar[bool] = True
    """Whether it has a button there; else a menu chooses it."""
    cursor: ClassVar[str] = "arrow"
    """`arrow` or `cross`."""
    shows_handles: ClassVar[bool] = False
    """Whether it draws selected handles itself."""
    options: tuple[Option, ...] = ()
    """What the options strip shows."""
    entry: Entry[Any] = NO_ENTRY
    """What is typed."""

    def activate(self) -> None:
        """The tool becomes the active one; it starts with a clean slate."""

    def deactivate(self, view: ToolView) -> Effect:
        """Another tool takes over; finish what is valid (an outline of three corners) or drop."""
        return None

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """The mouse moved with no button down."""

    def leave(self) -> None:
        """The mouse has left the canvas: nothing lies under it any more."""

    def press(self, pointer: Pointer, view: ToolView) -> Drag | None:
        """The left button went down."""
        return None

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """The left button was pressed twice in one place (the first press went to `press`).

        None makes it a second press like any other, an empty edit makes it nothing.
        """
        return None

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """The right button was clicked; True if the tool used it (takes back a corner)."""
        return False

    def key(self, key: str, view: ToolView) -> KeyResult:
        """A key: `Enter`, `Backspace`, `Delete`, `Escape`, `Undo`, `Redo`, `Up`, `Tab`, `5`, ...

        `Again` is the tool's own key while it is in hand. Arrows, Tab and digits come with
        prefixes: `Shift+Tab`. What is not used here goes on to the actions. Up and Down change
        the first number of the options.
        """
        numbers = (one for one in counting(self.options) if isinstance(one, Number))
        first = next(numbers, None)
        return KeyResult(first is not None and first.key(key))

    def can_take_back(self) -> bool:
        """Whether something unfinished is in hand, of which `Undo` takes the last part back."""
        return False

    def can_set_again(self) -> bool:
        """Whether `Redo` sets something again that was taken back."""
        return False

    def preview(self, view: ToolView) -> Preview:
        """What to draw now."""
        return Preview()

    def hint(self, view: ToolView) -> str:
        """What the next click does, then modifiers: "**Click adds a corner.** Shift 45°"."""
        return ""
