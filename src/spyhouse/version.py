"""Which Spyhouse this is, and whether its engines run compiled."""

from __future__ import annotations

from spyhouse.rules.kit import contract

__version__ = "0.1.0"


def is_compiled() -> bool:
    """Whether the engines run compiled; they are all compiled together or not at all."""
    return not (contract.__file__ or ".py").endswith(".py")
