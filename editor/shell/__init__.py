"""The program around its parts: start, home or window, docks, menus, crash boundary."""
