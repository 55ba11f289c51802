"""The context menu of the canvas: what can be done with the selection, or under the mouse."""

from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QMenu, QWidget

from editor.actions.menus import Actions
from editor.actions.switches import switches
from editor.canvas.canvas import Canvas
from editor.kinds import icon_of
from editor.look.icons import icon
from editor.look.style import CANVAS
from editor.tools.messages.waypoint import TYPES
from editor.tools.route_hits import route_hit, with_route
from editor.workspace import Workspace
from navcore.i18n import mark, tr
from navcore.level.model import Element, Level, Route
from navcore.level.naming import called
from navcore.level.operations import lock
from navcore.level.pick import PickIndex, pick_index

MOST_IN_MENU: Final = 16
"""Most overlapping elements in one menu; the others are in a submenu."""

_OF_STOPS: Final = (("route_stops", "route_delete_stops"),)
"""Actions at the top of the context menu over a stop of a selected agent."""

_TYPES: Final = "types"
"""Placeholder for the submenu of waypoint types."""

_OF_SELECTION: Final = (
    ("toggle_door", "back_to_route", "keep", "why", "pin_probe", "follow", "grow_from_walk"),
    ("expect_this", "expect_length"),
    ("send_player", "send_everybody", "spawn_here"),
    (
        "tool_route",
        "route_over",
        "route_share",
        "route_walk",
        "route_own",
        "route_select",
        "route_walkers",
        "route_spread",
    ),
    ("route_reverse", "route_loop", "route_return", "route_delete", "reverse_link"),
    (
        "connect_chain",
        "connect_nearest",
        "connect_sight",
        "connect_all",
        "disconnect",
        "edge_one_way",
        "edge_turn",
        "network_off",
        "grow_paths",
        _TYPES,
    ),
    ("rename", "duplicate", "array", "cut", "copy", "paste", "delete", "delete_and_mend"),
    ("hide", "show_only", "lock", "group", "ungroup", "move_to_storey", "copy_to_storey"),
    ("the_group", "same_kind"),
    ("frame", "copy_place", "pick_terrain"),
)
"""Context menu of the selection, by groups; actions that are disabled now are left out."""

_OF_NOTHING: Final = (
    ("send_player", "send_everybody", "spawn_here"),
    ("expect_this", "expect_length"),
    ("paste", "paste_in_place"),
    ("grow_network",),
    ("select_all",),
    ("show_all", "unlock_all"),
    ("frame_all", "copy_place", "pick_terrain"),
)
"""The context menu over nothing."""

_HERE: Final = {
    "the_group": mark("Select the group"),
    "same_kind": mark("Select the same kind"),
    "select_all": mark("Select all"),
}
"""Texts of actions that their own menu says a part of."""


class ContextMenu:
    """Creates the menu at each request from the actions that are enabled now."""

    def __init__(self, workspace: Workspace, canvas: Canvas, commands: Actions) -> None:
        """Create the menu for this canvas and these actions."""
        self._workspace, self._canvas, self._commands = workspace, canvas, commands

    def make(self, parent: QWidget) -> QMenu:
        """Return a menu for the selection; without one, for the element under the mouse."""
        document, agents = self._workspace.document, self._workspace.run.agents
        on_stop = self._take_stop()
        stack = self._under_mouse()
        if not document.selection.ids | agents.chosen:
            free = [i for i in stack if i not in document.locked]
            document.select(frozenset(free[:1]))
        self._commands.refresh()
        menu = QMenu(parent)
        chosen = document.selection.ids | agents.chosen
        groups = _OF_SELECTION if chosen else _OF_NOTHING
        for group in (*_OF_STOPS, *groups) if on_stop else groups:
            if not menu.isEmpty():
                menu.addSeparator()
            for name in group:
                self._add_entry(menu, name)
            if "the_group" in group or "select_all" in group:
                self._add_stack(menu, stack)
        return menu

    def _add_entry(self, menu: QMenu, name: str) -> None:
        """An action that can be chosen now; none that can't."""
        if name == _TYPES:
            self._add_types(menu)
            return
        action = self._commands.table.get(name)
        if action is None or not action.isEnabled():
            return
        if name == "toggle_door" and not switches(
            self._workspace, self._workspace.document.selection.ids
        ):
            return
        if name == "tool_route":
            text = self._of_route()
            if text:
                menu.addAction(text).triggered.connect(action.trigger)
        elif name in _HERE:
            menu.addAction(tr(_HERE[name])).triggered.connect(action.trigger)
        else:
            menu.addAction(action)

    def _add_types(self, menu: QMenu) -> None:
        """The types that the selected waypoints can have."""
        actions = [self._commands.table[f"waypoint_{type_}"] for type_ in TYPES]
        if actions[0].isEnabled():
            menu.addMenu(tr("Type")).addActions(actions)

    def _under_mouse(self) -> list[int]:
        """Return ids of what lies under the mouse, locked things too, the smallest first."""
        canvas, document = self._canvas, self._workspace.document
        focus, pointer = canvas.window().focusWidget(), canvas.gestures.pointer
        if pointer is None or focus not in {None, canvas}:
            return []
        (x, z), reach = pointer.position, CANVAS.handle_reach / canvas.viewport.camera.scale
        box = (x - reach, z - reach, x + reach, z + reach)
        level = document.level
        view = canvas.gestures.view()
        run = view.run
        gone = document.unseen if run is None else document.unseen | run.ids
        near = [i for i in pick_index(level).touching_box(*box) if i not in gone]
        seen = {i: replace(level.element(i), locked=False) for i in near}
        # Joins lie where others do, which need not be under the mouse themselves.
        others = {i: level.get(i) for element in seen.values() for i in element.references}
        beside = {i: e for i, e in others.items() if i not in seen and isinstance(e, Element)}
        free = Level().with_items({**seen, **beside})
        standing = [] if run is None else run.at(pointer.position, reach, document.unseen)
        hits = [
            *(i for i in standing if i in level.agents),
            *PickIndex(free).at(pointer.position, reach, beside),
        ]
        route = route_hit(
            level, pointer.position, reach, view.route_sight, view.legs, document.unseen
        )
        return with_route(level, hits, route)

    def _take_stop(self) -> bool:
        """Select the stop of a selected agent or route under the mouse; whether there is one."""
        document, view = self._workspace.document, self._canvas.gestures.view()
        pointer = self._canvas.gestures.pointer
        routed = document.level.agents.keys() | document.level.of(Route).keys()
        ids = (view.selection & routed) - view.untouchable
        if pointer is None or not ids:
            return False
        reach = CANVAS.handle_reach / self._canvas.viewport.camera.scale
        hit = pick_index(document.level).handles.at(pointer.position, reach, ids)
        if hit is None:
            return False
        if hit.index not in document.selection.handles.get(hit.element, ()):
            document.select(document.selection.ids, {hit.element: frozenset({hit.index})})
        return True

    def _of_route(self) -> str:
        """Return the text of the route tool for the selection; empty if it does nothing."""
        document = self._workspace.document
        free = document.selection.ids - document.untouchable
        if free & document.level.agents.keys():
            return tr("Draw its route")
        return tr("Add stops") if free & document.level.of(Route).keys() else ""

    def _add_stack(self, menu: QMenu, stack: list[int]) -> None:
        """List all elements under the mouse for selection; locked ones can be unlocked here."""
        locked = [i for i in stack if i in self._workspace.document.locked]
        if len(stack) < 2 and not locked:
            return
        inner = menu.addMenu(tr("Select"))
        deeper = inner
        for number, element_id in enumerate(stack):
            if number and number % MOST_IN_MENU == 0:
                deeper = deeper.addMenu(tr("More"))
            self._add_of_stack(deeper, element_id)
        if locked:
            inner.addSeparator()
        for element_id in locked[:MOST_IN_MENU]:
            name = called([self._workspace.document.level.element(element_id)])
            action = inner.addAction(icon("lock_open"), tr("Unlock {0}").format(name))
            action.triggered.connect(partial(self._unlock, element_id))

    def _add_of_stack(self, menu: QMenu, element_id: int) -> None:
        element = self._workspace.document.level.element(element_id)
        sign = "lock" if element.locked else icon_of(element)
        action = menu.addAction(icon(sign, "text2"), called([element]))
        action.triggered.connect(partial(self._select_one, element_id))

    def _select_one(self, element_id: int) -> None:
        self._workspace.document.select(frozenset({element_id}))

    def _unlock(self, element_id: int) -> None:
        document = self._workspace.document
        document.commit(lock(document.level, [element_id], locked=False))
        self._select_one(element_id)
