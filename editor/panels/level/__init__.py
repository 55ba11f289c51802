"""The properties of the level: numbers of the bake, exports, facts."""
