"""Boundary padding below the radius of agents."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from navcore.bake.profile import boundary_padding_for, radius_in
from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.operations import set_settings
from navcore.level.storeys import only_on
from navcore.proof.clearances import passages
from navcore.proof.problem import Finding
from navcore.proof.rules.verified import cuts_off, cuts_off_type
from navcore.proof.survey import Survey

_SAME: Final = 1e-9

_OPEN: Final = ("never", "by luck", "always")


def padding_below_radius(survey: Survey) -> Iterator[Finding]:
    """Yield the boundary padding, where agents reach over the edge of the floor."""
    settings = survey.level.settings
    over = settings.agent_radius - settings.boundary_padding
    if not survey.level.areas:
        return
    if over <= _SAME:
        yield from _below_types(survey)
        return
    said = tr(
        "Agents reach {0} m over the edge of every area, because the boundary padding is {1}."
    )
    said = said.format(f"{over:.2f}", f"{settings.boundary_padding:g}")
    fix = set_settings(survey.level, boundary_padding=settings.agent_radius)
    shut = _shut_by(survey, fix)
    if shut:
        said += " " + several(
            shut, "With more, a gap becomes too narrow.", "With more, {0} gaps become too narrow."
        )
    harms = shut or cuts_off(survey, fix)
    yield Finding(said, (), survey.middle, None if harms else fix, placed=False)


def _below_types(survey: Survey) -> Iterator[Finding]:
    """Yield the padding where agent types that are wider than the default keep no more of it."""
    settings = survey.level.settings
    wide = [
        (radius - boundary_padding_for(radius, settings), profile)
        for profile in settings.profiles
        for radius in [radius_in(profile, settings)]
    ]
    wide = [(over, profile) for over, profile in wide if over > _SAME]
    if not wide:
        return
    said = tr(
        "{0} reaches {1} m over the edge of every area, because the boundary padding is {2} for "
        "every agent type."
    )
    over, widest = max(wide, key=lambda one: one[0])
    told = said.format(widest.name, f"{over:.2f}", f"{settings.boundary_padding:g}")
    fix = replace(
        set_settings(survey.level, boundary_follows_radius=True),
        label=tr("Let the padding grow with the radius"),
    )
    harms = any(cuts_off_type(survey, profile, fix) for _, profile in wide)
    yield Finding(told, (), survey.middle, None if harms else fix, placed=False)


def _shut_by(survey: Survey, edit: Edit) -> int:
    """Return how many gaps an edit of the settings makes less open: on fewer grids, or none."""
    level = edit.apply(survey.level)
    count = 0
    for layer in survey.layers:
        known = {one.place: one.verdict for one in survey.passages(layer, survey.able)}
        count += sum(
            _OPEN.index(one.verdict) < _OPEN.index(known.get(one.place, "never"))
            for one in passages(only_on(level, layer), abilities=survey.able.abilities)
        )
    return count
