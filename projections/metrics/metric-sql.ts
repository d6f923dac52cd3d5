import { metricLimits } from './limits.ts';

/**
 * The statements over the points of one metric. A point is made into what it adds to its stream, and
 * that is summed by step and group, so one sum serves delta and cumulative senders.
 *
 * A stream is the points of one series since one start. What a point adds is:
 *  all of it       when it is a delta, or smaller than the one before (the sender began again)
 *  the difference  to the point before
 *  all of it       when it is the first and its stream began within what is read
 *  nothing         when it is the first of a stream that began earlier, or whose start is not known, which
 *                  senders show by a start that equals the time (OpenTelemetry data model, "Cumulative streams: handling
 *                  unknown start time"): who knows when it was added; gauges do not begin at all
 */

const where = `organization = {organization:UUID} AND metric = {metric:String} AND type = {type:UInt8}
  AND (empty({services:Array(String)}) OR service IN {services:Array(String)})
  AND time >= toDateTime({back:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
  AND bitAnd(flags, 1) = 0 AND known < toDateTime({known:UInt32}, 'UTC')
  AND arrayAll((name, wanted) -> has(attributes.key, name) AND attributes.value[indexOf(attributes.key, name)] = wanted,
    {filter_names:Array(String)}, {filter_values:Array(String)})`;

const whole = `multiIf({group:String} = '', '', {group:String} = 'service.name', toString(service),
  is_other, '(other)', attributes.value[indexOf(attributes.key, {group:String})])`;

/** What is different stays so where it is shortened. */
const group = `if(length(${whole} AS group_text) <= ${metricLimits.groupBytesMax}, group_text,
  concat(substringUTF8(group_text, 1, ${metricLimits.groupCharactersShown}), '… (', toString(length(group_text)),
         ' bytes, ', lower(hex(sipHash64(group_text))), ')'))`;

/** Steps begin at multiples of their length, moved by a phase. */
const slot = `toUInt32(intDiv(toUnixTimestamp(toDateTime(time)) - {phase:UInt32}, {step:UInt32})
  * {step:UInt32} + {phase:UInt32})`;

/** What counts of a point: 0 nothing, 1 all of it, 2 the difference. */
const share = (isSmaller: string): string => `multiIf(is_delta, 1,
  isNull(before), if({type:UInt8} > 1 AND start >= toDateTime({back:UInt32}, 'UTC') AND start < time, 1, 0),
  ${isSmaller}, 1, 2)`;

const isOwn = "time >= toDateTime({from:UInt32}, 'UTC')";

/** The point before, in the stream that `by` makes with the series. */
const lag = (value: string, by: string, order: string): string =>
  `lagInFrame(${value}) OVER (PARTITION BY service, series${by} ORDER BY time, ${order}
   ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

// Only monotonic sums show where they were reset; a gauge has one stream for all its starts.
const stream = ", if(is_monotonic, start, toDateTime64(0, 9, 'UTC')), value_type";

/**
 * Gauges and sums, by step, group and series first: a level is the last value of each series. One row
 * a group, with its figures by step; an unknown figure is no number.
 */
export const numberSql = (figure: string): string => `
  SELECT name, arraySort(groupArrayIf([toFloat64(slot), figure, toFloat64(n)], isFinite(figure))) AS points,
         toString(sum(n)) AS samples
  FROM (SELECT slot, name, toFloat64(${figure}) AS figure, sum(samples) AS n FROM (
    SELECT slot, name, sumIf(gain, share > 0) AS gained, countIf(share > 0) AS known,
           minIf(gain, share > 0) AS gain_some, maxIf(gain, share > 0) AS gain_most_some,
           if(known > 0, gain_some, inf) AS gain_least, if(known > 0, gain_most_some, -inf) AS gain_most,
           argMax(value, (time, value)) AS last, sum(value) AS total, min(value) AS least,
           max(value) AS most, count() AS samples
    FROM (
      SELECT slot, name, service, series, time, value, ${share('is_monotonic AND value < before')} AS share,
             multiIf(share = 1, value, value_type = 1, toFloat64(whole - before_whole),
                     value - assumeNotNull(before)) AS gain
      FROM (
        SELECT service, series, time, start, is_delta, is_monotonic, value_type, ${slot} AS slot,
               ${group} AS name, toInt128(int_value) AS whole,
               if(value_type = 1, toFloat64(int_value), double_value) AS value,
               ${lag('toNullable(value)', stream, 'value')} AS before,
               ${lag('whole', stream, 'value')} AS before_whole
        FROM metric_points WHERE ${where} AND value_type > 0 AND isFinite(double_value)
      )
    )
    WHERE ${isOwn}
    GROUP BY slot, name, service, series
  ) GROUP BY slot, name)
  GROUP BY name ORDER BY name LIMIT {limit:UInt32}`;

/** Histograms and summaries: what the points add to count and sum, and the extremes where deltas have them. */
const figures = `sum(toFloat64(count) - toFloat64(if(share = 2, count_before, 0))) AS added,
  sumIf(sum - if(share = 2, sum_before, 0), isFinite(sum)) AS added_sum,
  toString(count()) AS n, countIf(bitAnd(has, 1) = 0) AS sumless,
  countIf(bitAnd(has, 2) = 0) = 0 AS is_bounded_below, min(min) AS least,
  countIf(bitAnd(has, 4) = 0) = 0 AS is_bounded_above, max(max) AS most,
  is_bounded_below AND countIf(NOT is_delta) = 0 AS has_min,
  is_bounded_above AND countIf(NOT is_delta) = 0 AS has_max`;

/** Rows whose share is known, with the columns named and those of the point before. */
const shared = (columns: string, before: readonly string[], by: string): string => `
  SELECT *, ${share('count < before')} AS share FROM (
    SELECT service, series, time, start, is_delta, ${slot} AS slot, ${group} AS name,
           count, sum, has, min, max${columns},
           ${lag('toNullable(count)', by, 'count')} AS before,
           ${['count', 'sum', ...before].map(column => `${lag(column, by, 'count')} AS ${column}_before`).join(', ')}
    FROM metric_points WHERE ${where}
  ) WHERE share > 0 AND ${isOwn}`;

/** One row a step, group and set of bounds. */
export const histogramSql = `
  SELECT slot, name, bounds, ${figures},
         sumForEach(arrayMap(x -> toInt64(x), counts)) AS all_counts,
         sumForEach(arrayMap(x -> if(share = 2, toInt64(x), 0), counts_before)) AS less
  FROM (${shared(', bounds, counts', ['counts'], ', start, bounds')})
  GROUP BY slot, name, bounds ORDER BY name, slot LIMIT {limit:UInt32}`;

// The scale and the index of a bucket in one number, as a map has only one key.
const indexes = (side: 'positive' | 'negative'): string =>
  `arrayMap(i -> bitShiftLeft(toInt64(scale + 64), 33) + ${side}_offset + toInt64(i) + 4294967295,
    arrayEnumerate(${side}))`;

const buckets = (side: 'positive' | 'negative'): string => `sumMap(
  arrayConcat(${side}_keys, ${side}_keys_before),
  arrayConcat(arrayMap(x -> toInt64(x), ${side}),
    arrayMap(x -> if(share = 2, -toInt64(x), 0), ${side}_before))) AS ${side}_sums`;

/** One row a step and group, with the buckets of every scale. */
export const exponentialSql = `
  SELECT slot, name, ${figures}, max(zero_threshold) AS threshold,
         sum(toInt64(zero_count) - if(share = 2, toInt64(zero_count_before), 0)) AS zeros,
         ${buckets('positive')}, ${buckets('negative')}
  FROM (${shared(
    `, zero_count, zero_threshold, positive, negative,
     ${indexes('positive')} AS positive_keys, ${indexes('negative')} AS negative_keys`,
    ['zero_count', 'positive', 'negative', 'positive_keys', 'negative_keys'],
    ', start',
  )})
  GROUP BY slot, name ORDER BY name, slot LIMIT {limit:UInt32}`;

/** One row a step and group; quantiles of different points cannot be put together. */
export const summarySql = `
  SELECT slot, name, ${figures} FROM (${shared('', [], ', start')})
  GROUP BY slot, name ORDER BY name, slot LIMIT {limit:UInt32}`;

/** Of which types and units the metric is in the range, the most frequent first. */
export const kindsSql = `
  SELECT type, any(unit) AS unit, toString(count()) AS n, max(is_monotonic) AS is_monotonic,
         max(is_delta) AS is_delta
  FROM metric_points
  WHERE organization = {organization:UUID} AND metric = {metric:String}
    AND (empty({services:Array(String)}) OR service IN {services:Array(String)})
    AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
    AND known < toDateTime({known:UInt32}, 'UTC')
  GROUP BY type ORDER BY count() DESC`;
