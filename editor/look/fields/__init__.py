"""Fields for one value: they show faults, pass undo on to the level, and return the focus.

Enter or leaving the field commits the typed text; Esc restores the old one. A refused text stays,
marked, with a sentence; leaving the field then restores the old value and keeps the sentence. An
untouched field commits nothing and passes Ctrl+Z on to the level, and the wheel changes a number
only in the focused field. Numbers are shown rounded; the focused field shows all digits.
"""

from editor.look.fields.check import Check
from editor.look.fields.choice import ChoiceBox
from editor.look.fields.elided import Elided, ElidedButton
from editor.look.fields.field import Field, Take
from editor.look.fields.figures import NumberField, PairField, number_field, pair_field
from editor.look.fields.note import NoteField
from editor.look.fields.reading import (
    MINUS,
    TIMES,
    Formula,
    Refused,
    exact_text,
    number_text,
    read_number,
    read_pair,
    rounded_text,
)

__all__ = [
    "MINUS", "TIMES", "Check", "ChoiceBox", "Elided", "ElidedButton", "Field", "Formula",
    "NoteField", "NumberField", "PairField", "Refused", "Take", "exact_text", "number_field",
    "number_text", "pair_field", "read_number", "read_pair", "rounded_text",
]  # fmt: skip
