"""The rules, a file a subject: functions from a survey to findings, listed in `proof.problems`."""
