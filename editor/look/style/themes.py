"""The colours of the program and of the canvas, dark and light, and the theme in use.

Colours are `#RRGGBB` text; `editor.look.pens` turns them into Qt's.
"""

from dataclasses import dataclass, replace
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
    """Colour of selected, focused and active things, and of nothing else."""
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
    link: str
    edge: str
    """Colour of edges between waypoints."""
    edge_casing: str
    """Colour below edges: the canvas colour, or a dark rim for yellow edges on light ground."""
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
    classic: bool = False
    """True if floor and paths have the colours of the source documents, by cost."""


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
    link="#D4C5FF",
    edge="#CCBB44",
    edge_casing="#14171C",
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
    link="#5B3FB0",
    edge="#736600",
    edge_casing="#F3F4F6",
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


DARK_CLASSIC: Final = replace(
    DARK,
    name="dark classic",
    edge="#FFFF00",
    path="#00FF00",
    path_corner="#FFFF00",
    path_end="#FF0000",
    classic=True,
)
LIGHT_CLASSIC: Final = replace(
    LIGHT,
    name="light classic",
    edge="#FFFF00",
    edge_casing=LIGHT.agent_rim,
    path="#008000",
    path_corner="#FFFF00",
    path_end="#E00000",
    classic=True,
)
"""Paths green, yellow and red, floor by its cost (S1-063, S1-064); darker on light ground."""


_RISING: Final = ("#662506", "#CC4C02", "#FB9A29", "#FEE391")
HEAT: Final = {
    DARK.name: _RISING,
    DARK_CLASSIC.name: _RISING,
    LIGHT.name: _RISING[::-1],
    LIGHT_CLASSIC.name: _RISING[::-1],
}
"""Colours of heat maps by theme, from little to much."""


ISLANDS: Final = (
    "#77AADD", "#F4889A", "#BBCC33", "#33BBEE", "#EE8866", "#AAAA00", "#44BB99", "#EEDD88",
)  # fmt: skip
"""Colours of islands other than the largest, in both themes: Paul Tol's *light* scheme, with a
deeper rose and the cyan of *vibrant* for its two palest colours, which are lost on light floor. The
order makes islands of similar size differ most, also for colour-blind eyes.
"""


COSTS: Final = ("#00FF00", "#FFFF00", "#FF0000")
"""Colours of terrain by its cost, in both themes: up to 1.0, up to 1.5, more (S1-064)."""

BLOCKED: Final = "#000000"
"""Colour of terrain that can't be entered (S1-064)."""


WAYPOINTS: Final = {
    "navigation": ("#66CCEE", "#00FFFF", ""),
    "patrol": ("#4477AA", "#0000FF", "P"),
    "guardPost": ("#EE6677", "#FF0000", "G"),
    "spawn": ("#AA3377", "#FF00FF", "S"),
    "rest": ("#BBBBBB", "#00FFFF", "R"),
    "combat": ("#EE6677", "#00FFFF", "X"),
    "chokepoint": ("#CCBB44", "#00FFFF", "K"),
    "cover": ("#66CCEE", "#00FFFF", "C"),
    "harvest": ("#228833", "#00FF00", "H"),
}
"""Colours of waypoints by type, in both themes: Paul Tol's *bright* scheme, and the classic ones of
the source documents (S3-078, S3-079); and the letter that distinguishes types of one colour."""


class _State:
    """The theme in use."""

    theme: Theme = DARK


def current() -> Theme:
    """Return the theme in use."""
    return _State.theme


def use(theme: Theme) -> None:
    """Make this the theme; `app.apply_theme` calls it and repaints everything."""
    _State.theme = theme
