import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Json } from '../../schemas/json.ts';
import { someOf } from '../support/property.ts';
import { maskedText, type RecordedEvent } from '../support/recorded-events.ts';
import { harmless } from '../support/scrub-corpus/harmless.ts';
import type { Secret } from '../support/scrub-corpus/made.ts';
import { recordedAmongMuch, recordedWith } from '../support/scrub-corpus/recorded.ts';
import { secrets } from '../support/scrub-corpus/secrets.ts';

const keptShareMin = 0.99;
const placesMin = 5_000;
const longOnes = 60;

/** All texts, names and numbers of a value, as they stand: a text in JSON has escapes. */
const textsIn = (value: Json): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => `${name}\n${textsIn(each)}`)
        .join('\n')
    : String(value);

/** Which secrets are stored of events. */
function leftOf({ about, secrets: hidden }: Secret, events: readonly RecordedEvent[]) {
  ok(
    hidden.every(secret => textsIn(events as Json).includes(secret)),
    about,
  );
  const clean = textsIn(JSON.parse(maskedText(JSON.stringify(events))) as Json);
  return hidden.filter(secret => clean.includes(secret)).map(found => ({ about, found }));
}

describe('What is stored of recorded sessions', function () {
  this.timeout(240_000);

  it('has none of the secrets of the corpus, in pages, changes of them, requests and lines of the console', () => {
    const places = secrets.flatMap(secret =>
      recordedWith(secret.value).map(recorded => ({ secret, ...recorded })),
    );
    ok(places.length >= placesMin, `${places.length}`);
    const left = places.flatMap(({ secret, where, events }) =>
      leftOf(secret, events).map(found => ({ where, ...found })),
    );
    deepEqual(left, []);
  });

  it('has none of them behind values that are too long to be read at once', () => {
    const left = someOf(secrets, longOnes).flatMap(secret =>
      leftOf(secret, recordedAmongMuch(secret.value)),
    );
    deepEqual(left, []);
  });

  it('keeps at least 99 of 100 that only look like secrets, byte for byte', () => {
    const places = harmless.flatMap(({ about, value }) =>
      recordedWith(value).map(recorded => ({ about, ...recorded })),
    );
    const lost = places.flatMap(({ about, where, events }) => {
      const sent = JSON.stringify(events);
      const kept = maskedText(sent, { maskInputs: false });
      return kept === sent ? [] : [{ about, where, kept }];
    });
    ok(
      lost.length <= places.length * (1 - keptShareMin),
      JSON.stringify(lost.slice(0, 20), undefined, 1),
    );
    for (const { value } of someOf(harmless, longOnes)) {
      const sent = JSON.stringify(recordedAmongMuch(value));
      equal(maskedText(sent), sent);
    }
  });
});
