"""Table of actions: text, shortcuts, icon, condition and function. The menus list all of them.

One file per menu. Shortcuts without Ctrl belong to the canvas: they work while it has the focus,
never in a list, a button or a field. Keys that the canvas reads itself (Space on release) are only
listed here.
"""

from editor.actions import (
    arrange,
    background,
    check,
    compare,
    draw,
    edit,
    file,
    links,
    names,
    network,
    order,
    path_tests,
    play,
    playtest,
    probe,
    routes,
    select,
    states,
    storeys,
    view,
    why,
)
from editor.actions import help as help_menu
from editor.actions.table import Action
from editor.actions.workbench import Workbench


def rows(bench: Workbench) -> list[Action]:
    """Return the whole table, with the overlays and the tools that there are."""
    return [
        *file.ROWS,
        *edit.ROWS,
        *names.ROWS,
        *order.EDIT,
        *storeys.EDIT,
        *arrange.ROWS,
        *routes.ROWS,
        *links.ROWS,
        *network.ROWS,
        edit.MEND,
        *select.ROWS,
        *view.LOOK,
        *storeys.VIEW,
        *states.VIEW,
        *order.VIEW,
        *view.preset_rows(),
        *view.overlay_rows(bench, check=False),
        *view.WINDOW,
        view.PREFERENCES,
        *draw.tool_rows(bench),
        network.GROW,
        *background.ROWS,
        *play.ROWS,
        *playtest.ROWS,
        *check.ROWS,
        *compare.ROWS,
        *probe.ROWS,
        *path_tests.ROWS,
        *why.ROWS,
        *view.overlay_rows(bench, check=True),
        background.COMPARE,
        *help_menu.ROWS,
    ]
