"""Style tokens: every colour, width, size and z-order of the program.

No other file of the editor contains a colour or a pixel size. Sizes are device-independent pixels.
`current()` is the present theme; painting code reads it at every paint, so that a change of theme
only needs a repaint (widgets receive `QEvent.PaletteChange`). `Z` is the order on the canvas, back
to front.
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
