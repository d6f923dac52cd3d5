import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownSql } from '../windows/known-condition.ts';
import { assertInDateTimeRange, readRows } from '../windows/window-metrics.ts';
import { attributeLimits } from './config.ts';
import { sampleOf } from './sampling.ts';
import { bucketsOf } from './selected-spans.ts';

type Row = { readonly text: string; readonly spans: string };

/** GET /v1/attributes: names of attributes, or values of one, with the spans that have them. */
export const listAttributes =
  ({ warehouse, clock }: Pick<ServiceReads, 'warehouse' | 'clock'>): Handler<'listAttributes'> =>
  async ({ key, query, signal }) => {
    const toMs = query.to ?? query.as_of ?? clock();
    const fromMs = query.from ?? toMs - attributeLimits.rangeMsPreset;
    if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
    assertInDateTimeRange(Math.floor(fromMs / 1000), Math.ceil(toMs / 1000));
    const reading = { warehouse, signal };
    const parameters = {
      organization: key.organizationId,
      services: servicesAsked(key, query.service),
      from: BigInt(fromMs),
      to: BigInt(toMs),
      key: query.key ?? '',
      prefix: query.prefix ?? '',
      limit: query.limit,
    };
    const spans = {
      organization: key.organizationId,
      prewhere: `${bucketsOf(fromMs, toMs)} ${knownSql(query.as_of)}`,
      where: { sql: inRange, parameters },
    };
    const sampled = await sampleOf(spans, reading);
    const sql = query.key === undefined ? namesSql(sampled.sql) : valuesSql(sampled.sql);
    const rows = await readRows<Row>({ sql, parameters }, reading);
    return {
      status: 200,
      body: {
        key: query.key ?? null,
        items: rows.map(row => ({ text: row.text, spans: Number(row.spans) })),
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        sample_count: sampled.total,
        sampled_one_in: sampled.oneIn,
      },
    };
  };

const inRange = `(empty({services:Array(String)}) OR has({services:Array(String)}, service))
  AND addNanoseconds(spans.start, spans.duration) >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND addNanoseconds(spans.start, spans.duration) < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;

/** Texts of each span with its resource, as often as there are spans that have them. */
const counted = (text: string, spans: string): string => `
  SELECT text, toString(count()) AS spans FROM (
    SELECT ${text} AS text
    FROM (
      SELECT resource, CAST(attributes.key, 'Array(String)') AS own_keys, attributes.value AS own_values ${spans}
    ) AS span
    LEFT ANY JOIN (
      SELECT fingerprint, any(CAST(attributes.key, 'Array(String)')) AS keys, any(attributes.value) AS values
      FROM resources WHERE organization = {organization:UUID} GROUP BY fingerprint
    ) AS known ON known.fingerprint = span.resource)
  WHERE startsWith(text, {prefix:String}) GROUP BY text
  ORDER BY count() DESC, text LIMIT {limit:UInt32}`;

const namesSql = (spans: string): string =>
  counted('arrayJoin(arrayDistinct(arrayConcat(own_keys, keys)))', spans);

/** The value of a span comes before that of its resource. */
const valuesSql = (spans: string): string =>
  counted(
    `leftUTF8(arrayJoin(multiIf(has(own_keys, {key:String}), [own_values[indexOf(own_keys, {key:String})]],
       has(keys, {key:String}), [values[indexOf(keys, {key:String})]], [])), ${attributeLimits.valueCharacters})`,
    spans,
  );
