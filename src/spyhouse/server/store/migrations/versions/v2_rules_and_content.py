"""A book keeps the rules version and the hash of the pieces that it was played with; unknown for those begun before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.String(20), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("content", sa.String(64), nullable=False, server_default=""))
