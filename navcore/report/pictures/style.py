"""Colours and sizes of pictures, equal to the editor's canvas in its light theme.

The editor's tests compare both tables. Hues are safe for colour-blind people, and every difference
of colour is also shown by hatching, dashes, a shape or a word.
"""

from typing import Final

OUTSIDE: Final = "#F3F4F6"
WALKABLE: Final = "#C9E0F3"
WALKABLE_EDGE: Final = "#3F78A8"
BAND: Final = "#F7E6C4"
BAND_HATCH: Final = "#9A6200"
OBSTACLE: Final = "#B9BEC7"
OBSTACLE_LINE: Final = "#454C57"
AREA_LINE: Final = "#39424E"
DOOR_OPEN: Final = "#00694A"
DOOR_SHUT: Final = "#B23C00"
LINK: Final = "#5B3FB0"
EDGE: Final = "#736600"
PATH: Final = "#00694A"
AGENT: Final = "#F0E442"
AGENT_RIM: Final = "#1B1F25"
ERROR: Final = "#B23C00"
WARN: Final = "#7F5200"
ACCENT: Final = "#9A2F78"
TEXT: Final = "#1B1F25"
TEXT2: Final = "#515A67"
PANEL: Final = "#F6F7F9"
LINE: Final = "#C5CAD2"
COST_MIDDLING: Final = "#FFFF00"
COST_HIGH: Final = "#FF0000"
"""Colour of the most expensive terrain among those without a colour of their own."""
BLOCKED: Final = "#000000"
"""Terrain without a colour that needs an ability."""

WIDTH: Final = 720
"""Pixels across a picture of a finding."""
MARGIN: Final = 16
TITLE: Final = 14.0
"""Size of the text of the first lines, pixels."""
SMALL: Final = 12.0
"""Size of other text."""
ROW: Final = 20
"""Pixels from line to line."""
