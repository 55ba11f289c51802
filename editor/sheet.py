"""The one style sheet, filled with the tokens of a theme. Fusion and the palette do the rest."""

from dataclasses import asdict
from string import Template
from typing import Final

from editor.style import FONT, SIZE, Theme

SHEET: Final = Template("""
QWidget { color: $text; }
QMainWindow, QMenuBar, QStatusBar { background: $window; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMenuBar { padding: 0 ${related}px; }
QMenuBar::item { padding: 5px ${related}px; border-radius: ${radius_field}px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $line; padding: ${inside}px; }
QMenu::item { padding: 5px ${dialog}px 5px ${inside}px; border-radius: ${radius_field}px; }
QMenu::item:selected { background: $accent_fill; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { background: $line; height: 1px; margin: ${inside}px; }
QMenu::icon, QMenu::indicator { margin-left: ${inside}px; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: ${inside}px; }
QDockWidget, #dock, #options, #rail, #playbar { background: $panel; }
#dock { border: 0; }
#options { border: 0; border-bottom: 1px solid $line; }
#rail { border: 0; border-right: 1px solid $line; }
#playbar { border: 0; border-top: 1px solid $line; }
QStatusBar { border-top: 1px solid $line; }
QStatusBar::item { border: 0; }
QToolButton { background: transparent; border: 1px solid transparent;
  border-radius: ${radius_button}px; padding: 0 ${inside}px; }
QToolButton:hover { background: $hover; }
QToolButton:checked, QToolButton:pressed { background: $accent_fill; border-color: $accent; }
QToolButton:disabled { color: $disabled; }
QToolButton:focus { border: ${focus}px solid $accent; }
QToolButton::menu-indicator { image: none; }
QPushButton { background: $raised; border: 1px solid $line; min-height: ${button_inner}px;
  border-radius: ${radius_button}px; padding: 0 ${margin}px; }
QPushButton:hover { background: $hover; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:focus { border: ${focus}px solid $accent; }
QPushButton:default:focus { border-color: $text; }
QPushButton:disabled { color: $disabled; }
QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit { background: $field;
  border: 1px solid $line; border-radius: ${radius_field}px; padding: 0 7px;
  min-height: ${field_inner}px; selection-background-color: $accent_fill;
  selection-color: $text; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {
  border: ${focus}px solid $accent; padding: 0 6px; min-height: ${field_focus}px; }
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"] { border: ${focus}px solid $error;
  padding: 0 6px; min-height: ${field_focus}px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $disabled; }
QLineEdit:read-only { background: $panel; color: $text2; }
QAbstractItemView QLineEdit { min-height: 0; padding: 0 3px; }
QComboBox::drop-down { border: 0; width: ${icon}px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; }
QTabBar::tab { background: transparent; color: $text2; padding: 0 ${margin}px;
  min-height: ${button}px; font-size: ${tab}px; font-weight: 400; }
QTabBar::tab:selected { color: $text; font-weight: 600; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { color: $accent; }
QTreeView, QTableView, QListView { background: $panel; border: 0; outline: 0;
  selection-background-color: $accent_fill; selection-color: $text; }
QTreeView::item { min-height: ${row}px; }
QTreeView::item:hover { background: $hover; }
QTreeView::item:selected { background: $accent_fill; color: $text; }
QHeaderView::section { background: $panel; color: $text2; border: 0; padding: 0 ${inside}px; }
QScrollArea { background: $panel; border: 0; }
QScrollBar { background: $panel; border: 0; margin: 0; }
QScrollBar:vertical { width: ${scroll_bar}px; }
QScrollBar:horizontal { height: ${scroll_bar}px; }
QScrollBar::handle { background: $line; border-radius: 3px; margin: 3px; min-height: 24px;
  min-width: 24px; }
QScrollBar::handle:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: none; height: 0; width: 0; }
#label { color: $text2; }
#fault { color: $error; }
#warn { color: $warn; }
#message { background: $raised; border-bottom: 1px solid $line; }
""")


def sheet(theme: Theme) -> str:
    """The style sheet in the colours of `theme`."""
    return SHEET.substitute(
        asdict(theme)
        | asdict(SIZE)
        | {
            "tab": FONT.tab,
            "button_inner": SIZE.button - 2 * SIZE.line,
            "field_inner": SIZE.field - 2 * SIZE.line,
            "field_focus": SIZE.field - 2 * SIZE.focus,
        }
    )
