"""How everything looks: each colour, width, size and z-order of the program is a token here.

No other file of the editor holds a colour or a pixel size. Sizes are device-independent pixels.
`current()` is the theme in use; who draws asks for it at every paint, so that a change of theme
needs nothing but a repaint (widgets hear of it as `QEvent.PaletteChange`). Back to front on the
canvas is `Z`.
"""

from editor.look.style.canvas import CANVAS, MARKS, STROKES, GlyphStyle, LineStyle, Z
from editor.look.style.sizes import FADE_MS, FONT, HOME, OFFER, PICTURE, SIZE
from editor.look.style.themes import (
    BLOCKED,
    COSTS,
    DARK,
    DARK_CLASSIC,
    HEAT,
    ISLANDS,
    LIGHT,
    LIGHT_CLASSIC,
    WAYPOINTS,
    Theme,
    current,
    use,
)

__all__ = [
    "BLOCKED",
    "CANVAS",
    "COSTS",
    "DARK",
    "DARK_CLASSIC",
    "FADE_MS",
    "FONT",
    "HEAT",
    "HOME",
    "ISLANDS",
    "LIGHT",
    "LIGHT_CLASSIC",
    "MARKS",
    "OFFER",
    "PICTURE",
    "SIZE",
    "STROKES",
    "WAYPOINTS",
    "GlyphStyle",
    "LineStyle",
    "Theme",
    "Z",
    "current",
    "use",
]
