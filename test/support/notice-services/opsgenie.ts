import { expected, type Json, list, object, only, text } from './expected.ts';

const fields = ['message', 'alias', 'description', 'responders', 'visibleTo', 'actions', 'tags'];
const moreFields = ['details', 'entity', 'source', 'priority', 'user', 'note'];

/** Reads an alert as docs.opsgenie.com describes it, "Alert API", "Create Alert"; throws `Refused`. */
export function opsgenieAlert(body: unknown): Json & { readonly alias: string } {
  const alert = object(body, 'an alert');
  only(alert, [...fields, ...moreFields], 'an alert');
  text(alert.message, 130, 'message');
  const alias = text(alert.alias, 512, 'alias');
  text(alert.description, 15_000, 'description');
  text(alert.source, 100, 'source');
  expected(/^P[1-5]$/u.test(String(alert.priority)), 'priority');
  if (alert.entity !== undefined) text(alert.entity, 512, 'entity');
  const tags = list(alert.tags, 'tags');
  expected(tags.length <= 20, 'at most 20 tags');
  for (const tag of tags) text(tag, 50, 'a tag');
  const details = Object.entries(object(alert.details, 'details'));
  let characters = 0;
  for (const [name, value] of details)
    characters += name.length + text(value, 8_000, `details ${name}`).length;
  expected(characters <= 8_000, `at most 8,000 characters of details, found ${characters}`);
  return { ...alert, alias };
}

/** The same of the request that closes one. */
export function opsgenieClose(body: unknown): Json {
  const close = object(body, 'a close');
  only(close, ['user', 'source', 'note'], 'a close');
  text(close.source, 100, 'source');
  text(close.note, 25_000, 'note');
  return close;
}
