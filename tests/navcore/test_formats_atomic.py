"""Writing: all or nothing, permissions and links kept, nothing left behind."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from navcore.errors import NavcoreError
from navcore.formats.atomic import read_bytes, remove_leftovers, write_atomically

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")


def test_new_file_and_replaced_file(tmp_path: Path) -> None:
    """The bytes arrive, and nothing else stays in the folder."""
    path = tmp_path / "level.json"
    for data in (b"one", b"", b"three\r\n\x00"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@needs_posix
def test_permissions(tmp_path: Path) -> None:
    """A file keeps its permissions; a new one gets them from the user's mask."""
    path = tmp_path / "level.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "fresh.json", b"new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh.json").stat().st_mode) == 0o640


@needs_links
def test_symbolic_link_stays(tmp_path: Path) -> None:
    """The target is replaced, also through two links, and also if it is missing."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target = folder / "level.json"
    target.write_bytes(b"old")
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.symlink_to(target)
    second.symlink_to(first)
    write_atomically(second, b"new")
    assert (first.is_symlink(), second.is_symlink()) == (True, True)
    assert target.read_bytes() == b"new"
    target.unlink()
    write_atomically(first, b"again")
    assert target.read_bytes() == b"again"
    assert first.is_symlink()


def test_folder_and_missing_folder(tmp_path: Path) -> None:
    """The message names the path that can't be written, and the reason."""
    with pytest.raises(NavcoreError) as caught:
        write_atomically(tmp_path, b"x")
    assert str(caught.value) == f"{tmp_path}: can't be written: it is a folder"
    path = tmp_path / "none" / "level.json"
    with pytest.raises(NavcoreError) as caught:
        write_atomically(path, b"x")
    assert str(caught.value) == f"{path}: can't be written: no such file or folder"
    assert list(tmp_path.iterdir()) == []


def test_name_that_no_file_can_have(tmp_path: Path) -> None:
    """A zero byte in a path is reported like any other fault."""
    path = tmp_path / "a\0b.json"
    for attempt in (lambda: write_atomically(path, b"x"), lambda: read_bytes(path)):
        with pytest.raises(NavcoreError, match=r"can't be (read|written): embedded null"):
            attempt()


def test_locked_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file made read-only, as version control does, is not replaced behind one's back."""
    path = tmp_path / "level.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(NavcoreError, match="can't be written: permission denied"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_failure_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A full disk at any step keeps the old bytes and leaves no temporary file."""
    path = tmp_path / "level.json"
    path.write_bytes(b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    owner = os if step == "fsync" else Path
    monkeypatch.setattr(owner, step, full)
    with pytest.raises(NavcoreError) as caught:
        write_atomically(path, b"new")
    monkeypatch.undo()
    reason = os.strerror(errno.ENOSPC).lower()
    assert str(caught.value) == f"{path}: can't be written: {reason}"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_interruption_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C in the middle is no different."""
    path = tmp_path / "level.json"
    path.write_bytes(b"old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def dead(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave the files of a writer that was killed before its last step."""
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        patched.setattr(Path, "unlink", lambda *_, **__: None)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(folder / "dead.json", b"half")
    return next(left for left in folder.glob(".waywright-*.tmp") if left.read_bytes() == b"half")


def test_the_next_write_removes_what_the_dead_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does opening; files of others and of other machines stay."""
    others = [tmp_path / name for name in (".waywright-0-0123456789ab.tmp", "a.tmp")]
    for other in others:
        other.write_bytes(b"x")
    left = dead(tmp_path, monkeypatch)
    write_atomically(tmp_path / "level.json", b"new")
    assert not left.exists()
    left = dead(tmp_path, monkeypatch)
    remove_leftovers(tmp_path)
    assert not left.exists()
    assert all(other.exists() for other in others)
    remove_leftovers(tmp_path / "nowhere")


def test_the_file_of_a_living_writer_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The temporary file of another running program stays."""
    real = Path.replace
    seen: list[bool] = []

    def cleaned_meanwhile(self: Path, target: Path) -> Path:
        remove_leftovers(tmp_path)
        seen.append(self.exists())
        return real(self, target)

    monkeypatch.setattr(Path, "replace", cleaned_meanwhile)
    write_atomically(tmp_path / "level.json", b"new")
    assert seen == [True]
    assert (tmp_path / "level.json").read_bytes() == b"new"


def test_a_file_taken_away_is_written_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A temporary file that vanishes between two steps does not fail the save."""
    real = Path.replace
    calls: list[Path] = []

    def robbed(self: Path, target: Path) -> Path:
        calls.append(self)
        if len(calls) == 1:
            self.unlink()
        return real(self, target)

    monkeypatch.setattr(Path, "replace", robbed)
    write_atomically(tmp_path / "level.json", b"new")
    assert len(calls) == 2
    assert (tmp_path / "level.json").read_bytes() == b"new"
