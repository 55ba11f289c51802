"""Actions of the Check menu for the probe's path."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from navcore.i18n import mark


def can_pin(bench: Workbench) -> bool:
    """Return whether the probe has a visible path."""
    return bench.probe.ends is not None


def pin_probe(bench: Workbench) -> None:
    """Pin the probe's path, so that it stays visible and listed during further probes."""
    bench.canvas.settle()
    bench.probe.pin()


def unpin_all(bench: Workbench) -> None:
    """Remove all pinned probes."""
    bench.probe.pins.clear()


ROWS: Final[tuple[Action, ...]] = (
    row("panel_probes", "Check/Lists", mark("Probes"), lambda b: b.frame.toggle_panel("probes"),
        checked=lambda b: b.frame.panel_shown("probes"),
        tip=mark("Compare the probe's path with other searches and with pinned probes"),
        words=mark("path length cost time narrowest visited doors links compare")),
    row("pin_probe", "Check/Lists|", mark("Pin the probe"), pin_probe, enabled=can_pin,
        tip=mark("Keep the probe's path visible while you probe others"),
        words=mark("path keep watch")),
    row("unpin_all", "Check/Lists", mark("Remove all pinned probes"), unpin_all,
        enabled=lambda b: bool(b.probe.pins.pins)),
)  # fmt: skip
