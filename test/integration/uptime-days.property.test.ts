import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { randomUuid } from '../../platform/uuid.ts';
import { dayOf } from '../../schemas/day.ts';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import type { KeptWindow } from '../../schemas/health/check.ts';
import { healthCheckId, type MaintenanceId } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type Sample, sampleIdAt, sampleRecord } from '../../schemas/samples/record.ts';
import { topics } from '../../schemas/topics.ts';
import { readUptimeDays, wholeDaysFromMs } from '../../services/query-api/health/uptime-days.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { openProcessing } from '../support/processing.ts';
import { holds, partOf } from '../support/property.ts';

const today = Math.floor(Date.now() / dayMs) * dayMs;
const nowMs = today + 13 * hourMs;
const stepMs = 6 * hourMs;

/** Results at times of a grid that midnight lies on, from before the first day that is kept. */
const steps = fc.uniqueArray(fc.integer({ min: -31 * 4, max: 2 }), { maxLength: 40 });
const outcome = fc.constantFrom<Sample['outcome']>(
  'passed',
  'passed',
  'degraded',
  'failed',
  'failed',
  'skipped',
);
const drawn = fc.record({
  isPush: fc.boolean(),
  steps,
  outcomes: fc.array(outcome, { minLength: 40, maxLength: 40 }),
  windows: fc.array(
    fc.record({
      from: fc.integer({ min: -31 * 4, max: 2 }),
      steps: fc.integer({ min: 1, max: 9 }),
      /** So many steps after its begin it was declared. */
      declaredAfter: fc.option(fc.integer({ min: -4, max: 12 }), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  days: fc.integer({ min: 1, max: 90 }),
  /** The first of so many results are known a minute before the others. */
  knownEarly: fc.integer({ min: 0, max: 40 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

type Result = Pick<Sample, 'atMs' | 'outcome'>;

/** The results in the order of time. */
const resultsOf = ({ steps: places, outcomes }: Drawn): Result[] =>
  places
    .toSorted((left, right) => left - right)
    .map((place, index) => ({
      atMs: today + place * stepMs,
      outcome: outcomes[index] ?? 'passed',
    }));

const windowsOf = ({ windows }: Drawn): KeptWindow[] =>
  windows.map(({ from, steps: length, declaredAfter }, index) => ({
    id: `${index}` as MaintenanceId,
    fromMs: today + from * stepMs - hourMs,
    toMs: today + (from + length) * stepMs,
    reason: 'drawn',
    ...(declaredAfter !== undefined && { declaredAtMs: today + (from + declaredAfter) * stepMs }),
  }));

const missedMs = 90_000;

/** Hour by hour, what the doc comments say; "original" is without the time that was over when a window was declared. */
function naive(all: readonly Result[], drawnFrom: Drawn) {
  const windows = windowsOf(drawnFrom);
  const isCovered = (atMs: number) => windows.some(w => w.fromMs <= atMs && atMs < w.toMs);
  const wasCovered = (atMs: number) =>
    windows.some(w => w.fromMs <= atMs && atMs < w.toMs && !(atMs < (w.declaredAtMs ?? w.fromMs)));
  const now = naiveDays(all, drawnFrom, isCovered);
  const original = naiveDays(all, drawnFrom, wasCovered);
  return now.map((day, index) => ({
    ...day,
    uptime_percentage_original: original[index]?.uptime_percentage,
  }));
}

function naiveDays(
  all: readonly Result[],
  { isPush, days }: Drawn,
  isCovered: (atMs: number) => boolean,
) {
  const oldest = today - 29 * dayMs;
  const kept = all.filter(({ outcome: of, atMs }) => of !== 'skipped' && atMs >= oldest);
  const counted = kept.filter(({ atMs }) => !isCovered(atMs));
  const begins = counted.filter(
    ({ outcome: of }, index) => of === 'failed' && counted[index - 1]?.outcome !== 'failed',
  );
  return Array.from({ length: days }, (_, index) => {
    const from = today - (days - 1 - index) * dayMs;
    const isInDay = ({ atMs }: Result) => atMs >= from && atMs < from + dayMs;
    const failed = counted.filter(of => isInDay(of) && of.outcome === 'failed').length;
    const passed = counted.filter(isInDay).length - failed;
    const hours = Array.from({ length: 24 }, (_, hour) => from + hour * hourMs).filter(
      atMs => atMs < nowMs && atMs >= (kept[0]?.atMs ?? 0) && !isCovered(atMs),
    ).length;
    const whole = isPush ? hours * hourMs : passed + failed;
    const part = isPush ? Math.max(0, whole - failed * missedMs) : passed;
    const share = whole === 0 ? 100 : Math.floor((part / whole) * 100_000) / 1_000;
    return {
      day: dayOf(from),
      uptime_percentage: passed + failed === 0 ? null : share,
      passed,
      failed,
      down_seconds: isPush ? (failed * missedMs) / 1_000 : null,
      outages: begins.filter(isInDay).length,
    };
  });
}

describe('uptime by day', function () {
  this.timeout(180_000);
  const clock = controlledClock();
  let processing: Awaited<ReturnType<typeof openProcessing>>;

  before(async () => {
    processing = await openProcessing();
    await processing.start({ clock: clock.now });
  });
  after(() => processing.close());

  const send = async (results: readonly Result[], to: Receiver): Promise<void> => {
    if (results.length === 0) return;
    const records = results.map(result => sampleRecord(sampleOf(result, to)));
    await processing.topicLog.append(topics.samples, records);
    await processing.caughtUp();
  };

  const read = (example: Drawn, { organizationId: owner, subject }: Receiver, known?: number) => {
    const checkId = healthCheckId(subject);
    const check = { ...checkOf(example), organizationId: owner, checkId };
    const keptFromMs = wholeDaysFromMs(nowMs, 30 * dayMs);
    const asked = { check, days: example.days, keptFromMs, toMs: nowMs, knownBeforeMs: known };
    const { warehouse } = processing;
    return readUptimeDays(asked, { warehouse, signal: new AbortController().signal });
  };

  it('reaches back as far as results and maintenance windows are kept', () => {
    const daysBack = (days: number) => (today - wholeDaysFromMs(nowMs, days * dayMs)) / dayMs;
    deepEqual([7, 30, 35, 90].map(daysBack), [6, 29, 34, 34]);
    deepEqual(wholeDaysFromMs(today, 7 * dayMs), today - 7 * dayMs);
  });

  it('is what counting each day by hand gives, now and as it was known', async () => {
    await holds(
      fc.asyncProperty(drawn, async example => {
        const { isPush, knownEarly } = example;
        const to = { organizationId: organizationId(randomUuid()), subject: randomUuid(), isPush };
        const results = resultsOf(example);
        const early = results.slice(0, knownEarly);
        clock.holdAt(nowMs - minuteMs);
        await send(early, to);
        clock.holdAt(nowMs);
        await send(results.slice(knownEarly), to);
        deepEqual(await read(example, to), naive(results, example));
        deepEqual(await read(example, to, nowMs), naive(early, example));
      }),
      partOf(40, 2),
    );
  });
});

type Receiver = Pick<Sample, 'organizationId' | 'subject'> & { readonly isPush: boolean };

const sampleOf = ({ atMs, outcome: of }: Result, { isPush, ...ids }: Receiver): Sample => ({
  ...ids,
  kind: isPush ? 'missed' : 'check',
  id: sampleIdAt(ids.subject, atMs),
  atMs,
  outcome: of,
  durationMs: missedMs,
});

const checkOf = (example: Drawn) => ({
  windows: windowsOf(example),
  check: {
    serviceName: 'shop',
    checkName: 'page',
    enabled: true,
    alertEnabled: true,
    intervalSeconds: 60,
    recoverySuccesses: 1,
    ...(!example.isPush && { request }),
  },
});

const request = {
  url: 'https://example.org/',
  method: 'GET',
  expectedStatus: 200,
  timeoutSeconds: 5,
  hasHeaders: false,
  hasBody: false,
  assertions: {},
} as const;
