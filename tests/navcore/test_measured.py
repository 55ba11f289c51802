"""Narrow places are measured once for all users, and after an edit only around it."""

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Edge, Level, Waypoint
from navcore.level.tables import GROUND
from navcore.proof.clearances import passages
from navcore.proof.cut_off import sure_reach
from navcore.proof.measured import Measured
from navcore.proof.problems import RULES, problems_of
from navcore.proof.rules.doors import changes_nothing, leads_nowhere
from navcore.proof.rules.floor import cut_off, pockets
from navcore.proof.rules.short_doors import falls_short
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


@pytest.mark.parametrize("seed", range(4))
def test_doors_after_an_edit_are_those_of_a_survey_that_looks_at_all(seed: int) -> None:
    """Doors that fall short, lead nowhere or change nothing, and floor that is cut off."""
    rng = random.Random(seed)
    level = town(4, 60, 400, seed)
    survey = Survey(World.build(level))
    rules = (changes_nothing, leads_nowhere, falls_short, cut_off, pockets)
    before = [list(rule(survey)) for rule in rules]
    differ = 0
    for _ in range(12):
        edit = _edit_of_floor(level, rng)
        near = survey.after(edit)
        whole = Survey(survey.world.update(edit.apply(level), edit))
        found = [list(rule(near)) for rule in rules]
        assert found == [list(rule(whole)) for rule in rules]
        assert near.opened.grid.padded.tobytes() == whole.opened.grid.padded.tobytes()
        differ += found != before
    assert differ > 6


def _edit_of_floor(level: Level, rng: random.Random) -> Edit:
    """Move a side of a room, move or toggle a door, lay floor under a door, or delete a room."""
    doors = [area for area in level.areas.values() if area.door]
    room = rng.choice([area for area in level.areas.values() if not area.door])
    door, kind = rng.choice(doors), rng.randrange(5)
    if kind == 0:
        ring = tuple((x, z + rng.uniform(-0.9, 0.3) * (z > room.polygon[0][1]))
                     for x, z in room.polygon)  # fmt: skip
        return Edit.put(level, [replace(room, polygon=ring)])
    if kind == 1:
        moved = tuple((x + 0.5, z + 0.5) for x, z in door.polygon)
        return Edit.put(level, [replace(door, polygon=moved)])
    if kind == 2:
        return Edit.put(level, [replace(door, available=not door.available)])
    if kind == 3:
        return Edit.put(level, [replace(room, polygon=door.polygon)])
    return Edit.remove(level, [room.id])


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


def test_each_blocked_edge_is_a_place_to_stop() -> None:
    """Which wall is in the way takes long for thousands of edges; frames must not wait for it."""
    level = town(3, 60, 200)
    middle = {
        1_000_000 + n: sum(x for x, _ in block.polygon) / len(block.polygon)
        for n, block in enumerate(level.obstacles.values())
    }
    ends = {
        key: Waypoint(id=key, order=key, name=f"w{key}", position=(x, 4.0 + key % 7))
        for key, x in middle.items()
    }
    ids = sorted(ends)
    edges = {
        2_000_000 + n: Edge(id=2_000_000 + n, order=n, start=a, end=b)
        for n, (a, b) in enumerate(pairwise(ids))
    }
    calls = 0

    def count() -> None:
        nonlocal calls
        calls += 1

    survey = Survey(World.build(level.with_items({**ends, **edges})), pause=count)
    found = problems_of(survey, RULES["blocked-edge"])
    assert len(found) > 5
    assert calls > len(found)
