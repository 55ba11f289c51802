"""How overlays are listed, and the presets that show some of them."""

from enum import Enum

from navcore.i18n import mark


class OverlayGroup(Enum):
    """A heading in the list of overlays; the value is its title before translation."""

    LEVEL = mark("Level")
    """What is drawn."""
    FLOOR = mark("Floor")
    """What the level is baked to."""
    PATHS = mark("Paths and routes")
    RUN = mark("Run")
    """What a run has done so far."""
    CHECK = mark("Check")
    """What tells whether the level works. The Check menu lists these."""
    VIEW = mark("View")


class Preset(Enum):
    """A choice of overlays for one kind of work; the value is its title before translation."""

    DRAW = mark("Draw")
    PLAY = mark("Play")
    CHECK = mark("Check")


EVERY_PRESET = frozenset(Preset)
