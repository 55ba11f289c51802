"""Level files: opening, saving and watching on worker threads, and the necessary questions."""
