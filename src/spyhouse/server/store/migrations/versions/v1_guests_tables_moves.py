"""Guests, tables, who sits where, and the books of moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("phase", sa.String(10), nullable=False, index=True),
        sa.Column("touched", sa.Float, nullable=False, index=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "sitting",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(16), primary_key=True, index=True),
    )
    op.create_table(
        "moves",
        sa.Column("table", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("own", sa.Integer, nullable=True),
        sa.Column("actions", sa.Text, nullable=False),
        sa.UniqueConstraint("table", "seat", "own"),
    )
