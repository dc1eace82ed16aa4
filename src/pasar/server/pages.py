"""The few pages that the server writes itself: a question with one button, for links in mails and to other devices.

A link is opened by more than people (mail scanners, previews), so opening one changes nothing; the button does.
"""

from html import escape

from starlette.responses import HTMLResponse

from pasar.server.mails import said

HEAD = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    '<meta name="robots" content="noindex"><title>{title}</title></head><body><main><h1>{title}</h1><p>{text}</p>'
)
FORM = '<form method="post"><button type="submit">{button}</button></form>'
FOOT = "</main></body></html>"


def question(language: str, what: str, **values: str) -> HTMLResponse:
    """A page that asks, and whose button posts to its own address."""
    button = FORM.format(button=escape(said(language, "page", f"{what}_button", **values)))
    return _page(language, what, said(language, "page", f"{what}_text", **values), button)


def done(language: str, what: str) -> HTMLResponse:
    return _page(language, what, said(language, "page", f"{what}_done"))


def gone(language: str) -> HTMLResponse:
    return _page(language, "gone", said(language, "page", "gone_text"), status=403)


def _page(language: str, what: str, text: str, more: str = "", status: int = 200) -> HTMLResponse:
    title = escape(said(language, "page", f"{what}_title"))
    page = HEAD.format(language=language, title=title, text=escape(text)) + more + FOOT
    return HTMLResponse(page, status, {"cache-control": "no-store"})
