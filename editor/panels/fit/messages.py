"""Messages of the panel Fit: paths through choke points, and losses of a larger radius."""

from collections.abc import Sequence

from editor.services.fit_facts import FitFacts
from editor.tools.messages import number
from navcore.i18n import several, tr
from navcore.level.model import Level
from navcore.proof.fit import LostRoom

_NAMED = 4
"""Most rooms that are named; others are counted."""


def counted(facts: FitFacts) -> str:
    """Return the number of counted shortest paths, as text."""
    if facts.kind == "agents":
        return several(facts.legs, "1 path of agents", "{0} paths of agents")
    return several(facts.legs, "1 path between rooms", "{0} paths between rooms")


def counted_tip() -> str:
    """Return a text that explains which paths are counted."""
    return tr(
        "Shortest paths: the legs of all agents that have somewhere to go, or between all rooms "
        "where none has. They are not counted in a run."
    )


def lost(rooms: Sequence[LostRoom], level: Level) -> str:
    """Return a sentence about the rooms that a radius loses."""
    if not rooms:
        return tr("No room is lost.")
    named = ", ".join(_room(one, level) for one in rooms[:_NAMED])
    more = len(rooms) - _NAMED
    told = tr("{0} and {1} more").format(named, more) if more > 0 else named
    return tr("Lost: {0}").format(told)


def _room(room: LostRoom, level: Level) -> str:
    name = getattr(level.get(room.area), "name", "") or tr("without a name")
    form = tr("{0} ({1} m²)") if room.is_whole else tr("part of {0} ({1} m²)")
    return form.format(name, number(room.lost, 1))
