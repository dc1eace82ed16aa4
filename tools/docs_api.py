"""The server's own description of its API (OpenAPI) as pages to read, one for each topic."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

Json = Mapping[str, Any]

TOPICS = {
    "tables": "Tables: open one, sit down, play",
    "games": "Games, their words and lessons",
    "me": "Me: name, tokens, ways to be told",
    "analyses": "Analyses: what was luck, what was play",
    "practice": "Practice: positions to solve",
    "records": "Records of finished games",
    "links": "Links that are opened in a browser",
    "operations": "Is the server well?",
    "admin": "Admin: for who keeps the server",
}
COMMON = ("400", "403", "413", "422", "429", "500", "503")  # any request can be refused like this
METHODS = ("get", "post", "put", "patch", "delete")


def pages(described: Json) -> dict[str, str]:
    """Markdown by topic."""
    schemas = described["components"]["schemas"]
    parts: dict[str, list[str]] = {topic: [f"# {title}\n"] for topic, title in TOPICS.items()}
    for path, operations in described["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                parts[operation["tags"][0]] += _operation(method, path, operation, schemas)
    return {topic: "\n".join([*lines, _refused()]) for topic, lines in parts.items()}


def _operation(method: str, path: str, operation: Json, schemas: Json) -> Iterator[str]:
    yield f"## `{method.upper()} {path}`\n"
    yield operation.get("description", "") + "\n"
    if parameters := operation.get("parameters"):
        yield "| parameter | where | what |\n| --- | --- | --- |"
        yield from (_row(each["name"], each["in"], each["schema"], each.get("required", False)) for each in parameters)
        yield ""
    if "requestBody" in operation:
        yield from _body("The request", operation["requestBody"]["content"], schemas)
    for status, answer in operation["responses"].items():
        if status.startswith(("2", "3")):
            yield from _body(f"Answer {status}", answer.get("content", {}), schemas)
    refusals = [status for status in operation["responses"] if status >= "400" and status not in COMMON]
    if refusals:
        yield f"Refused also with {', '.join(refusals)}.\n"


def _row(name: str, where: str, schema: Json, required: bool) -> str:
    said = [schema.get("description", ""), _kind(schema)]
    if not required and schema.get("default") is not None:
        said.append(f"if not given: `{json.dumps(schema['default'])}`")
    return f"| `{name}` | {where} | {'; '.join(part for part in said if part)} |"


def _kind(schema: Json) -> str:
    """What a value may be, in a few words."""
    if "enum" in schema:
        return "one of " + ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"] if each.get("type") != "null")
    kind = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "string": "a text"}
    limits = [word.format(schema[key]) for key, word in LIMITS.items() if key in schema]
    return " ".join([kind.get(schema.get("type", ""), ""), *limits]).strip()


LIMITS = {
    "minimum": "from {}",
    "maximum": "up to {}",
    "maxLength": "of at most {} signs",
    "minLength": "of at least {}",
}


def _body(title: str, content: Json, schemas: Json) -> Iterator[str]:
    for media, described in content.items():
        schema = described.get("schema", {})
        variants = schema.get("oneOf") or schema.get("anyOf") or [schema]
        shown = described.get("example")
        texts = [_pretty(shown)] if shown is not None else [_pretty(example(each, schemas)) for each in variants]
        yield f"{title} (`{media}`){', one of' if len(texts) > 1 else ''}:\n"
        yield from (f"```json\n{text}\n```\n" for text in texts)
        yield from _fields(schema, schemas)


def _fields(schema: Json, schemas: Json) -> Iterator[str]:
    """What its parts mean, where that is said."""
    properties = _resolved(schema, schemas).get("properties", {})
    told = {name: each for name, each in properties.items() if each.get("description")}
    if told:
        yield "| part | what |\n| --- | --- |"
        yield from (f"| `{name}` | {each['description']} |" for name, each in told.items())
        yield ""


def example(schema: Json, schemas: Json) -> Any:
    """A value of this shape: the one that the server names, or one put together from those of its parts."""
    schema = _resolved(schema, schemas)
    for key in ("example", "const", "default"):
        if schema.get(key) is not None:
            return schema[key]
    if schema.get("examples"):
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0], schemas)
    if "properties" in schema:
        return {name: example(each, schemas) for name, each in schema["properties"].items()}
    if schema.get("type") == "array":
        return [example(schema["items"], schemas)] if schema.get("items") else []
    return {"integer": 0, "number": 0.0, "boolean": False, "string": "…", "object": {}}.get(schema.get("type", ""))


def _resolved(schema: Json, schemas: Json) -> Json:
    reference: str = schema.get("$ref", "")
    found: Json = schemas[reference.rpartition("/")[2]] if reference else schema
    return found


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _refused() -> str:
    return (
        "## When something is refused\n\n"
        f"Any request can be answered with {', '.join(COMMON)}. Every refusal has the same shape: "
        "[the codes](../api.md#refusals).\n"
    )
