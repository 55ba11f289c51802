"""What a designer does to a level, as pure functions from a level to an edit.

Every edit carries the text of its undo step. Where nothing changes the edit is empty, hence
falsy. What can't be done raises `NavcoreError` with a reason written for a designer. `new_id`
draws ids that the level does not use; new elements come last among their kind.
"""

from navcore.level.operations.along import (
    duplicate_together,
    follow_rooms,
    mirror_together,
    move_together,
    take_along,
    things_in,
    turn_together,
    with_things,
)
from navcore.level.operations.arrange import align, distribute
from navcore.level.operations.array import array, grid_maps, line_maps, ring_maps
from navcore.level.operations.combine import cuts, split, subtract, union
from navcore.level.operations.door_gaps import doors_follow
from navcore.level.operations.doors import add_door, merge_floor
from navcore.level.operations.doorway import door_across
from navcore.level.operations.drawing import add_agents, add_wall
from navcore.level.operations.elements import (
    add,
    add_agent,
    add_area,
    add_obstacle,
    delete,
    duplicate,
    move,
    rename,
)
from navcore.level.operations.fields import change_label, set_fields, set_settings, toggle_doors
from navcore.level.operations.handles import (
    delete_handles,
    drag_handles,
    insert_handle,
    merge_handles,
    move_handles,
    replace_handles,
    replaced,
)
from navcore.level.operations.mirror import mirror, mirror_copies
from navcore.level.operations.names import (
    name_faults,
    numbered_names,
    reading_order,
    rename_all,
    replaced_names,
)
from navcore.level.operations.organise import (
    common_group,
    group,
    in_group,
    lock,
    rename_group,
    reorder,
    set_group,
    ungroup,
)
from navcore.level.operations.paste import duplicate_along, landing, motion_of, paste
from navcore.level.operations.routes import (
    add_route,
    append_stops,
    delete_routes,
    own_routes,
    reverse_routes,
    set_mode,
    set_stops,
    share_routes,
    walk_route,
)
from navcore.level.operations.shapes import (
    change_each,
    middle_of,
    moved_to,
    radius_of,
    resized,
    shape_of,
    size_of,
    thickness_of,
    turn_of,
    turned_to,
    with_radius,
    with_thickness,
)
from navcore.level.operations.transform import bounds_of, lying, scale, turn

__all__ = [
    "add",
    "add_agent",
    "add_agents",
    "add_area",
    "add_door",
    "add_obstacle",
    "add_route",
    "add_wall",
    "align",
    "append_stops",
    "array",
    "bounds_of",
    "change_each",
    "change_label",
    "common_group",
    "cuts",
    "delete",
    "delete_handles",
    "delete_routes",
    "distribute",
    "door_across",
    "doors_follow",
    "drag_handles",
    "duplicate",
    "duplicate_along",
    "duplicate_together",
    "follow_rooms",
    "grid_maps",
    "group",
    "in_group",
    "insert_handle",
    "landing",
    "line_maps",
    "lock",
    "lying",
    "merge_floor",
    "merge_handles",
    "middle_of",
    "mirror",
    "mirror_copies",
    "mirror_together",
    "motion_of",
    "move",
    "move_handles",
    "move_together",
    "moved_to",
    "name_faults",
    "numbered_names",
    "own_routes",
    "paste",
    "radius_of",
    "reading_order",
    "rename",
    "rename_all",
    "rename_group",
    "reorder",
    "replace_handles",
    "replaced",
    "replaced_names",
    "resized",
    "reverse_routes",
    "ring_maps",
    "scale",
    "set_fields",
    "set_group",
    "set_mode",
    "set_settings",
    "set_stops",
    "shape_of",
    "share_routes",
    "size_of",
    "split",
    "subtract",
    "take_along",
    "thickness_of",
    "things_in",
    "toggle_doors",
    "turn",
    "turn_of",
    "turn_together",
    "turned_to",
    "ungroup",
    "union",
    "walk_route",
    "with_radius",
    "with_thickness",
    "with_things",
]
