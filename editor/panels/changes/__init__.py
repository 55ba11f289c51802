"""The panel Changes: differences from an earlier state of the level."""
