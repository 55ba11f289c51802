"""Find agents that lost or gained reachable stops, with doors as drawn."""

import msgspec

from navcore.i18n import tr
from navcore.level.model import Agent, Level, Point, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.shared_routes import as_walked
from navcore.proof.reach import Reach
from navcore.world import World


class AgentChange(msgspec.Struct, frozen=True):
    """An agent whose reachable stops differ."""

    id: int
    name: str
    text: str
    """The change, in a sentence."""
    worse: bool
    """True if the agent can no longer reach some stops."""
    place: Point
    """The first of these stops, metres."""
    layer: str


def agent_changes(old: World, new: World) -> tuple[AgentChange, ...]:
    """Return the agents of both levels that lost or gained stops, in drawing order.

    Only stops that both levels have are compared, by their numbers: changes that a designer made to
    a route are reported as changes of the route.
    """
    befores, afters = _Stops(old), _Stops(new)
    found = []
    for agent in in_drawing_order(new.level.agents):
        before = old.level.agents.get(agent.id)
        if before is None:
            continue
        was, now = befores.missed(before), afters.missed(agent)
        if was is None or now is None:
            continue
        goals = as_walked(agent, new.level).goals
        common = min(len(goals), len(as_walked(before, old.level).goals))
        lost = sorted(number for number in now - was if number < common)
        gained = sorted(number for number in was - now if number < common)
        for numbers, worse in ((lost, True), (gained, False)):
            if numbers:
                text = _text(agent, numbers, len(goals), worse=worse)
                layer = new.level.settings.layer_of(agent)
                place = goals[numbers[0]]
                found.append(AgentChange(agent.id, agent.name, text, worse, place, layer))
    return tuple(found)


class _Stops:
    """Stops of agents that are out of reach in a world."""

    def __init__(self, world: World) -> None:
        self._world, self._level = world, world.level
        self._reaches: dict[Profile, Reach] = {}

    def missed(self, agent: Agent) -> set[int] | None:
        """Return the indices of stops that an agent can't reach; None if it is not on floor."""
        walked = as_walked(agent, self._level)
        if not walked.goals or not agent.enabled:
            return None
        profile = self._world.profile_of(agent)
        reach = self._reaches.get(profile)
        if reach is None:
            reach = self._reaches[profile] = Reach.of(self._world, profile)
        home = _layer(self._level, agent)
        start = reach.place_at(agent.position, home)
        if start is None:
            return None
        reached = reach.ahead_of(start)
        missed = set()
        for number, goal in enumerate(walked.goals):
            layer = walked.stop(number).layer or home
            if layer not in self._level.settings.layer_names:
                layer = home
            if reach.place_at(goal, layer) not in reached:
                missed.add(number)
        return missed


def _layer(level: Level, agent: Agent) -> str:
    return level.settings.layer_of(agent)


def _text(agent: Agent, numbers: list[int], count: int, *, worse: bool) -> str:
    name = called([agent])
    if len(numbers) == count:
        words = (
            tr("{0} can't get to any of its stops any more")
            if worse
            else tr("{0} can get to its stops now")
        )
        return words.format(name)
    if worse:
        words = tr("{0} can't get to {1} of its {2} stops any more")
    else:
        words = tr("{0} can get to {1} more of its {2} stops now")
    return words.format(name, len(numbers), count)
