"""Alternatives to compare with the probe's path, as one word: `engine:astar`, `type:cart`."""

from typing import Final

TYPE: Final = "type:"
"""Prefix of an agent type's name; "" is the unnamed type."""

STATE: Final = "state:"
"""The name of a state of the level follows; "" is the drawing."""

ASTAR: Final = "engine:astar"
"""A*, which looks at cell after cell, where the usual search jumps over even ground."""
