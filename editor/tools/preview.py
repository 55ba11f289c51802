"""Previews of tools over the level, by names of styles. Nothing here knows their look."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from navcore.level.model import Point, Ring

STROKE_STYLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "area_draft": "edges of an area that is being drawn",
        "obstacle_draft": "edges of an obstacle that is being drawn",
        "zone_draft": "edges of a zone that is being drawn",
        "zone_fill": "what a zone that is being drawn would cover",
        "brush": "what a brush covers where it is",
        "brush_line": "what a line from the last stroke would cover",
        "area_fill": "what an area that is being drawn would cover",
        "obstacle_fill": "what an obstacle that is being drawn would cover",
        "door_draft": "outline of the door that a click would lay",
        "agent_draft": "ring of the agent that is being placed, and the line that it faces along",
        "closing": "the edge that Enter would add, the path that leads back to the first stop",
        "route_draft": "the path to a stop of a route that is being drawn",
        "door_left": "where a door was that leaves a room with another one",
        "route_cut": "what nobody can walk of it",
        "route_look": "the direction in which an agent looks at a stop",
        "link_draft": "the wide end of a link that is being drawn",
        "link_way": "the line from end to end of a link that is being drawn",
        "clear_circle": "what is free of walls around a selected waypoint",
        "edge_draft": "an edge between waypoints that a click would make",
        "edge_refused": "one that agents would touch something along",
        "crossing": "an edge that would cross the outline",
        "hover": "outline of what a click takes",
        "hover_edge": "the edge that a click takes",
        "rubber_band": "the selection box",
        "frame": "the box around what is selected, and the stem of the handle that turns it",
        "measure": "what is measured, from place to place",
        "mirror": "the line that what is selected is mirrored about",
        "trace": "a guide from a corner to the pointer, or the line that a gesture follows",
    }
)
"""Names of the styles of strokes, and their uses."""

MARK_STYLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "handle": "a corner that can be dragged",
        "handle_hover": "the corner that a press takes",
        "handle_selected": "a selected corner",
        "turn": "the handle that turns what is selected",
        "turn_hover": "the same, when a press takes it",
        "pivot": "the place that what is selected turns and scales about",
        "pivot_hover": "the same, when a press takes it",
        "plus": "the place on an edge where a corner can be dragged out",
        "draft_corner": "a corner that is set in an unfinished outline",
        "draft_first": "the first corner, where a click closes the outline",
        "snap": "the place that a click would take",
        "cross": "the place where an outline crosses itself",
        "route_cross": "a stop that no path leads to",
        "measure_end": "a place that is measured from or to",
        "door_end": "the side of a gap that a door starts from",
        "waypoint_draft": "the waypoint that a click would place",
        "link_end": "the end of a link that is set",
        "probe_start": "where the probe starts",
        "probe_goal": "where the probe leads",
    }
)
"""Names of the styles of marks, and their uses."""

LABEL_STYLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "label": "plain text at a place",
        "dimension": "a length or a size beside what is drawn",
    }
)
"""Names of the styles of labels, and their uses."""

STYLES: Final[Mapping[str, str]] = MappingProxyType(
    {**STROKE_STYLES, **MARK_STYLES, **LABEL_STYLES}
)
"""Every style name that a preview may use; the canvas draws all of them."""


@dataclass(frozen=True, slots=True)
class Label:
    """A short text at a place on the canvas."""

    at: Point
    text: str
    style: str = "label"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line or a ring with the name of a style (`editor.look.style` says how it looks)."""

    points: Ring
    style: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A glyph of fixed pixel size at a place: a handle, a corner, a plus, a cross."""

    at: Point
    style: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a tool draws over the level; one overlay draws the named styles."""

    strokes: tuple[Stroke, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
