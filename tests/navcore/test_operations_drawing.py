"""Walls and many agents as edits."""

import itertools

import pytest

from navcore.errors import NavcoreError
from navcore.geometry.polygons import area_of
from navcore.level import operations as op
from navcore.level.model import Level


def test_a_wall_is_one_obstacle_that_remembers_its_line() -> None:
    """It stores its thickness, too."""
    edit = op.add_wall(Level(), [(0, 0), (4, 0)], 0.2, itertools.count(1).__next__)
    (wall,) = edit.apply(Level()).obstacles.values()
    assert (wall.name, edit.label) == ("wall_1", "Draw wall_1")
    assert wall.shape == {"line": [[0, 0], [4, 0]], "width": 0.2}
    assert area_of(wall.polygon) == pytest.approx(0.8)


def test_a_wall_around_a_room_is_two_obstacles() -> None:
    """They are one step; neither stores the line."""
    ids = itertools.count(1).__next__
    level = op.add_wall(Level(), [(0, 0), (4, 0)], 0.2, ids).apply(Level())
    room = [(0, 0), (4, 0), (4, 3), (0, 3)]
    edit = op.add_wall(level, room, 0.2, ids, closed=True)
    added = [edit.apply(level).obstacles[i] for i in edit.after]
    assert [wall.name for wall in added] == ["wall_2", "wall_3"]
    assert edit.label == "Draw a wall of 2 obstacles"
    assert all(wall.shape is None for wall in added)
    assert edit.inverse().apply(edit.apply(level)) == level


def test_agents_come_by_the_dozen() -> None:
    """They are one step, have their own names, and face one way."""
    places = [(float(x), 1.0) for x in range(12)]
    edit = op.add_agents(Level(), places, itertools.count(1).__next__, facing=1.5)
    agents = list(edit.apply(Level()).agents.values())
    assert [agent.position for agent in agents] == places
    assert [agent.name for agent in agents][:3] == ["player", "agent_1", "agent_2"]
    assert sum(agent.player for agent in agents) == 1
    assert {agent.facing for agent in agents} == {1.5}
    assert edit.label == "Place 12 agents"
    one = op.add_agents(Level(), [(0, 0)], itertools.count(1).__next__)
    assert one.label == "Place player"


def test_what_can_not_be_drawn_is_refused() -> None:
    """There is a message."""
    with pytest.raises(NavcoreError, match="two different ends"):
        op.add_wall(Level(), [(0, 0)], 0.2, lambda: 1)
    with pytest.raises(NavcoreError, match="at least one place"):
        op.add_agents(Level(), [], lambda: 1)
