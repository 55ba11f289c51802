"""Groups in the list of overlays, and the presets that show some of them."""

from enum import Enum

from navcore.i18n import mark


class OverlayGroup(Enum):
    """A heading in the list of overlays; the value is its title before translation."""

    LEVEL = mark("Level")
    """The drawing."""
    FLOOR = mark("Floor")
    """The bake of the level."""
    PATHS = mark("Paths and routes")
    RUN = mark("Run")
    """The run so far."""
    CHECK = mark("Check")
    """Checks of the level. The Check menu lists these."""
    VIEW = mark("View")


class Preset(Enum):
    """A choice of overlays for one kind of work; the value is its title before translation."""

    DRAW = mark("Draw")
    PLAY = mark("Play")
    CHECK = mark("Check")


EVERY_PRESET = frozenset(Preset)
