"""Links with an end where no agent can walk."""

from collections.abc import Iterator

from navcore.bake.profile import radius_in
from navcore.i18n import tr
from navcore.level.elements import middle
from navcore.level.model import Level, Link, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.profiles import on_layer
from navcore.level.storeys import layers_of, storey_title
from navcore.path.links import can_take, crossings
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey
from navcore.world import World


def loose_links(survey: Survey) -> Iterator[Finding]:
    """Yield the links with an end where neither the level's agents nor any type can walk."""
    level, world = survey.level, survey.world
    links = in_drawing_order(level.of(Link))
    for link in links:
        fits = [Profile()] + [
            profile
            for profile in survey.types
            if can_take(link, profile.abilities, radius_in(profile, level.settings))
        ]
        found = None
        for profile in fits:
            ends = loose_ends_of(world, link, profile)
            if ends is None:
                break
            found = ends if found is None else found
        else:
            assert found is not None
            yield _loose_finding(level, link, found)


def loose_ends_of(world: World, link: Link, profile: Profile) -> tuple[int, ...] | None:
    """Return the ends of a link, 0 and 1, that are not walkable; None if agents can take it.

    Empty if parts of both are walkable, but none that lead to each other.
    """
    layers = layers_of(world.level.settings, link)
    grids = [world.grid_for(on_layer(profile, layer)) for layer in (layers[0], layers[-1])]
    places = crossings(link, world.grid.cell_size)
    free = [[grid.is_walkable(*pair[n]) for pair in places] for n, grid in enumerate(grids)]
    if any(map(all, zip(*free, strict=True))):
        return None
    return tuple(number for number, there in enumerate(free) if not any(there))


def _loose_finding(level: Level, link: Link, ends: tuple[int, ...]) -> Finding:
    """Return the finding for a link with these loose ends."""
    layers = layers_of(level.settings, link)
    storeys, middles = (layers[0], layers[-1]), (middle(link.start), middle(link.end))
    sentences = (
        tr("{0} begins at {1}, where nobody can walk. Move that end onto floor."),
        tr("{0} ends at {1}, where nobody can walk. Move that end onto floor."),
    )
    said = []
    for end in ends:
        place = f"{middles[end][0]:.2f}, {middles[end][1]:.2f}"
        if len(level.settings.layer_names) > 1:
            place = tr("{0} on {1}").format(place, storey_title(storeys[end]))
        said.append(sentences[end].format(called([link]), place))
    if not ends:
        message = tr("{0} has floor at both ends nowhere across from each other. Move an end.")
        said.append(message.format(called([link])))
    first = ends[0] if ends else 0
    return Finding(" ".join(said), (link.id,), middles[first], layer=storeys[first])
