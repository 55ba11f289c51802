"""Interface between the canvas and its tools. Nothing here knows a window.

A tool sees the level, the world and the selection through a `ToolView` and answers with an
`Effect`; only the canvas carries effects out. A gesture is a `Drag`: it computes its edit from the
level at the start of the gesture, so nothing drifts, and no half-finished state remains.
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
    """Pressed modifier keys. Ctrl is Cmd on macOS."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """Position of the mouse in world metres, not snapped; the tool may snap it through the view."""

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
    """Storeys of start and goal of the probe's path."""
    probe_facts: ProbeFacts = NO_FACTS
    """Other facts about the probe's path."""
    hidden: frozenset[int] = frozenset()
    """Elements that are not visible, including those of other storeys: they can't be selected and
    don't attract."""
    locked: frozenset[int] = frozenset()
    """Elements that are seen and not taken."""
    snap_step: float = 0.5
    """The step that positions snap to and arrows nudge by, metres."""
    takes_along: bool = True
    """True if moving rooms take their contents along, and moving edges their doors."""
    names: Mapping[int, Box] = field(default_factory=dict)
    """Boxes of the shown names of areas, by area: a press on a name takes the area."""
    legs: KnownPaths = lambda legs: [None] * len(legs)
    """The paths that are known between the stops of routes."""
    pivot: Point | None = None
    """Pivot for turning and scaling the selected elements; None: their middle."""
    profile: Profile | None = None
    """The agent type of the floor that is shown, or a radius that is tried; None: of no type."""
    storey: str = GROUND
    """The active storey, or the ground if all are shown. Elements of other storeys are hidden."""
    all_storeys: bool = False
    """True if all storeys are shown."""
    run: RunView | None = None
    """The run, with its agents; None at the start, where agents are as in the level. `selection`
    also contains selected agents that only the run has."""

    @property
    def untouchable(self) -> frozenset[int]:
        """Elements of the level that no click or box selects; agents of a run are picked there."""
        untouched = self.hidden | self.locked
        if self.run is None:
            return untouched
        return untouched | self.run.ids if untouched else self.run.ids

    @property
    def shown_type(self) -> str:
        """The name of the agent type whose floor is shown; "" for the unnamed one."""
        return "" if self.profile is None else self.profile.name

    @property
    def route_sight(self) -> RouteSight:
        """The visible routes."""
        return RouteSight.of(self.level, None if self.all_storeys else self.storey)

    def elsewhere(self, element: Element, index: int) -> bool:
        """Return whether a handle can't be selected because it is on another storey."""
        settings = self.level.settings
        some = bool(settings.layers) and not self.all_storeys
        return some and is_out_of_reach(element, index, settings, self.storey)

    def pixels(self, count: float) -> float:
        """Return a length of screen pixels in metres."""
        return count * self.metres_per_pixel


@dataclass(frozen=True, slots=True)
class Select:
    """Effect: select these elements. Never an undo step.

    `handles` are the handles that tools work on, corners or goals: id -> indices of handles.
    """

    ids: frozenset[int]
    handles: Mapping[int, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacePivot:
    """Effect: set the pivot of the selection. Never an undo step."""

    at: Point | None
    """The pivot; None: the middle of the selection."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Effect: search a path between these points and keep it visible; None clears it."""

    start: Point | None
    goal: Point | None
    storeys: tuple[str, str] = (GROUND, GROUND)
    """Storeys of start and goal."""
    pins: bool = False
    """True if the visible path stays while others are searched."""


@dataclass(frozen=True, slots=True)
class Change:
    """Effect: apply this edit, then select; only the edit is an undo step.

    It selects newly drawn elements, and handles that an edit renumbers.
    """

    edit: Edit
    select: Select
    copies: Mapping[int, int] = field(default_factory=dict)
    """Ids of copies in the edit that can be repeated -> ids of their originals."""


@dataclass(frozen=True, slots=True)
class RunInput:
    """Effect: inputs to the current run, without an undo step; gone when the run restarts.

    During a drag agents are only displayed at their places; the run is not affected.
    """

    requests: tuple[Teleport | Spawn | Remove, ...]
    select: frozenset[int] | None = None
    """New selection, with agents that only the run has; None keeps the selection."""
    edit: Edit = field(default_factory=Edit)
    """Edit of the level that goes with it, as an undo step of its own."""

    @property
    def places(self) -> dict[int, Point]:
        """New places of agents, by id."""
        put = (request.places for request in self.requests if isinstance(request, Teleport))
        return dict(place for places in put for place in places)


@dataclass(frozen=True, slots=True)
class UseTool:
    """Effect: another tool takes over, with these elements selected."""

    name: str
    select: Select
    edit: Edit = field(default_factory=Edit)
    """Edit to apply before, as an undo step."""


Effect: TypeAlias = Edit | Change | Select | PlacePivot | Probe | RunInput | UseTool | None
"""Result of a gesture, for the canvas to carry out."""


@dataclass(frozen=True, slots=True)
class Typing:
    """Prompt of the box at the pointer, which opens when the user types a digit."""

    prompt: str
    """Expected input: "x z, or @ length angle"."""
    text: str = ""
    """Selected text in the box if it opens by itself; empty: it waits for a key."""


class Entry(Generic[T]):
    """Text typed at the pointer; it replaces the pointer while the box is open.

    Digits, minus and the decimal separator open the box if something can be typed.
    """

    def __init__(
        self,
        asks: Callable[[ToolView], Typing | None],
        read: Callable[[str, ToolView], T],
        take: Callable[[T, ToolView], Effect],
    ) -> None:
        """Make a closed box.

        Args:
            asks: Returns the current kind of typed input; None if there is none.
            read: Returns the value of a text; raises `NavcoreError` if it is invalid, `Unfinished`
                if more may follow.
            take: Returns the effect of Enter; if it raises, the box stays open with the message.
        """
        self.asks = asks
        self._read = read
        self._take = take
        self.close()

    def close(self) -> None:
        """Forget the typed text, so that the pointer is used again."""
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
        """Carry out the typed text, and close.

        Raises:
            NavcoreError: if the text is invalid or can't be carried out.
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
"""Entry of tools for which nothing can be typed."""


@dataclass(frozen=True, slots=True)
class KeyResult:
    """Result of a key: whether the tool used it, and its effect."""

    used: bool = False
    effect: Effect = None
    merges: bool = False
    """True if repeats of the key while it is held down are one undo step."""


class Drag:
    """One gesture from press to release."""

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        """The effect so far, always relative to the level at the start of the gesture.

        An edit replaces the previewed one; an empty edit cancels the preview, None keeps it.
        """
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the effect of releasing here; an edit becomes one undo step.

        The preview is cancelled if the result is no edit or an empty one.
        """
        return self.move(pointer, view)

    def cancel(self) -> None:
        """Forget the gesture. The canvas cancels its preview, including the probe's path."""


class Tool:
    """A tool of the rail; one instance lives as long as the window.

    A tool never changes the level by itself: effects do. A new tool is one new file in
    `editor/tools` whose `TOOLS` names its factories; `all_tools` finds it.
    """

    name: ClassVar[str] = ""
    """Identifier and icon name: `polygon_area`."""
    title: ClassVar[str] = ""
    """Name on the rail and in the options strip: "Area: polygon"."""
    summary: ClassVar[str] = ""
    """The tool tip's one line: "Draw a floor corner by corner"."""
    words: ClassVar[str] = ""
    """Other words that find it in the list of all actions."""
    shortcut: ClassVar[str] = ""
    """Shortcut of the tool: "P", "Shift+P"."""
    place: ClassVar[tuple[int, int]] = (Group.CHECK, 99)
    """Group on the rail and position in it; positions leave gaps for tools to come."""
    family: ClassVar[str] = ""
    """Title of the tools that share one button and one submenu: "Areas"; empty: alone."""
    shows: ClassVar[frozenset[str]] = frozenset()
    """Names of overlays that are shown as long as it is in hand, because it works on them."""
    on_rail: ClassVar[bool] = True
    """True if it has a button there; else a menu chooses it."""
    cursor: ClassVar[str] = "arrow"
    """`arrow` or `cross`."""
    shows_handles: ClassVar[bool] = False
    """True if it draws selected handles itself."""
    options: tuple[Option, ...] = ()
    """Options in the strip."""
    entry: Entry[Any] = NO_ENTRY
    """Box for typed input."""

    def activate(self) -> None:
        """The tool becomes the active one; it starts with a clean slate."""

    def deactivate(self, view: ToolView) -> Effect:
        """Finish a valid element (an outline of three corners) or drop it: another tool follows."""
        return None

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """The mouse moved with no button down."""

    def leave(self) -> None:
        """The mouse has left the canvas: nothing lies under it any more."""

    def press(self, pointer: Pointer, view: ToolView) -> Drag | None:
        """Return the gesture for a press of the left button."""
        return None

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handle a second press in one place (the first press went to `press`).

        None treats it as another press, an empty edit ignores it.
        """
        return None

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """The right button was clicked; True if the tool used it (takes back a corner)."""
        return False

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Handle a key: `Enter`, `Backspace`, `Delete`, `Escape`, `Undo`, `Up`, `Tab`, `5`, ...

        `Again` is the tool's own key while the tool is active. Arrows, Tab and digits have
        prefixes: `Shift+Tab`. Unused keys go on to the actions. Up and Down change the first number
        of the options.
        """
        numbers = (one for one in counting(self.options) if isinstance(one, Number))
        first = next(numbers, None)
        return KeyResult(first is not None and first.key(key))

    def can_take_back(self) -> bool:
        """Return whether there is unfinished work, of which `Undo` removes the last part."""
        return False

    def can_set_again(self) -> bool:
        """Return whether `Redo` sets something again that was taken back."""
        return False

    def preview(self, view: ToolView) -> Preview:
        """Return what to draw now."""
        return Preview()

    def hint(self, view: ToolView) -> str:
        """Return what the next click does, then modifiers: "**Click adds a corner.** Shift 45°"."""
        return ""
