"""What the probe's path can be compared with, as one word: `engine:astar`, `type:cart`."""

from typing import Final

TYPE: Final = "type:"
"""The name of an agent type follows; "" is the one without a name."""

STATE: Final = "state:"
"""The name of a state of the level follows; "" is the drawing."""

ASTAR: Final = "engine:astar"
"""A*, which looks at cell after cell, where the usual search jumps over even ground."""
