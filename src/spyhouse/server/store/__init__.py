"""What a house keeps: guests, tables, and the moves of each table, append-only, in SQLite."""

from spyhouse.server.store.database import Entry, Guest, Store, StoreFailed, TableRow

__all__ = ["Entry", "Guest", "Store", "StoreFailed", "TableRow"]
