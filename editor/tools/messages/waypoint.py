"""Messages of the waypoint tool."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from editor.tools.messages import ESC_CLOSES, hint, metres, no_snap, place, short
from navcore.graph.clearance import Blocked
from navcore.i18n import mark, several, tr
from navcore.level.model import Edge, Level, Waypoint
from navcore.level.operations.network import length_of

TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "navigation": mark("Navigation"),
        "patrol": mark("Patrol"),
        "guardPost": mark("Guard post"),
        "spawn": mark("Spawn"),
        "rest": mark("Rest"),
        "combat": mark("Combat"),
        "chokepoint": mark("Choke point"),
        "cover": mark("Cover"),
        "harvest": mark("Harvest"),
    }
)
"""Words for the types of waypoints, in the order of the list."""

TYPE_PLACE: Final = mark("x z, or @ length angle")
_ENDS: Final = mark("Esc ends the chain")
_ALT: Final = mark("Alt joins anyway")
_CLIMBS: Final = mark("Agents need a link near both")
_MOST_EDGES: Final = 8
"""Edges of a waypoint that are listed at most."""
_LEAST: Final = 0.01
"""Least radius that is named, metres."""


def type_words(type_: str) -> str:
    """Return the words for a type of waypoints."""
    return tr(TYPES.get(type_, type_))


def edge_words(ends: Sequence[str], length: float) -> str:
    """Return the names of both ends of an edge, and its length."""
    return tr("{0} to {1}, {2}").format(*map(short, ends), metres(length))


def edge_facts(level: Level, edge: Edge) -> str:
    """Return the ends, length and cost of an edge."""
    length = length_of(level, edge)
    ends = [end.name for end in map(level.get, edge.references) if isinstance(end, Waypoint)]
    said = tr("{0}, costs {1}").format(edge_words(ends, length), metres(length * edge.factor))
    return said if edge.factor != 1.0 else edge_words(ends, length)


def waypoint_facts(level: Level, waypoint: Waypoint) -> str:
    """Return the id of a waypoint, as in files, and what its edges join it to, nearest first."""
    edges = [one for one in level.referring((waypoint.id,)) if isinstance(one, Edge)]
    edges.sort(key=lambda edge: (length_of(level, edge), edge.id))
    lines = [tr("Id {0}").format(waypoint.id)]
    lines += [_joined_words(level, edge, waypoint) for edge in edges[:_MOST_EDGES]]
    left = len(edges) - _MOST_EDGES
    if left > 0:
        lines.append(several(left, "and 1 more edge", "and {0} more edges"))
    return "\n".join(lines)


def _joined_words(level: Level, edge: Edge, waypoint: Waypoint) -> str:
    """Return what an edge joins a waypoint to, and how far away that is."""
    leads = edge.start == waypoint.id
    other = level.get(edge.end if leads else edge.start)
    said = tr("Joined to {0}, {1}")
    if edge.one_way:
        said = tr("One way to {0}, {1}") if leads else tr("One way from {0}, {1}")
    name = other.name if isinstance(other, Waypoint) else ""
    return said.format(short(name), metres(length_of(level, edge)))


def first() -> str:
    """Nothing lies under the mouse, and no chain has begun."""
    return hint(
        tr("Click places a waypoint."),
        tr("A drag from one to another joins them"),
        tr("Digits type a place"),
    )


def over_waypoint(name: str) -> str:
    """A waypoint lies under the mouse, and no chain has begun."""
    bold = tr("Click starts a chain at {0}, a drag joins it to another.").format(short(name))
    return hint(bold)


def over_edge(*, dragging: bool = False) -> str:
    """An edge lies under the mouse."""
    if dragging:
        return hint(tr("Release inserts a waypoint into this edge and joins it."))
    return hint(tr("Click inserts a waypoint into this edge."), tr("V selects the edge"))


def next_one(name: str, length: float, *, dragging: bool, climbs: bool = False) -> str:
    """A click or release places a waypoint that is connected to another.

    `climbs`: on another storey.
    """
    if climbs:
        last = tr("Esc back") if dragging else tr(_ENDS)
        said = tr("Click joins a new waypoint to {0}.")
        if dragging:
            said = tr("Release joins a new waypoint to {0}.")
        return hint(said.format(short(name)), tr(_CLIMBS), last)
    told = (metres(length), short(name))
    if dragging:
        bold = tr("Release places a waypoint, {0} from {1}, and joins them.").format(*told)
        return hint(bold, tr("Shift 45°"), tr("Esc back"))
    bold = tr("Click places a waypoint, {0} from {1}, and joins them.").format(*told)
    return hint(bold, tr("Shift 45°"), tr("Backspace deletes {0}").format(short(name)), tr(_ENDS))


def joins(
    name: str, other: str, length: float, *, dragging: bool, one_way: bool, climbs: bool = False
) -> str:
    """A click or release on a waypoint connects it; `climbs`: it is on another storey."""
    said = tr("Release joins {0} to {1}, {2}.") if dragging else tr("Click joins {0} to {1}, {2}.")
    way = tr("One way, as in the strip") if one_way else ""
    last = tr("Esc back") if dragging else tr(_ENDS)
    told = said.format(short(name), short(other), metres(length))
    return hint(told, tr(_CLIMBS) if climbs else "", way, last)


def joined_already(name: str, other: str) -> str:
    """Two waypoints are connected already."""
    bold = tr("{0} and {1} are joined already.").format(short(name), short(other))
    return hint(bold, tr("Click goes on from {0}").format(short(other)))


def ends_chain(name: str) -> str:
    """The last waypoint of the chain lies under the mouse."""
    bold = tr("Click ends the chain at {0}.").format(short(name))
    return hint(bold, tr("A drag joins it to another"))


def released_here(name: str) -> str:
    """A drag is back where it began."""
    return hint(tr("Release joins nothing: an edge leads from {0} to another.").format(short(name)))


def refused(name: str, found: Blocked, *, places: bool, dragging: bool) -> str:
    """An edge is refused: the obstruction, its distance, and the radius that would pass.

    A waypoint is placed all the same, without it.
    """
    bold = in_the_way(name, found)
    without = tr("Release places it unjoined") if dragging else tr("Click places it unjoined")
    return hint(bold, without if places else "", tr(_ALT))


def in_the_way(name: str, found: Blocked) -> str:
    """Return the obstruction of an edge, its distance, and the radius that would pass.

    Both are rounded down: an agent type with the radius that is told passes.
    """
    distance, passes = metres(_floored(found.distance)), metres(_floored(found.radius))
    if found.distance <= 0:
        return tr("{0} is in the way.").format(name)
    if found.by_cells:
        said = tr("{0} is {1} from this edge: no walkable cells lead through there.")
        return said.format(name, distance)
    if found.radius < _LEAST:
        return tr("{0} is {1} from this edge.").format(name, distance)
    if found.padding < _LEAST:
        said = tr("{0} is {1} from this edge: a radius of {2} would pass.")
        return said.format(name, distance, passes)
    said = tr("{0} is {1} from this edge: with {2} of padding a radius of {3} would pass.")
    return said.format(name, distance, metres(found.padding), passes)


def _floored(length: float) -> float:
    """Return a length rounded down to centimetres, if it is not whole already."""
    return math.floor(100 * length + 1e-6) / 100


def is_shut(type_: str, why: str) -> str:
    """An edge is blocked for agents of a type."""
    return tr("Blocked for {0}: {1}").format(type_, why)


def is_off(name: str) -> str:
    """An end of an edge is switched off."""
    return tr("{0} is switched off.").format(name)


def edge_is_off() -> str:
    """An edge is switched off."""
    return tr("it is switched off.")


def lacks(needs: Sequence[str]) -> str:
    """An edge requires abilities that agents lack."""
    return tr("it requires {0}.").format(", ".join(needs))


def too_wide(name: str, width: float, wide: float) -> str:
    """Agents are wider than the path at an end of an edge."""
    said = tr("the path width at {0} is {1}, and agents are {2} wide.")
    return said.format(name, metres(width), metres(wide))


def door_is_shut(name: str) -> str:
    """An edge leads through a door that is shut."""
    return tr("{0} is shut.").format(name)


def patrol(count: int, across: str, *, square: bool, routed: bool, typed: bool) -> str:
    """A click, or Enter, places waypoints in a loop, with a route over them."""
    what = several(count, "Click places 1 waypoint", "Click places {0} waypoints")
    if typed:
        what = several(count, "Enter places 1 waypoint", "Enter places {0} waypoints")
    if square:
        said = tr("{0} on a square, {1} across, joined in a loop.")
        with_route = tr("{0} on a square, {1} across, with a route.")
    else:
        said = tr("{0} in a circle, {1} across, joined in a loop.")
        with_route = tr("{0} in a circle, {1} across, with a route.")
    said = with_route if routed else said
    if typed:
        return hint(said.format(what, across), tr(ESC_CLOSES))
    return hint(
        said.format(what, across), tr("Up and Down change how many"), tr("Digits type a place")
    )


def patrol_blocked(name: str, found: Blocked, *, typed: bool) -> str:
    """A loop has an obstruction, but is placed anyway."""
    anyway = tr("Click places the loop anyway")
    return hint(in_the_way(name, found), tr("Enter places the loop anyway") if typed else anyway)


def over_circle(name: str, width: float) -> str:
    """The circle of a waypoint lies under the mouse."""
    bold = tr("Drag sets the path width at {0}, now {1}.").format(short(name), metres(width))
    if width <= 0:
        bold = tr("Drag sets the path width at {0}.").format(short(name))
    return hint(bold, tr("Shift all selected"))


def setting_width(width: float, *, at_wall: bool) -> str:
    """The circle of a waypoint follows the mouse."""
    bold = tr("The path is {0} wide.").format(metres(width))
    if at_wall:
        bold = tr("The path is {0} wide, up to the wall.").format(metres(width))
    return hint(bold, tr("Shift all selected"), no_snap(), tr("Esc back"))


def typed(at: tuple[float, float], name: str) -> str:
    """A place is typed."""
    if name:
        said = tr("Enter places a waypoint at {0} and joins it to {1}.")
        return hint(said.format(place(at), short(name)), tr(ESC_CLOSES))
    return hint(tr("Enter places a waypoint at {0}.").format(place(at)), tr(ESC_CLOSES))
