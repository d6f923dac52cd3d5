import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { escapeMarkup } from '../../platform/http/documents/markup.ts';
import { severities } from '../../schemas/alerts/rule.ts';
import { widgetRanges } from '../../schemas/widgets/ranges.ts';
import { serviceStatuses } from '../../schemas/widgets/status.ts';
import { bucketOf } from '../../schemas/window.ts';
import { rangeAsked } from '../../services/query-api/core/widgets/range-asked.ts';
import { serviceStatus } from '../../services/query-api/core/widgets/service-status.ts';
import { badgePicture } from '../../services/query-api/widgets/badge-picture.ts';
import { stepsOfRange } from '../../services/query-api/widgets/range-steps.ts';
import {
  averageMs,
  emptyHistogram,
  type Histogram,
  mergedHistogram,
  quantileMs,
} from '../../services/query-api/windows/histogram.ts';
import { durationLists, isWithinOnePercent, nearestRank, toldNanos } from '../support/durations.ts';
import { holds } from '../support/property.ts';

const percent = fc.oneof(
  fc.constantFrom(0, 4.99, 5, 49.99, 50, 100),
  fc.double({ min: 0, max: 100, noNaN: true }),
);

const evidence = fc.record({
  checks: fc.array(fc.constantFrom(...serviceStatuses), { maxLength: 4 }),
  firing: fc.array(fc.constantFrom(...severities), { maxLength: 4 }),
  requests: fc.nat({ max: 3 }),
  errorRate: percent,
});

type Evidence = Parameters<typeof serviceStatus>[0];

/** The rows of the table in the documents, the worst first. */
const rows: readonly [
  ReturnType<typeof serviceStatus>,
  (evidence: Evidence) => readonly boolean[],
][] = [
  [
    'unhealthy',
    given => [
      given.checks.includes('unhealthy'),
      given.firing.includes('critical'),
      fails(given, 50),
    ],
  ],
  [
    'degraded',
    given => [given.checks.includes('degraded'), given.firing.includes('warning'), fails(given, 5)],
  ],
  ['healthy', given => [given.checks.includes('healthy'), fails(given, 0)]],
  ['unknown', () => [true]],
];

const fails = ({ requests, errorRate }: Evidence, percentMin: number): boolean =>
  requests > 0 && errorRate >= percentMin;

describe('The status of a service', () => {
  it('is that of the table in the documents', () =>
    holds(
      fc.property(evidence, given => {
        const row = rows.find(([, conditions]) => conditions(given).includes(true));
        equal(serviceStatus(given), row?.[0]);
      }),
      2_000,
    ));
});

/** Without any cleverness: a count for each bucket. */
function naiveHistogram(nanos: readonly number[]): Histogram {
  const buckets = [...new Set(nanos.map(bucketOf))].sort((left, right) => left - right);
  return {
    n: nanos.length,
    errors: 0,
    buckets,
    counts: buckets.map(bucket => nanos.filter(each => bucketOf(each) === bucket).length),
  };
}

describe('Steps that are put together', () => {
  it('are the histogram of all of their spans, with its ranks', () =>
    holds(
      fc.property(fc.array(durationLists(40), { minLength: 1, maxLength: 6 }), lists => {
        const all = lists.flat();
        const merged = mergedHistogram([emptyHistogram, ...lists.map(naiveHistogram)]);
        deepEqual(merged, naiveHistogram(all));
        for (const q of [0.5, 0.95, 0.99])
          ok(isWithinOnePercent(quantileMs(merged, q) * 1e6, nearestRank(all, q)));
        const mean = all.reduce((sum, each) => sum + toldNanos(each), 0) / all.length;
        ok(isWithinOnePercent(averageMs(merged) * 1e6, mean));
      }),
      300,
    ));
});

describe('The steps of a range', () => {
  it('are whole, end with that of now, and are as long as the range', () =>
    holds(
      fc.property(
        fc.constantFrom('1h', '24h', '7d', '30d'),
        fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 }),
        (range, nowMs) => {
          const { fromSeconds, toSeconds, stepSeconds } = stepsOfRange(range, nowMs);
          equal(toSeconds - fromSeconds, widgetRanges[range].seconds);
          equal(toSeconds % stepSeconds, 0);
          ok(toSeconds * 1_000 > nowMs && (toSeconds - stepSeconds) * 1_000 <= nowMs);
        },
      ),
      1_000,
    ));

  it('are of the first name that is given', () => {
    equal(rangeAsked({}), '24h');
    equal(rangeAsked({ time_range: '7d' }), '7d');
    equal(rangeAsked({ timeRange: '30d', time_range: '7d' }), '30d');
    equal(rangeAsked({ range: '1h', timeRange: '30d', time_range: '7d' }), '1h');
  });
});

/** What XML 1.0 may not contain. */
function isForbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 32 && ![9, 10, 13].includes(code)) || code === 0xfffe || code === 0xffff;
}

describe('A badge as a picture', () => {
  const pictureOf = (service: string): string =>
    badgePicture({
      service,
      status: 'healthy',
      range: '24h',
      metrics: {
        response_time_ms: 1_250,
        uptime_percentage: 99.999,
        uptime_source: 'requests',
        error_rate: 0,
        throughput: 3,
      },
      trend: [0, 5, 10].map(value => ({ timestamp: '2026-11-25T01:30:00.000Z', value })),
      updated_at: '2026-11-25T01:30:00.000Z',
    });
  const plain = pictureOf('x');

  it('shows seconds as seconds, never rounds uptime up, and draws the highest at the top', () => {
    ok(plain.includes('p95 1.25 s · uptime 99.99 % · 24h'), plain);
    ok(plain.includes('points="16.0,84.0 160.0,75.0 304.0,66.0"'), plain);
  });

  it('has the same marks whatever the name is', () =>
    holds(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), name => {
        const picture = pictureOf(name);
        deepEqual(picture.match(/[<>"]/gu)?.length, plain.match(/[<>"]/gu)?.length);
        equal([...picture].some(isForbidden), false);
        ok(picture.isWellFormed());
        equal(/&(?!amp;|lt;|gt;|quot;|#39;)/u.test(picture), false);
      }),
      200,
    ));

  it('escapes each character that means something', () => {
    equal(
      escapeMarkup(`<a b="c" d='e'>&\u0000\ud800`),
      '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\ufffd\ufffd',
    );
  });
});
