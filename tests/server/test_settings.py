"""Settings: what is given, else the environment, else a default that works."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from support.databases import in_loop

from pasar.server.base.settings import BadSetting, Settings
from pasar.server.run import serve
from pasar.store.contract import BadDatabase


def test_defaults_are_a_working_server_on_this_machine(tmp_path: Path) -> None:
    settings = Settings.read({}, data=tmp_path)
    assert settings.database == f"sqlite:///{tmp_path}/pasar.sqlite3"
    assert settings.key_file == tmp_path / "key"
    assert (settings.host, settings.port, settings.base_url) == ("127.0.0.1", 8000, "http://127.0.0.1:8000")
    assert not settings.mails and not settings.https


def test_the_data_folder_of_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASAR_DATA", str(tmp_path))
    assert Settings.read().key_file == Settings().key_file == tmp_path / "key"


def test_given_comes_before_environment_before_default() -> None:
    environment = {"PASAR_PORT": "9000", "PASAR_BOT_THREADS": "3", "PASAR_HOST": ""}
    settings = Settings.read(environment, port=9001, host=None)
    assert (settings.port, settings.bot_threads, settings.host) == (9001, 3, "127.0.0.1")


def test_every_kind_of_value_is_read() -> None:
    environment = {
        "PASAR_PUBLIC_URL": "https://Pasar.Example:443/",
        "PASAR_ORIGINS": "http://a.example:8080, https://b.example",
        "PASAR_HOSTS": "Pasar.example",
        "PASAR_BEHIND_PROXY": "yes",
        "PASAR_METRICS_OPEN_TO": "10.0.0.0/8,::1",
        "PASAR_LIMITS_SCALE": "0",
        "PASAR_LOG_FORMAT": "JSON",
    }
    settings = Settings.read(environment)
    assert settings.public_url == settings.base_url == "https://pasar.example"
    assert settings.https and settings.behind_proxy
    assert settings.own_origins == {"https://pasar.example", "http://a.example:8080", "https://b.example"}
    assert settings.own_names == {"pasar.example", "a.example", "b.example"}
    assert settings.hosts == ("pasar.example",)
    assert settings.metrics_open_to == ("10.0.0.0/8", "::1")
    assert (settings.limits_scale, settings.log_format) == (0.0, "json")


@pytest.mark.parametrize(
    ("name", "value", "way_out"),
    [
        ("PORT", "70000", "from 0 to 65535"),
        ("PORT", "-1", "from 0 to 65535"),
        ("PORT", "http", "whole number"),
        ("PUBLIC_URL", "pasar.example", "https://pasar.example"),
        ("PUBLIC_URL", "https://pasar.example/games", "without a path"),
        ("PUBLIC_URL", "https://a:b@pasar.example", "https://pasar.example"),
        ("PUBLIC_URL", "http://[", "https://pasar.example"),
        ("ORIGINS", "https://a.example,ftp://b.example", "https://pasar.example"),
        ("HOSTS", "https://a.example", "names like"),
        ("BEHIND_PROXY", "perhaps", "yes or no"),
        ("SMTP_TLS", "ssl", "starttls, tls, none"),
        ("SMTP_FROM", "nobody", "pasar@example.org"),
        ("LIMITS_SCALE", "nan", "number from 0"),
        ("KEEP_FINISHED_DAYS", "-3", "number from"),
        ("METRICS_OPEN_TO", "everybody", "10.0.0.0/8"),
        ("HOST", "a\nb", "printable"),
    ],
)
def test_a_bad_value_is_named_with_the_way_out(name: str, value: str, way_out: str) -> None:
    with pytest.raises(BadSetting, match=f"^PASAR_{name} must .*{way_out}") as fault:
        Settings.read({f"PASAR_{name}": value})
    assert "\n" not in str(fault.value)


def test_a_bad_value_of_the_caller_is_named_as_the_caller_knows_it() -> None:
    with pytest.raises(BadSetting, match=r"^port must be"):
        Settings.read({}, port=99999)


def test_a_secret_may_lie_in_a_file_and_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("hunter2\n")
    environment = {
        "PASAR_SMTP_HOST": "mail.example",
        "PASAR_SMTP_FROM": "pasar@example.org",
        "PASAR_SMTP_PASSWORD_FILE": str(tmp_path / "password"),
        "PASAR_DATABASE": "postgresql://pasar:hunter2@db/pasar",
    }
    settings = Settings.read(environment)
    assert settings.smtp_password == "hunter2"
    assert "hunter2" not in repr(settings)
    with pytest.raises(BadSetting, match=r"PASAR_SMTP_PASSWORD_FILE names .*no such file"):
        Settings.read({"PASAR_SMTP_PASSWORD_FILE": str(tmp_path / "none")})


def test_mail_settings_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(BadSetting, match="PASAR_SMTP_FROM"):
        Settings.read({"PASAR_SMTP_HOST": "mail.example"})
    given = {"PASAR_SMTP_HOST": "m", "PASAR_SMTP_FROM": "a@b.c", "PASAR_SMTP_PASSWORD": "x", "PASAR_SMTP_TLS": "none"}
    with pytest.raises(BadSetting, match="unencrypted"):
        Settings.read(given)


def test_the_page_for_hosts_lists_every_variable() -> None:
    page = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`PASAR_.*?) \|", page, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(PASAR_\w+)`", row)]
    assert sorted(listed) == sorted(f"PASAR_{setting.name.upper()}" for setting in fields(Settings))


@in_loop
async def test_a_database_in_a_folder_that_is_not_there_is_refused_and_nothing_made(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", database=f"sqlite:///{tmp_path / 'nope' / 'x.db'}")
    with pytest.raises(BadDatabase, match=r"there is no folder .*nope"):
        await serve(settings)
    assert not list(tmp_path.iterdir())
