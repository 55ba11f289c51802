"""The button that joins two waypoints: started at one, connected from another (S3-075)."""

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton

from editor.actions.network import say_what_blocks
from editor.actions.targets import commit, say
from editor.actions.workbench import Workbench
from navcore.i18n import mark, tr
from navcore.level.model import Element, Waypoint
from navcore.level.operations.network import join


class ConnectionButton(QPushButton):
    """Button at the selected waypoint: starts, cancels or completes a connection.

    The first waypoint is forgotten when it is deleted, when the selection becomes empty, for
    example after Escape, and when the connection is complete.
    """

    def __init__(self, bench: Workbench) -> None:
        """Create the button without a started connection."""
        super().__init__()
        self._bench = bench
        self._source: int | None = None
        self._here: int | None = None
        self.setAutoDefault(False)
        self.clicked.connect(self._act)
        bench.document.changed.connect(self._follow)

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Show the button if one waypoint is selected."""
        if not elements:
            self._source = None
        one = elements[0] if len(elements) == 1 else None
        self._here = one.id if isinstance(one, Waypoint) else None
        self.setVisible(self._here is not None)
        self._tell()

    def _follow(self, _: object) -> None:
        """The first one may be gone, or have another name."""
        if self._source is not None:
            self._tell()

    def _tell(self) -> None:
        source = self._first()
        if source is None:
            text, tip = tr("Start Connection"), tr("Then select another waypoint to join it to")
        elif source.id == self._here:
            text, tip = tr("Cancel Connection"), tr("Join it to no other waypoint")
        else:
            text = tr("Connect from {0}").format(source.name)
            tip = tr("Join {0} to this waypoint").format(source.name)
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(text)

    def _first(self) -> Waypoint | None:
        """Return the waypoint at which the connection was started, if it is still there."""
        held = self._bench.document.level.of(Waypoint)
        if self._source not in held:
            self._source = None
        return None if self._source is None else held[self._source]

    def _act(self) -> None:
        source, here, bench = self._first(), self._here, self._bench
        self._source = None
        if here is None:
            return
        if source is None:
            self._source = here
            name = bench.document.level.of(Waypoint)[here].name
            sentence = mark("Select the waypoint to connect {0} to, then press the button there.")
            say(bench, sentence, name)
        elif source.id != here:
            bench.canvas.settle()
            level, new_id = bench.document.level, bench.document.new_id
            nothing = mark("These waypoints are joined already.")
            edit = commit(bench, lambda: join(level, [(source.id, here)], new_id), nothing)
            say_what_blocks(bench, edit)
        self._tell()
