"""T: doors, in the level at the start, in the run alone later; there all other switches, too."""

from collections.abc import Collection

from editor.actions.workbench import Workbench
from editor.tools.keys import pressing
from editor.tools.messages.door_effects import toggled
from editor.workspace import Workspace
from navcore.i18n import tr
from navcore.level.model import Area, Obstacle, Waypoint, Zone
from navcore.level.naming import called
from navcore.level.operations import toggle_doors
from navcore.level.switches import Switch, as_switch
from navcore.proof.door_effects.effects import DoorEffects


def switches(workspace: Workspace, ids: Collection[int]) -> list[Switch]:
    """Return the doors among these elements, and while a run is on the other switches."""
    level, in_run = workspace.document.level, not workspace.run.playhead.at_start
    found = (as_switch(level.get(element_id)) for element_id in ids)
    return [one for one in found if isinstance(one, Area) or (in_run and one is not None)]


def can_switch(bench: Workbench) -> bool:
    """Return whether the level has any switches."""
    level, in_run = bench.document.level, not bench.run.playhead.at_start
    doors = any(area.door for area in level.areas.values())
    return doors or (in_run and bool(level.obstacles or level.of(Zone) or level.of(Waypoint)))


def switch_text(bench: Workbench) -> str:
    """Return the text of the action for the element under the mouse, or the selection."""
    found = [] if bench.run.playhead.at_start else switches(bench, _aimed_at(bench))
    if found and all(isinstance(one, Obstacle) for one in found):
        stands = any(map(bench.run.switches.is_on, found))
        return tr("Knock down in this run") if stands else tr("Put back")
    if found and all(isinstance(one, Zone) for one in found):
        laid = any(map(bench.run.switches.is_on, found))
        return tr("Take away in this run") if laid else tr("Lay in this run")
    if found and all(isinstance(one, Waypoint) for one in found):
        used = any(map(bench.run.switches.is_on, found))
        return tr("Switch off in this run") if used else tr("Switch on in this run")
    return tr("Open or shut door")


def switch(bench: Workbench) -> None:
    """Switch the door or obstacle under the mouse, or the selected ones."""
    bench.canvas.settle()
    if _switched(bench, _aimed_at(bench)):
        return
    if bench.run.playhead.at_start:
        told = pressing(
            "toggle_door",
            tr("Point at a door or select one, then press {0} to open or shut it."),
            tr("Select a door, then choose {0}."),
        )
    else:
        told = pressing(
            "toggle_door",
            tr(
                "Point at a door, an obstacle or a waypoint, or select one or a zone, then press "
                "{0} to switch it."
            ),
            tr("Select a door, an obstacle, a zone or a waypoint, then choose {0}."),
        )
    bench.files.said.emit(told)


def _aimed_at(bench: Workbench) -> Collection[int]:
    under = bench.canvas.pointer.switch()
    return bench.document.selection.ids if under is None else frozenset({under})


def _switched(bench: Workbench, ids: Collection[int]) -> bool:
    """Switch elements: one undo step at the start, else an input of the run; return success."""
    if not bench.run.playhead.at_start:
        return bool(bench.run.commands.switch(ids))
    edit = toggle_doors(bench.document.level, ids)
    told = _effect_text(bench, ids) if edit else ""
    bench.document.commit(edit)
    if told:
        bench.files.said.emit(told)
    return bool(edit)


def _effect_text(bench: Workbench, ids: Collection[int]) -> str:
    """Return the effect of toggling this one door as a sentence; empty if none."""
    if len(ids) != 1 or not bench.bake.is_current:
        return ""
    world, level = bench.bake.world, bench.document.level
    (door,) = (level.areas[i] for i in ids)
    row = bench.doors.row_of(door.id)
    if row is not None:
        found = row.effect
    else:
        # Not cached while the mouse was elsewhere. It takes 42 ms in the market town.
        profile = bench.bake.shown_floor.profile_in(level.settings)
        found = DoorEffects(world, profile).of_door(door.id)
    return toggled(called([door]), found, is_open=not door.available)
