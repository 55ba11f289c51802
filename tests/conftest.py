"""Setup of all tests: no screen, fresh kernels, no garbage collection inside Qt."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NAVCORE_CACHE"] = ""
sys.path.insert(0, str(Path(__file__).parent))

from interpreted import interpret_crowds

from navcore import kernels

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("exhaustive", settings.get_profile("default"), max_examples=500)
settings.load_profile("default")


BETWEEN_COLLECTIONS = 64
"""Tests after which the collector runs: each run looks at all that the others have left."""

WITH_OTHER_WINDOWS = 8
"""The same if windows came and went: each one that remains makes a new theme slower."""


class _State:
    """State at the last garbage collection."""

    tests = 0
    """Number of tests since then."""
    windows = 0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--exhaustive`: the large numbers instead of the samples."""
    parser.addoption(
        "--exhaustive", action="store_true", help="run the large numbers, not the samples"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis try many more examples with `--exhaustive`."""
    if config.getoption("--exhaustive"):
        settings.load_profile("exhaustive")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each file to one worker, the next one to a free worker: windows are made per file."""
    if config.getoption("dist") != "load":
        return None
    # In the order of folders: none of the last files takes long.
    config.option.loadscopereorder = False
    return import_module("xdist.scheduler").LoadFileScheduling(config, log)


def pytest_sessionstart() -> None:
    """Refuse to test extensions that are older than their sources."""
    if kernels.STALE:
        names = ", ".join(kernels.STALE)
        pytest.exit(f"stale kernels: {names}. Rebuild them: pip install -e .[test]", returncode=3)
    hear_all_signals()


def hear_all_signals() -> None:
    """Restore signals that a script with `nohup` or `&` ignored: the program would keep that."""
    usual = {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}
    for name, handler in usual.items():
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, handler)


def pytest_collection_finish() -> None:
    """Freeze objects of the session: the garbage collector runs after every test."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Clear the clipboard as the program does; contents from tests would crash at the exit."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        import_module("editor.system.application").let_clipboard_go()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print values that tests measured without judging them."""
    for report in terminalreporter.getreports("passed"):
        for name, told in report.user_properties:
            if name == "told":
                terminalreporter.write_line(str(told))


def pytest_report_header() -> str:
    """Say which kernels are tested."""
    if kernels.COMPILED:
        return "kernels: compiled"
    return f"kernels: interpreted ({', '.join(kernels.INTERPRETED)})"


@pytest.fixture(scope="session")
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """Return whether the exhaustive numbers are requested."""
    return bool(request.config.getoption("--exhaustive"))


@pytest.fixture(autouse=True)
def _no_collector_inside_qt() -> Iterator[None]:
    """Collect between tests only, and not after each: inside Qt it can free living widgets."""
    gc.disable()
    yield
    _let_widgets_go()
    _State.tests += 1
    other = _windows() != _State.windows
    if _State.tests >= (WITH_OTHER_WINDOWS if other else BETWEEN_COLLECTIONS):
        gc.collect()
        _State.tests, _State.windows = 0, _windows()


def _let_widgets_go() -> None:
    """Delete widgets that are marked for deletion: each one makes a new theme slower."""
    qt = sys.modules.get("PySide6.QtCore")
    if qt is not None and qt.QCoreApplication.instance() is not None:
        qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete)


def _windows() -> int:
    """Return the number of windows, menus and lists, visible or not."""
    qt = sys.modules.get("PySide6.QtWidgets")
    if qt is None or qt.QApplication.instance() is None:
        return 0
    return len(qt.QApplication.topLevelWidgets())


@pytest.fixture(params=["as they are", "interpreted"])
def crowd_kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test run with the kernels of crowds as they are, and once more as plain Python."""
    if request.param == "interpreted":
        interpret_crowds(monkeypatch)
