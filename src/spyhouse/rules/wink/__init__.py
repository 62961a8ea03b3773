"""Wink, a game of 4 to 8 players: call a number, and find by a wink who holds it before somebody else does."""
