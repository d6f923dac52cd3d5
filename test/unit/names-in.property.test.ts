import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { localClock } from '../../domain/silences/local-clock.ts';
import { intentOf } from '../../services/query-api/core/copilot/intent.ts';
import { namesIn } from '../../services/query-api/core/copilot/names-in.ts';
import { naiveNamesIn } from '../support/naive-names.ts';
import { holds, partOf } from '../support/property.ts';

const textOf = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', '.', ' ', 'é'), maxLength });

/** Questions with 4,000 characters that have as many places as possible for each of 2,000 names. */
const hostile: Readonly<Record<string, { text: string; name: (index: number) => string }>> = {
  'one word': { text: 'a'.repeat(4_000), name: index => 'a'.repeat(1 + (index % 255)) },
  'no word': { text: '.'.repeat(4_000), name: index => '.'.repeat(1 + (index % 255)) },
  'short words': { text: 'a '.repeat(2_000), name: index => 'a '.repeat(1 + (index % 127)) },
  'long words': {
    text: `${'a'.repeat(254)} `.repeat(15),
    name: index => `${'a'.repeat(250)}${index}`,
  },
  'two cases': {
    text: 'abcdefghijkl-'.repeat(307),
    name: index =>
      Array.from('abcdefghijkl', (one, at) => ((index >> at) & 1 ? one.toUpperCase() : one)).join(
        '',
      ),
  },
};

describe('names in a question', () => {
  it('are those that a naive search finds', () =>
    holds(
      fc.property(textOf(40), fc.array(textOf(5), { maxLength: 12 }), (text, names) =>
        deepEqual(namesIn(text, names), naiveNamesIn(text, names)),
      ),
      partOf(20_000),
    ));

  for (const [title, { text, name }] of Object.entries(hostile))
    it(`are found in little time among 2,000, in ${title}`, () => {
      const names = Array.from({ length: 2_000 }, (_, index) => name(index));
      namesIn(text, names);
      const began = process.cpuUsage();
      namesIn(text, names);
      const { user, system } = process.cpuUsage(began);
      ok(user + system < 250_000, `${(user + system) / 1_000} ms`);
    });

  it('are looked for in a window of blanks in little time', () => {
    const began = process.cpuUsage();
    const known = { services: [], aliases: new Map(), errors: [] };
    const now = { nowMs: 0, clock: localClock('UTC') };
    for (let count = 0; count < 10; count++) intentOf(`last${' '.repeat(3_996)}`, known, now);
    ok(process.cpuUsage(began).user < 250_000);
  });
});
