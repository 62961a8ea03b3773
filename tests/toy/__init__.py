"""Dead Drop, the toy game of the tests: a secret hand, secret drops, a die, an interrupt and the clock. Never shipped."""
