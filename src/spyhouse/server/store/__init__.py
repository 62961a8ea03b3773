"""What a house keeps: guests, tables, and the moves of each table, append-only, in SQLite."""

from spyhouse.server.store.database import Entry, Guest, Store, StoreFailed, TableRow, TornBook
from spyhouse.server.store.folder import DATABASE, Folder

__all__ = ["DATABASE", "Entry", "Folder", "Guest", "Store", "StoreFailed", "TableRow", "TornBook"]
