"""The rules of the house: one folder a game, and the kit they share. Nothing here knows a server, a bot or a clock."""
