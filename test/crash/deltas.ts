import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { windowHeaders } from '../../schemas/telemetry/window-record.ts';
import { topics } from '../../schemas/topics.ts';
import { barsOf } from '../support/expected-lines.ts';
import { type Ask, linesIn } from '../support/expected-state-queries.ts';

type Delta = {
  readonly source: number;
  readonly first: number;
  readonly last: number;
  readonly part: number;
  readonly parts: number;
  readonly windows: readonly {
    readonly organization: string;
    readonly service: string;
    readonly operation: string;
    readonly entry: boolean;
    readonly time: number;
    readonly n: number;
    readonly errors: number;
    readonly buckets: readonly number[];
    readonly counts: readonly number[];
  }[];
};

type Sum = { n: number; errors: number; readonly histogram: Map<number, number> };

/** The topic of windows must tell the same as the table of windows. */
export async function deltaFaults(
  topicLog: TopicLog,
  organizations: readonly string[],
  ask: Ask,
): Promise<string[]> {
  const { lines, faults } = await foldDeltas(topicLog);
  const sums = new Map<string, string>();
  for (const organization of organizations) {
    for (const [name, line] of await linesIn('windows', [organization], ask)) sums.set(name, line);
  }
  const published = [...lines].filter(([name]) => !name.includes(' * | '));
  const wrong = published.filter(([name, line]) => sums.get(name) !== line);
  if (wrong.length > 0) faults.push(`deltas: ${wrong.length} windows differ, ${wrong[0]}`);
  const missing = sums.size - published.length;
  if (missing !== 0) faults.push(`deltas: ${missing} windows were not published`);
  return faults;
}

/**
 * What a reader of the topic `windows` knows in the end, who takes each delta once: only what is
 * behind the highest it took from that source. Sums of organizations stand under the service `*`.
 */
async function foldDeltas(topicLog: TopicLog) {
  const sums = new Map<string, Sum>();
  const faults: string[] = [];
  const partitions = await topicLog.partitions(topics.windows);
  for (let partition = 0; partition < partitions; partition++) {
    await foldPartition(partition, topicLog, sums, faults);
  }
  const lines = [...sums].map(([name, { n, errors, histogram }]): [string, string] => [
    name,
    `${n} ${errors} ${barsOf(histogram)}`,
  ]);
  return { lines: new Map(lines), faults };
}

async function foldPartition(
  partition: number,
  topicLog: TopicLog,
  sums: Map<string, Sum>,
  faults: string[],
): Promise<void> {
  const highWater = new Map<number, number>();
  const taken = new Map<string, string>();
  for await (const record of recordsOf(topics.windows, partition, topicLog)) {
    if (record.headers[windowHeaders.kind] !== 'delta') continue;
    const text = Buffer.from(record.value).toString();
    const delta: Delta = JSON.parse(text);
    const { source, first, last, part, parts } = delta;
    const name = `${source}:${first}-${last}/${part}`;
    const fault = faultOf(name, text, taken.get(name), first <= (highWater.get(source) ?? -1));
    if (fault !== undefined) faults.push(fault);
    if (taken.has(name)) continue;
    taken.set(name, text);
    if (part === parts - 1) highWater.set(source, last);
    for (const window of delta.windows) add(sums, window);
  }
}

/** What was sent twice must be the same both times, and what is new must lie behind all before it. */
function faultOf(
  name: string,
  text: string,
  before: string | undefined,
  isBehind: boolean,
): string | undefined {
  if (before === undefined) {
    return isBehind ? `deltas: ${name} overlaps what came before it` : undefined;
  }
  return before === text ? undefined : `deltas: ${name} was published again with other content`;
}

function add(sums: Map<string, Sum>, window: Delta['windows'][number]): void {
  const { organization, service, operation, entry, time } = window;
  const name = `${organization} ${service} | ${operation} | ${entry} ${time}`;
  const sum = sums.get(name) ?? { n: 0, errors: 0, histogram: new Map() };
  sums.set(name, sum);
  sum.n += window.n;
  sum.errors += window.errors;
  window.buckets.forEach((bucket, index) => {
    const count = window.counts[index] ?? 0;
    sum.histogram.set(bucket, (sum.histogram.get(bucket) ?? 0) + count);
  });
}

/** All records of a partition, as they are now. */
export async function* recordsOf(
  topic: string,
  partition: number,
  topicLog: TopicLog,
): AsyncIterable<LogRecord> {
  for (let offset = 0; ; ) {
    const place = { partition, offset };
    const limits = { recordsMax: 1_000, bytesMax: 16 * 1024 * 1024 };
    const records = await topicLog.read(topic, place, limits);
    const last = records.at(-1);
    if (last === undefined) return;
    yield* records;
    offset = last.offset + 1;
  }
}
