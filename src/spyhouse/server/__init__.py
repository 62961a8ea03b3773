"""The table in the browser: one match a table, durable before visible, one exit for game data (`wire.py`)."""
