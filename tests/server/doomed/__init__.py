"""A game whose import ends the process: what a worker does with it must hang no table."""
