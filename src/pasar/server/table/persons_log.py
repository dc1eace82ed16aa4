"""What a table's log says of one person: to hand it to them, and to take it out.

Only names, seats and words are looked at; no game is needed to read a log so.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pasar.store.contract import Json, LogEntry

NO_WORDS = "…"  # in the place of what somebody said
OWN_KINDS = frozenset({"sat", "salted", "said", "asked", "agreed", "declined"})  # told with all that they say
DECIDED = ("seat", "move", "by")  # what is told of a decision
OF_SEATS = frozenset({"moved", "chose", "ordered", "salted"})  # kinds that name a seat and no person

Owners = list[str | None]


def with_owners(entries: Iterable[LogEntry]) -> Iterator[tuple[LogEntry, Owners]]:
    """Each entry, and whose the seats are after it."""
    owners: Owners = []
    for entry in entries:
        owners = _after(owners, entry)
        yield entry, owners


def _after(owners: Owners, entry: LogEntry) -> Owners:
    body = entry.body
    match entry.kind:
        case "opened" | "options":
            players = body["options"]["players"]
            return (owners + [None] * players)[:players]
        case "sat" | "stood":
            seat = body["seat"]
            return [*owners[:seat], body.get("person"), *owners[seat + 1 :]]
        case "reordered":
            return [owners[seat] for seat in body["order"]]
    return owners


# --- Handing it out ---------------------------------------------------------------------------------------------------


def own_entries(entries: Iterable[LogEntry], person: str) -> list[dict[str, Any]]:
    """What the person did at a table. Chosen kind by kind: what opens a table holds the secret of its deal."""
    return [
        {"at": entry.at, "what": entry.kind, **_told(entry)}
        for entry, owners in with_owners(entries)
        if _is_own(entry, owners, person)
    ]


def _is_own(entry: LogEntry, owners: Owners, person: str) -> bool:
    if entry.kind in OF_SEATS:
        return owners[entry.body["seat"]] == person
    return entry.kind in OWN_KINDS and entry.body.get("person") == person


def _told(entry: LogEntry) -> dict[str, Any]:
    """A decision may hold the end of the game as well, which is no more theirs than anybody's."""
    if entry.kind in ("moved", "chose"):
        return {name: entry.body[name] for name in DECIDED}
    return {name: value for name, value in entry.body.items() if name != "person"}


# --- Taking it out ----------------------------------------------------------------------------------------------------


def bodies_without(entries: Iterable[LogEntry], person: str, alias: str, name: str) -> dict[int, Json]:
    """The entries that say something else once the person is taken out: by number what they say then."""
    changed: dict[int, Json] = {}
    for entry, owners in with_owners(entries):
        body = _without(entry, owners, person, alias, name)
        if body != entry.body:
            changed[entry.number] = body
    return changed


def _without(entry: LogEntry, owners: Owners, person: str, alias: str, name: str) -> Json:
    body: dict[str, Any] = replaced(entry.body, person, alias)
    theirs = (person, alias)
    match entry.kind:
        case "sat" if body.get("person") == alias:
            return {**body, "name": name, "face": None, **({"program": name} if "program" in body else {})}
        case "named" if any(owners[seat] in theirs for seat in body["seats"]):
            return {**body, "name": name}
        case "faced" if any(owners[seat] in theirs for seat in body["seats"]):
            return {**body, "face": None}
        case "said" if body["person"] == alias:
            return {**body, "name": name, "text": NO_WORDS}
    return body


def replaced(value: Any, person: str, alias: str) -> Any:
    """The same with another id wherever the person's stands."""
    if isinstance(value, Mapping):
        return {key: replaced(part, person, alias) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [replaced(part, person, alias) for part in value]
    return alias if value == person else value


def about_without(about: Json, person: str, alias: str, name: str) -> dict[str, Any]:
    """What lists show of a table, without the person."""
    new: dict[str, Any] = replaced(about, person, alias)
    for seat in new.get("seats", ()):
        if seat["person"] == alias:
            seat |= {"name": name, "bot": seat["bot"] and name}
    return new


def notice_without(body: Json, about: Json, name: str, alias: str) -> Json:
    """A notice to somebody else names all who sit at the table; `about` is what lists show by now."""
    seats, names = about.get("seats", ()), body.get("names", ())
    if len(seats) != len(names):
        return body
    told = [name if seat["person"] == alias else old for seat, old in zip(seats, names, strict=True)]
    return {**body, "names": told}
