"""The messages of `wire.py` as JSON Schema, from which the page's TypeScript types are made.

python -m spyhouse.server.schema > web/wire.schema.json
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from spyhouse.server import wire


def schema() -> dict[str, Any]:
    """One schema with a definition for each message: the two directions of a line, and what a finished table hands out."""
    kinds = {"AnyRequest": wire.AnyRequest, "AnyNews": wire.AnyNews, "Replay": wire.Replay, "Moments": wire.Moments}
    schemas, definitions = msgspec.json.schema_components(list(kinds.values()), ref_template="#/definitions/{name}")
    both = {name: found for name, found in zip(kinds, schemas, strict=True) if name not in definitions}
    for definition in definitions.values():
        definition["additionalProperties"] = False
    return {
        "title": "Wire",
        "type": "object",
        "properties": {name: {"$ref": f"#/definitions/{name}"} for name in both},
        "additionalProperties": False,
        "definitions": {**definitions, **both},
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
