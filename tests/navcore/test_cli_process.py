"""The command line as a process: faults, streams, terminals, without Qt."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import Output, run, yard

from navcore import kernels
from navcore.cli import main
from navcore.formats import save_level
from navcore.level.model import Level, Settings

ROOT = Path(__file__).parents[2]


@pytest.fixture
def level_file(tmp_path: Path) -> Path:
    """The yard in a file."""
    path = tmp_path / "yard.json"
    save_level(yard(), path)
    return path


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


def test_characters_that_the_terminal_lacks(
    level_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A title in any script is shown as far as the terminal can."""
    save_level(Level(settings=Settings(title="Höhle №1")), level_file)
    with (tmp_path / "out.txt").open("w", encoding="latin-1") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["info", str(level_file)]) == 0
    shown = (tmp_path / "out.txt").read_text(encoding="latin-1")
    assert "Höhle \\u21161" in shown


def python(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    """A fresh Python in the root folder."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120, **options
    )


def test_without_qt_and_display(level_file: Path) -> None:
    """The command line never reaches for Qt, the editor or a screen."""
    blocked = (
        "import sys\n"
        "for name in ('PySide6', 'pyqtgraph', 'editor', 'shiboken6'):\n"
        "    sys.modules[name] = None\n"
        "from navcore.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    for arguments in (
        ("info", level_file),
        ("path", level_file, -7, -7, 7, 7),
        ("bake", level_file, "-o", level_file.with_name("y.grid.json")),
    ):
        done = python("-c", blocked, *arguments, env=environment)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_as_a_module(level_file: Path) -> None:
    """`python -m navcore.cli` hands its exit code on."""
    done = python("-m", "navcore.cli", "path", level_file, 2, 2, 12, 0)
    assert done.returncode == 1
    assert done.stdout.startswith("status   NoPath")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_reader_that_leaves(level_file: Path) -> None:
    """A closed pipe is no fault: no message, and the exit code of the answer."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "navcore.cli", "info", str(level_file)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False, timeout=120
    )
    os.close(writing)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


class Full(io.StringIO):
    """A stream to a full disk."""

    def flush(self) -> None:
        """Fail as the system does."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_streams_that_nothing_can_be_written_to(
    level_file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost answer is reported; if that fails too, the exit code shows it."""
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["info", str(level_file)]) == 2
    assert capsys.readouterr().err == (
        "navcore: the answer can't be written: No space left on device\n"
    )
    for lost in (None, Full()):
        monkeypatch.setattr(sys, "stderr", lost)
        assert main(["info", "no such file.json"]) == 2
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["info", str(level_file)]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such names of files")
def test_names_move_no_cursor(tmp_path: Path, capsys: Output) -> None:
    """Control characters and overrides of a file, or in its name, are shown as codes."""
    path = tmp_path / "a\x1b[2J.json"
    ring = "[[0, 0], [4, 0], [4, 4]]"
    text = f'{{"title": "x\\u001b[31m\\u202ey", "areas": [{{"name": "a", "polygon": {ring}}}]}}'
    path.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "info", path)
    assert code == 0
    assert "x\\x1b[31m\\u202ey" in out
    path.write_text("{", encoding="utf-8")
    code, out, err = run(capsys, "info", path)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert err[:-1].isprintable()


@pytest.mark.parametrize("command", ["info", "bake", "path"])
def test_recording_is_called_one(command: str, tmp_path: Path, capsys: Output) -> None:
    """It was said to be no UTF-8."""
    golden = Path(__file__).parent / "golden" / "grid.wwrec"
    more = {"bake": ("-o", tmp_path / "x.grid.txt"), "path": (1, 1, 2, 2)}.get(command, ())
    code, out, err = run(capsys, command, golden, *more)
    assert (code, out) == (2, "")
    said = "this is a recording: open it in the editor from the Play menu, or name its level"
    assert err == f"navcore: {golden}: {said}\n"
