"""No agent that can't get to its goal goes without a finding, in buildings with keys and stairs.

Held against searches with all doors open: players pick up every key that they come to. And what
*Why?* says is held against the path search, its fix as well.
"""

from collections import Counter

import pytest
from keyed_buildings import building
from msgspec.structs import replace

from navcore.level.model import Agent, Profile, Waypoint
from navcore.open_doors import all_open
from navcore.path.result import Status
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explanation import Reason
from navcore.proof.problems import problems
from navcore.world import World

WHY = {
    "area-cut-off", "gap-by-luck", "gap-too-narrow", "goal-unreachable", "key-behind-door",
    "key-missing", "trap", "agent-in-wall", "stop-in-wall",
}  # fmt: skip
"""Rules that tell why agents don't get to their goals."""

OFF = {Status.BAD_START, Status.BAD_END}
"""An end beside a crate: agents are moved a little."""


def status(world: World, agent: Agent, profile: Profile, goal: Waypoint | None = None) -> Status:
    """Return the status of a path from where an agent stands to its goal, or to a waypoint."""
    place = agent.goals[0] if goal is None else goal.position
    layer = agent.stops[0].layer if goal is None else goal.layer
    found = world.find_path(
        agent.position, place, profile=profile, layer=agent.layer, goal_layer=layer,
        snap_radius=0.0,
    )  # fmt: skip
    return found.status


def with_keys(world: World, agent: Agent, profile: Profile) -> Profile:
    """Return the type with all keys that an agent can pick up, in any order."""
    while True:
        more = {
            ability
            for one in world.level.of(Waypoint).values()
            if status(world, agent, profile, one) is Status.COMPLETE
            for ability in one.gives
        }
        if more <= {*profile.abilities}:
            return profile
        profile = replace(profile, abilities=tuple(sorted(more.union(profile.abilities))))


@pytest.mark.parametrize("part", range(5))
def test_agents_that_do_not_get_there_are_told_and_no_others(part: int, exhaustive: bool) -> None:
    """As drawn, and in two states with other doors."""
    seen = Counter[str]()
    for seed in range(part, 300 if exhaustive else 30, 5):
        drawn = World.build(building(seed))
        for state in ("", "Night", "Alarm"):
            world = drawn.in_state(state)
            found, opened = problems(world), all_open(world)
            told = {one.elements[0] for one in found if one.code == "goal-unreachable"}
            for agent in world.level.agents.values():
                where = f"seed {seed}, {state}: {agent.name}"
                profile = world.profile_of(agent)
                if agent.player:
                    profile = with_keys(opened, agent, profile)
                comes = status(opened, agent, profile)
                seen[comes] += 1
                if comes is Status.NO_PATH:
                    assert WHY & {one.code for one in found}, where
                elif comes not in OFF:
                    assert agent.id not in told, where
                _check_reason(world, agent, where)
    assert seen[Status.NO_PATH]
    assert seen[Status.COMPLETE]


def _check_reason(world: World, agent: Agent, where: str) -> None:
    """Check that a reason is given exactly where there is no path, and that its fix makes one."""
    now = status(world, agent, world.profile_of(agent))
    told = explain_agent(world, agent.id)
    if now not in OFF:
        assert (told.reason is Reason.NONE) == (now is not Status.NO_PATH), where
    if told.fix is not None:
        fixed = world.update(told.fix.apply(world.level), told.fix)
        after = fixed.level.agents[agent.id]
        assert status(fixed, after, fixed.profile_of(after)) is not Status.NO_PATH, where
