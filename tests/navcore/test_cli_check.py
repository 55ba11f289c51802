"""`navcore check`: problems of level files for build machines, in three formats."""

import json
import shutil
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree as ET

import msgspec
import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from rule_levels import CASES, level_of

from navcore import load_level, save_level
from navcore.level.model import Meant
from navcore.proof.from_run import RUN_RULES
from navcore.proof.problems import RULES
from navcore.report import findings

SAMPLES = Path(__file__).parents[2] / "sample_levels"

MILL = [
    ("agent-in-wall", {"thief"}),
    ("area-cut-off", {"vault"}),
    ("door-changes-nothing", {"inner_door", "mill"}),
    ("door-falls-short", {"loft_door", "loft"}),
    ("gap-by-luck", {"cabinet_south", "cabinet_north"}),
    ("gap-too-narrow", {"bale_wall_west", "bale_wall_east"}),
    ("outline-crosses-itself", {"sacks"}),
    ("outline-twice", {"millstone", "millstone_copy"}),
    ("stop-in-wall", {"carter"}),
]
"""The nine faults that were drawn on purpose."""


@pytest.fixture
def pit(tmp_path: Path) -> Path:
    """A level with a trap."""
    path = tmp_path / "pit.json"
    save_level(CASES["trap"][0](), path)
    return path


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A level without problems."""
    path = tmp_path / "sound.json"
    save_level(level_of(), path)
    return path


def test_broken_mill_has_its_nine_faults_and_nothing_else(capsys: Output) -> None:
    """Each has the elements that it concerns."""
    code, out, err = run(capsys, "check", SAMPLES / "broken_mill.json", "--json")
    assert (code, err) == (1, "")
    (level,) = json.loads(out)["levels"]
    found = [(one["code"], {each["name"] for each in one["elements"]}) for one in level["problems"]]
    assert found == MILL


@pytest.mark.parametrize(
    "name", [one.stem for one in sorted(SAMPLES.glob("*.json")) if one.stem != "broken_mill"]
)
def test_other_samples_are_sound(name: str, capsys: Output) -> None:
    """Notes name the floor that closed doors cut off."""
    code, out, _ = run(capsys, "check", SAMPLES / f"{name}.json")
    assert (code, out.count("\n")) == (0, 1)
    assert f"{name}.json: sound" in out


def test_exit_codes(pit: Path, sound: Path, tmp_path: Path, capsys: Output) -> None:
    """0 sound, 1 findings, 2 bad input, which doesn't hide the rest."""
    assert run(capsys, "check", sound)[0] == 0
    code, out, _ = run(capsys, "check", sound, pit)
    assert (code, "sound.json: sound" in out, "pit.json: 1 problem\nerror  trap " in out) == (
        1, True, True,
    )  # fmt: skip
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "waywright-level", "areas": 5}')
    code, out, err = run(capsys, "check", bad, sound)
    assert (code, "sound.json: sound" in out, "bad.json" in err) == (2, True, True)
    assert run(capsys, "check", tmp_path / "missing.json")[0] == 2
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, "check", tmp_path / "empty")
    assert (code, f"no level in {tmp_path / 'empty'}" in err) == (2, True)


def test_folder_is_checked_with_all_levels_below(pit: Path, sound: Path, capsys: Output) -> None:
    """Other JSON in it is left alone."""
    inner = pit.parent / "inner"
    inner.mkdir()
    shutil.copy(sound, inner / "again.json")
    (inner / "other.json").write_text('{"walls": 3}')
    code, out, err = run(capsys, "check", pit.parent, sound, "--json")
    files = [Path(level["file"]).name for level in json.loads(out)["levels"]]
    assert (code, err, files) == (1, "", ["again.json", "pit.json", "sound.json"])


def test_hidden_folders_are_left_out(pit: Path, sound: Path, capsys: Output) -> None:
    """They have backups and environments; one that is named is checked."""
    hidden = sound.parent / ".venv"
    hidden.mkdir()
    pit.rename(hidden / "pit.json")
    assert run(capsys, "check", sound.parent)[:2] == (0, f"{sound}: sound\n")
    assert run(capsys, "check", hidden)[0] == 1


def test_with_a_baseline_only_new_findings_fail(
    pit: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moved finding stays known; unchanged levels are not baked again."""
    baseline = tmp_path / "baseline"
    baseline.write_text(run(capsys, "check", pit, "--json")[1])
    monkeypatch.setattr(findings, "problems", lambda *_, **__: pytest.fail("baked again"))
    assert run(capsys, "check", pit, "--baseline", baseline)[0] == 0
    monkeypatch.undo()
    level = load_level(pit)
    ledge = replace(level.element(30), end=((4.0, 11.0),))
    save_level(level.with_items({30: ledge}), pit)
    code, out, _ = run(capsys, "check", pit, "--baseline", baseline, "--json")
    (known,) = json.loads(out)["levels"][0]["problems"]
    assert (code, known["new"], known["place"]) == (0, False, [4.0, 11.0])
    save_level(load_level(pit).with_items({41: replace(level.element(30), id=41)}), pit)
    code, out, _ = run(capsys, "check", pit, "--baseline", baseline, "--json")
    assert [(one["code"], one["new"]) for one in json.loads(out)["levels"][0]["problems"]] == [
        ("name-twice", True), ("trap", True),
    ]  # fmt: skip
    assert code == 1
    assert run(capsys, "check", pit, "--baseline", pit)[0] == 2


def test_meant_findings_and_notes_do_not_fail(pit: Path, capsys: Output) -> None:
    """They are summarised in few words."""
    level = load_level(pit)
    meant = Meant(rule="trap", elements=(30,), reason="The end.")
    save_level(level.with_settings(replace(level.settings, meant=(meant,))), pit)
    code, out, _ = run(capsys, "check", pit)
    assert (code, out) == (0, f"{pit}: sound (1 intended)\n")
    told = json.loads(run(capsys, "check", pit, "--json")[1])["levels"][0]["problems"]
    assert told[0]["meant"] == "The end."
    save_level(level.with_settings(replace(level.settings, severities={"trap": "note"})), pit)
    assert run(capsys, "check", pit)[:2] == (0, f"{pit}: sound (1 note)\n")


def test_junit_has_the_form_of_its_schema(pit: Path, sound: Path, capsys: Output) -> None:
    """The schema is Ant's: attributes, order of elements, one failure per case."""
    target = pit.with_suffix(".xml")
    run(capsys, "check", pit, sound, "--junit", target)
    root = ET.parse(target).getroot()
    assert (root.tag, [one.tag for one in root]) == ("testsuites", ["testsuite"] * 2)
    for number, suite in enumerate(root):
        assert suite.keys() == ["name", "package", "id", "timestamp", "hostname", "tests",
                                "failures", "errors", "time"]  # fmt: skip
        assert suite.get("id") == str(number)
        tags = [one.tag for one in suite]
        cases = ["testcase"] * len(RULES)
        assert tags == ["properties", *cases, "system-out", "system-err"]
        failures = suite.findall("testcase/failure")
        assert int(suite.get("failures") or 0) == len(failures) == (number == 0)
        for case in suite.findall("testcase"):
            assert case.keys() == ["name", "classname", "time"]
    (failure,) = root.iter("failure")
    assert failure.keys() == ["message", "type"]
    assert failure.get("type") == "trap"
    assert "ledge" in (failure.text or "")


class Strict(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    """An object of SARIF 2.1.0 with the properties that are written, and no others."""


class Text(Strict):
    """A message."""

    text: str


class Configuration(Strict):
    """Configuration of a rule."""

    level: Literal["none", "note", "warning", "error"]


class SarifRule(Strict):
    """A reporting descriptor."""

    id: str
    name: str
    short_description: Text
    full_description: Text
    help: Text
    default_configuration: Configuration


class Driver(Strict):
    """A tool component."""

    name: str
    rules: list[SarifRule]
    version: str = ""


class Tool(Strict):
    """A tool."""

    driver: Driver


class Location(Strict):
    """An artifact location."""

    uri: str
    index: int = -1


class Artifact(Strict):
    """An artifact."""

    location: Location


class Region(Strict):
    """A region."""

    start_line: int


class Physical(Strict):
    """A physical location."""

    artifact_location: Location
    region: Region


class Logical(Strict):
    """A logical location."""

    name: str
    kind: str


class Spot(Strict):
    """A location."""

    physical_location: Physical
    logical_locations: list[Logical]


class Suppression(Strict):
    """A suppression."""

    kind: Literal["inSource", "external"]
    justification: str


class Attachment(Strict):
    """An attachment."""

    description: Text
    artifact_location: Location


class Result(Strict):
    """A result."""

    rule_id: str
    rule_index: int
    level: Literal["none", "note", "warning", "error"]
    message: Text
    locations: list[Spot]
    partial_fingerprints: dict[str, str]
    properties: dict[str, Any]
    baseline_state: Literal["new", "unchanged", "updated", "absent"] | None = None
    suppressions: list[Suppression] = []
    attachments: list[Attachment] = []


class Notification(Strict):
    """A notification of the tool."""

    level: Literal["none", "note", "warning", "error"]
    message: Text
    locations: list[dict[str, Any]]


class Invocation(Strict):
    """A call of the tool."""

    execution_successful: bool
    tool_execution_notifications: list[Notification]


class Run(Strict):
    """A run."""

    tool: Tool
    invocations: list[Invocation]
    artifacts: list[Artifact]
    results: list[Result]
    column_kind: Literal["utf16CodeUnits", "unicodeCodePoints"]


class Sarif(msgspec.Struct, forbid_unknown_fields=True):
    """A log file."""

    schema: str = msgspec.field(name="$schema")
    version: Literal["2.1.0"]
    runs: list[Run]


def test_sarif_has_the_form_of_its_schema(pit: Path, sound: Path, capsys: Output) -> None:
    """It has the line of the element, its fingerprint, and the suppression of intended findings."""
    target, baseline = pit.with_suffix(".sarif"), pit.with_suffix(".base")
    baseline.write_text(run(capsys, "check", sound, "--json")[1])
    level = load_level(pit)
    meant = Meant(rule="trap", elements=(30,), reason="The end.")
    save_level(level.with_settings(replace(level.settings, meant=(meant,))), pit)
    run(capsys, "check", pit, sound, "--sarif", target, "--baseline", baseline)
    drawn = (SAMPLES / "broken_mill.json", "--pictures", target.parent / "pictures")
    pictures = target.with_name("pictures.sarif")
    run(capsys, "check", *drawn, "--sarif", pictures)
    (mill,) = msgspec.json.decode(pictures.read_bytes(), type=Sarif, strict=True).runs
    assert all(len(result.attachments) == 1 for result in mill.results)
    log = msgspec.json.decode(target.read_bytes(), type=Sarif, strict=True)
    (only,) = log.runs
    assert [rule.id for rule in only.tool.driver.rules] == [*RULES, "failed-test", *RUN_RULES]
    assert only.invocations == [Invocation(True, [])]
    (result,) = only.results
    assert (result.rule_id, result.level, result.baseline_state) == ("trap", "error", "new")
    assert only.tool.driver.rules[result.rule_index].id == "trap"
    assert result.suppressions == [Suppression("inSource", "The end.")]
    assert list(result.partial_fingerprints.values()) == ["trap/30"]
    (spot,) = result.locations
    line = pit.read_text().splitlines()[spot.physical_location.region.start_line - 1]
    assert '"name": "ledge"' in line
    assert spot.logical_locations == [Logical("ledge", "link")]
    assert only.artifacts[spot.physical_location.artifact_location.index].location.uri.endswith(
        "pit.json"
    )


def test_notes_are_counted_and_printed_when_asked_for(capsys: Output) -> None:
    """They fail nothing either way."""
    tavern = SAMPLES / "tavern.json"
    assert run(capsys, "check", tavern) == (0, f"{tavern}: sound (3 of 3 tests pass, 1 note)\n", "")
    code, out, _ = run(capsys, "check", tavern, "--notes")
    head, note = out.splitlines()
    assert (code, head) == (0, f"{tavern}: sound (3 of 3 tests pass, 1 note)")
    assert note.startswith("note  door-cuts-off ")
