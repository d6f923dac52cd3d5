import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Canary,
  type CanaryOutcome,
  type FoundSpans,
  judgedCanaries,
  sentCanary,
} from '../../services/monitor/core/canary.ts';
import { holds } from '../support/property.ts';

const limits = { lostAfterMs: 60, watchedMs: 200, spans: 2 };

/** `spans` and `summed`: how many the two tables have of the trace that was sent so many sends ago. */
type Step =
  | { readonly kind: 'send' | 'restart' | 'no-answer' }
  | { readonly kind: 'read'; readonly tookMs: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | ({ readonly kind: 'stored'; readonly ago: number } & FoundSpans);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'send' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), tookMs: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'no-answer' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(90) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('stored' as const),
      ago: fc.nat(3),
      spans: fc.nat(4),
      summed: fc.nat(4),
    }),
  },
);

type Read = {
  readonly beganMs: number;
  readonly endedMs: number;
  readonly found: ReadonlyMap<string, FoundSpans> | undefined;
};

/** What happened to one trace while the process lived that sent it. */
type Life = { readonly traceId: string; readonly sentMs: number; readonly reads: Read[] };

/** Plays the steps; gives what was judged, in the order of time, and the lives for a naive judge. */
function play(steps: readonly Step[]) {
  const stored = new Map<string, FoundSpans>();
  const lives: Life[] = [];
  const outcomes: CanaryOutcome[] = [];
  let living: Life[] = [];
  let canaries: readonly Canary[] = [];
  let nowMs = 0;
  const read = (tookMs: number, found: Read['found']): void => {
    const reading = { beganMs: nowMs, endedMs: nowMs + tookMs, found };
    nowMs += tookMs;
    for (const { reads } of living) reads.push(reading);
    const judged = judgedCanaries(canaries, reading, limits);
    canaries = judged.canaries;
    outcomes.push(...judged.outcomes);
  };
  const send = (): void => {
    const life = { traceId: `trace-${lives.length}`, sentMs: nowMs, reads: [] };
    lives.push(life);
    living.push(life);
    canaries = [...canaries, sentCanary(life.traceId, nowMs)];
  };
  for (const one of steps) {
    switch (one.kind) {
      case 'send':
        send();
        break;
      case 'restart':
        [canaries, living] = [[], []];
        break;
      case 'pass':
        nowMs += one.ms;
        break;
      case 'no-answer':
        read(0, undefined);
        break;
      case 'read':
        read(one.tookMs, new Map(stored));
        break;
      case 'stored':
        stored.set(lives.at(-1 - one.ago)?.traceId ?? '', one);
    }
  }
  return { lives, outcomes, canaries };
}

/** Looks at all reads of a life at once. */
function naive({ traceId, sentMs, reads }: Life): readonly CanaryOutcome[] {
  const over = reads.findIndex(({ beganMs }) => beganMs - sentMs >= limits.watchedMs);
  const seen = over < 0 ? reads : reads.slice(0, over + 1);
  const counts = seen.map(({ found }) => found?.get(traceId) ?? { spans: 0, summed: 0 });
  const back = counts.findIndex(({ spans, summed }) => spans >= 2 && summed >= 2);
  const twice = counts.findIndex(({ spans, summed }) => spans > 2 || summed > 2);
  const late = seen.findIndex(({ beganMs }) => beganMs - sentMs >= limits.lostAfterMs);
  const isLost = late >= 0 && (back < 0 || back > late);
  const returned = seen[back];
  const inTurn: { readonly at: number; readonly outcome: CanaryOutcome }[] = [];
  if (returned !== undefined) {
    const kind = isLost ? 'late' : 'returned';
    const roundTripMs = returned.endedMs - sentMs;
    const { spans = 0, summed = 0 } = counts[back] ?? {};
    const isWhole = spans === 2 && summed === 2;
    inTurn.push({ at: back, outcome: { kind, traceId, roundTripMs, isWhole } });
  }
  if (isLost) inTurn.push({ at: late, outcome: { kind: 'lost', traceId } });
  if (twice >= 0) inTurn.push({ at: twice, outcome: { kind: 'doubled', traceId } });
  return inTurn.sort((left, right) => left.at - right.at).map(({ outcome }) => outcome);
}

describe('the canaries of a process', () => {
  it('are judged as by a naive judge, whatever comes when and whenever the process is started again', async () => {
    await holds(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const { lives, outcomes } = play(steps);
        for (const life of lives)
          deepEqual(
            outcomes.filter(({ traceId }) => traceId === life.traceId),
            naive(life),
          );
        equal(outcomes.length, lives.flatMap(naive).length);
      }),
      2_000,
    );
  });

  it('are forgotten after a while, so that few are looked at', async () => {
    await holds(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const { canaries, lives } = play([
          ...steps,
          { kind: 'pass', ms: 200 },
          { kind: 'no-answer' },
        ]);
        deepEqual(canaries, []);
        equal(lives.length, steps.filter(({ kind }) => kind === 'send').length);
      }),
      500,
    );
  });

  it('of an earlier process are neither lost nor doubled', () => {
    const { outcomes } = play([
      { kind: 'send' },
      { kind: 'restart' },
      { kind: 'send' },
      { kind: 'stored', ago: 1, spans: 4, summed: 4 },
      { kind: 'stored', ago: 0, spans: 2, summed: 2 },
      { kind: 'read', tookMs: 5 },
      { kind: 'pass', ms: 100 },
      { kind: 'read', tookMs: 5 },
    ]);
    deepEqual(outcomes, [{ kind: 'returned', traceId: 'trace-1', roundTripMs: 5, isWhole: true }]);
  });

  it('are not lost by a read that began before their limit, however long the process slept', () => {
    const asleep = play([
      { kind: 'send' },
      { kind: 'pass', ms: 59 },
      { kind: 'read', tookMs: 1_000 },
      { kind: 'stored', ago: 0, spans: 2, summed: 2 },
      { kind: 'read', tookMs: 0 },
    ]);
    deepEqual(asleep.outcomes, [
      { kind: 'returned', traceId: 'trace-0', roundTripMs: 1_059, isWhole: true },
    ]);
  });
});
