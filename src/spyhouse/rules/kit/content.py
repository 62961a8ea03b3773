"""What can be said against pieces that somebody has typed in: decks, boards, maps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a folder of pieces: the rule, the file, the row, the reason."""

    rule: str
    file: str
    row: int  # entry of a JSON list or line of a CSV file, from 1; 0 for the file as a whole
    reason: str
    hard: bool = True  # False: it can be played, but is out of balance

    def __str__(self) -> str:
        place = f"{self.file}, row {self.row}" if self.row else self.file
        return f"{place}: {self.reason} [{self.rule}]"
