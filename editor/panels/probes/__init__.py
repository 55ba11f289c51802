"""The panel Probes: what is known of paths that are asked for, side by side."""
