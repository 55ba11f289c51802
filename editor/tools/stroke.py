"""Tool for drawn walks: a stroke, or corners, along which a network is laid (S4-034, S4-036).

A drag draws freely and lays the network on release; clicks and typed places set corners, and Enter
ends the walk. Waypoints are laid where the walk turns out of sight and where it ends; the preview
shows them while drawing.
"""

import math
from dataclasses import replace as dataclass_replace
from itertools import pairwise
from typing import ClassVar, Final, cast

from msgspec.structs import replace

from editor.tools.corridor import open_cells
from editor.tools.groups import Group
from editor.tools.messages import stroke as say
from editor.tools.messages.waypoint import TYPES
from editor.tools.options import Choice, Number
from editor.tools.outline import Click, OutlineTool
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Pointer, Select, ToolView
from editor.tools.waypoint import FAMILY
from navcore.bake.profile import radius_in
from navcore.graph.floors import floor_for
from navcore.graph.generators.breadcrumbs import FromWalk
from navcore.graph.generators.laying import lay
from navcore.graph.generators.needs import needs_along
from navcore.graph.generators.proposal import Proposal, Standing
from navcore.graph.generators.walk import Trail
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Point, Profile, Waypoint
from navcore.level.network import WaypointType

_FINE: Final = 2.0
"""Pixels that the mouse moves for a stroke to go on."""
_SHORT_CUT: Final = 1.2
"""Short-cut factor for strokes: loops close unless the network's path is hardly longer."""
_LONGEST: Final = 10.0
_SHORTEST, _FARTHEST = 0.5, 1000.0


class _Walk(Click):
    """A press that sets a corner, or draws freely until release."""

    tool: "StrokeTool"

    def __init__(self, pointer: Pointer, view: ToolView, tool: "StrokeTool") -> None:
        super().__init__(pointer, view, tool)
        self._before = tool.corners

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        begins = not self.moving
        super().move(pointer, view)
        if self.moving and begins:
            self.tool.go_on(self.pressed.position, view)
        if self.moving:
            self.tool.go_on(pointer.position, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        self._follow(pointer, view)
        if not self.moving:
            return super().finish(pointer, view)
        self.move(pointer, view)
        self.over = True
        effect = self.tool.end(view)
        if effect is None:
            self.tool.go_back(self._before)
        return effect

    def cancel(self) -> None:
        super().cancel()
        self.tool.go_back(self._before)


class _Draft:
    """The network along a walk, which goes on with it."""

    def __init__(self, view: ToolView, longest: float) -> None:
        """Start without a walk, in the present level."""
        self._view, self._longest = view, longest
        profile = profile_of(view)
        self.trail = Trail(
            floor_for(view.world, profile).over(open_cells(view.world, profile)),
            radius_in(profile, view.level.settings),
            FromWalk(longest=longest, short_cut=_SHORT_CUT),
            Standing.of(view.level, view.storey, replace=False),
        )
        self._walked: tuple[Point, ...] = ()
        self._proposal: Proposal | None = None

    def fits(self, view: ToolView, longest: float, corners: tuple[Point, ...]) -> bool:
        """Return whether it is the proposal for a walk with these corners, or for its beginning."""
        mine = self._view
        return (
            view.level is mine.level
            and view.world is mine.world
            and (view.profile, view.storey) == (mine.profile, mine.storey)
            and longest == self._longest
            and corners[: len(self._walked)] == self._walked
        )

    def proposal(self, corners: tuple[Point, ...]) -> Proposal:
        """Walk on to these corners; what that leaves."""
        if self._proposal is None or corners != self._walked:
            self.trail.go_on(corners[len(self._walked) :])
            self._walked, self._proposal = corners, self.trail.proposal(ends=True)
        return self._proposal


class StrokeTool(OutlineTool):
    """Lays waypoints and edges along a walk that is drawn."""

    name: ClassVar[str] = "stroke"
    title: ClassVar[str] = mark("Drawn walk")
    summary: ClassVar[str] = mark("Draw a walk; a network is laid along it")
    words: ClassVar[str] = mark("stroke freehand pencil breadcrumbs network waypoints edges grow")
    shortcut: ClassVar[str] = "Shift+K"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 32)
    family: ClassVar[str] = FAMILY
    shows: ClassVar[frozenset[str]] = frozenset({"network"})
    kind: ClassVar[str] = "walk"

    def __init__(self) -> None:
        """Start without corners; choices are kept."""
        super().__init__()
        self.longest = Number(
            "walk_longest", mark("Longest edge"), _LONGEST, _SHORTEST, _FARTHEST, 0.5
        )
        self.type = Choice("walk_type", mark("Type"), tuple(TYPES.items()), "navigation")
        self.options = (self.longest, self.type)
        self._draft: _Draft | None = None

    # The walk.

    def press(self, pointer: Pointer, view: ToolView) -> _Walk:
        """Set a corner, or begin to draw."""
        self._pointer, self._refused = pointer, ""
        walk = _Walk(pointer, view, self)
        self.begin(walk)
        return walk

    def go_on(self, place: Point, view: ToolView) -> None:
        """Draw on to a place, unless it is where the walk is."""
        if not self._corners or math.dist(self._corners[-1], place) >= view.pixels(_FINE):
            self._set(place)

    def go_back(self, corners: tuple[Point, ...]) -> None:
        """Return to these corners, dropping what was drawn since."""
        self._corners = list(corners)

    def _clear(self) -> None:
        super()._clear()
        self._draft = None

    def faults(self) -> str:
        """Return a hint if the walk has not begun."""
        return "" if self._corners else say.idle()

    def _closes_onto(self, view: ToolView) -> Point | None:
        """Return None: a walk that comes back is joined by itself."""
        return None

    # Laying the network.

    def end(self, view: ToolView, *, closed: bool = False) -> Effect:
        """Lay the network; a walk that adds nothing is kept."""
        found = self._proposal(view)
        if self._corners and not _is_new(found):
            self._refused = self._nothing(found)
            return None
        return super().end(view, closed=closed)

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The waypoints and edges along the walk, the waypoints selected."""
        found = self._proposal(view)
        if found is None or not _is_new(found):
            return Change(Edit(), Select(view.selection))
        kinds = (cast("WaypointType", self.type.value),) * len(found.positions)
        needs = needs_along(view.world, profile_of(view), found.lines)
        edit = lay(
            view.level,
            dataclass_replace(found, types=kinds, needs=needs),
            view.new_id,
            layer=view.storey,
            label=tr("Draw {0}").format(say.counted(len(kinds), len(found.pairs))),
            by_hand=True,
        )
        made = (i for i, element in edit.after.items() if isinstance(element, Waypoint))
        return Change(edit, Select(frozenset(made)))

    def _proposal(self, view: ToolView) -> Proposal | None:
        """Return the proposal for the walk so far; None if there is none, or no baked floor."""
        if not self._corners or view.storey not in view.world.level.settings.layer_names:
            return None
        if self._draft is None or not self._draft.fits(view, self.longest.value, self.corners):
            self._draft = _Draft(view, self.longest.value)
        return self._draft.proposal(self.corners)

    def _nothing(self, found: Proposal | None) -> str:
        """Return why nothing comes of a walk."""
        if found is not None and len(found.standing.ids):
            return say.nothing_new()
        return say.no_room()

    # Preview and hints.

    def idle_preview(self, view: ToolView) -> Preview:
        """Return the walk, extended to the mouse, and its waypoints."""
        place, _ = self.aim(view)
        line = self._corners if place is None or self._dragging else [*self._corners, place]
        strokes = [Stroke(tuple(line), "trace")] if len(line) > 1 else []
        found = self._proposal(view)
        marks: list[Mark] = []
        if found is not None:
            strokes += [
                Stroke(((ax, az), (bx, bz)), "edge_draft")
                for ax, az, bx, bz in found.lines.tolist()
            ]
            marks += [Mark((x, z), "waypoint_draft") for x, z in found.positions.tolist()]
        elif place is not None:
            marks.append(Mark(place, "waypoint_draft"))
        return Preview(tuple(strokes), tuple(marks))

    def preview(self, view: ToolView) -> Preview:
        """Return the idle preview while the button is down too."""
        return self.idle_preview(view)

    @property
    def _breaks(self) -> int:
        return 0 if self._draft is None else self._draft.trail.breaks

    @property
    def _dragging(self) -> bool:
        gesture = self.gesture
        return gesture is not None and gesture.moving

    def idle_hint(self, view: ToolView) -> str:
        """Return what the next click, or letting go, does."""
        if self.said():
            return self.said()
        if self.entry.is_open and self.entry.value is not None:
            return say.typed(self.entry.value)
        found = self._proposal(view)
        if found is None:
            return say.idle()
        if not _is_new(found):
            return self._nothing(found)
        counts, breaks = (len(found.positions), len(found.pairs)), self._breaks
        if self._dragging:
            length = sum(math.dist(*pair) for pair in pairwise(self._corners))
            return say.drawing(*counts, length, breaks)
        return say.corners(*counts, breaks)

    def hint(self, view: ToolView) -> str:
        """Return the idle hint while the button is down too."""
        return self.idle_hint(view)


def profile_of(view: ToolView) -> Profile:
    """Return the type that a network is drawn for, on the storey in hand."""
    return replace(view.profile or Profile(), layer=view.storey)


def _is_new(found: Proposal | None) -> bool:
    """Return whether anything would be laid."""
    return found is not None and bool(len(found.positions) or len(found.pairs))


TOOLS = (StrokeTool,)
