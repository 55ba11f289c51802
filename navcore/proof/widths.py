"""The narrow places of a level, and who gets through them."""

from navcore.proof.verdicts import Kind, Limits, Side, Verdict, limits_of, verdict_of

__all__ = ["Kind", "Limits", "Side", "Verdict", "limits_of", "verdict_of"]
