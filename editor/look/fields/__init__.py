"""Fields that take one value: they say what is wrong, pass undo on, and give the focus back.

Enter or leaving the field commits what was typed; Esc takes it back. A value that is refused
stays, marked, with a sentence; leaving the field then brings the old value back and leaves
the sentence. A field that nobody touched commits nothing and passes Ctrl+Z on to the level,
and the wheel turns numbers only in the field that has the focus. Numbers are shown rounded;
the field that has the focus shows them as they are.
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
