"""Cache of check results by content, and its invalidation."""

import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cli_calls import Output, run
from rule_levels import CASES, level_of

from navcore import save_level
from navcore.report import cache, findings
from navcore.report.cache import Cache, user_folder


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the cache."""
    folder = tmp_path / "kept"
    monkeypatch.setenv(cache.FOLDER, str(folder))
    return folder


@pytest.fixture
def pit(tmp_path: Path) -> Path:
    """A level with a trap."""
    path = tmp_path / "levels" / "pit.json"
    path.parent.mkdir()
    save_level(CASES["trap"][0](), path)
    return path


def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if rules run."""
    monkeypatch.setattr(findings, "problems", lambda *_, **__: pytest.fail("asked again"))


def test_unchanged_level_is_not_checked_again(
    pit: Path, kept: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer, byte for byte, also of a copy in another place, and with pictures."""
    first = run(capsys, "check", pit, "--json")
    assert len(list(kept.iterdir())) == 1
    never(monkeypatch)
    assert run(capsys, "check", pit, "--json") == first
    copy = shutil.copy(pit, pit.with_name("copy.json"))
    _, out, _ = run(capsys, "check", copy, "--json", "--pictures", pit.parent / "pictures")
    (level,) = json.loads(out)["levels"]
    assert (level["file"], len(level["problems"])) == (str(copy).replace(os.sep, "/"), 1)
    assert Path(level["problems"][0]["picture"]).is_file()
    assert run(capsys, "check", pit, "--json") == first


def test_changed_level_limit_or_source_is_checked_again(
    pit: Path, kept: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a result of its own."""
    run(capsys, "check", pit)
    run(capsys, "check", pit, "--max-cells", "100000")
    assert len(list(kept.iterdir())) == 2
    monkeypatch.setattr(cache, "_sources", lambda: "mended")
    run(capsys, "check", pit)
    assert len(list(kept.iterdir())) == 3
    save_level(level_of(), pit)
    assert run(capsys, "check", pit)[0] == 0
    assert len(list(kept.iterdir())) == 4


def test_no_cache_reads_and_writes_nothing(
    pit: Path, kept: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does an empty name of the folder."""
    run(capsys, "check", pit, "--no-cache")
    monkeypatch.setenv(cache.FOLDER, "")
    run(capsys, "check", pit)
    assert not kept.exists()
    assert user_folder() is None


@pytest.mark.parametrize("bad", [b"", b"{}", b"\xff\xfe", b"[" * 10**5, b'{"key": "x"}'])
def test_broken_result_is_no_result(pit: Path, kept: Path, capsys: Output, bad: bytes) -> None:
    """It is written anew."""
    first = run(capsys, "check", pit, "--json")
    (file,) = kept.iterdir()
    good = file.read_bytes()
    file.write_bytes(bad)
    assert run(capsys, "check", pit, "--json") == first
    assert file.read_bytes() == good


def test_result_under_another_name_is_no_result(pit: Path, kept: Path, capsys: Output) -> None:
    """A sound level's result doesn't hide a trap."""
    sound = pit.with_name("sound.json")
    save_level(level_of(), sound)
    run(capsys, "check", sound)
    (clean,) = kept.iterdir()
    run(capsys, "check", pit)
    (trap,) = [file for file in kept.iterdir() if file != clean]
    trap.write_bytes(clean.read_bytes())
    assert run(capsys, "check", pit)[0] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="folders of a user are closed there")
def test_folder_that_others_can_write_is_not_used(pit: Path, kept: Path, capsys: Output) -> None:
    """A link to one, or a file in its place, is not used either.

    A new folder is closed to others.
    """
    run(capsys, "check", pit)
    assert kept.stat().st_mode & 0o077 == 0
    (file,) = kept.iterdir()
    kept.chmod(0o777)
    file.unlink()
    assert run(capsys, "check", pit)[0] == 1
    assert not list(kept.iterdir())
    kept.rename(kept.with_name("elsewhere"))
    kept.symlink_to(kept.with_name("elsewhere"))
    assert run(capsys, "check", pit)[0] == 1
    assert not list(kept.iterdir())
    kept.unlink()
    kept.write_text("a file")
    assert run(capsys, "check", pit)[0] == 1


def test_many_checks_at_once_agree(pit: Path, kept: Path) -> None:
    """A later check finds a complete result or none."""

    def once(_: int) -> tuple[str, ...]:
        own = Cache(kept)
        found = findings.check_file(
            pit, {}, max_cells=10**6, kept=lambda digest: own.get(digest, 1),
            keep=lambda one: own.put(one, 1),
        )  # fmt: skip
        return tuple(one.text for one in found.problems)

    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(once, range(12)))
    assert len(answers) == 1
    assert [file.suffix for file in kept.iterdir()] == [".json"]


def test_oldest_results_go_when_there_are_too_many(
    pit: Path, kept: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens when the total size exceeds its limit."""
    run(capsys, "check", pit)
    (old,) = kept.iterdir()
    os.utime(old, (1, 1))
    monkeypatch.setattr(cache, "MOST_BYTES", old.stat().st_size + 10)
    run(capsys, "check", pit, "--max-cells", "100000")
    (left,) = kept.iterdir()
    assert left != old


def test_folder_is_one_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is the system's folder for caches."""
    monkeypatch.delenv(cache.FOLDER, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_folder() == tmp_path / "navcore" / "check"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert user_folder() == Path.home() / ".cache" / "navcore" / "check"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert user_folder() == Path.home() / "Library" / "Caches" / "navcore" / "check"
