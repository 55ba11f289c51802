"""Interface to the operating system: application, clipboard, language, version."""
