"""Second Place, a two-player game by Paul Beere: three spies on a tracker, and the one in second place wins."""
