import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { dayMs, hourMs } from '../../schemas/durations.ts';
import { anyFate, liveThrough } from '../support/processor-lives.ts';
import { openProcessorWorld } from '../support/processor-world.ts';
import { holds, partOf } from '../support/property.ts';
import { organizationIds, resentWorld, type SentSpans } from '../support/resent-world.ts';

const anySpans = fc.array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 5 });

const history = fc.record({
  sent: fc.array(
    fc.record({
      organization: fc.nat({ max: 1 }),
      spans: anySpans,
      receivedAtMs: fc.nat({ max: 40 }).map(hours => hours * hourMs),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  fates: fc.array(anyFate, { maxLength: 6 }),
  batchRows: fc.integer({ min: 1, max: 6 }),
  poolSize: fc.integer({ min: 1, max: 2 }),
  bytesMax: fc.constantFrom(600, 3_000, 10_000, 1_000_000),
  withinMs: fc.constantFrom(2 * hourMs, dayMs),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** In the order of the log: what is the same request within a day is skipped, and what is the same span within the time. */
function expected({ sent, withinMs }: Pick<History, 'sent' | 'withinMs'>): readonly string[] {
  const latest = new Map<string, number>();
  const isTaken = (name: string, atMs: number, within: number): boolean => {
    const lastMs = latest.get(name);
    const isRepeat = lastMs !== undefined && lastMs > atMs - within;
    if (!isRepeat) latest.set(name, atMs);
    return !isRepeat;
  };
  return sent.flatMap(({ organization, spans, receivedAtMs }: SentSpans, offset) =>
    isTaken(`request ${organization} ${spans}`, receivedAtMs, dayMs)
      ? spans
          .filter(span => isTaken(`span ${organization} ${span}`, receivedAtMs, withinMs))
          .map(span => rowText(organization, span, offset))
      : [],
  );
}

const rowText = (organization: number, content: number, offset: number): string =>
  `${organization} ${content} at ${offset}`;

describe('spans that are sent again in other requests', function () {
  this.timeout(300_000);

  it('count as a set of spans would have it, at the same places of the log, wherever processes die or sleep', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const world = openProcessorWorld(given.sent, resentWorld(given));
        await liveThrough(world, given);
        deepEqual(world.faults, []);
        for (const table of ['spans', 'windows'])
          deepEqual(
            world
              .rows(table)
              .map(({ organization, content, offset }) =>
                rowText(organizationIds.indexOf(organization as never), content, offset),
              )
              .sort(),
            [...expected(given)].sort(),
            table,
          );
      }),
      partOf(4_000),
    );
  });

  it('are published as often as a range is formed, the same each time', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const world = openProcessorWorld(given.sent, resentWorld(given));
        await liveThrough(world, given);
        const ofRanges = new Map<number, readonly number[]>();
        for (const { first, contents } of world.deltas) {
          deepEqual(contents, ofRanges.get(first) ?? contents, `again from ${first}`);
          ofRanges.set(first, contents);
        }
        const published = [...ofRanges].sort(([left], [right]) => left - right);
        const contents = expected(given).map(text => Number(text.split(' ')[1]));
        deepEqual(
          published.flatMap(([, spans]) => spans),
          contents,
        );
      }),
      partOf(1_000),
    );
  });
});
