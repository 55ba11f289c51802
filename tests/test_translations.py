"""What is there to translate is found, so that a language can be added."""

import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import resources.translations as translations


def test_texts_of_tables() -> None:
    """Rows of actions and what the hand does, and no keys."""
    found = translations.texts_of_tables()
    assert {"Undo", "Set a corner", "Copied {0}.", "Snap to", "click"} <= found
    assert not {"Ctrl+Z", "F5", "undo"} & found


@pytest.mark.skipif(shutil.which("pyside6-lupdate") is None, reason="Qt's tools are not here")
def test_a_new_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences of tools, widgets, tables and navcore."""
    monkeypatch.setattr(translations, "HERE", tmp_path)
    made = translations.update("de")
    sources = {source.text for source in ET.parse(made).iter("source")}
    forms = {m.findtext("source") for m in ET.parse(made).iter("message") if m.get("numerus")}
    assert {"{0} corners", "{0} stops"} <= forms
    assert forms == translations.texts_with_counts()[1]
    assert {"Undo", "Move {0}", "Click adds a corner, {0} at {1}.", "Unsaved changes"} <= sources
