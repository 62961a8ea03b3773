"""Estoril for clients."""

from typing import Any

from spyhouse.rules.estoril.view import View


def show(view: View) -> dict[str, Any]:
    return {}


def line(fact: object) -> None:
    return None
