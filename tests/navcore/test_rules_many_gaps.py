"""Too narrow gaps: few have one finding each, many share one."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import PLAYER, SETTINGS, box, moved

from navcore import load_level, save_level
from navcore.level.model import Area, Level, Obstacle, State
from navcore.level.operations.findings import mean, not_meant
from navcore.level.tables import MANY
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.proof.rules.floor import FEW_GAPS
from navcore.world import World

NARROWEST = 3
"""Which of the walls has the narrowest gap."""


def row(count: int, gap: float = 1.2, narrowest: float = 1.0) -> Level:
    """Return a long hall with `count` walls across it, each with a gap, and a player at one end."""
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
    """The narrowest is its place, and all walls are its elements."""
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
    """It is the floor that the walls keep from the player."""
    (found,) = found_in(row(20))
    assert found.text.startswith("20 gaps are too narrow. The narrowest: The gap between south_3")
    assert "m² of floor are cut off behind all of them." in found.text
    size = float(found.text.split(" m² of")[0].rsplit(" ", 1)[1])
    parts = sum(
        float(one.text.split(" m² of")[0].rsplit(" ", 1)[1]) for one in found_in(row(FEW_GAPS))
    )
    assert size == pytest.approx(20 / FEW_GAPS * parts, rel=0.05)


def ids_of(found: Problem) -> tuple[tuple[int, ...], ...]:
    """Return the ids of each gap in a finding."""
    return tuple(one.elements for one in found.finding.members)


def meant_all(level: Level) -> Level:
    """Return the level with its only finding marked as intended, as the panel does it."""
    (found,) = found_in(level)
    edit = mean(level, found.code, found.elements, found.about, "Mice.", ids_of(found))
    return edit.apply(level)


def without(level: Level, *gaps: int) -> Level:
    """A level without the walls of some gaps."""
    walls = [100 + 2 * gap + side for gap in gaps for side in (0, 1)]
    return level.with_items(dict.fromkeys(walls))


def test_a_gap_that_comes_later_is_told_where_many_are_meant() -> None:
    """The finding counts again, says how many came, and points at the first of them."""
    whole = row(20)
    level = meant_all(without(whole, 7, 12))
    assert found_in(level)[0].meant == "Mice."
    again = level.with_items({key: whole.obstacles[key] for key in (114, 115, 124, 125)})
    (after,) = found_in(again)
    assert (after.meant, after.fails) == (None, True)
    assert after.text.startswith("20 gaps are too narrow.")
    assert after.text.endswith("2 of them are not marked as intended, the first at 39.30, 4.00.")
    assert after.place == pytest.approx((39.3, 4))
    assert after.elements[:4] == (114, 115, 124, 125)
    assert len(after.elements) == 40
    everything = meant_all(again)
    assert found_in(everything)[0].meant == "Mice."
    assert len(everything.settings.meant) == 1


def test_a_gap_between_walls_of_others_that_are_meant_is_told() -> None:
    """Known are gaps, not walls: one that moves over to stand before another makes a new gap."""
    level = meant_all(row(12))
    moved_over = replace(level.obstacles[101], polygon=box(10, 4.6, 10.6, 9))
    south = replace(level.obstacles[102], polygon=box(10, -1, 10.6, 3.4))
    away = replace(level.obstacles[103], polygon=box(-30, 0, -29, 1))
    (after,) = found_in(level.with_items({101: moved_over, 102: south, 103: away, 100: None}))
    assert after.meant is None
    assert "1 of them is not marked as intended" in after.text


def test_gaps_stay_meant_one_by_one_when_a_few_are_left() -> None:
    """A gap that is no longer intended is reported alone; the others stay intended."""
    level = without(meant_all(row(20)), *range(4, 18))
    told = found_in(level)
    assert [one.meant for one in told] == ["Mice."] * 6
    first = told[0]
    back = not_meant(level, first.code, first.elements, first.about).apply(level)
    assert [one.meant for one in found_in(back)] == [None] + ["Mice."] * 5
    said = mean(back, first.code, first.elements, first.about, "Rats.").apply(back)
    assert [one.meant for one in found_in(said)] == ["Rats."] + ["Mice."] * 5


def test_gaps_that_were_meant_one_by_one_are_meant_together() -> None:
    """Eight have reasons, a ninth has none: it is reported as not intended."""
    level = row(FEW_GAPS + 1)
    few = without(level, 5)
    for one in found_in(few):
        few = mean(few, one.code, one.elements, one.about, "Rats.").apply(few)
    assert {one.meant for one in found_in(few)} == {"Rats."}
    (after,) = found_in(few.with_items({key: level.obstacles[key] for key in (110, 111)}))
    assert after.text.endswith("1 of them is not marked as intended, at 29.30, 4.00.")
    everything = meant_all(few.with_items({key: level.obstacles[key] for key in (110, 111)}))
    assert [one.reason for one in everything.settings.meant] == ["Mice."]
    (found,) = found_in(everything)
    back = not_meant(everything, found.code, found.elements, found.about, ids_of(found))
    assert back.apply(everything).settings.meant == ()


def test_meant_gaps_are_kept_by_files(tmp_path: Path) -> None:
    """With the ids of each, and as much as before in a level that has none."""
    level = meant_all(row(12))
    save_level(level, tmp_path / "row.json")
    assert load_level(tmp_path / "row.json").settings.meant == level.settings.meant
    (said,) = json.loads((tmp_path / "row.json").read_text())["meant"]
    assert said["members"] == [[100 + 2 * gap, 101 + 2 * gap] for gap in range(12)]


def test_many_gaps_stay_meant_when_some_are_mended() -> None:
    """Also where the level says it of the rule alone, as files of older versions do."""
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


def test_a_gap_that_comes_later_is_new_beside_a_baseline_of_many(
    tmp_path: Path, capsys: Output
) -> None:
    """It fails, with where it is, in text, JUnit, SARIF and its picture; the others are known."""
    path, base = tmp_path / "row.json", tmp_path / "base.json"
    whole = row(20)
    save_level(without(whole, 7, 12), path)
    base.write_text(run(capsys, "check", path, "--json")[1])
    assert run(capsys, "check", path, "--baseline", base)[0] == 0
    save_level(whole, path)
    junit, sarif, drawn = tmp_path / "x.xml", tmp_path / "x.sarif", tmp_path / "drawn"
    code, out, _ = run(
        capsys, "check", path, "--baseline", base, "--junit", junit, "--sarif", sarif,
        "--pictures", drawn,
    )  # fmt: skip
    said = "2 of them are not in the baseline, the first at 39.30, 4.00."
    assert (code, said in out, "39.30, 4.00  20 gaps" in out) == (1, True, True)
    assert said in junit.read_text()
    assert said in sarif.read_text()
    (picture,) = drawn.iterdir()
    assert ">south_7<" in picture.read_text()
    assert ">south_15<" not in picture.read_text()
    told = run(capsys, "check", path, "--baseline", base, "--json")[1]
    (found,) = json.loads(told)["levels"][0]["problems"]
    assert (found["new"], len(found["members"])) == (True, 20)
    assert [one["elements"] for one in found["members"] if one["new"]] == [[114, 115], [124, 125]]
    base.write_text(told)
    assert run(capsys, "check", path, "--baseline", base)[0] == 0


def test_baseline_of_a_few_knows_them_among_many(tmp_path: Path, capsys: Output) -> None:
    """A ninth gap makes one finding of all; only it is new."""
    path, base = tmp_path / "row.json", tmp_path / "base.json"
    whole = row(FEW_GAPS + 1)
    save_level(without(whole, 5), path)
    base.write_text(run(capsys, "check", path, "--json")[1])
    save_level(whole, path)
    code, out, _ = run(capsys, "check", path, "--baseline", base)
    assert (code, "1 of them is not in the baseline, at 29.30, 4.00." in out) == (1, True)


def test_baseline_of_an_older_version_knows_walls(tmp_path: Path, capsys: Output) -> None:
    """It doesn't list each gap: a finding with a wall that it lacks is new."""
    path, base = tmp_path / "row.json", tmp_path / "base.json"
    whole = row(20)
    save_level(without(whole, 7), path)
    report = json.loads(run(capsys, "check", path, "--json")[1])
    del report["levels"][0]["problems"][0]["members"], report["unread"]
    base.write_text(json.dumps(report))
    save_level(without(whole, 8, 7), path)
    assert run(capsys, "check", path, "--baseline", base)[0] == 0
    save_level(whole, path)
    code, out, _ = run(capsys, "check", path, "--baseline", base)
    assert (code, "1 of them is not in the baseline" in out) == (1, True)


def test_what_changed_tells_the_gap_that_came(tmp_path: Path, capsys: Output) -> None:
    """And says nothing of those that were there, as many or as a few."""
    was, now = tmp_path / "was.json", tmp_path / "now.json"
    whole = row(20)
    save_level(without(whole, 7), was)
    save_level(whole, now)
    told = json.loads(run(capsys, "diff", was, now, "--json")[1])
    (new,) = told["newProblems"]
    assert new["text"].endswith("1 of them is new, at 39.30, 4.00.")
    assert (new["place"], told["goneProblems"]) == ([39.3, 4.0], [])
    save_level(without(whole, *range(12)), now)
    told = json.loads(run(capsys, "diff", was, now, "--json")[1])
    assert (told["newProblems"], told["goneProblems"]) == ([], [])


def test_state_with_more_gaps_than_the_drawing_says_so(tmp_path: Path, capsys: Output) -> None:
    """It is one finding in both, with the state's own gaps.

    It is accepted only where all of them are.
    """
    level = row(12)
    off = {key: replace(level.obstacles[key], enabled=False) for key in (110, 111)}
    drawn = level.with_items(off)
    state = State(name="Siege", enabled=(110, 111))
    drawn = drawn.with_settings(replace(drawn.settings, states=(state,)))
    path = tmp_path / "row.json"
    save_level(meant_all(drawn), path)
    assert run(capsys, "check", path)[0] == 0
    code, out, _ = run(capsys, "check", path, "--state", "all", "--json")
    (found,) = json.loads(out)["levels"][0]["problems"]
    assert (code, found["meant"], found["states"]) == (1, None, ["", "Siege"])
    assert found["text"].endswith("1 more in Siege, at 29.30, 4.00.")
    assert len(found["members"]) == 12


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
