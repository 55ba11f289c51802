"""Reports on files with unusual names, and on files that aren't levels."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Final
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from cli_calls import Output, run

SAMPLES: Final = Path(__file__).parents[2] / "sample_levels"
URI: Final = re.compile(r"(?:file:///)?(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+")
"""Characters that the schema's format `uri-reference` allows in paths: no spaces, no lone percent
signs."""

NAMES: Final = (
    "M\u00fchle mit Gr\u00f6\u00dfe", "100% done", "a #1", "[x]^`{}", "\U0001f600", "%41",
    "-d", "q'&;=",
)  # fmt: skip
"""Names of levels that every system allows."""


def sarif_and_junit(
    folder: Path, capsys: Output, *files: object
) -> tuple[int, dict[str, object], ET.Element]:
    """Exit code, the run of the SARIF file, and the root of the JUnit file of a check."""
    sarif, junit = folder / "x.sarif", folder / "x.xml"
    code = run(capsys, "check", *files, "--sarif", sarif, "--junit", junit)[0]
    (log,) = json.loads(sarif.read_bytes())["runs"]
    return code, log, ET.parse(junit).getroot()


def uris(part: object) -> list[str]:
    """Return all URIs in a part of a SARIF file."""
    if isinstance(part, dict):
        own = [part["uri"]] if isinstance(part.get("uri"), str) else []
        return own + [one for value in part.values() for one in uris(value)]
    return [one for value in part for one in uris(value)] if isinstance(part, list) else []


@pytest.mark.parametrize("name", NAMES)
def test_uris_of_odd_names_lead_to_the_files(
    name: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of levels and of pictures, relative and absolute."""
    monkeypatch.chdir(tmp_path)
    folder = Path("two words") / name
    folder.mkdir(parents=True)
    (folder / f"{name}.json").write_bytes((SAMPLES / "broken_mill.json").read_bytes())
    for root in (Path("two words"), tmp_path / "two words"):
        code, log, junit = sarif_and_junit(
            tmp_path, capsys, root, "--pictures", root / name / "drawn"
        )
        assert code == 1
        told = uris(log)
        assert all(URI.fullmatch(one) for one in told)
        files = {unquote(one.removeprefix("file://")).removeprefix("./") for one in told}
        if os.sep == "/":
            assert (root / name / f"{name}.json").as_posix() in files
            assert all(Path(one).is_file() for one in files)
        assert {one.get("name") for one in junit} == {(root / name / f"{name}.json").as_posix()}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_name_that_is_no_unicode_can_be_told_of(tmp_path: Path, capsys: Output) -> None:
    """It is marked where it fails, in every report."""
    level = Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xffb\nc.json"))
    level.write_bytes((SAMPLES / "broken_mill.json").read_bytes())
    code, log, junit = sarif_and_junit(tmp_path, capsys, level, "--pictures", tmp_path / "drawn")
    assert code == 1
    assert all(URI.fullmatch(one) for one in uris(log))
    assert junit[0].get("name", "").endswith("a\ufffdb\nc.json")
    told = json.loads(run(capsys, "check", level, "--json")[1])["levels"][0]
    assert told["file"].endswith("a\ufffdb\nc.json")


def test_file_that_is_no_level_is_in_every_report(tmp_path: Path, capsys: Output) -> None:
    """Without that, a build machine would show that all is sound."""
    broken, sound = tmp_path / "b <&> \u00fc.json", SAMPLES / "first_steps.json"
    broken.write_text('{"format": "waywright-level", oh')
    code, log, junit = sarif_and_junit(tmp_path, capsys, broken, sound)
    assert code == 2
    (call,) = log["invocations"]  # type: ignore[misc]
    assert call["executionSuccessful"] is False  # type: ignore[index]
    (said,) = call["toolExecutionNotifications"]  # type: ignore[index]
    assert said["level"] == "error"
    assert "line 1: must be a key in quotes" in said["message"]["text"]
    assert [unquote(one).endswith("b <&> \u00fc.json") for one in uris(said)] == [True]
    assert len(log["artifacts"]) == 1  # type: ignore[arg-type]
    assert [one.get("id") for one in junit] == ["0", "1"]
    assert [one.get("errors") for one in junit] == ["0", "1"]
    suite = junit[1]
    tags = ["properties", "testcase", "system-out", "system-err"]
    assert [one.tag for one in suite] == tags
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (
        broken.as_posix(), "1", "0",
    )  # fmt: skip
    (error,) = suite.iter("error")
    assert error.keys() == ["message", "type"]
    assert "must be a key in quotes" in (error.text or "")
    report = json.loads(run(capsys, "check", broken, sound, "--json")[1])
    assert [one["file"] for one in report["unread"]] == [broken.as_posix()]
    baseline = tmp_path / "base.json"
    baseline.write_text(json.dumps(report))
    assert run(capsys, "check", sound, "--baseline", baseline)[0] == 0


def huge(text: str) -> str:
    """Return the level with a corner far away."""
    data = json.loads(text)
    data["areas"][0]["polygon"][0] = [1e8, 1e8]
    return json.dumps(data)


def test_a_level_that_is_too_large_is_named(tmp_path: Path, capsys: Output) -> None:
    """Checks of folders and comparisons name it, and the option that allows more."""
    sound = (SAMPLES / "first_steps.json").read_text("utf-8")
    fits, large = tmp_path / "fits.json", tmp_path / "large.json"
    fits.write_text(sound, "utf-8")
    large.write_text(huge(sound), "utf-8")
    code, out, err = run(capsys, "check", tmp_path, "--json")
    assert code == 2
    assert err.startswith(f"navcore: {large}: areas span 1e+08 x 1e+08 m: ")
    assert err.endswith("--max-cells N allows more\n")
    (unread,) = json.loads(out)["unread"]
    assert unread["text"] in err
    for pair in ((fits, large), (large, fits)):
        code, out, err = run(capsys, "diff", *pair)
        assert (code, out) == (2, "")
        assert err.startswith(f"navcore: {large}: areas span ")


def test_reports_take_the_place_of_nothing_that_is_read(tmp_path: Path, capsys: Output) -> None:
    """Levels, in any spelling, the baseline and the other report are never overwritten."""
    level, base = tmp_path / "mill.json", tmp_path / "base.json"
    level.write_bytes((SAMPLES / "broken_mill.json").read_bytes())
    before = level.read_bytes()
    base.write_text(run(capsys, "check", level, "--json")[1], "utf-8")
    known = base.read_bytes()
    other = tmp_path / "x" / ".." / "mill.json"
    (tmp_path / "x").mkdir()
    for given, told in (
        (("--junit", level), "--junit would overwrite a level of this check"),
        (("--sarif", other), "--sarif would overwrite a level of this check"),
        (("--baseline", base, "--sarif", base), "--sarif would overwrite the baseline"),
        (
            ("--junit", tmp_path / "one", "--sarif", tmp_path / "one"),
            "--sarif would overwrite what --junit writes",
        ),
    ):
        code, out, err = run(capsys, "check", level, *given)
        assert (code, out) == (2, "")
        assert told in err
    code, _, err = run(capsys, "diff", SAMPLES / "inn.json", level, "--picture", level)
    assert (code, "--picture would overwrite a level" in err) == (2, True)
    assert (level.read_bytes(), base.read_bytes()) == (before, known)
    assert not (tmp_path / "one").exists()


def test_a_level_is_checked_once_however_it_is_spelt(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given by its path, by another one, and with its folder."""
    level = tmp_path / "steps.json"
    level.write_bytes((SAMPLES / "first_steps.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "check", "steps.json", level, ".") == (0, "steps.json: sound\n", "")


def test_damaged_files_in_a_folder_are_told_and_stop_nothing(
    tmp_path: Path, capsys: Output
) -> None:
    """A broken link, an empty file and a level in UTF-16 fail; the files after them are checked."""
    sound = (SAMPLES / "first_steps.json").read_text("utf-8")
    (tmp_path / "a.json").symlink_to(tmp_path / "gone")
    (tmp_path / "b.json").mkdir()
    (tmp_path / "c.json").write_bytes(b"")
    (tmp_path / "d.json").write_bytes(bytes(4096))
    (tmp_path / "e.json").write_text(sound, "utf-16")
    (tmp_path / "f.json").write_text('{"name": "another program"}', "utf-8")
    (tmp_path / "z.json").write_text(sound, "utf-8")
    code, out, err = run(capsys, "check", tmp_path, "--json")
    assert code == 2
    report = json.loads(out)
    assert [Path(one["file"]).name for one in report["levels"]] == ["z.json"]
    told = {Path(one["file"]).name: one["text"] for one in report["unread"]}
    assert told.keys() == {"a.json", "c.json", "d.json", "e.json"}
    assert "no such file" in told["a.json"]
    assert "is empty" in told["c.json"]
    assert "UTF-16" in told["e.json"]
    assert all(text in err for text in told.values())


def test_folder_that_can_not_be_listed_is_told(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have many levels; the folders beside it are checked."""
    closed = tmp_path / "closed"
    closed.mkdir()
    sound = (SAMPLES / "first_steps.json").read_bytes()
    (tmp_path / "z.json").write_bytes(sound)
    listed = os.scandir

    def refusing(folder: str | os.PathLike[str]) -> object:
        if os.fspath(folder) == os.fspath(closed):
            raise PermissionError(13, "Permission denied", os.fspath(folder))
        return listed(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    code, out, err = run(capsys, "check", tmp_path, "--json")
    report = json.loads(out)
    assert code == 2
    assert [Path(one["file"]).name for one in report["levels"]] == ["z.json"]
    assert report["unread"] == [
        {"file": closed.as_posix(), "text": f"{closed}: can't be read: permission denied"}
    ]
    assert f"navcore: {closed}: can't be read: permission denied" in err


def test_hidden_folders_are_not_looked_into(tmp_path: Path, capsys: Output) -> None:
    """Backups and environments; one that is asked for by name is."""
    sound = (SAMPLES / "first_steps.json").read_bytes()
    for folder in (tmp_path / ".backups", tmp_path / "act" / ".venv", tmp_path / "act"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "steps.json").write_bytes(sound)
    levels = json.loads(run(capsys, "check", tmp_path, "--json")[1])["levels"]
    assert [one["file"] for one in levels] == [(tmp_path / "act" / "steps.json").as_posix()]
    asked = json.loads(run(capsys, "check", tmp_path / ".backups", "--json")[1])["levels"]
    assert len(asked) == 1
