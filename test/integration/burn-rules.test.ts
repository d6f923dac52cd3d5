import { deepEqual, equal, match } from 'node:assert/strict';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { until } from '../support/until.ts';

type Objective = ResponseOf<'createObjective'>;
type Rules = ResponseOf<'alertOnObjective'>['rules'];

const second = 1_000;

describe('rules about the burn rate of an objective', function () {
  this.timeout(240_000);
  let server: HeldServer;

  before(async () => {
    server = await startHeldServer();
  });
  after(() => server?.close());

  const spans = (count: number, endMs: number, fields: { isError?: boolean; ms?: number } = {}) =>
    Array.from({ length: count }, () =>
      freshSpan({
        startTimeUnixNano: nanosOf(endMs - (fields.ms ?? 10)),
        endTimeUnixNano: nanosOf(endMs),
        status: { code: fields.isError ? 2 : 0 },
      }),
    );

  const watch = async (fields: object): Promise<readonly [Objective, Rules]> => {
    const least = { service: 'checkout', target: 99.5 };
    const objective = await server.read<Objective>('/v1/slos', { ...least, ...fields });
    const path = `/v1/slos/${objective.id}/alerts`;
    const { rules } = await server.read<ResponseOf<'alertOnObjective'>>(path, {});
    return [objective, rules];
  };

  it('fire on the lower rate of two windows and end, in their proofs and backtests as well', async () => {
    const { ada, minute, read, due, advanceTo, alertOf, transitionsOf, recordsOf } = server;
    await ada.sendSpans([
      ...spans(100, minute - 50 * minuteMs),
      ...spans(80, minute - 200 * second),
      ...spans(20, minute - 200 * second, { isError: true, ms: 400 }),
    ]);
    await server.caughtUp();
    const [objective, rules] = await watch({ name: 'Answers', kind: 'availability' });
    const [, slow] = await watch({ name: 'Quick', kind: 'latency', threshold_ms: 399.9 });
    const [fast] = rules;
    if (fast === undefined || slow[1] === undefined) throw new Error('expected two rules of each');
    const fired = await alertOf(fast.id, 'firing');
    equal(fired.current_value, 20);
    equal(
      fired.message,
      'Answers, fast burn: the burn rate of checkout is 20 over 60 min and 40 over 5 min, the rule fires at > 14.4 in both',
    );
    deepEqual(fired.window, {
      from: new Date(minute - 60 * minuteMs).toISOString(),
      to: new Date(minute).toISOString(),
    });
    const { evidence } = await read<ResponseOf<'getAlert'>>(`/v1/alerts/${fired.id}`);
    deepEqual(
      [evidence.samples, evidence.errors, evidence.conditions?.map(one => one.samples)],
      [200, 20, [200, 100]],
    );
    const late = await alertOf(slow[1].id, 'firing');
    deepEqual([late.current_value, late.severity], [20, 'warning']);

    await advanceTo(due(0) + 15_000);
    await ada.sendSpans(spans(1_800, minute + 30 * second));
    await server.caughtUp();
    await advanceTo(due(1));
    const ended = await alertOf(fast.id, 'resolved');
    deepEqual([ended.id, ended.resolved_value], [fired.id, 2]);
    equal((await alertOf(slow[1].id, 'resolved')).resolved_value, 2);

    for (const { id } of [fired, late]) {
      const proof = await read<ResponseOf<'proveAlert'>>(`/v1/alerts/${id}/proof`);
      deepEqual(
        proof.fields.filter(each => !each.match),
        [],
      );
      equal(proof.match, true);
    }
    const transitions = [
      ['triggered', 20],
      ['resolved', 2],
    ];
    for (const rule of [fast, slow[1]]) {
      deepEqual(await transitionsOf({ id: rule.id }), transitions);
      // A rule that nobody had measures what it would have measured.
      deepEqual(await transitionsOf({ id: rule.id, threshold: 19.9 }), transitions);
      deepEqual(await transitionsOf({ id: rule.id, threshold: 20 }), []);
      const { metric } = rule;
      deepEqual(await transitionsOf({ metric, operator: '>=', threshold: 20 }), transitions);
    }

    const listed = `/v1/alert-rules?objective=${objective.id}`;
    const known = await read<ResponseOf<'listAlertRules'>>(listed);
    deepEqual(known.rules.map(({ id }) => id).toSorted(), rules.map(({ id }) => id).toSorted());
    await read(`/v1/slos/${objective.id}`, undefined, 'DELETE');
    const { warning } = await read<ResponseOf<'getAlertRule'>>(`/v1/alert-rules/${fast.id}`);
    match(warning ?? '', /its objective was deleted/u);
    await advanceTo(due(2));
    await until('a measure that says so', async () => {
      const measures = await recordsOf('measure');
      return measures.some(({ ruleId, isGone }) => isGone && ruleId === fast.id);
    });
  });
});
