"""Reports on levels for build machines: what was found, as JSON, JUnit and SARIF. Without Qt."""
