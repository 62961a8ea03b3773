"""How fast the games are, beside other game libraries, in one run: `python -m bench`."""
