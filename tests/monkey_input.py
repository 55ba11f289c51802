"""Keys and texts of the monkey."""

from hand import ALT, CTRL, NONE, SHIFT
from PySide6.QtCore import Qt

KEY = Qt.Key
KEYS = (
    *(KEY(ord(letter)) for letter in "VEPRCOBDAKQFGNTHIMWL"),
    KEY.Key_Escape, KEY.Key_Return, KEY.Key_Backspace, KEY.Key_Delete, KEY.Key_Space,
    KEY.Key_Left, KEY.Key_Right, KEY.Key_Up, KEY.Key_Down, KEY.Key_Tab, KEY.Key_5, KEY.Key_Minus,
    KEY.Key_F1, KEY.Key_Question, KEY.Key_F2, KEY.Key_F5, KEY.Key_F6, KEY.Key_F11, KEY.Key_Home,
    KEY.Key_PageUp, KEY.Key_PageDown, KEY.Key_Period,
)  # fmt: skip
ORDERS = "ZYXCVDALGSEPF,/W"
"""Signs that mean something with Ctrl."""
TYPED = (
    "3", "-2.5", "1,5", "4 m + 20 cm", "nonsense", "", "x * 2", "+= 0.5", "*= -1", "@ 2 45",
    "table_##", "a/b", "6.00 8.30", "1e9", "0", "table", "+stone",
)  # fmt: skip
MODIFIERS = (NONE, NONE, NONE, NONE, SHIFT, CTRL, ALT)
"""Seldom one."""
