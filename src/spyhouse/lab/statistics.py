"""How sure a result is: shares with intervals, a sequential test, ratings."""

from __future__ import annotations

from math import log, log10, sqrt

SURE = 1.959964  # standard deviations of a two-sided 95 % interval
ERROR = 0.05  # of the sequential test, in both directions
CLEARLY = 0.2  # of the way from an even share to winning always


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson): honest also for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = SURE * SURE / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def clearly_above(even: float) -> float:
    """The share that counts as clearly above an even one: 0.6 of two seats, 0.4 of four."""
    return even + (1 - even) * CLEARLY


def evidence(wins: float, games: int, even: float) -> float:
    """How much more likely this result is with a share clearly above even than with an even one (logarithm)."""
    above = clearly_above(even)
    return wins * log(above / even) + (games - wins) * log((1 - above) / (1 - even))


def verdict(wins: float, games: int, even: float) -> str:
    """What the sequential test says (Wald): "above", "even" (or below), or "open" while it needs more games."""
    bound = log((1 - ERROR) / ERROR)
    found = evidence(wins, games, even)
    return "above" if found >= bound else "even" if found <= -bound else "open"


def rating_difference(share: float, seats: int) -> float:
    """How many rating points a share is worth: Elo for two seats, for more the same strength against each of the others."""
    kept = min(max(share, 0.001), 0.999)  # a share of 1 has no finite rating
    return 400 * log10(kept * (seats - 1) / (1 - kept))
