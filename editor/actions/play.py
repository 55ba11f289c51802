"""The Play menu."""

from typing import Final

from editor.actions.table import Action, row

ROWS: Final[tuple[Action, ...]] = (
    row("play", "Play", "Play or pause", lambda p: p.play.toggle(), icon="play",
        shown_key="Space"),
    row("step", "Play", "One step", lambda p: p.play.step_once(), ".", "Ctrl+Right", icon="step",
        repeats=True),
    row("restart", "|Play", "Play from the start", lambda p: p.play.restart(), "F5",
        icon="restart"),
    row("back", "Play", "Back to the start", lambda p: p.play.stop_to_start(), "Shift+F5",
        icon="back"),
)  # fmt: skip
