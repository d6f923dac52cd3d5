import { deepEqual, equal, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { scrub } from '../../domain/scrub/scrub.ts';
import type { Json } from '../../schemas/json.ts';
import { harmless } from '../support/scrub-corpus/harmless.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';

const namesMin = 300;
const keptShareMin = 0.99;

/** All texts of a value, and its numbers, as they stand: a text in JSON has escapes. */
const textsIn = (value: Json): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => `${name}\n${textsIn(each)}`)
        .join('\n')
    : String(value);

describe('What is scrubbed', () => {
  it('has none of the secrets of the corpus, in names, values, headers, addresses, nested JSON, pages and requests', () => {
    ok(secrets.length >= namesMin, `${secrets.length}`);
    const left = secrets.flatMap(({ about, value, secrets: hidden }) => {
      ok(
        hidden.every(secret => textsIn(value).includes(secret)),
        about,
      );
      const { value: clean, masked } = scrub(value);
      const found = hidden.filter(secret => textsIn(clean).includes(secret));
      return found.length === 0 && masked > 0 ? [] : [{ about, found, clean }];
    });
    deepEqual(left, []);
  });

  it('keeps at least 99 of 100 that only look like secrets', () => {
    ok(harmless.length >= namesMin, `${harmless.length}`);
    const lost = harmless.filter(({ value }) => !isDeepStrictEqual(scrub(value).value, value));
    ok(
      lost.length <= harmless.length * (1 - keptShareMin),
      JSON.stringify(
        lost.map(({ about, value }) => [about, scrub(value).value]),
        undefined,
        1,
      ),
    );
  });

  it('is masked only once', () => {
    for (const { about, value } of [...secrets, ...harmless]) {
      const once = scrub(value).value;
      deepEqual(scrub(once), { value: once, masked: 0 }, about);
    }
  });

  it('has no secret twice in the corpus, and nothing harmless twice', () => {
    for (const all of [secrets, harmless])
      equal(new Set(all.map(({ value }) => JSON.stringify(value))).size / all.length > 0.95, true);
  });
});
