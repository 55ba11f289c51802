"""Style of the canvas: sizes, opacities, order; lines and marks of the tools' previews."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class Z(IntEnum):
    """Back to front on the canvas."""

    BACKGROUND = 0
    CELLS = 10
    TERRAIN = 15
    HEAT = 20
    GRID = 30
    GHOSTS = 35
    AREAS = 40
    OBSTACLES = 50
    DOORS = 60
    GRAPH = 70
    PATHS = 80
    AGENTS = 90
    SELECTION = 100
    CLOCKS = 105
    PROBLEMS = 110
    HANDLES = 120
    BAND = 130
    CHROME = 140
    """Legend, scale bar and eye button."""


@dataclass(frozen=True, slots=True)
class CanvasSizes:
    """Pixel sizes, widths, dash lengths (in pixels) and opacities on the canvas."""

    hundred_percent: float = 40.0
    """Pixels a metre at 100 %."""
    zoom_least: float = 0.01
    zoom_most: float = 50.0
    outline: float = 1.0
    hatch_step: int = 7
    hatch_alpha: float = 0.33
    hatch_from: float = 8.0
    """Pixels a metre from which the edge band is hatched; below it is only tinted."""
    switched_off_dash: tuple[float, ...] = (2.0, 4.0)
    ghost_alpha: float = 0.6
    """Opacity of outlines of the storeys next to the active one."""
    ghost_dash: tuple[float, ...] = (4.0, 3.0)
    """Dashes of outlines of the storey above."""
    zone_dash: tuple[float, ...] = (1.0, 3.0)
    link_line: float = 1.5
    link_casing: float = 3.5
    link_dash: tuple[float, ...] = (5.0, 3.0)
    link_end: float = 3.0
    """Width of the segment of a wide end."""
    link_end_casing: float = 5.0
    link_disc: float = 8.0
    """Radius of the disc at an end, which shows the link's type."""
    link_dot: float = 3.0
    """Radius of that disc when the view is zoomed far out."""
    link_disc_from: float = 12.0
    """Pixels a metre from which ends have discs."""
    link_arrow: float = 6.0
    """Length of the sides of an arrow."""
    link_storey: float = 5.0
    """Half the width of the triangle that points up or down to another storey."""
    link_far_alpha: float = 0.6
    """Opacity of the end on another storey, and of the line to it."""
    link_ring: float = 4.0
    """Pixels from the rim of an agent that takes a link to the ring around it."""
    link_ring_casing: float = 5.0
    link_far_dash: tuple[float, ...] = (1.5, 3.0)
    waypoint_share: float = 0.3
    """Metres of the radius of a waypoint's disc, between the least and the most pixels."""
    waypoint_least: float = 2.0
    waypoint_most: float = 7.5
    waypoint_wire: float = 0.5
    """Radius of its wire circle in classic colours, metres (S3-078)."""
    waypoint_wire_least: float = 3.5
    waypoint_wire_alpha: float = 0.55
    """Opacity of the canvas colour inside it, which keeps its letter legible over edges."""
    waypoint_rim: float = 1.25
    waypoint_letter_from: float = 7.0
    """Radius in pixels from which a disc has its letter."""
    off_floor_least: float = 9.0
    """Radius of the mark around a waypoint that is not on floor, pixels, at least;"""
    off_floor_around: float = 4.0
    """and beyond its disc."""
    edge_line: float = 1.5
    edge_casing: float = 3.5
    edge_far_line: float = 1.0
    edge_far_casing: float = 2.0
    edge_near_from: float = 12.0
    """Pixels a metre from which edges have the wider line, and are smooth even if they are many."""
    edge_arrow: float = 7.0
    """Length of the sides of an arrow head."""
    edge_arrow_from: float = 14.0
    """Length of an edge in pixels from which it has one."""
    edge_key: float = 7.0
    """Radius of the disc with a key on an edge that has requirements."""
    edge_key_from: float = 32.0
    """Least length of an edge with this disc, pixels."""
    edge_off_dash: tuple[float, ...] = (4.0, 3.0)
    """Dashes of edges that no agent can take."""
    corridor_alpha: float = 0.16
    door_line: float = 1.5
    door_dash: tuple[float, ...] = (3.0, 3.0)
    door_shut_alpha: float = 0.28
    door_hatch_step: int = 6
    door_clock: float = 6.0
    door_clock_line: float = 1.25
    run_clock_aside: float = 12.0
    """Pixels from the corner of something selected to its clock, across and up."""
    door_key: float = 8.0
    """Radius of the disc with a key on a door that has requirements."""
    door_key_from: float = 24.0
    """Least size of a door with this disc, pixels."""
    path_line: float = 2.5
    path_casing: float = 5.0
    path_casing_alpha: float = 0.70
    path_corner: float = 3.0
    path_end: float = 5.0
    path_cells_line: float = 1.0
    path_cells_dash: tuple[float, ...] = (1.0, 3.0)
    path_rest_dash: tuple[float, ...] = (2.0, 4.0)
    path_cross: float = 6.0
    gap_line: float = 1.5
    """Across the narrowest place on the probe's path."""
    compared_dash: tuple[float, ...] = (6.0, 4.0)
    """The path that the probe is compared with."""
    visited_alphas: tuple[float, float] = (0.08, 0.20)
    """Cells that a search took first, and last."""
    agent_rim: float = 1.5
    agent_least: float = 3.5
    agent_crowd: int = 500
    """Number of agents above which they must not hide floor and heat maps."""
    agent_crowd_least: float = 1.75
    """Least value of `agent_least` for such a crowd."""
    agent_crowd_share: float = 0.12
    """Share of the level that a crowd may cover before agents are drawn smaller."""
    agent_wedge_from: float = 6.0
    agent_ring_gap: float = 3.0
    agent_off_alpha: float = 0.70
    """Opacity of the canvas colour over agents that are switched off."""
    agent_start_alpha: float = 0.50
    agent_start_dash: tuple[float, ...] = (3.0, 3.0)
    agent_ring_line: float = 2.0
    crown: tuple[float, float] = (10.0, 6.0)
    """Width and height of the crown on the ring of a player, whatever its size."""
    agent_cross: float = 2.5
    """Half the width of the cross on a stuck agent, at least."""
    agent_most_around: float = 10.0
    """Largest extent of marks around an agent, pixels."""
    agent_stuck_least: float = 9.0
    """Least radius of the ring around a stuck agent."""
    agent_stuck_line: float = 2.0
    agent_stuck_casing: float = 4.0
    agent_target: float = 3.5
    """Half the diagonal of the mark at an agent's target."""
    agent_waypoint: float = 3.0
    """Radius of the mark where an agent turns next."""
    agent_path_line: float = 1.5
    agent_path_casing: float = 3.5
    agent_goal: float = 4.0
    route_alpha: float = 0.40
    """Opacity of routes of agents that are not selected."""
    route_unwalked_alpha: float = 0.75
    """Least opacity of routes without walkers."""
    route_faint_rim: float = 3.0
    route_numbers_from: float = 16.0
    """Pixels a metre from which they have numbers."""
    route_number: float = 8.0
    """Distance from the rim of a stop to the middle of its number, pixels."""
    route_tip: float = 8.0
    """Length of the tips that show a direction."""
    route_arrow_from: float = 40.0
    """Length of a path in pixels from which it shows its direction."""
    route_passed_line: float = 1.5
    """Width of lines to and from a stop that agents skip."""
    route_passed_dash: tuple[float, ...] = (2.0, 4.0)
    agent_name_from: float = 24.0
    """Radius of an agent in pixels from which its name is shown."""
    agent_label_gap: float = 2.0
    """Pixels between an agent and the halo of its name."""
    selection_line: float = 2.0
    selection_casing: float = 4.0
    selection_fill_alpha: float = 0.14
    hover_line: float = 1.0
    least: int = 64
    """Pixels that docks leave of the canvas, at least, across and up."""
    handle: float = 8.0
    handle_reach: float = 11.0
    pointer: tuple[float, float] = (10.0, 14.0)
    """Pixels to the right and below its tip that the mouse cursor covers."""
    copy_aside: float = 16.0
    """Least offset of a copy in pixels, so that it is visible."""
    band_dash: tuple[float, ...] = (4.0, 3.0)
    frame_dash: tuple[float, ...] = (2.0, 3.0)
    trace_dash: tuple[float, ...] = (1.0, 3.0)
    mirror_dash: tuple[float, ...] = (8.0, 3.0, 2.0, 3.0)
    snap_glyph: float = 12.0
    pivot: float = 12.0
    """Radius of the disc at the centre of rotation, in a cross."""
    pivot_share: float = 1.5
    """Size of the cross, in radii of the disc."""
    plus: float = 16.0
    """The mark that drags a new corner out of an edge: a disc around a plus."""
    plus_share: float = 0.5
    """Share of the disc that the plus spans."""
    room_name_from: float = 80.0
    """Width of a room in pixels from which its name is shown."""
    halo: float = 3.0
    name_reach: float = 160.0
    """Pixels from its middle that the name of an element may reach to the side."""
    scale_bar_most: int = 180
    heat_alpha: float = 0.75
    island_alpha: float = 0.55
    heat_hatch: float = 2.0
    """Width of the lines of the hatch over a heat map."""
    heat_hatch_alpha: float = 0.65
    terrain_alpha: float = 0.50
    """Opacity of a terrain's colour over the floor; its pattern is stronger."""
    terrain_cost_alpha: float = 0.30
    """Opacity of a cost's colour over the floor (S1-064)."""
    terrain_ink_share: float = 0.85
    """Share of the text or canvas colour in the ink of a pattern."""
    terrain_ink_alpha: float = 0.70
    terrain_blocked_alpha: float = 0.50
    """Opacity of black over terrain that the shown agent type can't enter."""
    terrain_barred_alpha: float = 0.94
    """Opacity of terrain with an own colour that the shown agent type can't enter."""
    terrain_step: int = 8
    """Period of a terrain's pattern, pixels."""
    terrain_dot: float = 2.0
    """Pixels across a dot; lines of a hatch are half as wide."""
    stamp_line: float = 1.5
    stamp_dash: tuple[float, ...] = (3.0, 2.0)
    stamp_alpha: float = 0.28
    ways_alpha: float = 0.80
    """Opacity of all agents' paths."""
    ways_line: float = 1.0
    grid_fade_from: float = 12.0
    grid_fade_to: float = 24.0
    swatch: int = 12
    swatch_hatch_step: int = 4
    frame_bar: int = 2
    """Width of a frame's bar in the graph of frame times."""
    frame_graph: int = 48
    """Height of that graph."""
    floor_over_picture: float = 0.55
    """Opacity of cells over a picture that is traced."""
    obstacle_over_picture: float = 0.60
    traffic_band: float = 18.0
    """Width of the band below the choke point with the most paths, pixels."""
    traffic_alpha: float = 0.45
    difference_alpha: float = 0.30
    """Opacity of the tint of cells that differ from an old grid; their pattern is opaque."""
    difference_step: int = 8
    cut_off_step: int = 12
    """Period of the cross-hatch over floor that can't be reached any more."""
    difference_line: float = 1.5
    difference_dot: float = 1.5
    measure_line: float = 1.5
    measure_casing: float = 4.5
    measure_end: float = 7.0
    width_line: float = 2.0
    width_picked: float = 9.0
    """Width of the line below a gap width that is selected in a list."""
    width_casing: float = 4.0
    width_tick: float = 5.0
    """Half the length of the ticks at the ends of a width."""
    width_cross: float = 4.0
    """Half the size of the cross on a way that is too narrow."""
    width_from: float = 10.0
    """Length of a width in pixels from which it is drawn."""
    width_told_from: float = 24.0
    """Least length with a number beside it, pixels."""
    width_dash: tuple[float, ...] = (4.0, 3.0)
    """Dashes of gaps that are passable only at this grid alignment."""
    width_aside: float = 4.0
    """Distance between a line and its number."""
    width_step: float = 6.0
    """Distance between points along a line that numbers avoid, pixels."""
    problem_ring: float = 9.0
    """Radius of the ring around an error."""
    problem_triangle: float = 7.0
    """Distance from the middle of a warning's triangle to its corners."""
    problem_note: float = 4.0
    """Radius of the ring around a note that is looked at."""
    problem_line: float = 2.0
    problem_casing: float = 4.0
    problem_picked: float = 14.0
    """Radius of the ring around the problem that is looked at."""
    test_sign: float = 8.0
    """Radius of the sign of a test."""
    test_sign_quiet: float = 6.0
    """Size for a test that passes and is not selected."""
    test_casing: float = 1.5
    """Rim around it, in the colour of the canvas."""
    test_stroke: float = 2.0
    """Width of the tick or cross in it."""
    problem_pulse: float = 2.0
    """Initial radius of the ring that shrinks onto a mark, as a multiple of the mark's radius."""
    cell_lines_from: float = 10.0
    """Pixels a cell from which the cells' own lines are drawn."""


CANVAS: Final = CanvasSizes()


@dataclass(frozen=True, slots=True)
class LineStyle:
    """A line of a tool's preview: colour is the name of a theme token."""

    colour: str
    width: float = 1.0
    """Line width; 0 draws the fill only."""
    dash: tuple[float, ...] = ()
    casing: float = 0.0
    """Width of a line in the canvas colour below it."""
    fill_alpha: float = 0.0


STROKES: Final[Mapping[str, LineStyle]] = {
    "area_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing, 0.14),
    "obstacle_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing, 0.28),
    "zone_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing),
    "zone_fill": LineStyle("accent", 0.0, fill_alpha=0.08),
    "brush": LineStyle("text", CANVAS.outline, (), 3.0),
    "brush_line": LineStyle("text", CANVAS.outline, CANVAS.band_dash, 3.0),
    "door_draft": LineStyle("door_open", CANVAS.door_line, CANVAS.door_dash, 0.0, 0.14),
    "door_left": LineStyle("door_shut", CANVAS.door_line, CANVAS.door_dash),
    "agent_draft": LineStyle("accent", 1.5, (), 3.5),
    "area_fill": LineStyle("accent", 0.0, fill_alpha=0.14),
    "obstacle_fill": LineStyle("accent", 0.0, fill_alpha=0.28),
    "closing": LineStyle("accent", CANVAS.outline, CANVAS.band_dash),
    "route_draft": LineStyle("path", CANVAS.agent_path_line, (), CANVAS.agent_path_casing),
    "route_cut": LineStyle("path_end", CANVAS.door_line, CANVAS.path_rest_dash),
    "route_look": LineStyle("accent", 2.0, (), CANVAS.selection_casing),
    "link_draft": LineStyle("link", CANVAS.link_end, (), CANVAS.link_end_casing),
    "link_way": LineStyle("link", CANVAS.link_line, CANVAS.link_dash, CANVAS.link_casing),
    "clear_circle": LineStyle("text", CANVAS.edge_line, CANVAS.edge_off_dash, CANVAS.edge_casing),
    "edge_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing),
    "edge_refused": LineStyle("error", 2.0, CANVAS.edge_off_dash, CANVAS.selection_casing),
    "reason": LineStyle("error", 2.0, (), CANVAS.selection_casing),
    "crossing": LineStyle("error", 2.0, (), CANVAS.selection_casing),
    "hover": LineStyle("accent", CANVAS.hover_line),
    "hover_edge": LineStyle("accent", 2.0, (), CANVAS.selection_casing),
    "rubber_band": LineStyle("accent", CANVAS.outline, CANVAS.band_dash, 0.0, 0.08),
    "frame": LineStyle("accent", CANVAS.outline, CANVAS.frame_dash),
    "mirror": LineStyle("accent", 1.5, CANVAS.mirror_dash, CANVAS.measure_casing),
    "trace": LineStyle("accent", CANVAS.outline, CANVAS.trace_dash),
    "measure": LineStyle("text", CANVAS.measure_line, (), CANVAS.measure_casing),
}
"""Line styles of tools' previews, by the tool's name for them."""


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """A mark of fixed pixel size: shape, size and colour tokens; None is not drawn."""

    shape: str
    """square, disc, ring, plus, cross, triangle, hourglass, dot, target."""
    size: float
    line: str | None
    fill: str | None = None
    width: float = 1.5


MARKS: Final[Mapping[str, GlyphStyle]] = {
    "reason_casing": GlyphStyle("ring", 18.0, "outside", None, 5.0),
    "reason": GlyphStyle("ring", 18.0, "error", None, 2.0),
    "handle": GlyphStyle("square", CANVAS.handle, "accent", "outside"),
    "handle_hover": GlyphStyle("square", CANVAS.handle, "accent", "accent"),
    "handle_selected": GlyphStyle("square", CANVAS.handle, "outside", "accent"),
    "turn": GlyphStyle("disc", 9.0, "accent", "outside"),
    "turn_hover": GlyphStyle("disc", 9.0, "accent", "accent"),
    "pivot": GlyphStyle("target", CANVAS.pivot, "accent", "outside"),
    "pivot_hover": GlyphStyle("target", CANVAS.pivot, "accent", "accent"),
    "plus": GlyphStyle("plus", CANVAS.plus, "accent", "outside"),
    "draft_corner": GlyphStyle("square", CANVAS.handle, "accent", "outside"),
    "draft_first": GlyphStyle("ring", CANVAS.snap_glyph, "accent", "outside"),
    "snap": GlyphStyle("dot", 5.0, None, "accent"),
    "snap_vertex": GlyphStyle("square", CANVAS.snap_glyph, "accent"),
    "snap_midpoint": GlyphStyle("triangle", CANVAS.snap_glyph, "accent"),
    "snap_crossing": GlyphStyle("cross", CANVAS.snap_glyph, "accent"),
    "snap_edge": GlyphStyle("hourglass", CANVAS.snap_glyph, "accent"),
    "snap_grid": GlyphStyle("dot", 5.0, None, "accent"),
    "cross": GlyphStyle("cross", CANVAS.snap_glyph, "error"),
    "route_cross": GlyphStyle("cross", 2 * CANVAS.path_cross, "path_end", None, 2.0),
    "measure_end": GlyphStyle("disc", CANVAS.measure_end, "text", "outside"),
    "door_end": GlyphStyle("square", CANVAS.handle, "door_open", "outside"),
    "waypoint_draft": GlyphStyle("disc", 12.0, "accent", "outside", 2.0),
    "link_end": GlyphStyle("disc", 10.0, "link", "outside", 2.0),
    "probe_start": GlyphStyle("disc", 10.0, "outside", "path"),
    "probe_goal": GlyphStyle("disc", 10.0, "outside", "path_end"),
}
"""Mark styles of tools' previews, by the tool's name for them."""
