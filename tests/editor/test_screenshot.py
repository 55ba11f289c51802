"""`python -m editor`: screenshots without a user, and clear messages for faults."""

import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from small_level import small_level

from editor import __main__ as program
from editor.look.style import DARK, LIGHT
from editor.shell import start
from editor.shell.window import MainWindow
from navcore.formats import load_level, save_level
from navcore.proof.problems import problems
from navcore.world import World

ROOT = Path(program.__file__).parent.parent


def run(*arguments: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process, without a display."""
    environment = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    environment.pop("QT_QPA_PLATFORM", None)
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default", "HOME": str(cwd)} | more
    return subprocess.run(
        [sys.executable, "-m", "editor", *arguments],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """A file with the small level."""

    path = tmp_path / "small.json"
    save_level(small_level(), path)
    return path


def colours(image: QImage) -> set[str]:
    """Colours of a coarse sample of the picture."""
    return {
        QColor(image.pixel(x, y)).name().upper()
        for x in range(0, image.width(), 7)
        for y in range(0, image.height(), 7)
    }


@pytest.mark.skipif(sys.platform != "linux", reason="offscreen is chosen on Linux only")
@pytest.mark.parametrize(("theme", "scale"), [("dark", 1), ("light", 2)])
def test_a_picture_of_the_window(level: Path, tmp_path: Path, theme: str, scale: int) -> None:
    """A picture of the window."""
    out = tmp_path / "out.png"
    done = run(
        str(level), "--screenshot", str(out), "--theme", theme, "--scale", str(scale),
        "--select", "table", "--probe", "2", "2", "18", "6", "--play", "0.5", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1440 * scale, 900 * scale)
    tokens = DARK if theme == "dark" else LIGHT
    found = colours(image)
    for token in (tokens.panel, tokens.window, tokens.outside, tokens.walkable, tokens.band):
        assert token in found
    assert not list(tmp_path.glob("**/waywright.ini"))


@pytest.mark.skipif(sys.platform != "linux", reason="offscreen is chosen on Linux only")
def test_another_size_and_negative_numbers(level: Path, tmp_path: Path) -> None:
    """Another size and negative numbers."""
    out = tmp_path / "out.png"
    done = run(
        str(level), "--screenshot", str(out), "--size", "1100x700",
        "--probe", "-2", "-1.5", "18", "6", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1100, 700)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.json", "--screenshot", "out.png"], "missing.json"),
        (["bad.json", "--screenshot", "out.png"], "bad.json, line 1"),
        (["small.json", "--screenshot", "out.png", "--select", "dragon"], "dragon"),
        (["small.json", "--screenshot", "no/where.png"], "where.png"),
    ],
)
def test_what_cannot_be_says_why_with_exit_code_2(
    level: Path,
    tmp_path: Path,
    arguments: list[str],
    words: str,
    qapp: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The message says why, with exit code 2."""
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert program.main(arguments) == 2
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told
    assert not (tmp_path / "out.png").exists()


def test_an_odd_size_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Like every argument that argparse reads."""
    with pytest.raises(SystemExit) as left:
        program.main(["--size", "big"])
    assert left.value.code == 2
    assert "1440x900" in capsys.readouterr().err


def test_without_qt_it_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says which command installs it."""

    def refuse(name: str) -> None:
        """Refuse."""
        raise ModuleNotFoundError(name="PySide6")

    monkeypatch.setattr(program, "import_module", refuse)
    assert program.main(["--screenshot", "x.png"]) == 2
    assert "pip install 'waywright[editor]'" in capsys.readouterr().err


def test_where_qt_cannot_start_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is a message instead of a traceback."""

    def refuse(name: str) -> None:
        """Refuse."""
        message = "libEGL.so.1: cannot open shared object file"
        raise ImportError(message)

    monkeypatch.setattr(program, "import_module", refuse)
    assert program.main([]) == 2
    assert "libEGL.so.1" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="offscreen is chosen on Linux only")
def test_a_picture_of_the_home_page(tmp_path: Path) -> None:
    """It needs no file, and has the pictures of all samples."""
    out = tmp_path / "home.png"
    done = run("--screenshot", str(out), "--theme", "light", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1440, 900)
    found = colours(image)
    for token in (LIGHT.panel, LIGHT.raised, LIGHT.walkable, LIGHT.outside):
        assert token in found


def test_what_needs_a_level_asks_for_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing can be selected on the home page."""
    assert program.main(["--screenshot", "x.png", "--select", "table"]) == 2
    assert "need a FILE" in capsys.readouterr().err


def test_a_picture_waits_for_the_first_problems(
    window: MainWindow, level: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counter in it shows them, even if nothing else is waited for."""
    out = tmp_path / "out.png"
    unused = dict.fromkeys(("size", "select", "probe", "play"))
    options = Namespace(file=level, screenshot=out, **unused)
    monkeypatch.setattr(start, "SETTLE_MS", 0)
    told = []
    grab = window.grab
    monkeypatch.setattr(
        window, "grab", lambda: (told.append(window.status.problems.text()), grab())[1]
    )
    assert start.grab(window, options)
    found = problems(World.build(load_level(level)))
    assert [one.key for one in window.workspace.problems.found] == [one.key for one in found]
    assert told != ["Looking for problems"]
    assert out.exists()
