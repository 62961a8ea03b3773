"""The messages of `wire.py` as JSON Schema, from which the page's TypeScript types are made.

python -m spyhouse.server.schema > web/wire.schema.json
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from spyhouse.server import wire


def schema() -> dict[str, Any]:
    """One schema with a definition for each message; AnyRequest and AnyNews are the two directions."""
    (requests, news), definitions = msgspec.json.schema_components([wire.AnyRequest, wire.AnyNews], ref_template="#/definitions/{name}")
    both = {"AnyRequest": requests, "AnyNews": news}
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
