"""Files of levels: opened, saved and watched beside the window; the questions they need."""
