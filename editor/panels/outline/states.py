"""Hidden and locked states of rows of the outline."""

from typing import TypeAlias

from editor.document import Document
from editor.panels.outline.tree import Node
from navcore.i18n import several, tr
from navcore.level.model import Element, Route
from navcore.level.shared_routes import walkers_of
from navcore.level.storeys import storey_title

State: TypeAlias = tuple[bool, bool]
"""Hidden, and locked."""


class RowStates:
    """States of elements and folders; a folder has the state that all its elements share."""

    def __init__(self, document: Document) -> None:
        """Follow this document's elements."""
        self._document = document
        self._of_folders: dict[int, State] = {}
        document.hidden_changed.connect(self.forget)

    def forget(self, _: object = None) -> None:
        """Drop cached states after changes of elements."""
        self._of_folders = {}

    def of_element(self, element: Element) -> State:
        """Return the state of an element."""
        return (element.id in self._document.hidden, element.locked)

    def behind(self, element: Element) -> str:
        """Return the text after the state of an element, "" for none.

        It has the number of agents on a route, and the storey of elements not on the active one.
        """
        walkers = ""
        if isinstance(element, Route):
            count = len(walkers_of(self._document.level, element.id))
            walkers = several(count, "by 1 agent", "by {0} agents") if count else tr("by no agent")
        return "  ".join(filter(None, [walkers, self._storey_of(element)]))

    def _storey_of(self, element: Element) -> str:
        document = self._document
        if not document.storey.several:
            return ""
        if document.storey.name is None or element.id in document.storey.apart:
            return storey_title(document.level.settings.layer_of(element))
        return ""

    def is_selected(self, node: Node) -> bool:
        """Return whether all elements in a folder are selected."""
        chosen = self._document.selection.ids
        if not 0 < node.shown <= len(chosen):
            return False
        return all(element_id in chosen for element_id in node.ids())

    def of_folder(self, node: Node) -> State:
        """Return the common state of all elements in a folder."""
        if node.serial not in self._of_folders:
            hidden, locked = self._document.hidden, self._document.locked
            self._of_folders[node.serial] = (
                bool(hidden) and all(element_id in hidden for element_id in node.ids()),
                bool(locked) and all(element_id in locked for element_id in node.ids()),
            )
        return self._of_folders[node.serial]
