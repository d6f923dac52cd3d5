import type { Counted } from '../../domain/slos/counts.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { operationOf, operationSql } from '../../schemas/operation.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import { overflowService } from '../../schemas/telemetry/window-record.ts';
import { hourSeconds, hourStart } from '../../schemas/window.ts';
import { spanSql } from '../../schemas/window-sql.ts';

type Statement = {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>> & { readonly organization: OrganizationId };
};

/** Reads the warehouse for one organization, within the time that its reader has. */
export type ReadCounts = <Row>(statement: Statement) => Promise<Row[]>;

export type CountQuestion = {
  readonly organization: OrganizationId;
  readonly objective: Objective;
  /** A whole hour. */
  readonly fromSeconds: number;
  /** A whole minute. */
  readonly toSeconds: number;
  /** From this hour on by the minute, before it by the hour. */
  readonly minutesFromSeconds: number;
  /** A whole minute: only what was learned before it counts. */
  readonly knownBeforeSeconds?: number | undefined;
};

/** How many entry spans an objective had in each hour and minute, without those in which nothing happened. */
export async function readCounted(
  { isOfSpans, ...question }: CountQuestion & { readonly isOfSpans: boolean },
  read: ReadCounts,
): Promise<readonly Counted[]> {
  const statement = isOfSpans ? selectOfSpans(question) : selectOfWindows(question);
  const rows = await read<{ at: number; entries: string; failed: string }>(statement);
  return rows.map(({ at, entries, failed }) => ({
    startSeconds: at,
    seconds: at < question.minutesFromSeconds ? hourSeconds : minuteSeconds,
    total: Number(entries),
    bad: Number(failed),
  }));
}

/** Whether windows of the service, or of its operation, may be counted under `(other)`: spans keep their names. */
export async function hasOverflow(
  { organization, objective: { service }, fromSeconds, toSeconds }: CountQuestion,
  read: ReadCounts,
): Promise<boolean> {
  const rows = await read({
    sql: `SELECT 1 FROM windows_1h
            WHERE organization = {organization:UUID}
              AND (service = {other:String} OR service = {service:String} AND operation = {other:String})
              AND time >= ${fromSeconds} AND time < ${toSeconds} LIMIT 1`,
    parameters: { organization, service, other: overflowService },
  });
  return rows.length > 0;
}

const minuteSeconds = 60;

type Steps = { readonly fromSeconds: number; readonly toSeconds: number; readonly step: number };

const stepsOf = ({ fromSeconds, toSeconds, minutesFromSeconds }: CountQuestion) => ({
  hours: { fromSeconds, toSeconds: minutesFromSeconds, step: hourSeconds },
  minutes: { fromSeconds: minutesFromSeconds, toSeconds, step: minuteSeconds },
});

/**
 * Windows have what an objective of availability counts. Those of an hour know only the hour in which they were learned, so as
 * of an instant what was learned in its hour is read from the fine ones.
 */
function selectOfWindows(question: CountQuestion): Statement {
  const { knownBeforeSeconds: known, objective } = question;
  const { hours, minutes } = stepsOf(question);
  const learned = known === undefined ? '' : `AND known < ${known}`;
  const hour = known === undefined ? undefined : hourStart(known);
  const sources = [
    entriesOfWindows(
      'windows_1h',
      hours,
      hour === undefined ? '' : `AND known < ${hour}`,
      objective,
    ),
    ...(hour === undefined
      ? []
      : [entriesOfWindows('windows', hours, `AND known >= ${hour} ${learned}`, objective)]),
    entriesOfWindows('windows', minutes, learned, objective),
  ];
  return summed(sources, question);
}

const entriesOfWindows = (
  table: 'windows' | 'windows_1h',
  { step, fromSeconds, toSeconds }: Steps,
  known: string,
  { operation }: Objective,
): string =>
  `SELECT ${stepOf('toUnixTimestamp(time)', step)} AS at, n AS entry_count, errors AS bad
   FROM ${table}
   PREWHERE organization = {organization:String} AND service = {service:String}
     AND time >= ${fromSeconds} AND time < ${toSeconds} AND entry ${known}
     ${operation === undefined ? '' : 'AND operation = {operation:String}'}`;

/** Spans lie in the five minutes in which they ended, so an hour needs no more than these. */
function selectOfSpans(question: CountQuestion): Statement {
  const { hours, minutes } = stepsOf(question);
  const bucket = 'toUnixTimestamp(spans.bucket)';
  const end = `intDiv(${spanSql.ended}, ${spanSql.nanosPerSecond})`;
  const until = `AND ${spanSql.ended} < ${question.toSeconds} * ${spanSql.nanosPerSecond}`;
  return summed(
    [entriesOfSpans(bucket, hours, '', question), entriesOfSpans(end, minutes, until, question)],
    question,
  );
}

const entriesOfSpans = (
  at: string,
  { step, fromSeconds, toSeconds }: Steps,
  until: string,
  { objective, knownBeforeSeconds: known }: CountQuestion,
): string =>
  `SELECT ${stepOf(at, step)} AS at, 1 AS entry_count, ${badSpan(objective)} AS bad
   FROM spans
   PREWHERE organization = {organization:String} AND service = {service:String}
     AND bucket >= ${fromSeconds} AND bucket < ${toSeconds} ${known === undefined ? '' : `AND known < ${known}`}
   WHERE ${spanSql.entry} ${until}
     ${objective.operation === undefined ? '' : `AND ${operationSql('spans.name')} = {operation:String}`}`;

const badSpan = ({ thresholdMs }: Objective): string =>
  thresholdMs === undefined
    ? `status = ${spanSql.errorStatus}`
    : `spans.duration > ${Math.round(thresholdMs * nanosPerMs)}`;

const nanosPerMs = 1e6;

const stepOf = (seconds: string, step: number): string =>
  `toUInt32(intDiv(${seconds}, ${step}) * ${step})`;

const summed = (
  sources: readonly string[],
  { organization, objective: { service, operation } }: CountQuestion,
): Statement => ({
  sql: `SELECT at, sum(entry_count) AS entries, sum(bad) AS failed
        FROM (${sources.join(' UNION ALL ')}) GROUP BY at ORDER BY at`,
  parameters: {
    organization,
    service,
    // Windows have operations without numbers and ids.
    ...(operation !== undefined && { operation: operationOf(operation) }),
  },
});
