"""Exports that name an agent type, a state or a storey that the level lacks."""

from collections.abc import Iterator

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import ExportTarget, Level
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey

__all__ = ["broken_exports"]


def broken_exports(survey: Survey) -> Iterator[Finding]:
    """Yield the exports that can't be written, because they name what the level lacks."""
    level = survey.level
    told = dict[str, tuple[str, Edit]]()
    for number, target in enumerate(level.settings.exports):
        missing = _missing(level, target)
        if not missing:
            continue
        names = [name for name, _, _ in missing]
        listed = names[0] if len(names) == 1 else tr("{0} and {1}").format(
            ", ".join(names[:-1]), names[-1]
        )  # fmt: skip
        said = tr("The export {0} names {1}, which the level lacks, so it can't be written.")
        label = missing[0][1] if len(missing) == 1 else tr("Export {0} without these names")
        fields = {field: "" for *_, field in missing}
        exports = list(level.settings.exports)
        exports[number] = replace(target, **fields)
        settings = replace(level.settings, exports=tuple(exports))
        fix = Edit.put(level, [settings], label.format(target.path))
        # One file is one row, also if several exports name it.
        told.setdefault(target.path, (said.format(target.path, listed), fix))
    for path, (text, edit) in told.items():
        yield Finding(text, (), survey.middle, edit, path, placed=False)


def _missing(level: Level, target: ExportTarget) -> list[tuple[str, str, str]]:
    """Return what an export names that is missing: its words, a label of the fix, its field."""
    settings, found = level.settings, list[tuple[str, str, str]]()
    if target.profile and all(one.name != target.profile for one in settings.profiles):
        words = tr("the agent type {0}").format(target.profile)
        found.append((words, tr("Export {0} for the default type"), "profile"))
    if target.state and all(one.name != target.state for one in settings.states):
        words = tr("the state {0}").format(target.state)
        found.append((words, tr("Export {0} as drawn"), "state"))
    if target.layer and target.layer not in settings.layer_names:
        words = tr("the storey {0}").format(target.layer)
        found.append((words, tr("Export {0} of the ground"), "layer"))
    return found
