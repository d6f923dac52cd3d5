import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { valueBucket, valueOfBucket } from '../../domain/anomalies/value-bucket.ts';
import type { AnomalyEvent } from '../../schemas/anomalies/events.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { randomFrom, startMs } from '../support/evaluator-history.ts';
import { live, openEvaluatorWorld, type World } from '../support/evaluator-world.ts';
import { type NaiveAnomalyEvent, naiveAnomalyEvents } from '../support/naive-anomaly-events.ts';
import { type NaiveScore, naiveScores } from '../support/naive-scores.ts';
import { holds, partOf } from '../support/property.ts';
import { scoredLog, scoreHistory } from '../support/score-history.ts';

const stored = (value: number): number => valueOfBucket(valueBucket(value));
const rounded = (value: unknown): number | null =>
  typeof value === 'number' && !Number.isNaN(value) ? Number(value.toPrecision(9)) : null;

/** A row of the table, as the model names it. */
const figuresOf = (row: Readonly<Record<string, unknown>>) => ({
  observed: rounded(row.observed),
  expected: rounded(row.expected),
  spread: rounded(row.spread),
  score: rounded(row.score),
  state: row.state,
});

type Rows = ReadonlyMap<string, NaiveScore | Readonly<Record<string, unknown>>>;

const linesOf = (rows: Rows): string[] =>
  [...rows].map(([name, row]) => `${name} ${JSON.stringify(figuresOf({ ...row }))}`).sort();

/** What the events say of a service, in the words of the model. */
const told = (events: World['events'], service: string): NaiveAnomalyEvent[] =>
  events.flatMap((event): NaiveAnomalyEvent[] => {
    const { type, data } = event as EventOf<AnomalyEvent['type']>;
    if (data.service !== service || type === 'AnomalyAcknowledged') return [];
    if (type === 'AnomalyEnded' || type === 'AnomalyNarrowed') {
      const { metric, toMs, tickMs, reason } = data;
      return [{ type, metric, toMs, tickMs, reason }];
    }
    const { metric, toMs, fromMs, direction, score } = data.figures;
    return [{ type, metric, toMs, tickMs: data.tickMs, fromMs, direction, score }];
  });

const withRoundScore = (event: NaiveAnomalyEvent) => ({
  ...event,
  ...('score' in event && { score: rounded(event.score) }),
});

describe('scores and anomalies of an evaluator', () => {
  it('are those of a naive model, once, over crashes, repetitions, reassignments and late processes', async function () {
    this.timeout(600_000);
    const counts = { scores: 0, events: 0, lives: 0 };
    await holds(
      fc.asyncProperty(fc.integer(), async seed => {
        const { world, table, records, lives } = await scoreHistory(seed);
        const { scores, changes } = naiveScores(records, stored);
        deepEqual(linesOf(table.read()), linesOf(scores));
        for (const service of ['checkout', 'cart']) {
          const events = told(world.events, service);
          const own = changes.filter(change => change.service === service);
          deepEqual(events.map(withRoundScore), naiveAnomalyEvents(own).map(withRoundScore));
          counts.events += events.length;
        }
        counts.scores += scores.size;
        counts.lives += lives;
      }),
      partOf(200),
      // A smaller seed is no simpler history.
      { endOnFailure: true },
    );
    ok(counts.events > partOf(200) && counts.lives > partOf(200), JSON.stringify(counts));
  });

  it('are not written again by a process that reads the log for its state alone', async () => {
    const records = scoredLog(randomFrom(1));
    const world = openEvaluatorWorld(records);
    const inserted: string[] = [];
    const run = () =>
      live(world, {
        clock: () => startMs,
        step: () => undefined,
        onQuiet: async () => false,
        batch: () => 100,
        warehouse: {
          insertColumns: async table => void inserted.push(table),
          query: async () => [],
        },
      });
    await run();
    ok(inserted.splice(0).includes('anomaly_scores'));
    world.loseDisk();
    await run();
    deepEqual(inserted, []);
  });
});
