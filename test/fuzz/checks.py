"""What Schemathesis checks of Tidemark besides its own checks."""

import json
from collections import Counter
from urllib.parse import quote, quote_plus, unquote_plus

import schemathesis
from schemathesis.generation import GenerationMode


def branches(schema):
    yield schema
    for keyword in ("anyOf", "allOf"):
        for branch in schema.get(keyword, []):
            yield from branches(branch)


def within(schema, steps):
    """Schemas of the value that the steps lead to."""
    for branch in branches(schema):
        if not steps:
            yield branch
            continue
        step, *rest = steps
        inner = branch.get("items") if step.isdigit() else branch.get("properties", {}).get(step)
        if isinstance(inner, dict):
            yield from within(inner, rest)


def described(case, field):
    """Whether the documents say in words what their keywords cannot say of a field."""
    raw = case.operation.definition.raw
    if field == "" and raw.get("description"):
        return True
    steps = field.split(".") if field else []
    parameters = [{"properties": {each["name"]: {**each, **each["schema"]}}} for each in raw.get("parameters", [])]
    content = raw.get("requestBody", {}).get("content", {})
    roots = [*parameters, *(each["schema"] for each in content.values())]
    return any("description" in found for root in roots for found in within(root, steps))


@schemathesis.check
def refusal_is_described(ctx, response, case):
    """Valid data may be refused for a rule that is written beside the field that it is about."""
    meta = case.meta
    if response.status_code != 400 or meta is None or meta.generation.mode != GenerationMode.POSITIVE:
        return
    details = response.json().get("details", [])
    undescribed = [each for each in details if not described(case, each["field"])]
    assert not undescribed, f"refused for what is not described: {undescribed}"


def as_text(content):
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else str(content or "")


def spelt(text):
    """The same text for every spelling of an id."""
    return text.lower().replace("-", "")


def spellings(text):
    return {text.lower(), quote(text, safe="").lower(), quote_plus(text).lower(), json.dumps(text)[1:-1].lower()}


@schemathesis.check
class Tenants:
    """No answer contains anything of the other organization, and nothing succeeds with an id of it.

    file    names: what both may call their own things; ids: what the server chose; secrets: what only the other
            organization may see; counts: what each run came to, added by this check
    judged  False for operators, who may see everything
    """

    def __init__(self, file, judged=True):
        self.file = file
        self.judged = judged
        with open(file) as opened:
            self.known = json.load(opened)
        self.ids = {spelt(each): each for each in self.known["ids"]}
        self.names = {spelt(each): each for each in self.known["names"]}
        self.naming = 0
        self.statuses = Counter()

    def after_response(self, ctx, response, case):
        self.statuses[str(response.status_code)] += 1
        request = response.request
        sent = spelt(f"{unquote_plus(request.url)} {as_text(request.body)} {request.headers}")
        said = [each for plain, each in self.ids.items() if plain in sent]
        if said or any(plain in sent for plain in self.names):
            self.naming += 1
        if self.judged:
            self.judge(response, case, said)

    def judge(self, response, case, said):
        named = [each for each in case.path_parameters.values() if spelt(str(each)) in self.ids]
        # A browser asks with OPTIONS what it may send, which no id has a part in.
        succeeded = 200 <= response.status_code < 300 and response.request.method != "OPTIONS"
        assert not (named and succeeded), f"{response.status_code} for what is of the other organization: {named}"
        text = f"{response.headers} {as_text(response.content)}".lower()
        allowed = {spelling for each in [*said, *self.known["names"]] for spelling in spellings(each)}
        for each in sorted(allowed, key=len, reverse=True):
            text = text.replace(each, "")
        found = [each for each in self.known["secrets"] if each.lower() in text]
        assert not found, f"answered what is of the other organization: {found}"

    def after_run(self, ctx):
        with open(self.file) as opened:
            known = json.load(opened)
        cases = sum(self.statuses.values())
        known["counts"].append({"cases": cases, "naming": self.naming, "statuses": self.statuses})
        with open(self.file, "w") as opened:
            json.dump(known, opened)


@schemathesis.deserializer("text/html", "application/x-protobuf")
def as_plain_text(ctx, response):
    """Of these only the media type is described."""
    return as_text(response.content)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A key that was revoked can still be read, because the audit log names it."""
    is_kept = case.operation.path.startswith("/v1/api-keys/")
    return not (is_kept and type(failure).__name__ == "UseAfterFree")
