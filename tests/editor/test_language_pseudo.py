"""Translation by program: every sentence is marked, longer, and keeps its places."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system import language
from editor.system.application import make_app
from editor.system.language import CLOSING, OPENING, pseudo
from navcore.i18n import several, tr


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """The window in the pseudo-language, with the small level."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.folder = tmp_path
    settings.theme = "dark"
    make_app(settings, spoken=language.PSEUDO)
    made = MainWindow(settings, Answers())
    made.show()
    made.document.load(small_level(), None)
    made.bake.wait()
    qtbot.waitExposed(made)
    yield made
    for dialog in [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]:
        dialog.close()
    leave(made)
    language.install("en")
    QCoreApplication.processEvents()


class TestPseudo:
    """The language for trying out."""

    @pytest.mark.parametrize(
        "text", ["Undo", "Moved {0} by {1} m", "&Open", "A <b>bold</b> word", "one\ntwo", "x z"]
    )
    def test_what_is_kept(self, text):
        """Placeholders, mnemonics, marks and line breaks are unchanged; the text is 40 % longer."""
        made = pseudo(text)
        assert made[0] == OPENING
        assert made[-1] == CLOSING
        assert len(made) >= 1.4 * len(text)
        for part in re.findall(r"\{\d\}|&.|<[^>]+>|\n", text):
            assert part in made
        assert made.format("a", "b")

    def test_nothing_stays_nothing(self):
        """Otherwise an empty label would get marks."""
        assert pseudo("") == ""

    def test_english_is_what_is_written(self, window):
        """It is returned unchanged, too."""
        assert tr("Undo") == pseudo("Undo")
        language.install("en")
        assert tr("Undo") == "Undo"

    def test_the_words_of_qt_stay(self, window):
        """They are Qt's, and keys are read by their names."""
        assert QCoreApplication.translate("QShortcut", "Ctrl") == "Ctrl"

    def test_one_and_many(self):
        """One sentence each."""
        assert several(1, "1 corner", "{0} corners") == "1 corner"
        assert several(3, "1 corner", "{0} corners") == "3 corners"

    def test_languages_with_other_plurals(self, window):
        """Polish has three forms, and 22 is none of those of 5."""
        language.install("en")

        class Polish(QTranslator):
            """Texts of a translation with numerus forms."""

            def translate(self, context, sourceText, disambiguation=None, n=-1):
                """By the rule of Polish."""
                if sourceText == "1 corner":
                    return "1 róg"
                few = n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14}
                return "{0} rogi" if few else "{0} rogów"

            def isEmpty(self):
                """It knows a sentence."""
                return False

        polish = Polish()
        QCoreApplication.installTranslator(polish)
        try:
            said = [several(n, "1 corner", "{0} corners") for n in (1, 2, 5, 12, 22)]
        finally:
            QCoreApplication.removeTranslator(polish)
            language.install("en")
        assert said == ["1 róg", "2 rogi", "5 rogów", "12 rogów", "22 rogi"]

    def test_an_unknown_language_is_english(self, window):
        """As that of a system for which there is no translation."""
        language.install("xx")
        assert tr("Undo") == "Undo"
