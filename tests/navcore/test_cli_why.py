"""`navcore why`."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run, yard

from navcore import save_level


@pytest.fixture
def level_file(tmp_path: Path) -> Path:
    """The yard, saved."""
    save_level(yard(), tmp_path / "yard.json")
    return tmp_path / "yard.json"


def test_shut_door_is_told(capsys: Output, level_file: Path):
    """The answer has its place and the fix; the exit code is 1."""
    code, out, err = run(capsys, "why", level_file, -6, -6, 12, 0)
    assert (code, err) == (1, "")
    assert out == (
        "door is shut, and it is the only way into room.\n  at 8.20, 0.00  door\n  fix: Open door\n"
    )


def test_path_is_told(capsys: Output, level_file: Path):
    """Exit code 0."""
    assert run(capsys, "why", level_file, -6, -6, 6, 6)[:2] == (0, "There is a path.\n")


def test_json_has_the_relaxation(capsys: Output, level_file: Path):
    """Ids and names of elements."""
    answer = json.loads(run(capsys, "why", level_file, -6, -6, 12, 0, "--json")[1])
    assert answer["reason"] == "doors"
    assert answer["relaxation"]["doors"] == [3]
    assert answer["marks"][0]["element"] == {"id": 3, "name": "door"}
    assert answer["fix"] == "Open door"


def test_agents_are_asked_about_by_name(capsys: Output, level_file: Path):
    """The player has no stops."""
    code, out, _ = run(capsys, "why", level_file, "--agent", "player")
    assert code == 1
    assert out.startswith("player has nowhere to go. Give it a stop.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--agent", "nobody"], "no agent is named 'nobody'"),
        ([], "give start and goal, X Z X Z, or --agent NAME"),
        ([1, 2, 3], "start and goal are four numbers, X Z X Z; got 3"),
        ([1, 2, 3, 4, "--agent", "player"], "--agent goes without places"),
    ],
)
def test_bad_questions_are_refused(
    capsys: Output, level_file: Path, arguments: list[object], told: str
):
    """Exit code 2."""
    code, _, err = run(capsys, "why", level_file, *arguments)
    assert code == 2
    assert told in err
