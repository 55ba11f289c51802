"""`navcore check` tells what was noticed when a level was read, and which levels lack a state."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import CASES, level_of
from state_levels import ALARM, rooms_with_states

from navcore import save_level
from navcore.level.model import State
from navcore.report import cache, findings

SOUND = (
    '{"format": "waywright-level", "version": 1, "mood": "grim", "boundaryPadding": 0.45,\n'
    ' "states": [{"name": "Night", "disabled": [77]}],\n'
    ' "areas": [{"id": 1, "name": "hall", "polygon": [[0,0],[9,0],[9,9],[0,9]], "smell": 3}]}\n'
)
NOTES = [
    "keys that this version does not know are kept as they are: mood, areas[].smell",
    "state 'Night' names what can't be switched here, kept as it is: 77",
]


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """Return a sound level of which its reader tells two things."""
    path = tmp_path / "levels" / "noted.json"
    path.parent.mkdir()
    path.write_text(SOUND)
    return path


def test_notes_of_the_reader_are_told_and_fail_nothing(noted: Path, capsys: Output) -> None:
    """On standard error, as every other command tells them, and in JSON with the level."""
    code, out, err = run(capsys, "check", noted)
    assert (code, out) == (0, f"{noted}: sound\n")
    assert err.splitlines() == [f"navcore: {noted}: {note}" for note in NOTES]
    code, out, _ = run(capsys, "check", noted.parent, "--json")
    report = json.loads(out)
    assert (code, report["unread"]) == (0, [])
    assert report["levels"][0]["notes"] == NOTES
    assert report["levels"][0]["asked"] == [""]


def test_notes_stand_in_reports_and_are_kept_with_results(
    noted: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As output of the suite in JUnit and as notifications in SARIF; a copy has its own name."""
    monkeypatch.setenv(cache.FOLDER, str(noted.parent.with_name("kept")))
    run(capsys, "check", noted)
    monkeypatch.setattr(findings, "problems", lambda *_, **__: pytest.fail("asked again"))
    copy = noted.with_name("copy.json")
    noted.rename(copy)
    junit, sarif = copy.with_name("a.xml"), copy.with_name("a.sarif")
    code, _, err = run(capsys, "check", copy, "--junit", junit, "--sarif", sarif)
    assert code == 0
    assert err.splitlines() == [f"navcore: {copy}: {note}" for note in NOTES]
    (suite,) = ET.parse(junit).getroot()
    assert (suite.findtext("system-err") or "").splitlines() == NOTES
    assert (suite.get("errors"), suite.get("failures")) == ("0", "0")
    (call,) = json.loads(sarif.read_text())["runs"][0]["invocations"]
    assert call["executionSuccessful"] is True
    told = call["toolExecutionNotifications"]
    assert [(one["level"], one["message"]["text"]) for one in told] == [
        ("note", note) for note in NOTES
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of a level with the state Alarm, and a sound and a broken one without."""
    levels = tmp_path / "levels"
    levels.mkdir()
    save_level(rooms_with_states(ALARM), levels / "rooms.json")
    save_level(level_of(), levels / "sound.json")
    broken = CASES["outline-crosses-itself"][0]()
    settings = replace(broken.settings, states=(State("Fire"),))
    save_level(broken.with_settings(settings), levels / "broken.json")
    return levels


def test_folder_is_checked_in_a_state_that_only_some_levels_have(
    folder: Path, capsys: Output
) -> None:
    """The others are checked as drawn, are named, and don't fail for that."""
    (folder / "broken.json").unlink()
    code, out, err = run(capsys, "check", folder, "--state", "Alarm", "--notes")
    lacking = "The level has no state 'Alarm': it has none besides the drawing."
    assert err == f"navcore: {folder / 'sound.json'}: {lacking} It was checked as drawn.\n"
    assert f"{folder / 'sound.json'}: sound\n" in out
    assert "(in Alarm)" in out
    alone = run(capsys, "check", folder / "rooms.json", "--state", "Alarm")
    assert code == alone[0]
    _, out, _ = run(capsys, "check", folder, "--state", "Alarm", "--json")
    asked = {Path(one["file"]).name: one["asked"] for one in json.loads(out)["levels"]}
    assert asked == {"rooms.json": ["", "Alarm"], "sound.json": [""]}


def test_problems_of_levels_without_the_state_fail_the_check(folder: Path, capsys: Output) -> None:
    """They hold as drawn; `all` asks each level in its own states."""
    code, out, err = run(capsys, "check", folder, "--state", "Alarm")
    assert code == 1
    assert "broken.json: 1 problem" in out
    assert "broken.json: The level has no state 'Alarm'. It has: Fire. It was" in err
    code, _, err = run(capsys, "check", folder, "--state", "all")
    assert (code, err) == (1, "")


def test_state_that_no_level_has_is_bad_input(folder: Path, capsys: Output) -> None:
    """Most likely a typing error, which must not make a build pass; reports say so, too."""
    junit = folder.with_name("a.xml")
    code, out, err = run(capsys, "check", folder, "--state", "Alram", "--json", "--junit", junit)
    assert code == 2
    report = json.loads(out)
    assert report["levels"] == []
    assert len(report["unread"]) == len(err.splitlines()) == 3
    assert "The level has no state 'Alram'. It has: Alarm." in err
    assert {suite.get("errors") for suite in ET.parse(junit).getroot()} == {"1"}
