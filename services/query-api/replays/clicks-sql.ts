import { clickRules } from '../../../domain/replays/clicks.ts';
import { replayReadLimits as limits } from './config.ts';

const { deadMs, rageMs, ragePixels } = clickRules;
const { clicksMax } = limits;

/**
 * Rage and dead clicks of sessions over the borders of their chunks, by the rules of `domain/replays/clicks.ts`. A row for each session:
 * `rage_at` and `dead_at` are instants in Unix ms, in order; `rage` and `dead` are how many there are. The result does not depend on the order
 * in which chunks came, or on how often they came. A chunk without moments is counted alone, and so are all of a session with more than
 * `clicksMax`; what is counted alone has no instants.
 *  chunks  condition on the rows of chunks in `samples`
 *  cost    sorts at most `clicksMax` clicks and as many answered times of each session
 */
export const clicksSql = (chunks: string): string => `
  SELECT subject, if(is_over, [], bursts) AS rage_at, if(is_over, [], unanswered) AS dead_at,
    if(is_over, rage_of_chunks, length(bursts) + rage_alone) AS rage,
    if(is_over, dead_of_chunks, length(unanswered) + dead_alone) AS dead
  FROM (SELECT *, ${burstsSql} AS bursts, ${unansweredSql} AS unanswered
    FROM (SELECT *, ${runsSql} AS runs, ${pointsSql} AS points
      FROM (SELECT *, ${nearSql(1)} AS near_next, ${nearSql(2)} AS near_after, ${gapsSql} AS gaps
        FROM (${sessionsSql(chunks)}))))`;

/** A chunk that is counted alone is as one in which all clicks were answered: what other chunks have beside it is not judged. Copies of a chunk
 * have the same clicks, so any of them will do: nothing is sorted. */
const chunksSql = (chunks: string): string => `
  SELECT subject, JSONExtract(detail, '${chunkType}') AS chunk, NOT JSONHas(detail, 'moments') AS is_alone,
    if(is_alone, ([], [(chunk.firstMs - ${deadMs}, chunk.lastMs)]), chunk.moments)::${momentsType} AS moments
  FROM samples WHERE organization = {organization:UUID} AND samples.kind = 'replay' AND ${chunks}
  LIMIT 1 BY sample`;

const momentsType =
  'Tuple(clicks Array(Tuple(Int64, Nullable(Float64), Nullable(Float64))), answered Array(Tuple(Int64, Int64)))';

/** All at once: each look into a detail reads it anew. */
const chunkType = `Tuple(firstMs Int64, lastMs Int64, segment UInt64, rageClicks UInt64, deadClicks UInt64, moments ${momentsType})`;

/** Clicks are (instant, place in the recording, x, y); without a place on the page x and y are NaN, which is near nothing. */
const sessionsSql = (chunks: string): string => `
  SELECT subject, max(chunk.lastMs) AS end_ms, groupUniqArray(chunk.segment) AS segments,
    arraySort(groupArray((chunk.firstMs, chunk.segment, chunk.lastMs))) AS shown,
    arraySort(arrayZip(${gathered('clicks', 'each.1')}, ${gathered('clicks', `chunk.segment * ${clicksMax} + place`)},
      ${gathered('clicks', 'ifNull(each.2, nan)')}, ${gathered('clicks', 'ifNull(each.3, nan)')})) AS clicks,
    ${gathered('answered', 'each.1')} AS answered_from, ${gathered('answered', 'each.2')} AS answered_to,
    greatest(sum(length(moments.clicks)), sum(length(moments.answered))) > ${clicksMax} AS is_over,
    sum(chunk.rageClicks) AS rage_of_chunks, sum(chunk.deadClicks) AS dead_of_chunks,
    sumIf(chunk.rageClicks, is_alone) AS rage_alone, sumIf(chunk.deadClicks, is_alone) AS dead_alone
  FROM (${chunksSql(chunks)}) GROUP BY subject`;

/** Of the moments of all chunks, in the same order each time. */
const gathered = (list: 'clicks' | 'answered', element: string): string =>
  `groupArrayArray(${clicksMax})(arrayMap((each, place) -> ${element}, moments.${list}, arrayEnumerate(moments.${list})))`;

const repeated = (count: number, change: string): string =>
  `${`${change}(`.repeat(count)}clicks${')'.repeat(count)}`;

const square = (number: string): string => `(${number}) * (${number})`;

/** Whether each click is near the one that comes so many later. */
const nearSql = (
  later: number,
): string => `arrayMap((one, other) -> toUInt8(other.1 - one.1 <= ${rageMs}
    AND ${square('other.3 - one.3')} + ${square('other.4 - one.4')} <= ${ragePixels ** 2}),
  ${repeated(later, 'arrayPopBack')}, ${repeated(later, 'arrayPopFront')})`;

/** Times before segments that never came: nobody knows whether clicks were answered. */
const gapsSql = `arrayFilter(gap -> gap.1 < gap.2, arrayMap((one, next) ->
  if(next.2 > one.2 + 1 AND NOT has(segments, one.2 + 1), (one.3 - ${deadMs - 1}, next.1), (0, 0)), arrayPopBack(shown), arrayPopFront(shown)))`;

/** A run goes on while each click is near the one before. The number of its run for a click from which on three are near each other, else 0. */
const runsSql = `arrayMap((one, other, after, run) -> if(one AND other AND after, run, 0),
  arrayPopBack(near_next), arrayPopFront(near_next), near_after,
  arrayResize(arrayCumSum(arrayPushFront(arrayMap(is_near -> NOT is_near, near_next), 1)), length(near_after)))`;

/** The first such click of each run. */
const burstsSql = `arrayFilter((time, run, before) -> run > 0 AND run != before,
  arrayResize(clicks.1, length(runs)), runs, arrayPopBack(arrayPushFront(arrayFill(run -> run > 0, runs), 0)))`;

/** Beginnings, clicks and ends of answered times in their order: four times the instant, and then 0, 1 or 2. */
const pointsSql = `arraySort(arrayConcat(${pointsOf('clicks.1', 1)}, ${pointsOf('answered_from', 0)}, ${pointsOf('answered_to', 2)},
  ${pointsOf('gaps.1', 0)}, ${pointsOf('gaps.2', 2)}))`;

/** Times may begin before 1970, and no rest is negative. */
function pointsOf(instants: string, kind: 0 | 1 | 2): string {
  return `arrayMap(instant -> (instant + ${deadMs}) * 4 + ${kind}, ${instants})`;
}

/** What is not recorded for three seconds after it is not judged. */
const unansweredSql = `arrayMap(point -> intDiv(point, 4) - ${deadMs}, arrayFilter(
  (point, answers) -> point % 4 = 1 AND answers = 0 AND intDiv(point, 4) <= end_ms,
  points, arrayCumSum(point -> (point % 4 = 0) - (point % 4 = 2), points)))`;
