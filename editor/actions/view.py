"""The View menu."""

from functools import partial
from typing import Final

from editor.actions.table import Action, Ask, Do, row
from editor.actions.workbench import Workbench
from editor.canvas.grid_steps import STEPS
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay
from editor.look.theme import apply_colours
from navcore.i18n import mark, tr


def _theme(choice: str) -> tuple[Do, Ask]:
    def choose(bench: Workbench) -> None:
        bench.frame.choose_theme(choice)

    def chosen(bench: Workbench) -> bool:
        return bench.settings.theme == choice

    return choose, chosen


def _colours(choice: str) -> tuple[Do, Ask]:
    def choose(bench: Workbench) -> None:
        bench.settings.colours = choice
        apply_colours(choice)

    def chosen(bench: Workbench) -> bool:
        return bench.settings.colours == choice

    return choose, chosen


def _wheel(choice: str) -> tuple[Do, Ask]:
    def choose(bench: Workbench) -> None:
        bench.settings.wheel = choice

    def chosen(bench: Workbench) -> bool:
        return bench.settings.wheel == choice

    return choose, chosen


_DEVICE, _ZOOM, _PAN = _wheel("device"), _wheel("zoom"), _wheel("pan")
_CLEAR, _CLASSIC = _colours("clear"), _colours("classic")
_SYSTEM, _DARK, _LIGHT = _theme("system"), _theme("dark"), _theme("light")


def _snap_to(kind: str, text: str, tip: str) -> Action:
    """Return the switch that lets places snap to this kind of thing, or not."""

    def switch(bench: Workbench) -> None:
        bench.canvas.snapping.switch(kind)

    def is_on(bench: Workbench) -> bool:
        return kind in bench.settings.snap_to

    return row(f"snap_{kind}", "View/Snap to", text, switch, checked=is_on, tip=tip)


def _step(step: float) -> Action:
    """Return the choice of a snap step, metres."""

    def choose(bench: Workbench) -> None:
        bench.canvas.snapping.set_step(step)

    def chosen(bench: Workbench) -> bool:
        return bench.settings.snap_step == step

    return row(f"snap_step_{step:g}", "View/Snap step", f"{step:g} m", choose, checked=chosen)


def _cell(bench: Workbench) -> float:
    return bench.document.level.settings.cell_size


def _cell_step() -> Action:
    """Return the snap step that is one cell of the level."""

    def choose(bench: Workbench) -> None:
        bench.canvas.snapping.set_step(_cell(bench))

    def chosen(bench: Workbench) -> bool:
        return bench.settings.snap_step == _cell(bench)

    def named(bench: Workbench) -> str:
        return tr("One cell, {0} m").format(f"{_cell(bench):g}")

    return row("snap_step_cell", "View/Snap step", "One cell", choose, checked=chosen, named=named)


def _fold_legend(bench: Workbench) -> None:
    legend = bench.canvas.chrome.legend
    legend.fold(folded=not legend.is_folded)


SNAP_SWITCHES: Final[tuple[Action, ...]] = (
    _snap_to("grid", "Grid", "Snap to whole steps, marked by a dot"),
    _snap_to("vertex", "Corners", "Snap to corners, marked by a square"),
    _snap_to("midpoint", "Midpoints", "Snap to the middle of an edge, marked by a triangle"),
    _snap_to("edge", "Edges", "Snap to edges, marked by an hourglass"),
    _snap_to("crossing", "Crossings", "Snap to where two edges cross, marked by a cross"),
)

SNAP_STEPS: Final[tuple[Action, ...]] = (*(_step(step) for step in STEPS), _cell_step())


def _has_types(bench: Workbench) -> bool:
    return bool(bench.document.level.settings.profiles)


LOOK: Final[tuple[Action, ...]] = (
    row("zoom_in", "View/Zoom", "Zoom in", lambda b: b.canvas.viewport.zoom_in(), "Ctrl++",
        "Ctrl+=",
        repeats=True),
    row("zoom_out", "View/Zoom", "Zoom out", lambda b: b.canvas.viewport.zoom_out(), "Ctrl+-",
        repeats=True),
    row("zoom_100", "View/Zoom", "Zoom to 100 %", lambda b: b.canvas.viewport.zoom_to_100(),
        "Ctrl+0"),
    row("wheel_device", "View/Zoom/Wheel", "As the device suggests", _DEVICE[0],
        checked=_DEVICE[1]),
    row("wheel_zoom", "View/Zoom/Wheel", "Zooms", _ZOOM[0], checked=_ZOOM[1]),
    row("wheel_pan", "View/Zoom/Wheel", "Pans", _PAN[0], checked=_PAN[1]),
    row("frame", "View", "Frame the selection", lambda b: b.canvas.frame_selection(), "F",
        icon="frame"),
    row("frame_all", "View", "Frame everything", lambda b: b.canvas.frame_all(), "Shift+F", "Home"),
    row("grid", "|View", "Grid", lambda b: b.canvas.snapping.toggle_grid(), "G",
        checked=lambda b: b.settings.grid),
    row("snap", "View", "Snapping", lambda b: b.canvas.snapping.toggle(), "N",
        checked=lambda b: b.settings.snap),
    *SNAP_SWITCHES,
    *SNAP_STEPS,
    row("coarser", "View/Snap step|", "Coarser snap step",
        lambda b: b.canvas.snapping.change_step(1), "PgUp",
        "]"),
    row("finer", "View/Snap step", "Finer snap step", lambda b: b.canvas.snapping.change_step(-1),
        "PgDown",
        "["),
)  # fmt: skip

WINDOW: Final[tuple[Action, ...]] = (
    row("legend", "View/Show|", "Legend", _fold_legend,
        checked=lambda b: not b.canvas.chrome.legend.is_folded,
        tip="Show what the colours mean, or only the head of the legend"),
    row("theme_system", "|View/Theme", "As the system", _SYSTEM[0], checked=_SYSTEM[1]),
    row("theme_dark", "View/Theme", "Dark", _DARK[0], checked=_DARK[1]),
    row("theme_light", "View/Theme", "Light", _LIGHT[0], checked=_LIGHT[1]),
    row("colours_clear", "View/Theme|", "Clear colours", _CLEAR[0], checked=_CLEAR[1],
        tip="Terrains in their own colours, paths in colours that every eye tells apart",
        words="palette color-blind colors"),
    row("colours_classic", "View/Theme", "Classic colours", _CLASSIC[0], checked=_CLASSIC[1],
        tip="Floor by its cost: green, yellow and red, black where it is shut",
        words="palette mesh green yellow red colors"),
    row("hide_panels", "View/Panels", "Hide the panels", lambda b: b.frame.toggle_panels(), "F11",
        "Ctrl+Shift+F", checked=lambda b: b.frame.panels_hidden()),
    row("next_part", "View/Panels|", "Next part of the window", lambda b: b.frame.go_round(1),
        "F6"),
    row("previous_part", "View/Panels", "Previous part of the window",
        lambda b: b.frame.go_round(-1),
        "Shift+F6"),
    row("standard_layout", "View/Panels|", "Standard layout", lambda b: b.frame.standard_layout()),
)  # fmt: skip


PREFERENCES: Final = row(
    "preferences", "|Edit", "Preferences…", lambda b: b.frame.ask("preferences"), "Ctrl+,"
)
"""The last entry of the Edit menu; macOS shows it in the menu of the program."""


def preset_rows() -> list[Action]:
    """Return a row for each preset of overlays, and what goes through them."""
    return [
        *(_preset(preset, number) for number, preset in enumerate(Preset, 1)),
        row("next_preset", "View/Show|", "Next preset", lambda b: b.canvas.shown.go_on(1), "F9"),
        row("previous_preset", "View/Show", "Previous preset",
            lambda b: b.canvas.shown.go_on(-1), "Shift+F9"),
        row("reset_preset", "View/Show", "Reset the preset",
            lambda b: b.canvas.shown.put_back(), enabled=_preset_changed,
            tip="Undo your changes to this preset"),
        row("choose_shown", "View/Show|", "Choose what is shown…",
            lambda b: b.canvas.chrome.show_bar.open_list(), icon="eye"),
        row("choose_type", "View/Show", "Show the floor of…",
            lambda b: b.canvas.chrome.type_chip.open_menu(), icon="agent", enabled=_has_types,
            words=mark("agent type profile radius chip"),
            tip="Choose the agent type that floor, probe and widths are shown for"),
    ]  # fmt: skip


def _preset(preset: Preset, number: int) -> Action:
    def named(bench: Workbench) -> str:
        """Return the preset's name, with a star if the user changed its overlays."""
        return tr(preset.value) + "*" * bench.canvas.shown.is_changed(preset)

    return row(
        f"preset_{preset.name.lower()}", "|View/Show" if number == 1 else "View/Show",
        preset.value, lambda b: b.canvas.shown.take(preset), f"Ctrl+{number}",
        checked=lambda b: b.canvas.shown.preset is preset, named=named, tip=_PRESET_TIPS[preset],
    )  # fmt: skip


def _preset_changed(bench: Workbench) -> bool:
    return bench.canvas.shown.is_changed(bench.canvas.shown.preset)


_PRESET_TIPS: Final = {
    Preset.DRAW: "Show what you need to draw",
    Preset.PLAY: "Show where agents go",
    Preset.CHECK: "Show what you need to check the level",
}


def overlay_rows(bench: Workbench, *, check: bool) -> list[Action]:
    """Return a row for each overlay in the menu: of those that check, or of all others."""
    listed = [
        overlay
        for group in OverlayGroup
        for overlay in bench.canvas.shown.listed
        if overlay.group is group and check == (group is OverlayGroup.CHECK)
    ]
    return [_overlay(overlay, first=check and overlay is listed[0]) for overlay in listed]


def _overlay(overlay: Overlay, *, first: bool) -> Action:
    group = overlay.group
    menu = "Check" if group is OverlayGroup.CHECK else f"View/Show/{group.value}"
    return row(
        f"overlay_{overlay.name}",
        f"|{menu}" if first else menu,
        overlay.title,
        partial(_toggle_overlay, overlay),
        checked=partial(_is_shown, overlay),
    )


def _toggle_overlay(overlay: Overlay, bench: Workbench) -> None:
    bench.canvas.shown.toggle(overlay)


def _is_shown(overlay: Overlay, bench: Workbench) -> bool:
    return bench.canvas.shown.is_chosen(overlay)
