"""`navcore check` runs the tests of levels: text, JSON, JUnit, SARIF, baseline, pictures."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import DOOR, level_of

from navcore import save_level
from navcore.level.model import PathTest
from navcore.proof.problems import RULES

GOOD = PathTest(id=80, name="good", order=0, start=(2.0, 2.0), end=(15.0, 4.0), max_length=20.0)
BAD = PathTest(id=81, name="bad", order=1, start=(2.0, 2.0), end=(15.0, 4.0), expect="noPath")
OFF = PathTest(id=82, name="off", order=2, start=(2.0, 2.0), end=(99.0, 4.0), enabled=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound level with a test that passes, one that fails, and one that is off."""
    found = tmp_path / "rooms.json"
    save_level(level_of(GOOD, BAD, OFF), found)
    return found


def test_a_test_that_fails_fails_the_check(path: Path, capsys: Output) -> None:
    """Text says which, why and where; the rest is counted."""
    code, out, err = run(capsys, "check", path)
    assert (code, err) == (1, "")
    assert "1 problem (1 of 2 tests pass)" in out
    assert "failed-test" in out
    assert "bad: A path of 13.18 m leads there." in out
    save_level(level_of(GOOD, OFF), path)
    code, out, _ = run(capsys, "check", path)
    assert code == 0
    assert "sound (1 of 1 tests pass)" in out


def test_json_has_all_tests_and_those_that_fail_as_findings(path: Path, capsys: Output) -> None:
    """They have the lines of the file."""
    code, out, _ = run(capsys, "check", path, "--json")
    assert code == 1
    (level,) = json.loads(out)["levels"]
    assert [(one["name"], one["passed"]) for one in level["tests"]] == [
        ("good", True), ("bad", False),
    ]  # fmt: skip
    good, bad = level["tests"]
    assert good["expects"] == "A path, at most 20.00 m"
    assert good["length"] == pytest.approx(13.18, abs=0.01)
    assert path.read_text().splitlines()[bad["line"] - 1].strip().startswith('{"id": 81,')
    (found,) = level["problems"]
    assert (found["code"], found["elements"][0]["id"]) == ("failed-test", 81)


def test_junit_has_a_case_a_test(path: Path, tmp_path: Path, capsys: Output) -> None:
    """It also has a case for each rule; the counts agree."""
    junit = tmp_path / "out.xml"
    run(capsys, "check", path, "--junit", junit)
    (suite,) = ET.parse(junit).getroot()
    cases = {one.get("name"): one for one in suite.iter("testcase")}
    assert suite.get("tests") == str(len(RULES) + 2) == str(len(cases))
    assert suite.get("failures") == "1" == str(len([*suite.iter("failure")]))
    failure = cases["bad"].find("failure")
    assert failure is not None
    assert failure.get("message") == "A path of 13.18 m leads there."
    assert cases["good"].find("failure") is None


def test_sarif_names_the_line_of_a_test(path: Path, tmp_path: Path, capsys: Output) -> None:
    """Its rule is one of the driver's."""
    sarif = tmp_path / "out.sarif"
    run(capsys, "check", path, "--sarif", sarif)
    (one,) = json.loads(sarif.read_text())["runs"]
    (result,) = one["results"]
    assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "failed-test"
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert '"name": "bad"' in path.read_text().splitlines()[line - 1]


def test_what_failed_before_is_known(path: Path, tmp_path: Path, capsys: Output) -> None:
    """A test that fails anew is not."""
    earlier = tmp_path / "earlier.json"
    earlier.write_text(run(capsys, "check", path, "--json")[1])
    assert run(capsys, "check", path, "--baseline", earlier)[0] == 0
    save_level(level_of(GOOD, BAD, replace(DOOR, available=False)), path)
    code, out, _ = run(capsys, "check", path, "--baseline", earlier)
    assert code == 1
    assert "good: No path leads there." in out


def test_a_test_that_fails_is_drawn(path: Path, tmp_path: Path, capsys: Output) -> None:
    """As every finding is."""
    folder = tmp_path / "pictures"
    code, out, _ = run(capsys, "check", path, "--pictures", folder)
    assert code == 1
    assert "1 picture" in out
    assert len([*folder.rglob("*.svg")]) == 1
