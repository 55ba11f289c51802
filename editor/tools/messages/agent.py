"""Messages of the agent tool."""

from collections.abc import Sequence
from typing import Final

from editor.tools.keys import clause
from editor.tools.messages import ESC_BACK, ESC_CLOSES, degrees, hint, no_snap, short
from editor.tools.messages.agent_types import requires
from navcore.i18n import mark, several, tr

TYPE_COUNT: Final = mark("how many")

_ANYWAY: Final = mark("Click places it anyway")
_ONE_AGAIN: Final = mark("Esc places one again")


def agent_place(*, placed: bool = False) -> str:
    """The mouse is over walkable floor; `placed`: one agent is selected."""
    bold = tr("Click places an agent, drag turns it.")
    route = clause("tool_route", tr("{0} draws a route for the selected one")) if placed else ""
    return hint(bold, route or tr("Digits place many"), no_snap())


def agents_place(count: int) -> str:
    """A click places a block of them."""
    bold = tr("Click places {0} agents, drag turns them.").format(count)
    return hint(bold, tr(_ONE_AGAIN))


def agents_blocked(count: int, blocked: int) -> str:
    """Some agents of a block have no floor."""
    if blocked < count:
        bold = tr("{0} of {1} agents can't walk from here.").format(blocked, count)
    else:
        bold = tr("None of the {0} agents can walk from here.").format(count)
    return hint(bold, tr("Click places them anyway"), tr(_ONE_AGAIN))


def agents_typed(count: int) -> str:
    """A count is typed, the box is open."""
    bold = several(
        count,
        "Enter, then each click places one agent.",
        "Enter, then each click places {0} agents.",
    )
    return hint(bold, tr(ESC_CLOSES))


def agent_outside() -> str:
    """The mouse is outside every area."""
    return hint(tr("An agent can't walk from here: it is outside every area."), tr(_ANYWAY))


def agent_too_close() -> str:
    """The mouse is over floor where the agent does not fit."""
    return hint(tr("An agent can't walk from here: it is too close to a wall."), tr(_ANYWAY))


def agent_lacks(name: str, needs: Sequence[str]) -> str:
    """The mouse is over an area that requires abilities that the agent's type lacks."""
    bold = tr("An agent can't walk from here: {0} {1}.").format(short(name), requires(needs))
    return hint(bold, tr(_ANYWAY))


def agent_inside(name: str) -> str:
    """An obstacle covers the place; `name` is its name, if it has one."""
    if not name:
        return hint(tr("An agent can't walk from here: it is inside an obstacle."), tr(_ANYWAY))
    bold = tr("An agent can't walk from here: it is inside {0}.").format(short(name))
    return hint(bold, tr(_ANYWAY))


def agent_turning(angle: float) -> str:
    """The agent is being turned."""
    return hint(
        tr("Facing {0}.").format(degrees(angle)), tr("Shift steps of 15°"), tr("release to place"),
        tr(ESC_BACK),
    )  # fmt: skip


def count_least() -> str:
    """A count below one is typed."""
    return tr("Type 1 or more agents.")


def count_most(most: int) -> str:
    """A count is typed that is too large."""
    return tr("At most {0} agents are placed at a click.").format(most)


def count_whole(whole: int) -> str:
    """A count is typed that isn't an integer; `whole` is the nearest one."""
    return tr("Type a whole number of agents, like {0}.").format(whole)
