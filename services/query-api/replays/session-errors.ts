import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ConsoleError } from '../../../schemas/replays/findings.ts';
import type { SessionError } from '../../../schemas/replays/routes.ts';
import { hexOf, instantOf, spanIdOf } from '../traces/span-names.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { Reading, StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';
import { readFound } from './found-items.ts';
import { timeAround } from './session-time.ts';

/** What failed in a session: spans that name it, from around the time of its chunks, and its console; in the order of time. */
export async function sessionErrors(
  organization: OrganizationId,
  session: string,
  chunks: readonly StoredChunk[],
  reading: Reading,
): Promise<SessionError[]> {
  const max = limits.errorsMax;
  const parameters = { organization, session, ...timeAround(chunks), max };
  const spans = await readRows<SpanRow>({ sql: spansSql, parameters }, reading);
  const order = "JSONExtractUInt(item, 'atMs'), item";
  const logs = await readFound<ConsoleError>(
    { organization, session, list: 'errors', order, max, chunks },
    reading,
  );
  const found = [...spans.map(ofSpan), ...logs.map(ofConsole)];
  return found.sort((left, right) => Date.parse(left.time) - Date.parse(right.time));
}

const spansSql = `SELECT toString(toUnixTimestamp64Nano(time)) AS at, toString(type) AS kind,
    leftUTF8(message, ${limits.messageCharactersMax}) AS text, toString(service) AS name, toString(errors.trace_id) AS trace,
    toString(errors.span_id) AS span, toString(group_id) AS shared
  FROM errors PREWHERE organization = {organization:UUID}
    AND time >= toDateTime({from:UInt32}, 'UTC') AND time <= toDateTime({to:UInt32}, 'UTC')
  WHERE replay_id = {session:String}
  ORDER BY time, errors.trace_id, errors.span_id LIMIT {max:UInt32}`;

type SpanRow = {
  readonly at: string;
  readonly kind: string;
  readonly text: string;
  readonly name: string;
  readonly trace: string;
  readonly span: string;
  readonly shared: string;
};

const ofSpan = (row: SpanRow): SessionError => ({
  kind: 'span',
  time: instantOf(row.at),
  error_type: row.kind || null,
  message: row.text,
  count: 1,
  service_name: row.name,
  trace_id: hexOf(row.trace),
  span_id: spanIdOf(row.span),
  group_id: row.shared,
});

const ofConsole = ({ atMs, message, count }: ConsoleError): SessionError => ({
  kind: 'console',
  time: new Date(atMs).toISOString(),
  error_type: /^(?:Uncaught )?([A-Za-z_$][\w$.]{0,99}): /u.exec(message)?.[1] ?? null,
  message,
  count,
  service_name: null,
  trace_id: null,
  span_id: null,
  group_id: null,
});
