"""How everything looks: each colour, width, size and z-order of the program is a token here.

No other file of the editor holds a colour or a pixel size. Sizes are device-independent pixels.
`current()` is the theme in use; who draws asks for it at every paint, so that a change of theme
needs nothing but a repaint (widgets hear of it as `QEvent.PaletteChange`). Colours are
`#RRGGBB` text; `editor.pens` turns them into Qt's. Back to front is `Z`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of the program and of the canvas, dark or light."""

    name: str
    # The program.
    window: str
    panel: str
    raised: str
    field: str
    hover: str
    line: str
    control: str
    """Borders that must be seen: check boxes, sliders."""
    text: str
    text2: str
    """Labels, units, hints."""
    disabled: str
    accent: str
    """What is selected, focused or active, and nothing else."""
    on_accent: str
    accent_fill: str
    ok: str
    warn: str
    error: str
    # The canvas.
    outside: str
    walkable: str
    walkable_edge: str
    band: str
    band_hatch: str
    obstacle: str
    obstacle_line: str
    area_line: str
    door_open: str
    door_shut: str
    path: str
    path_corner: str
    path_end: str
    agent: str
    agent_rim: str
    selection: str
    grid: str
    grid_minor_alpha: float
    grid_major_alpha: float
    grid_axis_alpha: float


DARK: Final = Theme(
    name="dark",
    window="#1B1E23",
    panel="#22262C",
    raised="#2C3139",
    field="#191C20",
    hover="#363C46",
    line="#3A404A",
    control="#6B7482",
    text="#E8EBEF",
    text2="#AEB6C2",
    disabled="#7C8594",
    accent="#E58BC4",
    on_accent="#1B1E23",
    accent_fill="#4A3344",
    ok="#2FD6A0",
    warn="#F5B84A",
    error="#FF8A55",
    outside="#14171C",
    walkable="#1E4B73",
    walkable_edge="#5B9BD0",
    band="#352D1F",
    band_hatch="#E69F00",
    obstacle="#4A505A",
    obstacle_line="#B4BCC8",
    area_line="#AEB8C4",
    door_open="#2FD6A0",
    door_shut="#FF8A55",
    path="#2FD6A0",
    path_corner="#F0E442",
    path_end="#FF8A55",
    agent="#F0E442",
    agent_rim="#14171C",
    selection="#E58BC4",
    grid="#FFFFFF",
    grid_minor_alpha=0.04,
    grid_major_alpha=0.08,
    grid_axis_alpha=0.19,
)

LIGHT: Final = Theme(
    name="light",
    window="#E9EBEE",
    panel="#F6F7F9",
    raised="#FFFFFF",
    field="#FFFFFF",
    hover="#E3E6EB",
    line="#C5CAD2",
    control="#7D8591",
    text="#1B1F25",
    text2="#515A67",
    disabled="#8B93A0",
    accent="#9A2F78",
    on_accent="#FFFFFF",
    accent_fill="#F3DCEB",
    ok="#00694A",
    warn="#7F5200",
    error="#B23C00",
    outside="#F3F4F6",
    walkable="#C9E0F3",
    walkable_edge="#3F78A8",
    band="#F7E6C4",
    band_hatch="#9A6200",
    obstacle="#B9BEC7",
    obstacle_line="#454C57",
    area_line="#39424E",
    door_open="#00694A",
    door_shut="#B23C00",
    path="#00694A",
    path_corner="#F0E442",
    path_end="#B23C00",
    agent="#F0E442",
    agent_rim="#1B1F25",
    selection="#9A2F78",
    grid="#000000",
    grid_minor_alpha=0.05,
    grid_major_alpha=0.10,
    grid_axis_alpha=0.24,
)


class Z(IntEnum):
    """Back to front on the canvas."""

    BACKGROUND = 0
    CELLS = 10
    HEAT = 20
    GRID = 30
    AREAS = 40
    OBSTACLES = 50
    DOORS = 60
    GRAPH = 70
    PATHS = 80
    AGENTS = 90
    SELECTION = 100
    PROBLEMS = 110
    HANDLES = 120
    BAND = 130
    CHROME = 140
    """Legend, scale bar and eye button."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Pixel sizes of the window."""

    window_width: int = 1440
    window_height: int = 900
    window_frame: int = 32
    """What the system's frame adds to the height."""
    least_width: int = 1024
    least_height: int = 640
    options_strip: int = 40
    tool_rail: int = 44
    tool_button_width: int = 36
    tool_button_height: int = 32
    icon: int = 20
    icon_small: int = 16
    dock: int = 320
    dock_least: int = 260
    dock_most: int = 480
    dock_upper_share: float = 0.55
    play_bar: int = 48
    status_bar: int = 26
    message_strip: int = 36
    row: int = 26
    field: int = 28
    button: int = 30
    number_field: int = 84
    typed_field: int = 160
    """The box at the pointer into which places are typed."""
    inside: int = 4
    related: int = 8
    margin: int = 12
    group: int = 16
    dialog: int = 24
    radius_field: int = 4
    radius_button: int = 6
    radius_dialog: int = 8
    line: int = 1
    focus: int = 2
    groove: int = 4
    handle: int = 14
    """Round handle of a slider."""
    check: int = 14
    scroll_bar: int = 12
    label_column: int = 54
    message_width: int = 320
    """Least width of the text in a dialog that asks or tells."""
    keys_width: int = 620
    keys_height: int = 560
    names_width: int = 400
    """Width of the list of new names, and how many are seen at once."""
    names_rows: int = 8
    export_list: int = 440
    """Width of the list of exports, height of its rows, the preview and the loader beside it."""
    export_rows: int = 108
    export_picture: int = 228
    export_code: int = 120
    picture_width: int = 400
    """Width and height of the picture that is to be saved, as it is shown before."""
    picture_height: int = 260
    about_icon: int = 56
    palette_width: int = 640
    palette_top: int = 56
    palette_rows: int = 12
    """The list of all actions: its width, its distance from the top, the rows seen at once."""
    preferences_width: int = 760
    preferences_height: int = 560
    help_width: int = 760
    help_height: int = 640
    keys_column: int = 180
    """Width of a column of keys beside what they do."""


SIZE: Final = Sizes()


@dataclass(frozen=True, slots=True)
class FontSizes:
    """Pixel sizes of type."""

    base: int = 12
    small: int = 11
    """Legend and canvas labels; nothing is smaller."""
    tab: int = 13
    title: int = 22


FONT: Final = FontSizes()

FADE_MS: Final = 120
"""So long a fade takes, milliseconds; nothing else moves by itself."""


@dataclass(frozen=True, slots=True)
class CanvasSizes:
    """Pixel sizes, widths, dash lengths (in pixels) and opacities of what the canvas draws."""

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
    door_line: float = 1.5
    door_dash: tuple[float, ...] = (3.0, 3.0)
    door_shut_alpha: float = 0.28
    door_hatch_step: int = 6
    door_clock: float = 6.0
    door_clock_line: float = 1.25
    path_line: float = 2.5
    path_casing: float = 5.0
    path_casing_alpha: float = 0.70
    path_corner: float = 3.0
    path_end: float = 5.0
    path_cells_line: float = 1.0
    path_cells_dash: tuple[float, ...] = (1.0, 3.0)
    path_rest_dash: tuple[float, ...] = (2.0, 4.0)
    path_cross: float = 6.0
    agent_rim: float = 1.5
    agent_least: float = 3.5
    agent_wedge_from: float = 6.0
    agent_ring_gap: float = 3.0
    agent_start_alpha: float = 0.50
    agent_start_dash: tuple[float, ...] = (3.0, 3.0)
    agent_ring_line: float = 2.0
    agent_cross: float = 2.5
    """Half the width of the cross on a stuck agent, at least."""
    agent_path_line: float = 1.5
    agent_path_casing: float = 3.5
    agent_goal: float = 4.0
    agent_name_from: float = 24.0
    """Radius of an agent in pixels from which its name is shown."""
    selection_line: float = 2.0
    selection_casing: float = 4.0
    selection_fill_alpha: float = 0.14
    hover_line: float = 1.0
    handle: float = 8.0
    handle_reach: float = 11.0
    copy_aside: float = 16.0
    """Pixels by which a copy stands aside at least, so that it is seen."""
    band_dash: tuple[float, ...] = (4.0, 3.0)
    frame_dash: tuple[float, ...] = (2.0, 3.0)
    trace_dash: tuple[float, ...] = (1.0, 3.0)
    snap_glyph: float = 12.0
    plus: float = 16.0
    """The mark that drags a new corner out of an edge: a disc around a plus."""
    plus_share: float = 0.5
    """Share of the disc that the plus spans."""
    room_name_from: float = 80.0
    """Width of a room in pixels from which its name is shown."""
    halo: float = 3.0
    name_reach: tuple[float, float] = (160.0, 16.0)
    """Pixels from its middle that the name of an area may reach, to the side and up."""
    scale_bar_least: int = 70
    scale_bar_most: int = 180
    grid_fade_from: float = 12.0
    grid_fade_to: float = 24.0
    swatch: int = 12
    swatch_hatch_step: int = 4
    frame_bar: int = 2
    """Width of the bar of one frame in the graph of frame times."""
    frame_graph: int = 48
    """Height of that graph."""
    floor_over_picture: float = 0.55
    """Opacity of cells over a picture that is traced."""
    obstacle_over_picture: float = 0.60
    difference_alpha: float = 0.30
    """Of the tint of cells that differ from an old grid; their pattern is opaque."""
    difference_step: int = 8
    difference_line: float = 1.5
    difference_dot: float = 1.5
    measure_line: float = 1.5
    measure_casing: float = 4.5
    measure_end: float = 7.0
    width_line: float = 2.0
    width_casing: float = 4.0
    width_tick: float = 5.0
    """Half the length of the ticks at the ends of a width."""
    width_cross: float = 4.0
    """Half the size of the cross on a way that is too narrow."""
    width_from: float = 24.0
    """Length of a width in pixels from which it is drawn."""
    cell_lines_from: float = 10.0
    """Pixels a cell from which the cells' own lines are drawn."""


CANVAS: Final = CanvasSizes()


@dataclass(frozen=True, slots=True)
class PictureSizes:
    """Pixel sizes of what stands in small pictures of levels."""

    margin: float = 10.0
    """Around the level, to every side."""
    agent_least: float = 2.0
    player_gap: float = 2.0
    lined_from: float = 5.0
    """Width from which an obstacle has a line, and a door its dashes."""


PICTURE: Final = PictureSizes()


@dataclass(frozen=True, slots=True)
class HomeSizes:
    """Pixel sizes of the home page."""

    card_width: int = 240
    card_height: int = 180
    card_picture: int = 112
    """Height of the picture on top of a card."""
    columns_most: int = 3
    recent_height: int = 76
    recent_picture: int = 100
    """Width of the picture beside a recent file."""
    recent_least: int = 320
    recent_most: int = 400
    between: int = 32
    """Between samples and recent files."""
    margin: int = 40
    """Above the title, and beneath the last row."""
    side: int = 24
    sign: int = 44
    """The program's own sign beside the title."""


HOME: Final = HomeSizes()


@dataclass(frozen=True, slots=True)
class OfferSizes:
    """Pixel sizes of the offer of recovered work, and of the list of backups."""

    picture_width: int = 300
    picture_height: int = 168
    backups_width: int = 300
    backups_rows: int = 10


OFFER: Final = OfferSizes()


@dataclass(frozen=True, slots=True)
class LineStyle:
    """A line of a tool's preview: colour is the name of a theme token."""

    colour: str
    width: float = 1.0
    """0 draws the fill alone."""
    dash: tuple[float, ...] = ()
    casing: float = 0.0
    """Width of a line in the canvas colour beneath."""
    fill_alpha: float = 0.0


STROKES: Final[Mapping[str, LineStyle]] = {
    "area_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing, 0.14),
    "obstacle_draft": LineStyle("accent", 2.0, (), CANVAS.selection_casing, 0.28),
    "door_draft": LineStyle("door_open", CANVAS.door_line, CANVAS.door_dash, 0.0, 0.14),
    "agent_draft": LineStyle("accent", 1.5, (), 3.5),
    "area_fill": LineStyle("accent", 0.0, fill_alpha=0.14),
    "obstacle_fill": LineStyle("accent", 0.0, fill_alpha=0.28),
    "closing": LineStyle("accent", CANVAS.outline, CANVAS.band_dash),
    "crossing": LineStyle("error", 2.0, (), CANVAS.selection_casing),
    "hover": LineStyle("accent", CANVAS.hover_line),
    "hover_edge": LineStyle("accent", 2.0, (), CANVAS.selection_casing),
    "rubber_band": LineStyle("accent", CANVAS.outline, CANVAS.band_dash, 0.0, 0.08),
    "frame": LineStyle("accent", CANVAS.outline, CANVAS.frame_dash),
    "trace": LineStyle("accent", CANVAS.outline, CANVAS.trace_dash),
    "measure": LineStyle("text", CANVAS.measure_line, (), CANVAS.measure_casing),
}
"""How the lines of a tool's preview look, by the name that the tool gives them."""


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """A mark of fixed pixel size: shape, size, colours by token name; None is not drawn."""

    shape: str
    """square, disc, ring, plus, cross, triangle, hourglass, dot."""
    size: float
    line: str | None
    fill: str | None = None
    width: float = 1.5


MARKS: Final[Mapping[str, GlyphStyle]] = {
    "handle": GlyphStyle("square", CANVAS.handle, "accent", "outside"),
    "handle_hover": GlyphStyle("square", CANVAS.handle, "accent", "accent"),
    "handle_selected": GlyphStyle("square", CANVAS.handle, "outside", "accent"),
    "turn": GlyphStyle("disc", 9.0, "accent", "outside"),
    "turn_hover": GlyphStyle("disc", 9.0, "accent", "accent"),
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
    "measure_end": GlyphStyle("disc", CANVAS.measure_end, "text", "outside"),
    "door_end": GlyphStyle("square", CANVAS.handle, "door_open", "outside"),
    "probe_start": GlyphStyle("disc", 10.0, "outside", "path"),
    "probe_goal": GlyphStyle("disc", 10.0, "outside", "path_end"),
}
"""How the marks of a tool's preview look, by the name that the tool gives them."""


class _State:
    """The theme in use."""

    theme: Theme = DARK


def current() -> Theme:
    """The theme in use."""
    return _State.theme


def use(theme: Theme) -> None:
    """Make this the theme; `app.apply_theme` calls it and repaints everything."""
    _State.theme = theme
