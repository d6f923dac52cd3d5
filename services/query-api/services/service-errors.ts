import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { fittingSql, truncatedOf } from '../bounds/fitting.ts';
import { limits } from '../config.ts';
import { hexOf, instantOf, spanIdOf } from '../traces/span-names.ts';
import { knownSql } from '../windows/known-condition.ts';
import { boundsOf, type QueryContext, rangeOf, readRows } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import type { ServiceReads } from './known-service.ts';
import { assertOwnService } from './own-service.ts';

type Asked = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly range: TimeRange;
  /** A condition on what counts; all when empty. */
  readonly known: string;
};

type ErrorRow = {
  readonly trace_id: string;
  readonly span_id: string;
  readonly operation: string;
  readonly type: string;
  readonly text: string;
  readonly duration: string;
  readonly at: string;
  readonly total: string;
  readonly of_all: string;
};

/** GET /v1/services/:name/errors: its spans that failed, the latest first. */
export const serviceErrors =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceErrors'> =>
  async ({ key, params, query, signal }) => {
    assertOwnService(key, params.name);
    const { as_of: atMs } = query;
    const range = rangeOf(query.window, atMs ?? clock());
    const known = knownSql(atMs);
    const asked = { organization: key.organizationId, service: params.name, range, known };
    const rows = await readErrors(asked, query.limit, { warehouse, signal });
    if (rows.length === 0) await expectKnown(asked.organization, asked.service, signal);
    const total = Number(rows[0]?.total ?? 0);
    return {
      status: 200,
      body: {
        errors: rows.map(errorOf),
        total,
        limit: query.limit,
        window: query.window,
        ...boundsOf(range),
        sample_count: total,
        ...truncatedOf(rows, limits.listBytesMax),
      },
    };
  };

/** The messages of the range that came most often. */
export async function readTopErrors(
  asked: Asked,
  reading: QueryContext,
): Promise<{ message: string; count: number }[]> {
  const rows = await readRows<{ text: string; n: string }>(
    {
      sql: `SELECT ${messageOf} AS text, toString(count()) AS n FROM errors WHERE ${inRange} ${asked.known}
            GROUP BY text ORDER BY count() DESC, text LIMIT {limit:UInt32}`,
      parameters: { ...parametersOf(asked), limit: limits.topErrorsMax },
    },
    reading,
  );
  return rows.map(({ text, n }) => ({ message: text, count: Number(n) }));
}

const readErrors = (asked: Asked, limit: number, reading: QueryContext): Promise<ErrorRow[]> =>
  readRows<ErrorRow>(
    {
      sql: fittingSql(selectErrors(asked), {
        texts: 'operation, type, text',
        order: 'at DESC, trace_id, span_id',
        bytesMax: limits.listBytesMax,
      }),
      parameters: { ...parametersOf(asked), limit },
    },
    reading,
  );

const errorOf = (row: ErrorRow) => ({
  trace_id: hexOf(row.trace_id),
  span_id: spanIdOf(row.span_id),
  operation: row.operation,
  error_type: row.type,
  message: row.text,
  duration_ms: Number(row.duration) / 1e6,
  timestamp: instantOf(row.at),
});

/** A span may say that it failed and nothing else. */
const messageOf = "if(message != '', message, if(type != '', type, 'no message'))";

const inRange = `organization = {organization:UUID} AND service = {service:String}
  AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')`;

// All of them are counted apart: a window over them would hold all of their messages.
const selectErrors = ({ known }: Asked): string => `
  SELECT errors.trace_id AS trace_id, errors.span_id AS span_id, operation, type,
         ${messageOf} AS text, errors.duration AS duration, toUnixTimestamp64Nano(time) AS at,
         (SELECT count() FROM errors WHERE ${inRange} ${known}) AS total
  FROM errors WHERE ${inRange} ${known}
  ORDER BY time DESC, errors.trace_id, errors.span_id LIMIT {limit:UInt32}`;

const parametersOf = ({ organization, service, range }: Asked) => ({
  organization,
  service,
  from: range.fromSeconds,
  to: range.toSeconds,
});
