"""The panel of what fits through: widths, radii, choke points."""
