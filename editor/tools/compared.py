"""Alternatives to compare with the probe's path, as one word: `engine:astar`, `type:cart`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.path.smooth import Smoothing

TYPE: Final = "type:"
"""Prefix of an agent type's name; "" is the unnamed type."""

STATE: Final = "state:"
"""The name of a state of the level follows; "" is the drawing."""

ASTAR: Final = "engine:astar"
"""A*, which looks at cell after cell, where the usual search jumps over even ground."""

PULLED: Final = "waypoints:taut"
"""The path over waypoints, pulled tight like a string."""

GREEDY: Final = "waypoints:greedy"
"""The path over waypoints as agents walk it that take shortcuts."""

SMOOTHED: Final[Mapping[str, Smoothing]] = MappingProxyType({PULLED: "taut", GREEDY: "greedy"})
"""How the path over waypoints is smoothed, by alternative."""
