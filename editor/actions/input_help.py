"""Mouse input, and keys that the canvas, fields and lists read themselves.

They are not actions, so only the list of shortcuts shows them, next to the shortcuts of the menus.
"""

from typing import Final

GROUPS: Final = (
    "Draw", "While drawing", "Select", "While dragging", "Corners and stops", "Edit", "View",
    "Play", "Check", "Fields and lists", "File", "Help",
)  # fmt: skip
"""Groups of the list of shortcuts in order: menus, and input groups between them."""

HAND: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("While drawing", "Set a corner", ("Click",)),
    ("While drawing", "Close the outline", ("Enter", "Double-click", "Click the first corner")),
    ("While drawing", "Draw a rectangle, a regular polygon or a wall", ("Drag", "Click twice")),
    ("While drawing", "End a route", ("Enter",)),
    ("While drawing", "Close a route to a loop", ("Click the first stop", "Click the agent")),
    ("While drawing", "Straight or at 45°, a square", ("Shift",)),
    ("While drawing", "The other way of snapping", ("Ctrl",)),
    ("While drawing", "Take the last corner back", ("Backspace", "{undo}", "Right-click")),
    ("While drawing", "Set it again", ("{redo}",)),
    ("While drawing", "More or fewer corners of a regular polygon", ("Up", "Down")),
    ("While drawing", "Type a place, x z", ("Digits", "-", ".", ",")),
    ("While drawing", "Type a length and an angle", ("@",)),
    ("While drawing", "Go on to the second number", ("Space", "Tab")),
    ("While drawing", "Do what is typed", ("Enter",)),
    ("While drawing", "Give up the box, then the outline, then the tool", ("Esc",)),
    ("Select", "What is smallest there", ("Click",)),
    ("Select", "What lies beneath", ("Alt+click",)),
    ("Select", "Add or remove", ("Shift+click", "Ctrl+click")),
    ("Select", "With a box", ("Drag from nothing or inside an area",)),
    ("Select", "Also take what a selection box only touches", ("Alt when you let go",)),
    ("Select", "Add with a box", ("Shift+drag",)),
    ("Select", "Everything in a stack, locked things too", ("Right-click, then Select",)),
    ("Select", "Nothing", ("Esc",)),
    ("Select", "Move a stop of a selected agent, or add one", ("Drag the stop", "Drag the +")),
    ("While dragging", "One axis; a square; turn by 15°", ("Shift",)),
    ("While dragging", "The other way of snapping", ("Ctrl",)),
    ("While dragging", "Leave a copy", ("Alt when you let go",)),
    ("While dragging", "Pan", ("Space",)),
    ("While dragging", "Grid, snapping, snap step", ("{grid}", "{snap}", "{coarser}", "{finer}")),
    ("While dragging", "Take it back", ("Esc", "Right-click")),
    ("Corners and stops", "Take a corner, a stop or an edge", ("Click",)),
    ("Corners and stops", "Take one of several in the same place", ("Alt+click",)),
    ("Corners and stops", "Add a corner or a stop", ("Drag the +", "Double-click an edge")),
    ("Corners and stops", "Next or previous one", ("Tab", "Shift+Tab")),
    ("Corners and stops", "Delete them", ("Del", "Backspace")),
    ("Edit", "Move by a grid step", ("Arrows",)),
    ("Edit", "Move by ten, by a tenth", ("Shift+arrows", "Alt+arrows")),
    ("Edit", "Context menu", ("Right-click", "Shift+right-click", "Shift+F10", "Menu")),
    ("View", "Zoom at the mouse", ("Wheel", "Ctrl+wheel", "Pinch")),
    ("View", "Pan", ("Middle drag", "Space+drag", "Two fingers")),
    ("Play", "Send the selected agents, not at the start", ("Right-click",)),
    ("Play", "Lay many agents with the spawn brush", ("Drag", "Click")),
    ("Fields and lists", "Take the value, and back to the canvas", ("Enter",)),
    ("Fields and lists", "Take a note", ("Ctrl+Enter",)),
    ("Fields and lists", "As it was, and back to the canvas", ("Esc",)),
    ("Fields and lists", "One step more or less", ("Up", "Down", "Wheel")),
    ("Fields and lists", "Change every selected element's own number", ("+= 0.5", "*= 2")),
    ("Fields and lists", "Press the button", ("Space",)),
    ("Fields and lists", "Search the outline", ("Letters",)),
    ("Fields and lists", "In the outline as on the canvas", (
        "{delete}", "{rename}", "{hide}", "{show_all}", "{show_only}", "{frame}", "{cut}",
        "{copy}", "{paste}", "{duplicate}")),
    ("Fields and lists", "Go to a step of the history", ("Click", "Enter")),
    ("Fields and lists", "Go to the moment and place of an event", ("Double-click", "Enter")),
)  # fmt: skip
"""Group, effect, and input; `{action}` is replaced by the shortcut of that action."""
