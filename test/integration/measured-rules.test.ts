import { deepEqual, equal } from 'node:assert/strict';
import { openLog } from '../../platform/log.ts';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { topics } from '../../schemas/topics.ts';
import { createRule } from '../support/alert-client.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { logOfClock } from '../support/log-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { gauge, metrics, point } from '../support/otlp-metrics.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

describe('a rule about an OTLP metric', function () {
  this.timeout(180_000);
  const clock = controlledClock();
  /** A whole minute; its measures are due half a minute later. */
  const minute = Math.floor(Date.now() / minuteMs) * minuteMs;
  const due = (minutes: number): number => minute + minutes * minuteMs + 35_000;
  let server: ObservedServer;
  let ada: Reader;

  before(async () => {
    clock.holdAt(due(0));
    server = await startObservedServer({
      clock: clock.now,
      log: openLog({ level: 'silent', pretty: false }),
      decoratePorts: platform => ({
        ...platform,
        topicLog: logOfClock(platform.topicLog, clock.now),
      }),
    });
    ada = await readerOf(server, 'ada');
  });
  after(() => server?.close());

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  const read = <Body>(path: string, body?: object): Promise<Body> =>
    until(`an answer of ${path}`, async () => {
      const response = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response.status === 401 || response.status === 503) return undefined;
      equal(response.status, 200, await response.clone().text());
      return (await response.json()) as Body;
    });

  const send = (atMs: number, value: number, queue: string): Promise<unknown> => {
    const fields = { timeUnixNano: nanosOf(atMs), attributes: [text('queue', queue)] };
    return read('/v1/metrics', metrics([gauge('queue.depth', [point(value, fields)])]));
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

  const recordsOf = async (kind: string) => {
    const { topicLog } = server.platform;
    const bounds = { recordsMax: 10_000, bytesMax: 1e9 };
    const records = await topicLog.read(topics.windows, { partition: 0, offset: 0 }, bounds);
    return records
      .filter(({ headers }) => headers.kind === kind)
      .map(({ value }) => JSON.parse(Buffer.from(value).toString()));
  };

  const alertOf = (id: string, status: AlertBody['status']) =>
    until(`an alert that is ${status}`, async () => {
      const { alerts } = await read<ResponseOf<'listAlerts'>>(`/v1/alerts?rule=${id}`);
      return alerts[0]?.status === status && alerts[0];
    });

  it('fires on the points that it is about and ends, in its proof and its backtest as well', async () => {
    await send(minute - 20_000, 9, 'mail');
    await send(minute - 10_000, 100, 'billing');
    await server.caughtUp();
    const rule = await createRule(server, ada.key, {
      name: 'Mails wait',
      metric: 'otlp:queue.depth',
      aggregation: 'max',
      filter: { queue: 'mail' },
      operator: '>',
      threshold: 5,
      scope_type: 'service',
      scope_value: 'checkout',
      time_window: 1,
      cooldown: 0,
      no_data: 'ignore',
    });
    deepEqual([rule.aggregation, rule.filter], ['max', { queue: 'mail' }]);
    const fired = await alertOf(rule.id, 'firing');
    equal(fired.current_value, 9);
    equal(
      fired.message,
      'Mails wait: max of queue.depth (queue=mail) of checkout is 9 over 1 min, the rule fires at > 5',
    );
    deepEqual(fired.window, {
      from: new Date(minute - minuteMs).toISOString(),
      to: new Date(minute).toISOString(),
    });

    await advanceTo(due(0) + 15_000);
    await send(minute + 40_000, 3, 'mail');
    await send(minute + 45_000, 100, 'billing');
    await server.caughtUp();
    await advanceTo(due(1));
    const ended = await alertOf(rule.id, 'resolved');
    deepEqual([ended.id, ended.resolved_value], [fired.id, 3]);

    const proof = await read<ResponseOf<'proveAlert'>>(`/v1/alerts/${fired.id}/proof`);
    deepEqual(
      proof.fields.filter(({ match }) => !match),
      [],
    );
    equal(proof.match, true);
    const { evaluations } = await read<ResponseOf<'alertRuleEvaluations'>>(
      `/v1/alert-rules/${rule.id}/evaluations`,
    );
    deepEqual(
      evaluations.filter(one => one.status === 'evaluated').map(one => [one.outcome, one.value]),
      [
        ['resolved', 3],
        ['triggered', 9],
      ],
    );
    const from = new Date(minute - 10 * minuteMs).toISOString();
    const transitionsOf = async (fields: object) => {
      const path = '/v1/alert-rules/backtest';
      const tried = await read<ResponseOf<'backtestAlertRules'>>(path, { rule: fields, from });
      return tried.results[0]?.transitions.map(({ event, value }) => [event, value]);
    };
    const transitions = [
      ['triggered', 9],
      ['resolved', 3],
    ];
    deepEqual(await transitionsOf({ id: rule.id }), transitions);
    // A rule that nobody had measures what it would have measured.
    deepEqual(await transitionsOf({ id: rule.id, threshold: 6 }), transitions);
    deepEqual(await transitionsOf({ id: rule.id, threshold: 20, filter: {} }), [
      ['triggered', 100],
    ]);
  });
});
