import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';

import { medianDeviation, mergeCounts, quantileOf } from '../../domain/anomalies/counts.ts';
import { observeMinute } from '../../domain/anomalies/detector.ts';
import { anomalyParameters } from '../../domain/anomalies/parameters.ts';
import { emptyHour, type RecentHour, withMinute } from '../../domain/anomalies/recent-hour.ts';
import { mergeSeasons, type Season, seasonOf } from '../../domain/anomalies/season.ts';
import { newSeries, type SeriesHistory } from '../../domain/anomalies/series.ts';
import { valueBucket, valueOfBucket } from '../../domain/anomalies/value-bucket.ts';
import {
  decodeHour,
  decodeSeason,
  encodeHour,
  encodeSeason,
} from '../../services/evaluator/core/anomalies/stored-history.ts';
import { holds } from '../support/property.ts';

const buckets = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 });
const counts = buckets.map(all => mergeCounts([all.map(bucket => [bucket, 1] as const)]));
/** What one hour of some week adds to the histogram of its hour of the week. */
const added = fc
  .tuple(fc.integer({ min: 2900, max: 2907 }), counts, counts, counts)
  .map(([week, latency_p95, error_rate, throughput]) =>
    seasonOf(week * 168 + 5, { latency_p95, error_rate, throughput }),
  );

/** Merges in any order and grouping: repeatedly two of them become one. */
function mergedIn(order: readonly number[], seasons: readonly Season[]): Season {
  const left = [...seasons];
  for (const at of order) {
    if (left.length < 2) break;
    const [one = []] = left.splice(at % left.length, 1);
    const place = (at * 7) % left.length;
    left[place] =
      at % 2 === 0 ? mergeSeasons(one, left[place] ?? []) : mergeSeasons(left[place] ?? [], one);
  }
  return left.reduce(mergeSeasons, []);
}

describe('History of anomalies', () => {
  it('does not depend on the order in which hours are merged', () =>
    holds(
      fc.property(
        fc.array(added, { maxLength: 14 }),
        fc.array(fc.nat(1000), { maxLength: 20 }),
        (seasons, order) => {
          deepEqual(mergedIn(order, seasons), seasons.reduce(mergeSeasons, []));
          ok(mergedIn(order, seasons).length <= anomalyParameters.weeksMax);
        },
      ),
      500,
    ));

  it('gives quantiles and the median deviation of the values in their buckets', () =>
    holds(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1 }), all => {
        const values = all.map(valueOfBucket).sort((left, right) => left - right);
        const merged = mergeCounts(all.map(bucket => [[bucket, 1]] as const));
        for (const q of [0.5, 0.99])
          equal(quantileOf(merged, q), values[Math.ceil(q * values.length) - 1]);
        const median = quantileOf(merged, 0.5);
        const away = values
          .map(value => Math.abs(value - median))
          .sort((left, right) => left - right);
        equal(medianDeviation(merged, median), away[Math.ceil(away.length / 2) - 1]);
      }),
      500,
    ));

  it('keeps each value within 3.2 %, and zero as zero', () =>
    holds(
      fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), value => {
        const kept = valueOfBucket(valueBucket(value));
        ok(Math.abs(kept - value) <= 0.032 * value, `${value} became ${kept}`);
        equal(valueOfBucket(valueBucket(0)), 0);
      }),
      500,
    ));

  it('is stored and read unchanged', () =>
    holds(
      fc.property(fc.array(added, { maxLength: 8 }), buckets, (seasons, codes) => {
        const season = seasons.reduce(mergeSeasons, []);
        deepEqual(decodeSeason(encodeSeason(season)), season);
        const hour = codes.reduce(
          (row, code, minute) =>
            withMinute(row, minute, {
              latency_p95: { value: code, isOutside: true },
              error_rate: undefined,
              throughput: { value: code, isOutside: false },
            }),
          emptyHour,
        );
        deepEqual(decodeHour(encodeHour(hour)), hour);
      }),
      300,
    ));

  it('is bounded in bytes for a series whose every value is in a bucket of its own', () => {
    const all = mergeCounts([Array.from({ length: 60 }, (_, at) => [200 + at * 7, 1] as const)]);
    const of = { latency_p95: all, error_rate: all, throughput: all };
    const weeks = [0, 1, 2, 3, 4, 5];
    const season = weeks.map(week => seasonOf(week * 168, of)).reduce(mergeSeasons, []);
    const minutes = Array.from({ length: 60 }, (_, minute) => minute);
    const hour = minutes.reduce((row, minute) => {
      const learned = { value: 2 ** minute, isOutside: true };
      return withMinute(row, minute, {
        latency_p95: learned,
        error_rate: learned,
        throughput: learned,
      });
    }, emptyHour);
    const { seriesBytesMax, recentHours } = anomalyParameters;
    const bytes = 168 * encodeSeason(season).length + (recentHours + 1) * encodeHour(hour).length;
    ok(bytes <= seriesBytesMax, `expected at most ${seriesBytesMax} bytes, got ${bytes}`);
  });

  it('keeps minutes of the latest hours alone, and histograms of 168 hours', () => {
    const hours = new Map<number, RecentHour>();
    const seasons = new Map<number, Season>();
    const history: SeriesHistory = {
      recent: hour => hours.get(hour),
      putRecent: (hour, row) =>
        void (row === undefined ? hours.delete(hour) : hours.set(hour, row)),
      season: hour => seasons.get(hour),
      putSeason: (hour, season) => void seasons.set(hour, season),
    };
    let state = newSeries(0);
    for (let minute = 0; minute < 9 * 1440; minute += 5) {
      const values = { latency_p95: minute % 97, error_rate: 1, throughput: 20 };
      state = observeMinute(state, { minute, requests: 20, values }, history).state;
      ok(hours.size <= anomalyParameters.recentHours + 1, `${hours.size} hours`);
    }
    equal(seasons.size, 168);
    equal([...seasons.values()].flat().length, 9 * 24 - hours.size);
  });
});
