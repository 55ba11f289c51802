"""Preferences of appearance, motion and language."""

from typing import ClassVar

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QComboBox

from editor.actions.workbench import Workbench
from editor.dialogs.preferences.page import Page, show_value
from editor.look.theme import apply_motion
from editor.system import language
from navcore.i18n import mark, tr


class GeneralPage(Page):
    """Theme, colours, movement, and the language where there is a choice."""

    title: ClassVar[str] = mark("General")

    def __init__(self, bench: Workbench) -> None:
        """Show the present preferences."""
        super().__init__(bench)
        settings = bench.settings
        themes = (
            (tr("As the system"), "system"),
            (tr("Dark"), "dark"),
            (tr("Light"), "light"),
        )
        self.theme = self.add_choice(tr("Theme"), themes, settings.theme, self._choose_theme)
        colours = ((tr("Clear"), "clear"), (tr("Classic"), "classic"))
        self.colours = self.add_choice(
            tr("Colours"),
            colours,
            settings.colours,
            self._choose_colours,
            note=tr("Classic: floor by its cost in green, yellow and red, black where it is shut."),
        )
        motions = (
            (tr("As the system"), "system"),
            (tr("As little as possible"), "reduced"),
        )
        self.motion = self.add_choice(
            tr("Movement"),
            motions,
            settings.motion,
            self._choose_motion,
            note=tr("As little as possible: nothing fades, glides or blinks."),
        )
        self.language: QComboBox | None = None
        if language.codes():
            self._add_languages()
        self.column.addStretch(1)

    def back(self) -> None:
        """Reset all preferences of the page to the system's."""
        self._choose_theme("system")
        self._choose_colours("clear")
        self._choose_motion("system")
        show_value(self.theme, "system")
        show_value(self.colours, "clear")
        show_value(self.motion, "system")
        if self.language is not None:
            self._choose_language("")
            show_value(self.language, "")

    def _add_languages(self) -> None:
        own = [(QLocale(code).nativeLanguageName() or code, code) for code in language.codes()]
        choices = [(tr("As the system"), ""), ("English", "en"), *own]
        self.language = self.add_choice(
            tr("Language"),
            choices,
            self.bench.settings.language,
            self._choose_language,
            note=tr("Takes effect at the next start."),
        )

    def _choose_theme(self, choice: str) -> None:
        self.bench.commands.table[f"theme_{choice}"].trigger()

    def _choose_colours(self, choice: str) -> None:
        self.bench.commands.table[f"colours_{choice}"].trigger()

    def _choose_motion(self, choice: str) -> None:
        self.bench.settings.motion = choice
        apply_motion(choice)

    def _choose_language(self, choice: str) -> None:
        self.bench.settings.language = choice
