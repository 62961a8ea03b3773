"""Spy Connection for two to four players: spies travel over their own agents' links and complete missions in cities."""
