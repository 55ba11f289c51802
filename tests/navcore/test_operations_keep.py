"""Keeping changes of a run in the level."""

import math

import pytest
from small_level import COOK, GATE, GUARD, HALL, TABLE, small_level

from navcore.errors import NavcoreError
from navcore.level.model import Agent, Level
from navcore.level.operations.keep import keep


def test_all_of_it_is_one_edit() -> None:
    """A door, a moved agent, a sent agent and one more."""
    level = small_level()
    more = Agent(id=9, name="agent_1", position=(5.0, 6.0), facing=1.0)
    edit = keep(
        level,
        switches={GATE: False},
        places={GUARD: ((4.0, 1.0), 0.5)},
        goals={GUARD: (1.0, 7.0), COOK: (12.0, 7.0), 9: (1.0, 1.0)},
        agents=[more],
    )
    after = edit.apply(level)
    assert not after.areas[GATE].available
    assert after.agents[GUARD].position == (4.0, 1.0)
    assert after.agents[GUARD].facing == 0.5
    assert after.agents[GUARD].goals == ((1.0, 7.0),)
    assert after.agents[COOK].position == level.agents[COOK].position
    assert after.agents[COOK].goals == ((12.0, 7.0),)
    assert after.agents[9].goals == ((1.0, 1.0),)
    assert after.agents[9].order > after.agents[COOK].order
    assert edit.label == "Keep 4 elements in the level"
    assert edit.inverse().apply(after) == level


def test_names_stay_apart_and_there_is_one_player() -> None:
    """The rules for copies apply."""
    level = small_level()
    player = Agent(id=8, name="hero", position=(1, 1), player=True)
    level = level.with_items({8: player})
    edit = keep(level, agents=[Agent(id=9, name="cook", position=(5.0, 6.0), player=True)])
    assert edit.after[9].name == "cook_2"
    assert not edit.after[9].player
    assert edit.label == "Keep cook_2 in the level"


def test_what_the_level_lacks_or_says_already_is_left_out() -> None:
    """Nothing to keep is an empty edit."""
    level = small_level()
    assert not keep(level, switches={GATE: True, HALL: False, 77: False})
    assert not keep(level, places={77: ((1.0, 1.0), 0.0)}, goals={TABLE: (1.0, 1.0)})
    assert not keep(Level())


def test_places_must_be_finite() -> None:
    """Goals, too."""
    with pytest.raises(NavcoreError, match="Position"):
        keep(small_level(), places={GUARD: ((math.nan, 1.0), 0.0)})
    with pytest.raises(NavcoreError, match="Stops"):
        keep(small_level(), goals={GUARD: (math.inf, 1.0)})
