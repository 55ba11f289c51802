"""Problems of levels: each with its place, in the library and on the command line."""

import json
import math
from pathlib import Path

from navcore import World, save_level
from navcore.cli import main
from navcore.geometry.even_odd import MOST_CORNERS
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Ring, Settings
from navcore.proof.clearances import passages
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES
from navcore.proof.problems import problems as all_problems


def problems(world: World) -> tuple[Problem, ...]:
    """Return the problems about complex outlines in a world."""
    return all_problems(world, [RULES["complex-outline"]])


EDGED = Settings(boundary_padding=0.45)


def star(corners: int, step: int) -> Ring:
    """Return a star polygon: corners on a circle, each joined to the `step`-th next one."""
    turns = (math.tau * (i * step % corners) / corners for i in range(corners))
    return tuple((10 * math.cos(turn), 10 * math.sin(turn)) for turn in turns)


def level_of(*rings: Ring, settings: Settings = EDGED) -> Level:
    """Areas named a, b, ..."""
    areas = {i + 1: Area(id=i + 1, name="abc"[i], polygon=ring) for i, ring in enumerate(rings)}
    return Level(settings=settings, areas=areas)


def test_outline_that_crosses_itself_too_often_is_a_problem_with_its_place():
    """It is still baked."""
    world = World.build(level_of(star(1001, 500), ((20, 0), (30, 0), (30, 10))))
    (found,) = problems(world)
    assert (found.code, found.elements, found.fix) == ("complex-outline", (1,), None)
    assert found.text.startswith("a crosses itself more than 500 times.")
    assert math.hypot(*found.place) < 10.001
    assert world.grid.walkable.any()


def test_outline_of_very_many_corners_is_a_problem():
    """It doesn't cross itself."""
    ring = star(MOST_CORNERS + 1, 1)
    (found,) = problems(World.build(level_of(ring)))
    assert found.text.startswith("a has 20,001 corners.")
    assert found.place == ring[0]


def test_problem_comes_and_goes_with_edits():
    """Without padding there is no gap to close, but the outline is as tangled as before."""
    level = level_of(star(1001, 2), ((0, 0), (3, 3), (3, 0), (0, 3)))
    world = World.build(level)
    assert [problem.elements for problem in problems(world)] == [(1,)]
    edit = Edit.put(level, [Area(id=1, name="a", polygon=star(11, 2))])
    mended = world.update(edit.apply(level), edit)
    assert problems(mended) == ()
    back = edit.inverse()
    assert problems(mended.update(level, back)) == problems(world)
    (found,) = problems(World.build(level_of(star(1001, 2), settings=Settings())))
    assert "Gaps" not in found.text


def test_tangled_obstacle_is_a_problem_until_it_is_mended():
    """Obstacles are blocked as drawn; only cutting them is impossible."""
    level = level_of(((-30, -30), (30, -30), (30, 30), (-30, 30)), settings=Settings())
    world = World.build(level)
    assert problems(world) == ()
    edit = Edit.put(level, [Obstacle(id=9, name="web", polygon=star(201, 100))])
    tangled = world.update(edit.apply(level), edit)
    (found,) = problems(tangled)
    assert found.elements == (9,)
    assert found.text.startswith("web crosses itself more than 500 times.")
    assert problems(World.build(tangled.level)) == (found,)
    assert problems(tangled.update(level, edit.inverse())) == ()


def test_info_tells_problems(tmp_path: Path, capsys):
    """They are in the table and in JSON."""
    path = tmp_path / "star.json"
    save_level(level_of(star(101, 50)), path)
    assert main(["info", str(path)]) == 0
    assert "complex-outline at " in capsys.readouterr().out
    assert main(["info", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["problems"]
    (found,) = [one for one in told if one["code"] == "complex-outline"]
    assert found["elements"] == [1]
    assert len(found["place"]) == 2


def test_widths_leave_out_outlines_that_are_too_complex():
    """Every pair of their sides would be a gap; those of others are measured."""
    rooms = (((-30, 0), (-20, 0), (-20, 9), (-30, 9)), ((-20, 4), (-19, 4), (-19, 5), (-20, 5)))
    level = level_of(star(1001, 500), *rooms)
    alone = Level(settings=EDGED, areas={key: level.areas[key] for key in (2, 3)})
    assert passages(level) == passages(alone)
    tangle = Obstacle(id=9, polygon=star(1001, 500))
    edit = Edit.put(alone, [tangle])
    assert passages(edit.apply(alone)) == passages(alone)
