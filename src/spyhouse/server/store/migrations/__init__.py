"""How the database came to look as it does, one step a file in `versions`."""
