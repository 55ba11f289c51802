"""Visible overlays: those of a preset with the user's changes, and the tool's own."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from editor.canvas.input.gestures import Gestures
from editor.canvas.overlays.groups import Preset
from editor.canvas.overlays.overlay import Overlay
from editor.settings.settings import Settings

_PRESETS = tuple(Preset)


class ShownOverlays(QObject):
    """Sets `visible` of every overlay; each preset keeps the user's changes.

    Presets never change by themselves. Overlays of the active tool are shown while it is active,
    and those of a panel while the panel is visible.
    """

    changed = Signal(object)

    def __init__(self, overlays: Sequence[Overlay], settings: Settings, gestures: Gestures) -> None:
        """Restore the user's choices; `gestures` has the active tool."""
        super().__init__(gestures)
        self._settings, self._gestures = settings, gestures
        self.listed = [overlay for overlay in overlays if overlay.title]
        """Overlays that can be hidden, in the order of painting."""
        self._lent: set[str] = set()
        self._preset = Preset[settings.preset.upper()]
        self._chosen: dict[tuple[Preset, str], bool] = {}
        """Cached preferences: menus need all of them at every step."""
        gestures.tool_changed.connect(self._follow_tool)
        self._show()

    @property
    def preset(self) -> Preset:
        """The preset that counts now."""
        return self._preset

    def take(self, preset: Preset) -> None:
        """Show what belongs to this preset, as the user left it."""
        self._preset = preset
        self._chosen.clear()
        self._settings.preset = preset.name.lower()
        self._show()
        self.changed.emit(None)

    def go_on(self, direction: int) -> None:
        """Switch to the next preset (1) or the previous one (-1)."""
        place = (_PRESETS.index(self.preset) + direction) % len(_PRESETS)
        self.take(_PRESETS[place])

    def lend(self, name: str, *, shown: bool) -> None:
        """Show an overlay while a panel that lists its contents is visible."""
        (self._lent.add if shown else self._lent.discard)(name)
        if self._show():
            self.changed.emit(None)

    def is_chosen(self, overlay: Overlay) -> bool:
        """Return whether an overlay is chosen, whatever the tool adds."""
        return self._is_chosen(overlay, self.preset)

    def toggle(self, overlay: Overlay) -> None:
        """Show or hide an overlay, and remember it with the preset."""
        shown = not self.is_chosen(overlay)
        self._settings.set_overlay_shown(_key(self.preset), overlay.name, shown=shown)
        self._chosen.clear()
        self._show()
        self.changed.emit(None)

    def is_changed(self, preset: Preset) -> bool:
        """Return whether the user made something else of a preset."""
        return any(
            self._is_chosen(overlay, preset) != (preset in overlay.presets)
            for overlay in self.listed
        )

    def put_back(self) -> None:
        """Reset the current preset to its defaults."""
        self._settings.forget_overlays(_key(self.preset), [o.name for o in self.listed])
        self._chosen.clear()
        self._show()
        self.changed.emit(None)

    def _is_chosen(self, overlay: Overlay, preset: Preset) -> bool:
        chosen = self._chosen.get((preset, overlay.name))
        if chosen is None:
            default = preset in overlay.presets
            chosen = self._settings.overlay_shown(_key(preset), overlay.name, default=default)
            self._chosen[preset, overlay.name] = chosen
        return chosen

    def _follow_tool(self, _: object) -> None:
        if self._show():
            self.changed.emit(None)

    def _show(self) -> bool:
        """Set the visible overlays; return whether any of them changed."""
        own, before = self._gestures.tool.shows, [overlay.visible for overlay in self.listed]
        for overlay in self.listed:
            overlay.visible = self.is_chosen(overlay) or overlay.name in {*own, *self._lent}
        return before != [overlay.visible for overlay in self.listed]


def _key(preset: Preset) -> str:
    """The preset's part of keys in the preferences: empty for the first, which came before all."""
    return "" if preset is _PRESETS[0] else preset.name.lower()
