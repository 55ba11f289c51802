"""What the operating system is asked for: application, clipboard, language, version."""
