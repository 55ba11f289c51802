"""Only regular files are read, so reading never blocks."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from navcore.errors import NavcoreError
from navcore.formats import atomic, load_grid, load_level, load_map, load_scen, open_file
from navcore.formats.atomic import read_bytes, read_head
from navcore.formats.regular import is_windows_device
from navcore.sim.recording import load_recording

READERS = (open_file, load_level, load_grid, load_map, load_scen, load_recording, read_bytes)

posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices have other names")


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Return paths that aren't regular files, by the message about them."""
    pipe, plug, loop = (tmp_path / f"{name}.json" for name in ("pipe", "plug", "loop"))
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    folder = tmp_path / "folder.json"
    folder.mkdir()
    here = Path.cwd()
    with socket.socket(socket.AF_UNIX) as listening:
        os.chdir(tmp_path)  # Paths of sockets are short.
        listening.bind(plug.name)
        os.chdir(here)
        yield {
            "it is a pipe, and only files are read": pipe,
            "it is a socket, and only files are read": plug,
            "it is a folder": folder,
            "too many levels of symbolic links": loop,
            "no such file or folder": tmp_path / "missing.json",
        }


@posix
@pytest.mark.parametrize("read", READERS)
def test_no_file(read: object, odd: dict[str, Path]) -> None:
    """Pipes, sockets and folders are refused at once, by every reader."""
    assert callable(read)
    for reason, path in odd.items():
        with pytest.raises(NavcoreError) as caught:
            read(path)
        if path.suffix == ".json":
            assert str(caught.value) == f"{path}: can't be read: {reason}"


@posix
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "/dev/tty", "/dev/stdin"])
def test_devices(name: str, tmp_path: Path) -> None:
    """A device is not read, not even through a link."""
    link = tmp_path / "level.json"
    link.symlink_to(name)
    for path in (Path(name), link):
        with pytest.raises(NavcoreError, match="can't be read: "):
            read_bytes(path)
        with pytest.raises(NavcoreError, match="can't be read: "):
            open_file(path)


@posix
def test_links_to_files_are_followed(tmp_path: Path) -> None:
    """The target of a link is checked."""
    (tmp_path / "real").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("real")
    assert read_bytes(tmp_path / "link") == b"abc"
    assert read_head(tmp_path / "link", 2) == b"ab"
    assert read_head(tmp_path / "link", 9) == b"abc"


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is looked at before anything is read."""
    path = tmp_path / "level.json"
    path.write_bytes(b"12345678")
    monkeypatch.setattr(atomic, "MAX_FILE_BYTES", 7)
    with pytest.raises(NavcoreError) as caught:
        read_bytes(path)
    assert str(caught.value) == f"{path}: can't be read: it has more than 7 bytes"
    monkeypatch.setattr(atomic, "MAX_FILE_BYTES", 8)
    assert read_bytes(path) == b"12345678"


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no files of the system")
def test_files_of_unknown_size() -> None:
    """Files of the system say that they are empty."""
    assert read_bytes("/proc/self/status").startswith(b"Name:")


@pytest.mark.parametrize(
    "name",
    ["CON", "nul", "x/NUL.txt", "C:\\maps\\aux.json", "com1", "LPT9 .json", "COM\u00b2", "con:",
     "\\\\.\\pipe\\x", "\\\\.\\C:", "conin$"],
)  # fmt: skip
def test_device_of_windows(name: str) -> None:
    """Folder, ending and case don't matter."""
    assert is_windows_device(name)


@pytest.mark.parametrize("name", ["console.json", "null", "COM10", "a.con", "lpt", "nul/x.json"])
def test_file_of_windows(name: str) -> None:
    """Names that only begin like a device."""
    assert not is_windows_device(name)
