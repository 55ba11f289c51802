"""What is said about a run that has begun."""

from editor.tools.words import hint


def sends(count: int, *, paused: bool) -> str:
    """Agents are selected, and the run has begun."""
    what = "1 agent" if count == 1 else f"{count} agents"
    space = "Space goes on" if paused else "Space pauses"
    return hint(f"Right-click sends {what}.", space, "T toggles the door under the mouse")


def paused_at(time: str) -> str:
    """The run is paused, and the mouse is over nothing that could be selected."""
    return hint(f"Paused at {time}.", ". next tick", "Space goes on", "F5 from the start")
