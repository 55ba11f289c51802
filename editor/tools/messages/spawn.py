"""Messages of the spawn brush."""

from typing import Final

from editor.tools.messages import ESC_BACK, ESC_CLOSES, hint, metres, short
from navcore.i18n import mark, several, tr

_DIGITS: Final = mark("Digits say how many")
_NEARER: Final = mark("Drag from where there is floor")


def lays(count: int, radius: float, *, in_run: bool) -> str:
    """A click lays as many in a disc of the last radius."""
    if in_run:
        bold = several(
            count, "Click brings 1 agent into this run.", "Click brings {0} agents into this run."
        )
    else:
        bold = several(count, "Click lays 1 agent.", "Click lays {0} agents.")
    return hint(bold, _within(radius), tr("Drag draws the disc"), tr(_DIGITS))


def drawing(count: int, radius: float, *, in_run: bool) -> str:
    """The disc is being drawn."""
    if in_run:
        bold = several(
            count,
            "Release brings 1 agent into this run.",
            "Release brings {0} agents into this run.",
        )
    else:
        bold = several(count, "Release lays 1 agent.", "Release lays {0} agents.")
    return hint(bold, _within(radius), tr(ESC_BACK))


def _within(radius: float) -> str:
    return tr("Within {0}").format(metres(radius))


def no_floor() -> str:
    """No agent can stand in the disc."""
    return hint(tr("Nobody can walk in this disc."), tr(_NEARER))


def out_of_reach(player: str) -> str:
    """The player can't reach the disc; the name is empty without a player or name."""
    if player:
        bold = tr("{0} can't get anywhere in this disc.").format(short(player))
    else:
        bold = tr("Nothing here can be reached from the middle.")
    return hint(bold, tr("Switch off Reachable only to lay them anyway"))


def typed(count: int) -> str:
    """A count is typed, the box is open."""
    bold = several(
        count,
        "Enter, then each click lays one agent.",
        "Enter, then each click lays {0} agents.",
    )
    return hint(bold, tr(ESC_CLOSES))


def here(count: int) -> str:
    """The entry of a menu that lays them at the mouse."""
    return several(count, "Spawn an agent here", "Spawn {0} agents here")
