"""What Schemathesis checks of Tidemark besides its own checks."""

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
    parameters = {each["name"]: each["schema"] for each in raw.get("parameters", [])}
    content = raw.get("requestBody", {}).get("content", {})
    roots = [{"properties": parameters}, *(each["schema"] for each in content.values())]
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
