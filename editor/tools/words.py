"""Every sentence that the tools say, and how they write numbers.

A hint says what the next click does, in bold, then modifiers as long as they fit. `short`
keeps long names from pushing them out.
"""

import math
from typing import Final

from navcore.level.model import Agent, Area, Obstacle, Point
from navcore.level.naming import called
from navcore.path.result import PathResult, Status

LONGEST: Final = 90
"""Characters of a hint that are seen."""

_LONGEST_NAME: Final = 24
_WALK_SPEED: Final = 1.4
_MINUS: Final = "\N{MINUS SIGN}"

ESC_BACK: Final = "Esc back"
SHIFT_AXIS: Final = "Shift one axis"
CTRL_SNAP: Final = "Ctrl no snap"


def hint(bold: str, *more: str) -> str:
    """The bold clause, then as many of the others as fit."""
    text = f"**{bold}**"
    seen = len(bold)
    for number, part in enumerate(more):
        between = " " if number == 0 else " · "
        if seen + len(between) + len(part) > LONGEST:
            break
        text += between + part
        seen += len(between) + len(part)
    return text


def number(value: float, digits: int = 2) -> str:
    """`1.50`, with a real minus, and no minus before zero."""
    rounded = round(value, digits) + 0.0
    return f"{abs(rounded):.{digits}f}" if rounded >= 0 else f"{_MINUS}{-rounded:.{digits}f}"


def metres(value: float) -> str:
    """`4.20 m`."""
    return f"{number(value)} m"


def size(width: float, depth: float) -> str:
    """`4.00 × 2.50 m`."""
    return f"{number(width)} \N{MULTIPLICATION SIGN} {metres(depth)}"


def place(point: Point) -> str:
    """`6.10, 3.00`."""
    return f"{number(point[0])}, {number(point[1])}"


def square_metres(value: float) -> str:
    """`23.4 m²`."""
    return f"{number(value, 1)} m²"


def degrees(radians: float) -> str:
    """`90°`, from 0 to 359, counter-clockwise from the right."""
    return f"{round(math.degrees(radians)) % 360}°"


def short(name: str) -> str:
    """The name, its middle left out where it is long."""
    if len(name) <= _LONGEST_NAME:
        return name
    half = (_LONGEST_NAME - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def these(elements: list[Area | Obstacle | Agent]) -> str:
    """What elements are called in a hint."""
    return short(called(elements))


# Select


def select_nothing() -> str:
    """The mouse is over nothing."""
    return hint("Drag selects with a box.", "Click selects", "right-click for more")


def select_over(what: str) -> str:
    """The mouse is over something that a drag takes along."""
    return hint(f"Click selects {what}, drag moves it.", "Alt+click takes what lies beneath")


def select_over_floor(what: str) -> str:
    """The mouse is in the middle of floor that is not selected."""
    return hint(f"Click selects {what}, drag draws a box.", "Drag its outline to move it")


def select_over_selected(what: str) -> str:
    """The mouse is over what is selected."""
    return hint(
        f"Drag moves {what}.", "Shift+click adds or removes", "Alt+click takes what lies beneath"
    )


def moving(what: str, vector: Point) -> str:
    """Elements follow the mouse."""
    return hint(
        f"Moving {what} by {place(vector)} m.", SHIFT_AXIS, CTRL_SNAP, "Alt leaves a copy", ESC_BACK
    )


def copying(what: str, vector: Point) -> str:
    """Copies follow the mouse."""
    return hint(
        f"Copying {what} by {place(vector)} m.", SHIFT_AXIS, "Without Alt it moves", ESC_BACK
    )


def box_takes(what: str) -> str:
    """A selection box is open."""
    return hint(f"Release selects {what}." if what else "Nothing in the box yet.", ESC_BACK)


# Play


def sends(count: int, *, paused: bool) -> str:
    """Agents are selected, and the run has begun."""
    what = "1 agent" if count == 1 else f"{count} agents"
    space = "Space goes on" if paused else "Space pauses"
    return hint(f"Right-click sends {what}.", space, "T toggles the door under the mouse")


def paused_at(time: str) -> str:
    """The run is paused, and the mouse is over nothing that could be selected."""
    return hint(f"Paused at {time}.", ". next tick", "Space goes on", "F5 from the start")


# Vertices


def vertices_no_shape() -> str:
    """No polygon is selected."""
    return hint("Click a shape to edit its corners.", "Drag selects corners with a box")


def vertices_idle() -> str:
    """Polygons are selected, the mouse is over none of their corners."""
    return hint(
        "Drag selects corners with a box.", "Click another shape to edit it · Tab next corner"
    )


def vertices_over_corner() -> str:
    """The mouse is over a corner."""
    return hint("Drag moves this corner.", "Shift+click adds it · Alt+click takes one alone")


def vertices_over_edge() -> str:
    """The mouse is over an edge."""
    return hint("Drag the + to add a corner here.", "Double-click adds one without moving")


def vertices_over_taken_edge() -> str:
    """The mouse is over an edge whose corners are both selected."""
    return hint("Drag moves this edge.", "Double-click adds a corner · Backspace removes both")


def moving_corners(count: int, vector: Point) -> str:
    """Corners follow the mouse."""
    what = "1 corner" if count == 1 else f"{count} corners"
    return hint(f"Moving {what} by {place(vector)} m.", SHIFT_AXIS, CTRL_SNAP, ESC_BACK)


def adding_corner(at: Point) -> str:
    """A new corner follows the mouse."""
    return hint(f"New corner at {place(at)}.", SHIFT_AXIS, CTRL_SNAP, ESC_BACK)


def box_takes_corners(count: int) -> str:
    """A box over corners is open."""
    what = "1 corner" if count == 1 else f"{count} corners"
    return hint(f"Release selects {what}." if count else "No corner in the box yet.", ESC_BACK)


def crosses(at: Point, way_out: str) -> str:
    """An outline would cross itself."""
    return hint(f"This edge crosses the outline at {place(at)}.", way_out)


MOVE_BACK: Final = "Its inside would be unclear · Esc back"
TAKE_BACK: Final = "Backspace takes the last corner back"


def refused(reason: str, way_out: str = "") -> str:
    """Something can't be done; the reason is a sentence."""
    return hint(reason, *([way_out] if way_out else []))


# Drawing


def polygon_first(kind: str) -> str:
    """No corner is set yet."""
    other = "Shift+P draws an obstacle" if kind == "area" else "P draws an area"
    article = "an"
    return hint(f"Click sets the first corner of {article} {kind}.", other, CTRL_SNAP)


def polygon_next(length: float, angle: float) -> str:
    """One or two corners are set."""
    return hint(
        f"Click adds a corner, {metres(length)} at {degrees(angle)}.",
        "Shift 45°", "Backspace takes one back", "Esc cancels",
    )  # fmt: skip


def polygon_more(area: float) -> str:
    """Three corners or more are set."""
    return hint(
        "Click adds a corner; Enter or the first corner closes.", f"{square_metres(area)} so far"
    )


def polygon_closes(area: float) -> str:
    """The mouse is over the first corner."""
    return hint("Click closes the outline.", f"{square_metres(area)}", "Esc cancels")


def polygon_repeated() -> str:
    """The mouse is where the last corner is."""
    return hint("A corner is here already.", "Click elsewhere to go on · Backspace takes it back")


def polygon_flat() -> str:
    """Enter was pressed, but the outline encloses nothing."""
    return hint("These corners enclose nothing yet.", "Add one off the line · Esc cancels")


def polygon_too_few(count: int) -> str:
    """Enter was pressed before there were three corners."""
    left = "2 more corners" if count == 1 else "1 more corner"
    return hint(f"An outline needs {left}.", "Click adds one · Esc cancels")


def rectangle_first(kind: str) -> str:
    """No corner is set yet."""
    other = "Shift+R draws an obstacle" if kind == "area" else "R draws an area"
    return hint(f"Drag draws an {kind}.", "Or click two opposite corners", other)


def rectangle_open(width: float, depth: float, *, dragging: bool) -> str:
    """One corner is set, the other follows the mouse."""
    end = "release to draw" if dragging else "click to draw · Esc cancels"
    return hint(f"{size(width, depth)}.", "Shift square", end)


def rectangle_flat() -> str:
    """The corners enclose nothing."""
    return hint("A rectangle needs a width and a depth.", "Move away from the first corner")


# Doors


def door_first(width: float) -> str:
    """No side of the gap is clicked yet."""
    return hint(
        "Click on one side of the gap.", f"It becomes a door {metres(width)} wide",
        "digits change the width",
    )  # fmt: skip


def door_over(name: str, *, shut: bool) -> str:
    """The mouse is over a door."""
    return hint(
        f"T {'opens' if shut else 'shuts'} {short(name)}.", "Click starts another door here"
    )


def door_second(width: float, depth: float) -> str:
    """One side is clicked, the other is sought."""
    return hint(
        f"Click lays a door {metres(width)} wide, {metres(depth)} deep.",
        "Up and Down change the width", "Esc back",
    )  # fmt: skip


def door_narrower(width: float, wanted: float) -> str:
    """The floor is narrower than the door was meant to be."""
    return hint(
        f"Click lays a door {metres(width)} wide.", f"The floor is narrower than {metres(wanted)}",
        "Esc back",
    )  # fmt: skip


def door_typing(text: str) -> str:
    """A width is being typed."""
    return hint(f"Width {text} m.", "Enter takes it", "Backspace removes a digit", ESC_BACK)


def door_not_here() -> str:
    """Both ends of the door are in one place."""
    return hint("Click on the other side of the gap.", ESC_BACK)


# Agents


def agent_place() -> str:
    """The mouse is over floor that can be walked."""
    return hint("Click places an agent, drag turns it.", CTRL_SNAP)


def agent_blocked(why: str) -> str:
    """The mouse is where an agent could not walk."""
    return hint(f"An agent can't walk from here: {why}.", "Click places it anyway")


OUTSIDE: Final = "it is outside every area"
TOO_CLOSE: Final = "it is too close to a wall"


def inside_of(name: str) -> str:
    """The reason: an obstacle covers the place."""
    return f"it is inside {short(name)}" if name else "it is inside an obstacle"


def agent_turning(angle: float) -> str:
    """The agent is being turned."""
    return hint(f"Facing {degrees(angle)}.", "Shift steps of 15°", "release to place", ESC_BACK)


# Probe


def probe_idle(*, shown: bool) -> str:
    """No drag is going on."""
    if shown:
        return hint("Drag shows another path.", "Drag either end to move it · Esc clears")
    return hint("Drag from one place to another.", "The path between them follows the mouse")


def probe_waiting() -> str:
    """The answer has not come yet."""
    return hint("Looking for a path.", "Release keeps it")


def probe_says(result: PathResult, end: str) -> str:
    """What came out, in a designer's words."""
    found = f"{number(result.length, 1)} m, {round(result.length / _WALK_SPEED)} s."
    short_of = math.dist(result.end, result.goal)
    bold, more = {
        Status.COMPLETE: (found, ""),
        Status.ALREADY_THERE: ("Start and goal are the same place.", ""),
        Status.PARTIAL: (
            f"No way there; the path ends {number(short_of, 1)} m short.", found.rstrip("."),
        ),
        Status.NO_PATH: ("No way there, and nothing nearer than the start.", ""),
        Status.LIMIT_REACHED: ("The search gave up; there may still be a way.", ""),
        Status.BAD_START: ("Nothing to walk on near the start.", "Start on blue floor"),
        Status.BAD_END: ("Nothing to walk on near the goal.", "End on blue floor"),
    }[result.status]  # fmt: skip
    if result.status == Status.COMPLETE and result.snapped_goal is not None:
        aside = number(math.dist(result.snapped_goal, result.goal), 1)
        more = f"Ends {aside} m beside the goal"
    return hint(bold, *([more] if more else []), end)
