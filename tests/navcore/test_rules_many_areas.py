"""Areas without floor: few have one finding each, many share one."""

import json
from pathlib import Path

from cli_calls import Output, run
from rule_levels import HALL, PLAYER, SETTINGS, box

from navcore import save_level
from navcore.level.model import Area, Level
from navcore.level.operations.findings import mean
from navcore.level.tables import MANY
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems
from navcore.proof.rules.edges import FEW_AREAS
from navcore.world import World

CODE = "area-without-floor"
LARGEST = 103


def ledges(count: int) -> Level:
    """Return a hall with ledges beside it that are too narrow for the padding."""
    elements = {1: HALL, PLAYER.id: PLAYER}
    for i in range(count):
        key, width = 100 + i, 2.0 if 100 + i == LARGEST else 1.5
        ring = box(3 * i, -3, 3 * i + width, -2.5)
        elements[key] = Area(id=key, name=f"ledge_{i}", polygon=ring)
    return Level(settings=SETTINGS).with_items(elements)


def found_in(level: Level) -> tuple[Problem, ...]:
    """Return what the rule finds."""
    return problems(World.build(level), (RULES[CODE],))


def test_few_areas_have_a_finding_each_and_many_share_one() -> None:
    """With the place of the largest, and the ids of all."""
    few = found_in(ledges(FEW_AREAS))
    assert [one.elements for one in few] == [(100 + i,) for i in range(FEW_AREAS)]
    (many,) = found_in(ledges(FEW_AREAS + 1))
    assert many.about == MANY
    assert many.elements[0] == LARGEST
    assert set(many.elements) == {*range(100, 101 + FEW_AREAS)}
    assert many.text == (
        f"Agents can stand nowhere in {FEW_AREAS + 1} areas, of which ledge_3 is the largest: "
        "obstacles and the padding leave no floor."
    )
    x0, x1 = 3 * (LARGEST - 100), 3 * (LARGEST - 100) + 2
    assert x0 <= many.place[0] <= x1


def test_one_more_area_is_told_beside_those_that_are_intended() -> None:
    """The others stay intended."""
    level = ledges(9)
    (found,) = found_in(level)
    members = tuple(one.elements for one in found.finding.members)
    edit = mean(level, found.code, found.elements, found.about, "scenery", members)
    meant = edit.apply(level)
    (found,) = found_in(meant)
    assert found.meant == "scenery"
    more = ledges(10).areas[109]
    (found,) = found_in(meant.with_items({109: more}))
    assert found.meant is None
    assert "1 of them is not marked as intended" in found.text


def test_baseline_knows_each_of_many_areas(tmp_path: Path, capsys: Output) -> None:
    """One more fails the check; those that are left of nine don't."""
    file, report = tmp_path / "level.json", tmp_path / "report.json"
    save_level(ledges(9), file)
    code, out, _ = run(capsys, "check", file, "--json")
    assert code == 1
    report.write_text(out)
    for count, expected in ((9, 0), (5, 0), (10, 1)):
        save_level(ledges(count), file)
        assert run(capsys, "check", file, "--baseline", report)[0] == expected
    _, out, _ = run(capsys, "check", file, "--baseline", report, "--json")
    (problem,) = json.loads(out)["levels"][0]["problems"]
    assert [one["elements"] for one in problem["members"] if one["new"]] == [[109]]
