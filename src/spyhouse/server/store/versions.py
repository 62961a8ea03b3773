"""Which make a database is of: brought up to date, or refused in one clear line."""

from __future__ import annotations

from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from spyhouse.rules.kit.errors import SpyhouseError

FIRST = {  # the database of the houses that did not write down its version: its tables and their columns
    "guests": {"id", "name", "made"},
    "tables": {"id", "phase", "touched", "data"},
    "sitting": {"guest", "table"},
    "moves": {"table", "number", "kind", "seat", "own", "actions"},
}


def bring_up_to_date(connection: sa.Connection) -> None:
    """Makes a new database, takes the steps that an older one lacks, or says why this one cannot be used."""
    config = Config()
    config.set_main_option("script_location", str(files("spyhouse.server.store") / "migrations"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    version = MigrationContext.configure(connection).get_current_revision()
    if version is not None and version not in known:
        raise SpyhouseError(
            f"The tables here were kept by a newer Spyhouse (database version {version}, this one knows {script.get_current_head()}). "
            "Update Spyhouse, or name another folder with --data."
        )
    if version is None and (found := _columns(connection)):
        if found != FIRST:
            raise SpyhouseError(
                "The database here is of a make that this Spyhouse does not know. Move it away, or name another folder with --data."
            )
        command.stamp(config, "1")
    command.upgrade(config, "head")


def _columns(connection: sa.Connection) -> dict[str, set[str]]:
    found = sa.inspect(connection)
    return {table: {column["name"] for column in found.get_columns(table)} for table in found.get_table_names()}
