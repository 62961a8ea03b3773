"""The built page, for every address that people see; what it shows it finds out by its address."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router

PAGE = Path(str(files("spyhouse"))) / "page"
YEAR = 365 * 24 * 3600


@get(["/", "/t/{rest:path}", "/rules/{rest:path}", "/learn/{rest:path}"], media_type=MediaType.HTML)
async def page() -> Response[bytes]:
    """The page."""
    return _page(200)


def _page(status: int) -> Response[bytes]:
    index = PAGE / "index.html"
    if not index.is_file():
        text = b"<!doctype html><title>Spyhouse</title><p>The page was not built. Run: make page</p>"
        return Response(text, media_type=MediaType.HTML, status_code=503)
    return Response(index.read_bytes(), media_type=MediaType.HTML, status_code=status, headers={"cache-control": "no-cache"})


def refusal(request: Request[Any, Any, Any], why: HTTPException) -> Response[Any]:
    """What is refused, is not there or not possible: a page for people, a line of JSON for the page's own questions."""
    is_page = request.method in ("GET", "HEAD") and not request.scope["path"].startswith(("/api/", "/assets/"))
    if why.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
        return _page(404)
    return Response({"detail": why.detail}, status_code=why.status_code, headers=why.headers, media_type=MediaType.JSON)


def assets() -> list[Router]:
    """What the page is made of, where it was built."""
    if not (PAGE / "assets").is_dir():
        return []
    forever = CacheControlHeader(max_age=YEAR, public=True, immutable=True)  # their names change with their content
    return [create_static_files_router("/assets", directories=[PAGE / "assets"], cache_control=forever)]
