"""Reports on levels for build machines, as JSON, JUnit and SARIF. Without Qt."""
