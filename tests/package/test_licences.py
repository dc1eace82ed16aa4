"""Which licences `make check` lets pass."""

import check_licences
import pytest


@pytest.mark.parametrize(
    ("licence", "fine"),
    [
        ("MIT", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only AND MIT", False),
        ("GPL-3.0-only AND (MIT OR ISC)", False),
        ("", False),
    ],
)
def test_an_expression_is_met_by_the_list(licence: str, fine: bool) -> None:
    assert check_licences.allowed(licence) is fine


def test_everything_is_looked_at() -> None:
    python, web = check_licences.python_licences(), check_licences.web_licences()
    assert {"numba", "starlette", "psycopg", "matplotlib"} <= python.keys() and "pytest" not in python
    assert {"svelte", "vite", "@fontsource-variable/alegreya"} <= web.keys() and "eslint" not in web


def test_a_licence_that_is_not_on_the_list_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_licences.main() == 0
    monkeypatch.delitem(check_licences.EXCEPTIONS, "certifi")
    assert check_licences.main() == 1
    assert "certifi: MPL-2.0" in capsys.readouterr().err
