"""The few pages that the server writes itself: a question with one button, for links in mails and to other devices.

A link is opened by more than people (mail scanners, previews), so opening one changes nothing; the button does.
"""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse

from pasar.server.http.web import look_of
from pasar.server.notices.mails import said

HEAD = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">'
    '<title>{title} · Pasar</title>{look}</head><body><main class="panel">'
    '<img src="/icon.svg" alt="Pasar" width="96" height="96"><h1>{title}</h1><p>{text}</p>'
)
FORM = '<form method="post"><button class="button main" type="submit">{button}</button></form>'
HOME = '<a class="button" href="/">{button}</a>'
FOOT = "</main></body></html>"


def question(request: Request, language: str, what: str, **values: str) -> HTMLResponse:
    """A page that asks, and whose button posts to its own address."""
    button = FORM.format(button=escape(said(language, "page", f"{what}_button", **values)))
    return _page(request, language, what, said(language, "page", f"{what}_text", **values), button)


def done(request: Request, language: str, what: str) -> HTMLResponse:
    return _page(request, language, what, said(language, "page", f"{what}_done"), _home(language))


def gone(request: Request, language: str) -> HTMLResponse:
    return _page(request, language, "gone", said(language, "page", "gone_text"), _home(language), status=403)


def _home(language: str) -> str:
    return HOME.format(button=escape(said(language, "page", "home")))


def _page(request: Request, language: str, what: str, text: str, more: str, status: int = 200) -> HTMLResponse:
    title = escape(said(language, "page", f"{what}_title"))
    page = HEAD.format(language=language, title=title, look=look_of(request), text=escape(text)) + more + FOOT
    return HTMLResponse(page, status, {"cache-control": "no-store"})
