"""The style sheet, filled with a theme's tokens; Fusion and the palette style the rest."""

from dataclasses import asdict
from string import Template
from typing import Final

from editor.look.style import FONT, SIZE, Theme

SHEET: Final = Template("""
QWidget { color: $text; widget-animation-duration: $fade; } QMainWindow, QMenuBar, QStatusBar {
  background: $window; } QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMenuBar { padding: 0 ${px_related}px; } #title { font-size: ${px_title}px; font-weight: 600; }
QMenuBar::item:selected, QToolButton:hover, QPushButton:hover, #chip:hover, QTreeView::item:hover,
  #steps::item:hover { background: $hover; }
QMenuBar::item { padding: 6px ${px_related}px; border-radius: ${px_radius_field}px; }
QMenu { background: $raised; border: 1px solid $line; padding: ${px_inside}px; }
QMenu::item { padding: 6px ${px_dialog}px 6px ${px_inside}px; border-radius: ${px_radius_field}px; }
QMenu::separator { background: $line; height: 1px; margin: ${px_inside}px; }
QMenu::icon, QMenu::indicator { margin-left: ${px_inside}px; width: ${px_check}px; }
QMenu::right-arrow { image: url($more); width: ${px_check}px; right: ${px_inside}px; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: ${px_inside}px; }
QToolBar { background: $panel; border: 0; padding: 0; margin: 0; spacing: 0; }
#page, #playbar { background: $panel; } QToolButton::menu-indicator { image: none; width: 0; }
#options { border-bottom: 1px solid $line; } #rail { border-right: 1px solid $line; }
#playbar, QStatusBar { border-top: 1px solid $line; } QStatusBar::item { border: 0; }
QToolButton { background: transparent; border: 1px solid transparent;
  border-radius: ${px_radius_button}px; padding: 0 ${px_inside}px; }
QToolButton:checked, QToolButton:pressed { background: $accent_fill; border-color: $accent; }
#chip { background: $raised; border-color: $line; padding: 0 ${px_related}px; }
QPushButton { background: $raised; border: 1px solid $line; min-height: ${px_button_inner}px;
  border-radius: ${px_radius_button}px; padding: 0 ${px_margin}px; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:disabled { background: $raised; color: $disabled; border-color: $line; }
QToolButton:focus, QPushButton:focus { border: ${px_focus}px solid $accent; }
QPushButton:default:focus { border-color: $text; } QLineEdit, QComboBox, QPlainTextEdit {
  background: $field; border: 1px solid $line; padding: 0 7px; border-radius: ${px_radius_field}px;
  min-height: ${px_field_inner}px; selection-background-color: $accent_fill;
  selection-color: $text; placeholder-text-color: $text2; } QPlainTextEdit { padding: 4px 8px; }
QLineEdit:focus, QComboBox:focus, QLineEdit[invalid="true"] { padding: 0 6px;
  border: ${px_focus}px solid $accent; min-height: ${px_field_focus}px; }
QComboBox { padding: 0 9px; } QComboBox:focus { padding: 0 8px; } #line { background: $line; }
QPlainTextEdit:focus, QPlainTextEdit[invalid="true"] { border: ${px_focus}px solid $accent;
  padding: 3px 7px; } QLineEdit[invalid="true"], QPlainTextEdit[invalid="true"] {
  border-color: $error; } QLineEdit:read-only { background: $panel; color: $text2; }
QLineEdit:disabled, QComboBox:disabled { color: $disabled; background: $panel; }
QAbstractItemView QLineEdit, QAbstractItemView QLineEdit:focus,
  QAbstractItemView QLineEdit[invalid="true"] { min-height: 0; padding: 0 3px; }
QComboBox::drop-down { border: 0; width: ${px_dialog}px; } QComboBox::down-arrow { image:
  url($arrow); width: ${px_icon_small}px; } QCheckBox::indicator { width: ${px_check}px; height:
  ${px_check}px; background: $field; border: 1px solid $control; border-radius:
  ${px_radius_field}px; } QMenu::indicator:checked, QCheckBox::indicator:checked { image:
  url($check); } QMenu::item:disabled, QCheckBox:disabled { color: $disabled; }
  QCheckBox::indicator:indeterminate, QScrollBar::handle:hover { background: $control; }
QCheckBox::indicator:focus { border: ${px_focus}px solid $accent; width: ${px_check_focus}px;
  height: ${px_check_focus}px; }
QComboBox QAbstractItemView, #completions { background: $raised; border: 1px solid $line; }
#pages::item, QComboBox QAbstractItemView::item, #completions::item, #steps::item {
  min-height: ${px_row}px; padding: 0 ${px_inside}px; } #steps::item { padding: 0 ${px_margin}px; }
QTabBar::tab { background: transparent; color: $text2; padding: 0 ${px_margin}px;
  min-height: ${px_button}px; font-size: ${px_tab}px; font-weight: 400; }
QTabBar::tab:selected { color: $text; font-weight: 600; } QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected:focus { color: $accent; border-bottom: ${px_focus}px solid $accent; }
QTreeView, QTableView, QListView { background: $panel; border: 0; outline: 0;
  selection-background-color: $accent_fill; selection-color: $text; }
QTreeView::item { min-height: ${px_row}px; } #busy { padding: ${px_related}px ${px_group}px; }
QMenu::item:selected, QTreeView::item:selected, QListView::item:selected {
  background: $accent_fill; } QTreeView::item:focus, QTableView::item:focus, QListView::item:focus {
  border: ${px_focus}px solid $accent; border-radius: ${px_radius_field}px; }
QHeaderView::section, QTableCornerButton::section { background: $panel; color: $text2; border: 0;
  padding: 0 ${px_inside}px; } QScrollBar:vertical { width: ${px_scroll_bar}px; }
QScrollArea, QScrollArea > QWidget > QWidget, QScrollBar { background: $panel; border: 0; }
#raised, #raised > QWidget > QWidget, #raised QScrollBar { background: $raised; }
QScrollBar::handle { background: $line; border-radius: 3px; margin: 3px; min-height: 24px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: none; height: 0; width: 0; } QStatusBar QToolButton {
  border-radius: ${px_radius_field}px; } #headline { font-size: ${px_tab}px; font-weight: 600; }
#pages::item:focus, #targets::item:focus { padding: 0 2px; } #steps::item:focus { padding: 0 10px; }
#targets { background: $field; border: 1px solid $line; border-radius: ${px_radius_field}px; }
#targets::item { padding: 0 ${px_inside}px; } #targets QHeaderView::section { padding: 0 7px; }
#ways::tab:first { padding-left: 0; } #label, #counter { color: $text2; } #fault { color: $error; }
#warn { color: $warn; } #targets QScrollBar { background: $field; } #popover, #offer, #busy,
  #message { border: 1px solid $line; background: $raised; border-radius: ${px_radius_dialog}px; }
#popover QListView { background: transparent; } #choice { background: transparent; border-color:
  transparent; text-align: left; padding: 0 ${px_related}px; } #choice:hover, #inner::tab:selected {
  background: $raised; } #inner::tab { font-size: ${px_base}px; min-height: ${px_row}px; padding:
  0 ${px_related}px; border-radius: ${px_radius_button}px; } #drop { border: ${px_focus}px solid
  $accent; } #picture { background: $window; color: $text2; border: 1px solid $line; }
""")


def sheet(theme: Theme, *, check: str = "", arrow: str = "", more: str = "", fade: int = 0) -> str:
    """The style sheet in the colours of `theme`; `check`, `arrow`, `more` are files of pictures.

    `fade` is how long Qt's own animations take, milliseconds; 0 is none.
    """
    return SHEET.substitute(
        asdict(theme)
        | {f"px_{name}": value for name, value in asdict(SIZE).items()}
        | {
            "check": check,
            "arrow": arrow,
            "more": more,
            "fade": fade,
            "px_base": FONT.base,
            "px_tab": FONT.tab,
            "px_title": FONT.title,
            "px_button_inner": SIZE.button - 2 * SIZE.line,
            "px_check_focus": SIZE.check - 2 * (SIZE.focus - SIZE.line),
            "px_field_inner": SIZE.field - 2 * SIZE.line,
            "px_field_focus": SIZE.field - 2 * SIZE.focus,
        }
    )
