"""Links: turned round."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.targets import commit, free, say_what_stays
from editor.actions.workbench import Workbench
from navcore.i18n import mark
from navcore.level.model import Link
from navcore.level.operations.links import reverse_links


def linked(bench: Workbench) -> frozenset[int]:
    """Return the selected links that can be changed."""
    return free(bench) & bench.document.level.of(Link).keys()


def turn_round(bench: Workbench) -> None:
    """Let the selected links lead the other way, in one step."""
    bench.canvas.settle()
    commit(bench, lambda: reverse_links(bench.document.level, linked(bench)))
    say_what_stays(bench)


ROWS: Final[tuple[Action, ...]] = (
    row("reverse_link", "Edit/Route|", "Reverse the link", turn_round,
        enabled=lambda b: bool(linked(b)), words=mark("reverse swap ends direction"),
        tip="It starts where it ended"),
)  # fmt: skip
