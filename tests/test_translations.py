"""All translatable texts are found, so that a language can be added."""

import shutil
import xml.etree.ElementTree as ET
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from editor import resources


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    """The program that collects them; nothing else imports it."""
    spec = spec_from_file_location("update", resources.path("translations/update.py"))
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_texts_of_tables(translations: ModuleType) -> None:
    """Rows of actions and of mouse gestures are included, and no keys."""
    found = translations.texts_of_tables()
    assert {"Undo", "Set a corner", "Copied {0}.", "Snap to", "click"} <= found
    assert not {"Ctrl+Z", "F5", "undo"} & found


@pytest.mark.skipif(shutil.which("pyside6-lupdate") is None, reason="Qt's tools are not here")
def test_a_new_language(
    translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sentences of tools, widgets, tables and navcore."""
    monkeypatch.setattr(translations, "HERE", tmp_path)
    made = translations.update("de")
    sources = {source.text for source in ET.parse(made).iter("source")}
    forms = {m.findtext("source") for m in ET.parse(made).iter("message") if m.get("numerus")}
    assert {"{0} corners", "{0} stops"} <= forms
    assert forms == translations.texts_with_counts()[1]
    assert {"Undo", "Move {0}", "Click adds a corner, {0} at {1}.", "Unsaved changes"} <= sources
