"""Signals of a run: all parts of a run emit these, and all followers connect to these."""

from PySide6.QtCore import QObject, Signal


class RunSignals(QObject):
    """Signals of a run. Changes of cells and switches are signalled by its `RunSwitches`."""

    frame = Signal(object)
    """Something moved or may have: a float, the fraction between the last two steps to draw."""
    state_changed = Signal(object)
    """The PlayState, after it, the speed or `behind` changed."""
    said = Signal(object)
    """A sentence for the status bar."""
    ticked = Signal(object)
    """The Simulation, after each tick that it did."""
