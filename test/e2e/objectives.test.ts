import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { instantBefore } from '../support/instant-before.ts';
import { freshSpan, senderTo } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';

type Objective = ResponseOf<'createObjective'>;

const path = '/v1/slos';
const least = { name: 'Answers', kind: 'availability', service: 'checkout', target: 99.9 };
const hourMs = 3_600_000;

onBothEngines('objectives', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const create = async (fields: object = {}): Promise<Objective> => {
    const answer = await ada.call('POST', path, { ...least, ...fields });
    equal(answer.status, 201, answer.text);
    return answer.body as unknown as Objective;
  };
  const figures = (id: string, query = '') =>
    ada.get<ResponseOf<'getObjective'>>(`${path}/${id}${query}`);
  const listed = async (query = '') =>
    (await ada.get<ResponseOf<'listObjectives'>>(`${path}${query}`)).slos;
  const statusOf = async (method: string, of: string, body?: unknown, by = ada) =>
    (await by.call(method, of, body)).status;

  it('have a default for everything that the least request leaves out', async () => {
    const { id, created_at, updated_at, ...rest } = await create();
    deepEqual(rest, {
      success: true,
      ...least,
      description: null,
      threshold_ms: null,
      operation: null,
      window_days: 30,
      window_type: 'rolling',
    });
    equal(created_at, updated_at);
    const { success: _, ...found } = await create({ name: ' Kasse/č "1" ', operation: 'GET /a b' });
    deepEqual((await listed())[0], found);
    deepEqual((await listed('?limit=1')).length, 1);
    deepEqual(await listed('?service=other'), []);
    equal((await figures(id.toUpperCase())).state, 'no_data');
  });

  it('are given with their figures where they are asked for by their ids', async () => {
    const made = [await create(), await create({ target: 90 })];
    await create();
    const ids = made.map(({ id }) => id);
    const unknown = randomUuid();
    const found = await listed(`?ids=${[...ids, unknown].join(',')}`);
    deepEqual(found.map(({ id }) => id).toSorted(), ids.toSorted());
    for (const { id, figures: known, ...fields } of found) {
      // A minute may begin between both reads.
      const { to: _, ...whole } = await figures(id);
      deepEqual(
        { success: true, id, ...fields, ...known, to: undefined },
        { ...whole, to: undefined },
      );
    }
    equal((await listed())[0]?.figures, undefined);
    deepEqual((await eve.get<ResponseOf<'listObjectives'>>(`${path}?ids=${ids}`)).slos, []);
    const many = Array.from({ length: 21 }, () => randomUuid());
    equal(await statusOf('GET', `${path}?ids=${many}`), 400);
  });

  it('are created once for one key, and belong to one organization', async () => {
    const key = { 'Idempotency-Key': randomUuid() };
    const [one, other] = [
      await ada.call('POST', path, least, key),
      await ada.call('POST', path, least, key),
    ];
    equal(one.text, other.text);
    const of = `${path}/${one.body.id}`;
    for (const [method, body] of [['GET'], ['PATCH', { target: 1 }], ['DELETE']] as const)
      equal(await statusOf(method, of, body, eve), 404);
    equal(await statusOf('GET', `${of}/history`, undefined, eve), 404);
  });

  it('say which field is wrong', async () => {
    const cases = [
      ['target', { target: 100 }],
      ['target', { target: 0 }],
      ['target', { target: 99.999999 }],
      ['window_days', { window_days: 6 }],
      ['window_days', { window_days: 91 }],
      ['window_days', { window_days: 14, window_type: 'calendar' }],
      ['window_days', { kind: 'latency', threshold_ms: 300, window_days: 31 }],
      ['threshold_ms', { kind: 'latency' }],
      ['threshold_ms', { threshold_ms: 300 }],
      ['threshold_ms', { kind: 'latency', threshold_ms: 0 }],
      ['name', { name: ' ' }],
      ['service', { service: '' }],
      ['kind', { kind: 'speed' }],
    ] as const;
    for (const [field, fields] of cases) {
      const { status, text } = await ada.call('POST', path, { ...least, ...fields });
      equal(status, 400, text);
      match(text, new RegExp(field, 'u'));
    }
    const month = { window_type: 'calendar', window_days: 31 };
    await create({ kind: 'latency', threshold_ms: 300, ...month });
  });

  it('change in what a request names, and are gone once they are deleted', async () => {
    const { id, created_at } = await create({ operation: 'GET /cart' });
    const of = `${path}/${id}`;
    const changed = await ada.call('PATCH', of, { operation: null, target: 99 });
    const found = changed.body as unknown as Objective;
    deepEqual([found.operation, found.target, found.created_at], [null, 99, created_at]);
    const again = await ada.call('PATCH', of, { target: 99 });
    equal(again.body.updated_at, found.updated_at);
    equal(await statusOf('PATCH', of, { kind: 'latency' }), 400);
    equal(await statusOf('PATCH', of, { kind: 'latency', threshold_ms: 20 }), 200);
    const beforeIt = await instantBefore();
    equal(await statusOf('DELETE', of), 200);
    for (const [method, body] of [['GET'], ['PATCH', { target: 1 }], ['DELETE']] as const)
      equal(await statusOf(method, of, body), 404);
    equal((await figures(id, `?as_of=${beforeIt}`)).kind, 'latency');
    const { events } = await ada.get<ResponseOf<'audit'>>('/v1/audit?kinds=objectives');
    deepEqual(
      events.filter(({ resource }) => resource.id === id).map(({ type }) => type),
      ['ObjectiveDeleted', 'ObjectiveChanged', 'ObjectiveChanged', 'ObjectiveCreated'],
    );
  });

  it('count what was sent, and spend their budget', async () => {
    const service = `shop ${randomUuid()}`;
    const { sendSpans } = senderTo(tidemark, ada.reader.key);
    const spanOf = (durationMs: number, code: 0 | 2, agoMs = 1_000) =>
      freshSpan({
        name: 'GET /cart',
        startTimeUnixNano: nanosOf(Date.now() - agoMs - durationMs),
        endTimeUnixNano: nanosOf(Date.now() - agoMs),
        status: { code },
      });
    const late = [spanOf(300, 2, 30 * hourMs), spanOf(301, 0, 30 * hourMs)];
    await sendSpans([...Array.from({ length: 98 }, () => spanOf(10, 0)), ...late], { service });
    await tidemark.caughtUp();
    const answers = await figures((await create({ service, target: 98 })).id);
    deepEqual(
      [answers.total, answers.good, answers.achieved_percent, answers.state],
      [100, 99, 99, 'healthy'],
    );
    deepEqual(answers.budget, {
      allowed: 2,
      spent: 1,
      remaining: 1,
      spent_percent: 50,
      remaining_percent: 50,
    });
    deepEqual(
      answers.burn_rates.map(each => [each.window, each.total, each.good, each.burn_rate]),
      [...['5m', '30m', '1h', '6h'].map(window => [window, 98, 98, 0]), ['3d', 100, 99, 0.5]],
    );
    equal(answers.forecast.exhausts_at, null);
    const quick = {
      service,
      kind: 'latency',
      threshold_ms: 300,
      target: 99,
      operation: 'GET /cart',
    };
    const latency = await figures((await create(quick)).id);
    deepEqual([latency.total, latency.good, latency.state], [100, 99, 'exhausted']);
    const history = await ada.get<ResponseOf<'objectiveHistory'>>(`${path}/${latency.id}/history`);
    equal(history.points.at(-1)?.remaining_percent, 0);
    equal(history.points.filter(({ spent }) => spent === 1).length > 8, true);
  });

  it('burn when failures begin, and say when the budget is used up', async () => {
    const service = `shop ${randomUuid()}`;
    const { sendSpans } = senderTo(tidemark, ada.reader.key);
    const long = freshSpan({
      startTimeUnixNano: nanosOf(Date.now() - 48 * hourMs),
      endTimeUnixNano: nanosOf(Date.now() - 48 * hourMs + 5),
    });
    const many = Array.from({ length: 300 }, () => ({ ...long, ...freshIds() }));
    const failed = Array.from({ length: 2 }, () => freshSpan({ status: { code: 2 } }));
    await sendSpans([...many, ...failed], { service });
    await tidemark.caughtUp();
    const found = await figures((await create({ service, target: 99 })).id);
    deepEqual(
      [found.burn_alert, found.state, found.budget.remaining],
      ['critical', 'burning', 1.02],
    );
    const foreseenMs = Date.parse(found.forecast.exhausts_at ?? '') - Date.parse(found.to);
    // Two failures in six hours take what is left, 1.02, in a little more than three hours.
    equal(Math.ceil((1.02 / (2 - 0.02)) * 360), foreseenMs / 60_000);
  });

  it('keep the names of operations that windows do not', async () => {
    const service = `wide ${randomUuid()}`;
    const { sendSpans } = senderTo(tidemark, ada.reader.key);
    const operations = Array.from({ length: 1_010 }, (_, index) => `operation${index}x`);
    await sendSpans(
      operations.map(name => freshSpan({ name })),
      { service },
    );
    await tidemark.caughtUp();
    for (const operation of [operations.at(0), operations.at(-1)])
      equal((await figures((await create({ service, operation })).id)).total, 1, operation);
  });
});

const freshIds = () => {
  const { traceId, spanId } = freshSpan();
  return { traceId, spanId };
};
