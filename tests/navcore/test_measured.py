"""Narrow places are measured once for all users, and after an edit only around it."""

import random

import pytest
from msgspec.structs import replace

from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level
from navcore.level.tables import GROUND
from navcore.proof.clearances import passages
from navcore.proof.cut_off import sure_reach
from navcore.proof.measured import Measured
from navcore.proof.problems import RULES, problems_of
from navcore.proof.survey import Survey
from navcore.world import World
from tests.bench.canvas_town import town


def _edit(level: Level, rng: random.Random) -> Edit:
    """Drag a corner, delete or switch off an element, or move a door."""
    obstacle = rng.choice([*level.obstacles.values()])
    kind = rng.randrange(4)
    if kind == 0:
        ring = list(obstacle.polygon)
        at = rng.randrange(len(ring))
        ring[at] = (ring[at][0] + rng.uniform(-2, 2), ring[at][1] + rng.uniform(-2, 2))
        return Edit.put(level, [replace(obstacle, polygon=tuple(ring))])
    if kind == 1:
        return Edit.remove(level, [obstacle.id])
    if kind == 2:
        return Edit.put(level, [replace(obstacle, enabled=False)])
    door = rng.choice([area for area in level.areas.values() if area.door])
    moved = tuple((x + rng.uniform(-0.3, 0.3), z) for x, z in door.polygon)
    return Edit.put(level, [replace(door, polygon=moved)])


@pytest.mark.parametrize("seed", range(4))
def test_floor_after_an_edit_is_that_of_a_survey_that_measures_everything(seed: int) -> None:
    """Connected floor and narrow places are equal, except for rows that reach far."""
    rng = random.Random(seed)
    survey = Survey(World.build(town(4, 180, 400, seed)))
    survey.passages(GROUND, survey.able)
    for _ in range(8):
        edit = _edit(survey.level, rng)
        near = survey.after(edit)
        whole = Survey(survey.world.update(edit.apply(survey.level), edit))
        found, all_found = (sure_reach(one) for one in (near, whole))
        assert (found.labels(GROUND) == all_found.labels(GROUND)).all()
        known, anew = (one.passages(GROUND, one.able) for one in (near, whole))
        assert [one.width for one in known] == [one.width for one in anew]


def test_after_an_edit_of_the_settings_all_is_measured() -> None:
    """A wider agent fits through less of them, everywhere."""
    survey = Survey(World.build(town(3, 60, 200)))
    settings = replace(survey.level.settings, agent_radius=0.7)
    edit = Edit.change(survey.level, {SETTINGS_ID: settings})
    after = survey.after(edit)
    assert after.passages(GROUND, after.able) == passages(edit.apply(survey.level))


def test_the_same_places_are_measured_once() -> None:
    """Unless the outlines or the numbers of the level have changed."""
    measured, level = Measured(), town(3, 60, 200)
    first = measured.passages(level, GROUND)
    assert first == passages(level)
    assert measured.passages(level, GROUND, radius=level.settings.agent_radius) is first
    assert measured.passages(level, GROUND, abilities=("of no use here",)) is first
    survey = Survey(World.build(level), measured=measured)
    assert survey.passages(GROUND, survey.able) is first
    agent = next(iter(level.agents.values()))
    moved = Edit.put(level, [replace(agent, position=(1.0, 1.0))]).apply(level)
    assert measured.passages(moved, GROUND) is first
    wider = measured.passages(level, GROUND, radius=0.6)
    assert wider == passages(level, radius=0.6)
    edited = _edit(level, random.Random(1)).apply(level)
    assert measured.passages(edited, GROUND) == passages(edited)


@pytest.mark.parametrize(
    "code", ["agent-in-wall", "corners-on-side", "gap-by-luck", "outline-twice"]
)
def test_long_rules_stop_where_they_are_asked_to(code: str) -> None:
    """They stop at many places of their work."""
    world, calls = World.build(town(3, 60, 200)), 0

    def count() -> None:
        nonlocal calls
        calls += 1

    problems_of(Survey(world, pause=count), RULES[code])
    assert calls > 10
    for most in (0, calls // 2, calls - 1):
        left = most

        def stop() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Cancelled

        with pytest.raises(Cancelled):
            problems_of(Survey(world, pause=stop), RULES[code])
