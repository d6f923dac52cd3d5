import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { clickRules } from '../../domain/replays/clicks.ts';
import type { ChunkFindings } from '../../schemas/replays/findings.ts';
import { replayLimits } from '../../services/ingest-api/replays/config.ts';
import { holds } from '../support/property.ts';
import {
  anyEvent,
  beginMs,
  changeAt,
  clickAt,
  customAt,
  type Event,
  mouseAt,
  pageAt,
  readEvents,
  requestAt,
} from '../support/recorded-clicks.ts';

const { findings: limits } = replayLimits;

function findingsOf(events: readonly object[]): ChunkFindings {
  const {
    kind: _,
    sizeBytes: _size,
    hash: _hash,
    masked: _masked,
    events: _events,
    firstMs: _first,
    lastMs: _last,
    moments: _moments,
    ...rest
  } = readEvents(events);
  return rest;
}

const counts = (events: readonly object[]): readonly [rage: number, dead: number] => {
  const { rageClicks = 0, deadClicks = 0 } = findingsOf(events);
  return [rageClicks, deadClicks];
};

type Naive = { readonly atMs: number; readonly x: number; readonly y: number };

const isNear = (a: Naive, b: Naive): boolean =>
  Math.abs(a.atMs - b.atMs) <= clickRules.rageMs &&
  Math.hypot(a.x - b.x, a.y - b.y) <= clickRules.ragePixels;

/** Runs of clicks that are each near the one before, of which one is a burst if three in a row are near each other. */
function naiveRage(clicks: readonly Naive[]): number {
  const runs: Naive[][] = [];
  for (const click of clicks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isNear(last, click)) run.push(click);
    else runs.push([click]);
  }
  return runs.filter(run =>
    run.some((first, index) => {
      const [second, third] = [run[index + 1], run[index + 2]];
      return (
        second && third && isNear(first, second) && isNear(second, third) && isNear(first, third)
      );
    }),
  ).length;
}

function naiveCounts(events: readonly Event[]): readonly [rage: number, dead: number] {
  const lastMs = Math.max(...events.map(({ timestamp }) => timestamp));
  const inOrder = events.toSorted((left, right) => left.timestamp - right.timestamp);
  const isClick = ({ type, data }: Event): boolean =>
    type === 3 && 'source' in data && data.source === 2;
  const clicks = inOrder.filter(isClick).map(({ data, timestamp }) => ({
    atMs: timestamp,
    ...(data as { x: number; y: number }),
  }));
  const effects = inOrder.flatMap(event => {
    const { type, data, timestamp } = event;
    if (type === 4) return [timestamp];
    if (type === 5)
      return [timestamp - (data as { payload: { duration: number } }).payload.duration];
    return !isClick(event) && (data as { source: number }).source !== 1 ? [timestamp] : [];
  });
  const dead = clicks.filter(
    ({ atMs }) =>
      atMs + clickRules.deadMs <= lastMs &&
      !effects.some(each => each >= atMs && each <= atMs + clickRules.deadMs),
  );
  return [naiveRage(clicks), dead.length];
}

describe('clicks of a chunk', () => {
  it('are counted as somebody would who has the whole list', () =>
    holds(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (events, isOrdered) => {
          const sent = isOrdered
            ? events.toSorted((left, right) => left.timestamp - right.timestamp)
            : events;
          deepEqual(counts(sent), naiveCounts(events));
        },
      ),
      1_000,
    ));

  it('are a rage click once for a burst, however long it goes on', () => {
    const burst = (count: number, everyMs: number, fromMs = beginMs): Event[] =>
      Array.from({ length: count }, (_, index) => clickAt(fromMs + index * everyMs));
    equal(counts(burst(2, 100))[0], 0);
    equal(counts(burst(3, 500))[0], 1);
    equal(counts(burst(3, 501))[0], 0);
    equal(counts(burst(12, 100))[0], 1);
    equal(counts([...burst(3, 100), ...burst(3, 100, beginMs + 5_000)])[0], 2);
    equal(counts([clickAt(beginMs, 0), clickAt(beginMs, 30), clickAt(beginMs, 31)])[0], 0);
    equal(counts([clickAt(beginMs, 0), clickAt(beginMs, 18, 24), clickAt(beginMs, 30)])[0], 1);
  });

  it('are dead when nothing follows, and not judged when too little is recorded after them', () => {
    const later = (ms: number) => mouseAt(beginMs + ms);
    deepEqual(counts([clickAt(beginMs), later(2_999)]), [0, 0]);
    deepEqual(counts([clickAt(beginMs), later(3_000)]), [0, 1]);
    for (const source of [0, 3, 5, 7, 8, 9, 13, 15])
      deepEqual(
        counts([clickAt(beginMs), changeAt(beginMs + 3_000, source), later(9_000)]),
        [0, 0],
      );
    deepEqual(counts([clickAt(beginMs), changeAt(beginMs + 3_001), later(9_000)]), [0, 1]);
    deepEqual(counts([clickAt(beginMs), pageAt(beginMs + 10), later(9_000)]), [0, 0]);
    // A request counts from its beginning, though it is recorded at its end.
    deepEqual(counts([clickAt(beginMs), requestAt(beginMs + 8_000, 7_900), later(9_000)]), [0, 0]);
    deepEqual(counts([clickAt(beginMs), requestAt(beginMs + 8_000, 100), later(9_000)]), [0, 1]);
  });

  it('are taken from any list of numbers and texts without a place', () => {
    const strange = [{}, { x: 'a', y: null }, { x: 1e300, y: -1e300 }].map(place => ({
      type: 3,
      data: { source: 2, type: 2, ...place },
      timestamp: beginMs,
    }));
    deepEqual(counts([...strange, mouseAt(beginMs + 5_000)]), [0, 3]);
    for (const data of [null, 7, 'text', [], [[{}]]])
      deepEqual(findingsOf([3, 4, 5].map(type => ({ type, data, timestamp: beginMs }))), {});
  });

  it('may be as many as the events of a chunk, in any order', () => {
    const many = Array.from({ length: replayLimits.eventsMax }, (_, index) =>
      clickAt(beginMs + ((index * 7_919) % replayLimits.eventsMax)),
    );
    const [rage, dead] = counts([...many.slice(1), mouseAt(beginMs + 999_999)]);
    deepEqual([rage, dead], [1, replayLimits.eventsMax - 1]);
  });
});

describe('what else is found in a chunk', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('are requests of a second or longer, with where and in which trace they were', () => {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const events = [
      requestAt(beginMs + 2_000, 1_500.7, {
        method: 'POST',
        url: '/pay',
        status: 503,
        traceparent,
      }),
      requestAt(beginMs + 3_000, 999.9),
      requestAt(beginMs + 4_000, 1_000, { status: 'none', traceparent: 'x', error: 'gone' }),
    ];
    deepEqual(findingsOf(events).slow, [
      { atMs: beginMs + 500, durationMs: 1_500, method: 'POST', url: '/pay', status: 503, traceId },
      {
        atMs: beginMs + 3_000,
        durationMs: 1_000,
        method: 'GET',
        url: '/a',
        status: 0,
        traceId: '',
      },
    ]);
  });

  it('are the slowest requests where there are more than are kept', () =>
    holds(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 120 }),
        all => {
          const { slow = [] } = findingsOf(all.map(ms => requestAt(beginMs, ms)));
          const slowest = all.filter(ms => ms >= limits.slowMs).sort((left, right) => right - left);
          deepEqual(
            slow.map(({ durationMs }) => durationMs).sort((left, right) => right - left),
            slowest.slice(0, limits.slowMax),
          );
        },
      ),
      100,
    ));

  it('are errors of the console by their message, cut to what is kept', () => {
    const log = (level: string, message: unknown, afterMs = 0) =>
      customAt(beginMs + afterMs, 'console-log', { level, message, stack: 'at x' });
    const long = `€"\\\u{1F600}`.repeat(20_000);
    const { errors = [] } = findingsOf([
      log('error', 'TypeError: x is undefined', 7),
      log('warn', 'slow'),
      log('error', 'TypeError: x is undefined', 3),
      log('error', { not: 'a text' }),
      log('error', long),
    ]);
    deepEqual(errors, [
      { atMs: beginMs + 3, message: 'TypeError: x is undefined', count: 2 },
      { atMs: beginMs, message: long.slice(0, limits.messageCharactersMax).trim(), count: 1 },
    ]);
    const many = Array.from({ length: 500 }, (_, index) => log('error', `error ${index}`));
    equal(findingsOf(many).errors?.length, limits.errorsMax);
  });

  it('are attributes of the user that the page sends as texts', () => {
    const { user } = findingsOf([
      customAt(beginMs, 'identify', { plan: 'free', age: 7, more: { a: 'b' }, '': 'x' }),
      customAt(beginMs, 'user', { plan: 'team', name: 'x'.repeat(500) }),
      customAt(beginMs, 'other', { plan: 'none' }),
    ]);
    deepEqual(user, { plan: 'team', name: 'x'.repeat(limits.attributeCharactersMax) });
    const all = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}`, 'x']));
    equal(
      Object.keys(findingsOf([customAt(beginMs, 'user', all)]).user ?? {}).length,
      limits.attributesMax,
    );
  });

  it('is nothing in anything else', () =>
    holds(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0, 1, 2, 6, 9), fc.jsonValue()), { minLength: 1 }),
        all => {
          const events = all.map(([type, data]) => ({ type, data, timestamp: beginMs }));
          deepEqual(findingsOf(events), {});
        },
      ),
      200,
    ));
});
