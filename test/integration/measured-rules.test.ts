import { deepEqual, equal } from 'node:assert/strict';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { createRule } from '../support/alert-client.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { gauge, metrics, point } from '../support/otlp-metrics.ts';

describe('a rule about an OTLP metric', function () {
  this.timeout(180_000);
  let server: HeldServer;

  before(async () => {
    server = await startHeldServer();
  });
  after(() => server?.close());

  const send = (atMs: number, value: number, queue: string): Promise<unknown> => {
    const fields = { timeUnixNano: nanosOf(atMs), attributes: [text('queue', queue)] };
    return server.read('/v1/metrics', metrics([gauge('queue.depth', [point(value, fields)])]));
  };

  it('fires on the points that it is about and ends, in its proof and its backtest as well', async () => {
    const { ada, minute, read, due, advanceTo, alertOf, transitionsOf } = server;
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
