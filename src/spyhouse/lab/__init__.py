"""The lab: bots play each other under fair conditions, and figures with their doubt tell who is stronger."""
