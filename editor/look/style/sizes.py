"""Pixel sizes of the window and its widgets, without the canvas."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sizes:
    """Pixel sizes of the window."""

    window_width: int = 1440
    window_height: int = 900
    window_frame: int = 32
    """Height of the system's window frame."""
    least_width: int = 1024
    least_height: int = 640
    options_strip: int = 40
    options_title: int = 164
    """Largest width of the tool's name; longer names are shortened."""
    tool_rail: int = 44
    tool_button_width: int = 36
    tool_button_height: int = 32
    icon: int = 20
    icon_small: int = 16
    dock: int = 320
    dock_least: int = 260
    dock_most: int = 480
    dock_upper_share: float = 0.55
    bottom: int = 200
    bottom_least: int = 140
    """Initial and least height of the dock below the canvas."""
    fit_radii: int = 248
    fit_radii_most: int = 292
    """Width of the radii in the panel Fit."""
    choke_where: int = 120
    """Least width of the names in the list of narrow places that has all its columns."""
    problem_details: int = 300
    problem_details_most: int = 420
    """Width of a problem's details in the panel Problems."""
    problem_where: int = 180
    """Width of the names in the list of problems."""
    probe_columns: tuple[int, ...] = (92, 118, 172, 66, 46, 66, 150, 140, 66, 60, 72)
    """Widths of the columns of the table of probes."""
    doors_names: int = 220
    doors_keys: int = 180
    """Widths of the names and of the keys in the panel Doors."""
    legend_line: int = 32
    """Length of a piece of a line in the legend of a chart."""
    run_list: int = 216
    legend_most: int = 280
    """Widths in the panel Run: the left part, the legend of charts, and the legend's maximum."""
    plot_wide: int = 260
    """Width of a chart from which labels of lines have full texts."""
    chart_dot: int = 5
    """Diameter of a chart's dot; the dot of the shown moment is twice as large."""
    dot_reach: int = 16
    """Largest distance of a click from a dot of a chart."""
    plot_axis: int = 40
    """Width of the numbers at the left of a chart."""
    canvas_share: float = 0.6
    """Share of the window's width that docks leave to the canvas."""
    play_bar: int = 48
    """Height of the time line with its buttons."""
    play_button: int = 28
    counts_least: int = 230
    """Width of the numbers of agents in the smallest window."""
    time_line: int = 18
    time_line_least: int = 120
    time_handle: int = 10
    time_mark: int = 7
    time_mark_line: float = 1.5
    time_place: int = 9
    """Events within this many pixels share a mark."""
    status_bar: int = 26
    message_strip: int = 36
    strip_most: int = 720
    """Width of a strip over the canvas, at most."""
    strip_least: int = 320
    """Width of a strip at the bottom of the canvas that still lies beside the legend."""
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
    """Least width of the text in a message dialog."""
    keys_width: int = 620
    keys_height: int = 560
    names_width: int = 400
    """Width of the list of new names, and number of visible names."""
    names_rows: int = 8
    export_list: int = 440
    """Widths of the list of exports, its rows, the preview and the loader beside it."""
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
    """Width of a column of shortcuts beside their effects."""


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
"""Duration of a fade, milliseconds. The only other animation marks a place that was gone to."""


@dataclass(frozen=True, slots=True)
class PictureSizes:
    """Pixel sizes in small pictures of levels."""

    margin: float = 10.0
    """Around the level, to every side."""
    agent_least: float = 2.0
    player_gap: float = 2.0
    lined_from: float = 5.0
    """Width from which an obstacle has a line, and a door its dashes."""
    waypoint: float = 1.4
    """Radius of a waypoint."""
    edge_alpha: float = 0.7


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
    """Gap between samples and recent files."""
    margin: int = 56
    """Margin above the title, and below the last row."""
    sign: int = 44
    """Size of the program's logo beside the title."""


HOME: Final = HomeSizes()


@dataclass(frozen=True, slots=True)
class OfferSizes:
    """Pixel sizes of the offer of recovered work, and of the list of backups."""

    picture_width: int = 300
    picture_height: int = 168
    backups_width: int = 300
    backups_rows: int = 10


OFFER: Final = OfferSizes()
