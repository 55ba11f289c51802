"""The language that the program speaks: one translator for widgets, tools and navcore alike.

Translations are `resources/translations/CODE.qm`. `pseudo` is none: it makes every sentence 40 %
longer, with accents and marks at both ends, so that what was forgotten or does not fit is seen.
"""

import re
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from editor import resources
from navcore import i18n

CONTEXT: Final = ""
"""Under this name translations keep what is said without a widget, and what is marked."""

PSEUDO: Final = "pseudo"
"""The code of the language for trying out."""

OPENING, CLOSING = (
    "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}",
    ("\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"),
)
"""What stands around each sentence of it."""

LONGER: Final = 0.4
"""So much longer sentences are in it."""

_PLAIN: Final = "AaCcEeIiNnOoSsUuYyZz"
_ACCENTED: Final = "ÅåÇçÉéÎîÑñÖöŠšÛûÝýŽž"
_ACCENTS: Final = str.maketrans(_PLAIN, _ACCENTED)

_KEPT: Final = re.compile(r"\{[^{}]*\}|&.|<[^<>]+>|[^&{<]+|.", re.DOTALL)
"""Numbered places, mnemonics and marks of rich text; what is between them."""

_STEP: Final = 6


class _Spoken:
    """The translators that are installed now."""

    def __init__(self) -> None:
        self.translators: list[QTranslator] = []


_spoken = _Spoken()


class Pseudo(QTranslator):
    """Makes each of the program's sentences longer; Qt's own stay."""

    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """The sentence as a translator might make it at worst."""
        return sourceText if re.match(r"Q[A-Z]", context) else pseudo(sourceText)

    def isEmpty(self) -> bool:
        """Never: it knows every sentence."""
        return False


def pseudo(text: str) -> str:
    """The text with accents, marks at both ends and 40 % more of it; places in it are kept."""
    if not text:
        return text
    parts = _KEPT.findall(text)
    shown = "".join(p if p[0] in "{&<" and len(p) > 1 else p.translate(_ACCENTS) for p in parts)
    more = round(LONGER * len(text)) + 1
    # One long word where there is one, else more words: so that lines break as they would.
    tail = "" if " " in text else "~" * min(more, _STEP)
    while len(tail) < more:
        tail += " " + "~" * min(_STEP, max(1, more - len(tail) - 1))
    return f"{OPENING}{shown}{tail}{CLOSING}"


def codes() -> list[str]:
    """The languages that there are translations for, English apart."""
    return sorted(path.stem for path in _folder().glob("*.qm"))


def install(code: str = "") -> None:
    """Speak this language from now on: a code, `pseudo`, `en`, or what the system asks for.

    Windows that are open keep theirs. Sentences of tools and of navcore go through Qt's
    translators as those of widgets do. Qt's own words follow only where the program speaks the
    language too: never half of one and half of another.
    """
    for translator in _spoken.translators:
        QCoreApplication.removeTranslator(translator)
    _spoken.translators = _translators(code or _of_the_system())
    for translator in _spoken.translators:
        QCoreApplication.installTranslator(translator)
    i18n.speak(
        lambda text: QCoreApplication.translate(CONTEXT, text),
        lambda text, count: QCoreApplication.translate(CONTEXT, text, None, count),
    )


def _translators(code: str) -> list[QTranslator]:
    if code == PSEUDO:
        return [Pseudo()]
    own, of_qt = QTranslator(), QTranslator()
    if code not in codes() or not own.load(str(_folder() / f"{code}.qm")):
        return []
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [of_qt, own] if of_qt.load(f"qtbase_{code}", folder) else [own]


def _of_the_system() -> str:
    """The first language of the user that there is a translation for; empty for English."""
    there = codes()
    for name in QLocale.system().uiLanguages():
        code = name.partition("-")[0]
        if code == "en":
            return ""
        if code in there:
            return code
    return ""


def _folder() -> Path:
    return Path(str(resources.path("translations")))
