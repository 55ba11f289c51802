"""What the Check menu has beside tools and overlays."""

from typing import Final

from editor.actions.table import Action, row
from navcore.i18n import mark

ROWS: Final[tuple[Action, ...]] = (
    row("copy_place", "Check", "Copy the place under the mouse", lambda b: b.frame.copy_place(),
        "Ctrl+Shift+C"),
    row("panel_fit", "|Check", "Fit", lambda b: b.frame.toggle_panel("fit"),
        checked=lambda b: b.frame.panel_shown("fit"),
        tip="Which gaps are wide enough, and how many there are of which width"),
    row("panel_coverage", "Check", "Coverage list",
        lambda b: b.frame.toggle_panel("coverage"),
        checked=lambda b: b.frame.panel_shown("coverage"),
        words=mark("waypoints network unseen sight spawn list"),
        tip="Which agents and spawn points see no waypoint, and which floor"),
)  # fmt: skip
