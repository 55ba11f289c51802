"""What is said about agents."""

from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, ESC_CLOSES, degrees, hint, short

TYPE_COUNT: Final = "how many"


def agent_place() -> str:
    """The mouse is over floor that can be walked."""
    return hint("Click places an agent, drag turns it.", "Digits place many", CTRL_SNAP)


def agents_place(count: int) -> str:
    """A click places a block of them."""
    return hint(f"Click places {count} agents, drag turns them.", "Esc places one again")


def agents_blocked(count: int, blocked: int) -> str:
    """Some of a block find no floor."""
    some = f"{blocked} of {count} agents" if blocked < count else f"None of the {count} agents"
    can = "can't" if blocked < count else "can"
    return hint(f"{some} {can} walk from here.", "Click places them anyway", "Esc places one again")


def agents_typed(count: int) -> str:
    """A count is typed, the box is open."""
    what = "one agent" if count == 1 else f"{count} agents"
    return hint(f"Enter, then each click places {what}.", ESC_CLOSES)


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
