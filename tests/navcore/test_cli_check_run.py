"""`navcore check --run` reports findings of a run of the level."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import PLAYER, level_of
from sim_levels import agent, box

from navcore import load_level, save_level
from navcore.level.model import Area, Level, Meant, State
from navcore.level.operations.findings import mean, not_meant
from navcore.level.tables import MANY
from navcore.proof.from_run import FEW, RUN_RULES
from navcore.proof.problems import RULES
from navcore.report import findings

GUARD = agent(50, (2.0, 6.0), name="guard", goals=((16.0, 6.0),))
"""Walks 15 m, from the hall through the door into the store."""


@pytest.fixture
def walked(tmp_path: Path) -> Path:
    """Two rooms; the guard arrives after some 10 s."""
    return saved(tmp_path / "walked.json", level_of(GUARD))


@pytest.fixture
def shut(tmp_path: Path) -> Path:
    """Return the same with a closed door that the state Day opens; no rule finds a problem."""
    level = level_of(GUARD)
    door = replace(level.areas[3], available=False)
    settings = replace(level.settings, states=(State("Day", {3: True}, (), ()),))
    return saved(tmp_path / "shut.json", level.with_items({3: door}).with_settings(settings))


def saved(path: Path, level: Level) -> Path:
    """A file with the level."""
    save_level(level, path)
    return path


def crowd(count: int) -> Level:
    """Return the two rooms with a closed door and agents that want to pass it."""
    agents = (
        agent(60 + i, (1.0 + i % 8, 2.5 + i // 8), name=f"a{i}", goals=((16.0, 6.0),))
        for i in range(count)
    )
    level = level_of(*agents)
    return level.with_items({3: replace(level.areas[3], available=False)})


def found(out: str) -> list[dict[str, Any]]:
    """The findings of the only level, without notes."""
    (level,) = json.loads(out)["levels"]
    return [one for one in level["problems"] if one["severity"] != "note"]


def test_agents_that_arrive_in_time_pass(walked: Path, capsys: Output) -> None:
    """Only with a time that is enough, and only if there is a run at all."""
    assert run(capsys, "check", walked) == (0, f"{walked}: sound\n", "")
    assert run(capsys, "check", walked, "--run") == (0, f"{walked}: sound\n", "")
    code, out, _ = run(capsys, "check", walked, "--run=3", "--json")
    (late,) = found(out)
    assert (code, late["code"], late["about"]) == (1, "run-late", MANY)
    assert late["text"].startswith("guard is not at its last goal after 3 s: came to 0 of 1 goals;")
    assert [one["name"] for one in late["elements"]] == ["guard"]
    assert json.loads(out)["levels"][0]["ran"] == 3.0


def test_count_is_that_of_simulate(walked: Path, capsys: Output) -> None:
    """They agree half a second before and after the guard arrives."""
    told = json.loads(run(capsys, "simulate", walked, "--json")[1])
    (arrived,) = {told["longestTime"], told["meanTime"]}
    for seconds, code in ((arrived - 0.5, 1), (arrived + 0.5, 0)):
        assert run(capsys, "check", walked, f"--run={seconds}")[0] == code
        assert run(capsys, "simulate", walked, "--seconds", seconds)[0] == code


def test_stuck_agent_is_told_alone_with_its_reason(shut: Path, capsys: Output) -> None:
    """As drawn; in the state in which the door is open it arrives."""
    assert run(capsys, "check", shut)[0] == 0
    code, out, _ = run(capsys, "check", shut, "--run", "--json", "--state", "Day")
    (late,) = found(out)
    assert (code, late["code"], late["about"], late["states"]) == (1, "run-late", "", [""])
    assert late["text"] == ("guard does not arrive within 60 s: its goal is out of reach; it "
                            "stands as close to it as it can.")  # fmt: skip
    assert late["place"][0] < 10.0
    level = load_level(shut)
    saved(shut, level.with_items({3: replace(level.areas[3], available=True)}))
    assert run(capsys, "check", shut, "--run", "--state", "Day")[0] == 0


@pytest.mark.parametrize(("count", "told"), [(FEW, FEW), (FEW + 1, 1)])
def test_more_than_a_few_stuck_agents_are_one_finding(
    count: int, told: int, tmp_path: Path, capsys: Output
) -> None:
    """Most likely one jam; all are named as elements."""
    path = saved(tmp_path / "crowd.json", crowd(count))
    late = found(run(capsys, "check", path, "--run=20", "--json")[1])
    assert len(late) == told
    assert sum(len(one["elements"]) for one in late) == count


def test_one_finding_of_many_stays_meant_and_known(tmp_path: Path, capsys: Output) -> None:
    """By its rule alone, whichever agents they are."""
    level = crowd(2 * FEW)
    path = saved(tmp_path / "crowd.json", level)
    base = tmp_path / "base.json"
    base.write_text(run(capsys, "check", path, "--run=20", "--json")[1])
    (late,) = found(base.read_text())
    ids = tuple(one["id"] for one in late["elements"])
    edit = mean(level, "run-late", ids, MANY, "The door is opened by a script.")
    saved(path, edit.apply(level).with_items({60: None, 200: agent(200, (5, 7), goals=((16, 6),))}))
    assert run(capsys, "check", path, "--run=20")[0] == 0
    assert "1 intended" in run(capsys, "check", path, "--run=20")[1]
    back = not_meant(load_level(path), "run-late", ids[1:], MANY).apply(load_level(path))
    assert not back.settings.meant
    saved(path, back)
    assert run(capsys, "check", path, "--run=20")[0] == 1
    code, out, _ = run(capsys, "check", path, "--run=20", "--baseline", base)
    assert (code, "(known)" in out) == (0, True)


def test_baseline_without_a_run_knows_nothing_of_runs(
    shut: Path, tmp_path: Path, capsys: Output
) -> None:
    """The level is not taken from it, though its bytes are the same."""
    without, within = tmp_path / "without.json", tmp_path / "within.json"
    without.write_text(run(capsys, "check", shut, "--json")[1])
    within.write_text(run(capsys, "check", shut, "--run", "--json")[1])
    assert run(capsys, "check", shut, "--run", "--baseline", without)[0] == 1
    assert run(capsys, "check", shut, "--run", "--baseline", within)[0] == 0
    assert run(capsys, "check", shut, "--baseline", within)[:2] == (0, f"{shut}: sound (1 note)\n")


def test_results_are_kept_for_each_length_of_run(
    shut: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer without a run; another length or none is another result."""
    monkeypatch.setenv("NAVCORE_CACHE", str(tmp_path / "kept"))
    first = run(capsys, "check", shut, "--run", "--json")
    monkeypatch.setattr(findings, "ran", lambda *_: pytest.fail("run again"))
    assert run(capsys, "check", shut, "--run", "--json") == first
    assert run(capsys, "check", shut)[0] == 0
    with pytest.raises(pytest.fail.Exception, match="run again"):
        run(capsys, "check", shut, "--run=59")


def test_sarif_and_junit_have_the_rules_of_runs(shut: Path, tmp_path: Path, capsys: Output) -> None:
    """JUnit has cases of them only if an agent walked."""
    sarif, junit = tmp_path / "a.sarif", tmp_path / "a.xml"
    still = saved(tmp_path / "still.json", level_of())
    run(capsys, "check", shut, still, "--run", "--sarif", sarif, "--junit", junit, "--pictures",
        tmp_path / "pictures")  # fmt: skip
    (told,) = json.loads(sarif.read_text())["runs"]
    (late,) = [one for one in told["results"] if one["ruleId"] == "run-late"]
    assert told["tool"]["driver"]["rules"][late["ruleIndex"]]["id"] == "run-late"
    assert late["attachments"]
    suites = ET.parse(junit).getroot()
    cases = [[case.get("name") for case in suite.findall("testcase")] for suite in suites]
    assert cases == [[*RULES, *RUN_RULES], [*RULES]]
    assert [suite.get("tests") for suite in suites] == [str(len(one)) for one in cases]
    (failure,) = suites.iter("failure")
    assert (failure.get("type"), "guard" in (failure.text or "")) == ("run-late", True)


def test_spots_have_the_moment_of_the_run(tmp_path: Path, capsys: Output) -> None:
    """They are the same spots as `navcore simulate` reports, in text, JSON and SARIF."""
    path = saved(tmp_path / "jam.json", _jam())
    told = json.loads(run(capsys, "simulate", path, "--json", "--seconds", "40")[1])["findings"]
    assert told
    sarif = tmp_path / "a.sarif"
    _, out, _ = run(capsys, "check", path, "--run=40", "--json", "--sarif", sarif)
    (level,) = json.loads(out)["levels"]
    spots = [one for one in level["problems"] if one["seconds"] is not None]
    assert [(one["code"], one["text"], one["seconds"]) for one in spots] == [
        (one["code"], one["text"], one["seconds"]) for one in told
    ]
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    moments = [one["properties"].get("seconds") for one in results]
    assert [one for one in moments if one is not None] == [one["seconds"] for one in spots]
    text = run(capsys, "check", path, "--run=40", "--notes")[1]
    assert f"(at {spots[0]['seconds']:.1f} s)" in text


def _jam() -> Level:
    """Return two crowds that want to pass a narrow door in opposite directions."""
    door = Area(id=3, name="door", door=True, polygon=box(10, 3.5, 10.4, 4.7))
    agents = []
    for i in range(16):
        there, back = (2.0 + i % 4, 2.0 + i // 4), (12.0 + i % 4, 2.0 + i // 4)
        agents += [agent(60 + i, there, goals=(back,)), agent(90 + i, back, goals=(there,))]
    return level_of(door, *agents, without=PLAYER.id)


def test_cause_that_a_rule_tells_is_not_told_again(tmp_path: Path, capsys: Output) -> None:
    """An agent that can't reach its stop by any door."""
    goal = agent(50, (2.0, 6.0), name="guard", goals=((30.0, 6.0),))
    path = saved(tmp_path / "lost.json", level_of(goal))
    codes = [one["code"] for one in found(run(capsys, "check", path, "--run", "--json")[1])]
    assert codes == ["stop-in-wall"]
    level = load_level(path)
    settings = replace(level.settings, severities={"stop-in-wall": "off"})
    saved(path, level.with_settings(settings))
    codes = [one["code"] for one in found(run(capsys, "check", path, "--run", "--json")[1])]
    assert codes == ["run-late"]


def test_level_says_how_much_it_weighs(shut: Path, capsys: Output) -> None:
    """As for all rules, it can be off or accepted."""
    level = load_level(shut)
    off = replace(level.settings, severities={"run-late": "off"})
    saved(shut, level.with_settings(off))
    assert run(capsys, "check", shut, "--run")[0] == 0
    meant = replace(level.settings, meant=(Meant(rule="run-late", elements=(50,), reason="Day."),))
    saved(shut, level.with_settings(meant))
    code, out, _ = run(capsys, "check", shut, "--run")
    assert (code, "1 intended" in out) == (0, True)


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "90000"])
def test_bad_lengths_are_refused(text: str, walked: Path, capsys: Output) -> None:
    """The message names the allowed values."""
    code, _, err = run(capsys, "check", walked, f"--run={text}")
    assert (code, f"'{text}' is not a number of seconds from 0 to 86,400" in err) == (2, True)


def test_what_follows_run_and_is_no_number_is_a_level(
    walked: Path, shut: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with the levels first; a number is the seconds, wherever it stands."""
    told = run(capsys, "check", walked, shut, "--run")
    assert told[0] == 1
    assert run(capsys, "check", "--run", walked, shut) == told
    assert run(capsys, "check", walked, "--run", shut) == told
    short = run(capsys, "check", walked, shut, "--run=2")
    assert "after 2 s" in short[1]
    assert run(capsys, "check", "--run", "2", walked, shut) == short
    assert run(capsys, "check", "--run", "2e0", walked, shut) == short
    monkeypatch.chdir(shut.parent)
    Path("2").write_bytes(shut.read_bytes())
    assert run(capsys, "check", "--run", "./2")[0] == 1
    code, _, err = run(capsys, "check", "--run", "-5", walked)
    assert (code, "is not a number of seconds" in err) == (2, True)
    code, _, err = run(capsys, "check", "--run", "nothing.json")
    assert (code, "nothing.json: can't be read" in err) == (2, True)
