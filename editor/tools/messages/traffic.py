"""Messages about traffic, waiting and trouble of agents at a place."""

from editor.tools.messages import hint
from navcore.i18n import tr


def at_place(walked: float, waited: float) -> str:
    """The cell under the mouse, agent-seconds for each square metre."""
    if waited == 0.0:
        return hint(tr("Here agents walked {0} s per m².").format(_number(walked)))
    words = tr("Here agents walked {0} s and waited {1} s per m².")
    return hint(words.format(_number(walked), _number(waited)))


def trouble_at(overlapped: float, pushed: float, turned: float) -> str:
    """The cell under the mouse: agent-seconds of overlap, pushes and turns per square metre."""
    words = tr("Per m², agents overlapped {0} s, were pushed {1} times and turned back {2} times.")
    return hint(words.format(_number(overlapped), _number(pushed), _number(turned)))


def _number(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"
