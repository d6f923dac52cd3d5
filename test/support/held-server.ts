import { equal } from 'node:assert/strict';
import { openLog } from '../../platform/log.ts';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { topics } from '../../schemas/topics.ts';
import { controlledClock } from './controlled-clock.ts';
import { logOfClock } from './log-clock.ts';
import { startObservedServer } from './observed-server.ts';
import { readerOf } from './reader.ts';
import { until } from './until.ts';

export type HeldServer = Awaited<ReturnType<typeof startHeldServer>>;

/** What is measured of a minute is due so long after its end. */
const measuredAfterMs = 35_000;

/** A server whose clock stands where a test holds it, and somebody who uses it. */
export async function startHeldServer() {
  const clock = controlledClock();
  /** A whole minute; what is measured up to it is due at the beginning. */
  const minute = Math.floor(Date.now() / minuteMs) * minuteMs;
  clock.holdAt(minute + measuredAfterMs);
  const server = await startObservedServer({
    clock: clock.now,
    log: openLog({ level: 'silent', pretty: false }),
    decoratePorts: platform => ({
      ...platform,
      topicLog: logOfClock(platform.topicLog, clock.now),
    }),
  });
  const ada = await readerOf(server, 'ada');

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  const read = <Body>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Body> =>
    until(`an answer of ${path}`, async () => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response.status === 401 || response.status === 503) return undefined;
      equal(response.ok, true, await response.clone().text());
      return (await response.json()) as Body;
    });

  const recordsOf = async (kind: string) => {
    const bounds = { recordsMax: 10_000, bytesMax: 1e9 };
    const from = { partition: 0, offset: 0 };
    const records = await server.platform.topicLog.read(topics.windows, from, bounds);
    return records
      .filter(({ headers }) => headers.kind === kind)
      .map(({ value }) => JSON.parse(Buffer.from(value).toString()));
  };

  /** In steps that no mark of receiving is missing between: time without marks is an outage, which holds a rule. */
  const advanceTo = async (atMs: number): Promise<void> => {
    for (let stepMs = clock.now() + 15_000; ; stepMs += 15_000) {
      clock.holdAt(Math.min(stepMs, atMs));
      await until('a mark at this time', async () => {
        const marks = await recordsOf('receiving');
        return marks.some(({ receivingAtMs }) => receivingAtMs === clock.now());
      });
      if (stepMs >= atMs) return;
    }
  };

  return {
    ...server,
    ada,
    minute,
    read,
    recordsOf,
    advanceTo,
    /** When what is measured up to so many minutes later is due. */
    due: (minutes: number): number => minute + minutes * minuteMs + measuredAfterMs,
    alertOf: (rule: string, status: AlertBody['status']) =>
      until(`an alert that is ${status}`, async () => {
        const { alerts } = await read<ResponseOf<'listAlerts'>>(`/v1/alerts?rule=${rule}`);
        return alerts[0]?.status === status && alerts[0];
      }),
    /** What a backtest says of a rule, from ten minutes before on. */
    transitionsOf: async (rule: object) => {
      const from = new Date(minute - 10 * minuteMs).toISOString();
      const path = '/v1/alert-rules/backtest';
      const tried = await read<ResponseOf<'backtestAlertRules'>>(path, { rule, from });
      return tried.results[0]?.transitions.map(({ event, value }) => [event, value]);
    },
  };
}
