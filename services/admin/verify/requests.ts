import { setImmediate as otherWork } from 'node:timers/promises';
import { recordsFrom } from '../../../platform/consumers/records-from.ts';
import type { LogRecord, PartitionLag } from '../../../platform/topic-log/port.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import { telemetryHeaders, topics } from '../../../schemas/topics.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import { readDeadLetters } from '../dead/dead-letters.ts';
import { firstSince } from './first-since.ts';
import { type Inspection, readsOf } from './inspection.ts';
import { processedLags } from './processed.ts';
import { inspectSpansOf } from './spans-of-requests.ts';

/**
 * Every accepted request that lies on the log and was processed is in the warehouse once, with each of its spans, or is
 * a repetition of an earlier one, or a dead letter. The warehouse has no request that the log has not.
 */
export const inspectRequests: Inspection = async (context, given) => {
  const { sinceMs, findings, tell, signal } = given;
  const { topicLog } = context.platform;
  const lags = await processedLags(context, signal);
  findings.skipped(lags.reduce((sum, { lag }) => sum + lag, 0));
  const ranges = await Promise.all(
    lags.map(async lag => ({ ...lag, from: await firstSince(sinceMs, lag, topicLog) })),
  );
  const total = ranges.reduce((sum, { from, committed }) => sum + Math.max(0, committed - from), 0);
  const letters = new Set((await readDeadLetters(topicLog)).letters.map(({ id }) => id));
  let done = 0;
  for (const range of ranges) {
    const taken = await inspectRange(context, given, range, letters, count => {
      done += count;
      findings.checked(count);
      tell(done, total);
    });
    const stored = await storedIn(context, range, signal);
    if (stored > taken)
      findings.fault(
        `the warehouse has ${stored - taken} requests of ${range.topic}-${range.partition} that the log has not`,
      );
  }
};

type Given = Parameters<Inspection>[1];
type Range = PartitionLag & { readonly from: number };

/** How many of the records have rows. */
async function inspectRange(
  context: AdminContext,
  given: Given,
  range: Range,
  letters: ReadonlySet<string>,
  onRecords: (count: number) => void,
): Promise<number> {
  const { topic, partition, from, committed: end } = range;
  const { verifiedRecords: recordsMax, verifiedBytes: bytesMax } = adminLimits;
  let taken = 0;
  let page: LogRecord[] = [];
  const compare = async (): Promise<void> => {
    taken += await inspectPage(context, given, topic, page, letters);
    onRecords(page.length);
    page = [];
    await otherWork();
  };
  const limits = { recordsMax, bytesMax, end };
  for await (const record of recordsFrom(
    topic,
    { partition, offset: from },
    limits,
    context.platform.topicLog,
  )) {
    if (record.offset >= end) break;
    page.push(record);
    if (page.length === recordsMax) await compare();
  }
  if (page.length > 0) await compare();
  return taken;
}

type Stored = Readonly<Record<'organization' | 'hash' | 'partition' | 'offset' | 'copies', string>>;

async function inspectPage(
  context: AdminContext,
  { findings, signal }: Given,
  topic: string,
  records: readonly LogRecord[],
  letters: ReadonlySet<string>,
): Promise<number> {
  const parked = records.filter(isParked);
  await inspectParked(context, { findings, signal }, topic, parked, letters);
  const counting = records.filter(record => !isParked(record));
  const rows = await rowsOf(context, 'requests', topic, counting, signal);
  const taken: LogRecord[] = [];
  for (const record of counting) {
    const place = placeOf(topic, record);
    const mine = rows.filter(row => isOf(row, record));
    const own = mine.filter(row => Number(row.offset) === record.offset);
    const copies = own.reduce((sum, row) => sum + Number(row.copies), 0);
    const isRepetition = mine.some(row => Number(row.offset) < record.offset);
    if (copies > 0) taken.push(record);
    if (copies > 1) findings.fault(`the request ${place} is in the warehouse ${copies} times`);
    if (copies === 0 && !isRepetition && !letters.has(place) && !isErased(record, context))
      findings.fault(`the request ${place} was accepted and is not in the warehouse`);
  }
  if (topic === topics.spans) await inspectSpansOf(taken, context, { findings, signal });
  return taken.length;
}

/** It counts by another record. */
const isParked = ({ headers }: LogRecord): boolean =>
  headers[telemetryHeaders.parked] !== undefined;

/** Every parked request is known once, so that it can count later. */
async function inspectParked(
  context: AdminContext,
  { findings, signal }: Pick<Given, 'findings' | 'signal'>,
  topic: string,
  records: readonly LogRecord[],
  letters: ReadonlySet<string>,
): Promise<void> {
  if (records.length === 0) return;
  const rows = await rowsOf(context, 'parked', topic, records, signal);
  for (const record of records) {
    const place = placeOf(topic, record);
    if (letters.has(place) || isErased(record, context)) continue;
    const copies = rows
      .filter(row => isOf(row, record) && Number(row.offset) === record.offset)
      .reduce((sum, row) => sum + Number(row.copies), 0);
    if (copies !== 1)
      findings.fault(`the parked request ${place} is in the warehouse ${copies} times`);
  }
}

const isErased = (
  { headers }: LogRecord,
  { projections }: Pick<AdminContext, 'projections'>,
): boolean => projections.isErased(headers[telemetryHeaders.organization] ?? '');

const placeOf = (topic: string, { partition, offset }: LogRecord): string =>
  `${topic}/${partition}/${offset}`;

const isOf = (row: Stored, { partition, headers }: LogRecord): boolean =>
  row.hash === headers[telemetryHeaders.hash] &&
  row.organization === headers[telemetryHeaders.organization] &&
  Number(row.partition) === partition;

function rowsOf(
  context: AdminContext,
  table: 'requests' | 'parked',
  topic: string,
  records: readonly LogRecord[],
  signal: AbortSignal,
): Promise<readonly Stored[]> {
  const headers = records.map(record => record.headers);
  return readsOf(context, signal)<Stored>(
    `SELECT toString(r.organization) AS organization, toString(r.hash) AS hash,
            toString(r.partition) AS partition, toString(r.offset) AS offset,
            toString(count()) AS copies
     FROM ${table} AS r
     WHERE r.organization IN {organizations:Array(UUID)}
       AND r.hash IN {hashes:Array(UUID)} AND topic = {topic:String}
     GROUP BY r.organization, r.hash, r.partition, r.offset`,
    {
      organizations: [...new Set(headers.map(each => each[telemetryHeaders.organization]))],
      hashes: headers.map(each => each[telemetryHeaders.hash]),
      topic,
    },
  );
}

async function storedIn(
  context: AdminContext,
  { topic, partition, from, committed }: Range,
  signal: AbortSignal,
): Promise<number> {
  const [counted] = await readsOf(context, signal)<{ n: string }>(
    `SELECT toString(count()) AS n FROM (
       SELECT DISTINCT organization, hash, offset FROM requests
       WHERE organization != {nil:UUID} AND topic = {topic:String} AND partition = {partition:UInt16}
         AND offset >= {from:UInt64} AND offset < {committed:UInt64})`,
    { nil: nilOrganization, topic, partition, from, committed },
  );
  return Number(counted?.n ?? 0);
}
