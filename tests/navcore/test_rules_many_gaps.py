"""Gaps that are too narrow: a few have a finding each, many have one."""

from pathlib import Path

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import PLAYER, SETTINGS, box, moved

from navcore import save_level
from navcore.level.model import Area, Level, Obstacle
from navcore.level.operations.findings import mean, not_meant
from navcore.level.tables import MANY
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.proof.rules.floor import FEW_GAPS
from navcore.world import World

NARROWEST = 3
"""Which of the walls has the narrowest gap."""


def row(count: int, gap: float = 1.2, narrowest: float = 1.0) -> Level:
    """A long hall with so many walls across it, each with a gap; the player at one end."""
    hall = Area(id=1, name="hall", polygon=box(0, 0, 5 * count + 4, 8))
    elements = {1: hall, PLAYER.id: PLAYER}
    for i in range(count):
        half, x = (narrowest if i == NARROWEST else gap) / 2, 4 + 5 * i
        south = box(x, -1, x + 0.6, 4 - half)
        north = box(x, 4 + half, x + 0.6, 9)
        elements[100 + 2 * i] = Obstacle(id=100 + 2 * i, name=f"south_{i}", polygon=south)
        elements[101 + 2 * i] = Obstacle(id=101 + 2 * i, name=f"north_{i}", polygon=north)
    return Level(settings=SETTINGS).with_items(elements)


def found_in(level: Level) -> tuple[Problem, ...]:
    """All problems of a level."""
    return problems(World.build(level))


@pytest.mark.parametrize(("x", "z"), [(x / 10, z / 10) for x in range(4) for z in range(4)])
@pytest.mark.parametrize(("gap", "code"), [(1.2, "gap-too-narrow"), (1.6, "gap-by-luck")])
def test_many_gaps_are_one_finding_wherever_the_cells_fall(
    gap: float, code: str, x: float, z: float
) -> None:
    """With the narrowest as its place and the walls of all as its elements."""
    count = FEW_GAPS + 1
    (found,) = found_in(moved(row(count, gap, gap - 0.1), x, z))
    assert (found.code, found.about, found.key) == (code, MANY, (code, (), MANY))
    assert found.place == pytest.approx((4.3 + 5 * NARROWEST + x, 4 + z))
    assert found.elements[:2] == (100 + 2 * NARROWEST, 101 + 2 * NARROWEST)
    assert set(found.elements) == {*range(100, 100 + 2 * count)}
    assert found.text.startswith(f"{count} gaps are ")
    assert f"The gap between south_3 and north_3 is {gap - 0.1:.2f} m wide" in found.text
    assert found.fix is None


def test_a_few_gaps_have_a_finding_each() -> None:
    """With a fix each; one more is one finding of all."""
    told = found_in(row(FEW_GAPS))
    assert [one.code for one in told] == ["gap-too-narrow"] * FEW_GAPS
    assert all(one.about == "" and one.fix is not None for one in told)
    assert len(found_in(row(FEW_GAPS + 1))) == 1


def test_floor_behind_all_of_them_is_told_once() -> None:
    """As much as the walls keep from the player."""
    (found,) = found_in(row(20))
    assert found.text.startswith("20 gaps are too narrow. The narrowest: The gap between south_3")
    assert "m² of floor are cut off behind all of them." in found.text
    size = float(found.text.split(" m² of")[0].rsplit(" ", 1)[1])
    parts = sum(
        float(one.text.split(" m² of")[0].rsplit(" ", 1)[1]) for one in found_in(row(FEW_GAPS))
    )
    assert size == pytest.approx(20 / FEW_GAPS * parts, rel=0.05)


def test_many_gaps_stay_meant_when_some_are_mended() -> None:
    """By the rule alone, also as the panel says it: with the elements of the finding."""
    level = row(20)
    (found,) = found_in(level)
    edit = mean(level, found.code, found.elements, found.about, "Only mice get through.")
    fewer = edit.apply(level).with_items({100: None, 101: None})
    (after,) = found_in(fewer)
    assert (after.meant, after.fails) == ("Only mice get through.", False)
    again = mean(fewer, after.code, after.elements, after.about, "Mice.").apply(fewer)
    assert [one.reason for one in again.settings.meant] == ["Mice."]
    back = not_meant(fewer, after.code, after.elements, after.about).apply(fewer)
    assert found_in(back)[0].meant is None


def test_baseline_of_many_knows_the_few_that_are_left(tmp_path: Path, capsys: Output) -> None:
    """Mending all but a few fails nothing; a gap that was not there does."""
    path, base = tmp_path / "row.json", tmp_path / "base.json"
    level = row(12)
    save_level(level, path)
    base.write_text(run(capsys, "check", path, "--json")[1])
    fewer = level.with_items(dict.fromkeys(range(100, 120)))
    save_level(fewer, path)
    code, out, _ = run(capsys, "check", path, "--baseline", base)
    assert (code, out.count("(known)")) == (0, 2)
    walls = {
        key + 900: replace(fewer.obstacles[key], id=key + 900, name=f"new_{key}", polygon=tuple(
            (x - 20.0, z) for x, z in fewer.obstacles[key].polygon))
        for key in (122, 123)
    }  # fmt: skip
    save_level(fewer.with_items(walls), path)
    code, out, _ = run(capsys, "check", path, "--baseline", base)
    assert (code, out.count("(known)"), out.count("gap-too-narrow")) == (1, 2, 3)


def test_picture_shows_the_narrowest(tmp_path: Path, capsys: Output) -> None:
    """Under a name that stays, with the walls that are near, and not those of the whole level."""
    path = tmp_path / "row.json"
    save_level(row(40), path)
    run(capsys, "check", path, "--pictures", tmp_path / "pictures")
    (file,) = (tmp_path / "pictures").iterdir()
    assert file.name.endswith(".gap-too-narrow.many.svg")
    text = file.read_text(encoding="utf-8")
    assert "south_3" in text
    assert "south_30" not in text
