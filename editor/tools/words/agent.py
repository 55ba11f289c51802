"""What is said about agents."""

from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, degrees, hint, short


def agent_place() -> str:
    """The mouse is over floor that can be walked."""
    return hint("Click places an agent, drag turns it.", CTRL_SNAP)


def agent_blocked(why: str) -> str:
    """The mouse is where an agent could not walk."""
    return hint(f"An agent can't walk from here: {why}.", "Click places it anyway")


OUTSIDE: Final = "it is outside every area"
TOO_CLOSE: Final = "it is too close to a wall"


def inside_of(name: str) -> str:
    """The reason: an obstacle covers the place."""
    return f"it is inside {short(name)}" if name else "it is inside an obstacle"


def agent_turning(angle: float) -> str:
    """The agent is being turned."""
    return hint(f"Facing {degrees(angle)}.", "Shift steps of 15°", "release to place", ESC_BACK)
