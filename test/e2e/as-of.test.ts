import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { isOfPeople, sessionOf } from '../support/oauth-client.ts';
import { partOf, seed } from '../support/property.ts';
import { type Customer, customerOf } from '../support/quota.ts';
import { until } from '../support/until.ts';

const paths = ['/v1/integrate/status', '/v1/billing/subscription'] as const;
const askedInstants = partOf(100, 4);

/** Every read of domain state that is there without the id of anything. */
const asked = (routes as readonly Route[]).filter(
  ({ query, path, keys }) =>
    Object.hasOwn(query?.shape ?? {}, 'as_of') && !/[:*]/u.test(path) && keys !== 'admin',
);

/** Responses of one moment, and the instants between which they stayed the same. */
type Moment = {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly bodies: readonly unknown[];
};

onBothEngines('reads of the past', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Customer;
  let bornMs: number;
  const moments: Moment[] = [];

  const read = (query = '') =>
    Promise.all(paths.map(path => tidemark.get(`${path}${query}`, ada.key)));

  /** Waits for the next second: the figures of telemetry are known to the second. */
  const nextSecond = (): Promise<unknown> => {
    const second = Math.floor(Date.now() / 1_000);
    return until('the next second', () => Math.floor(Date.now() / 1_000) > second);
  };

  const record = async (): Promise<void> => {
    await tidemark.caughtUp();
    await nextSecond();
    const fromMs = Date.now();
    const bodies = (await read()).map(({ body }) => body);
    moments.push({ fromMs, untilMs: Date.now(), bodies });
    await nextSecond();
  };

  before(async function () {
    bornMs = Date.now();
    tidemark = await start(this);
    ada = await customerOf(tidemark, 'ada');
    await record();
    for (const [index, traces] of [3, 1, 2].entries()) {
      await ada.send(traces);
      await tidemark.account(ada.email, `service-${index}`);
      await record();
    }
  });
  after(() => tidemark?.close());

  it('equal what was read live at any instant', async () => {
    const instants = fc
      .constantFrom(...moments)
      .chain(({ fromMs, untilMs, bodies }) =>
        fc.integer({ min: fromMs, max: untilMs }).map(atMs => ({ atMs, bodies })),
      );
    for (const { atMs, bodies } of fc.sample(instants, { seed, numRuns: askedInstants })) {
      const at = new Date(atMs).toISOString();
      const answers = await read(`?as_of=${at}`);
      deepEqual(
        answers.map(({ body }) => body),
        bodies,
        `as of ${at}`,
      );
    }
  });

  it('hold what an instant belongs to that a response showed', async () => {
    // Nothing follows from a disabled rule: an event of before that is recorded later would take it along.
    const rule = { metric: 'error_rate', operator: '>', threshold: 5, enabled: false };
    for (const name of ['first', 'second', 'third']) {
      const { body } = await tidemark.post(
        '/v1/alert-rules',
        { ...rule, name },
        { 'X-API-Key': ada.key },
      );
      const path = `/v1/alert-rules/${body.id}`;
      equal((await tidemark.get(`${path}?as_of=${body.created_at}`, ada.key)).status, 200);
      const before = new Date(Date.parse(String(body.created_at)) - 1).toISOString();
      equal((await tidemark.get(`${path}?as_of=${before}`, ada.key)).status, 404);
    }
  });

  it('are refused before 1970, and empty in it', async () => {
    const session = await sessionOf(tidemark, await keyOwner(tidemark));
    for (const { path, keys } of asked) {
      const key = isOfPeople({ keys }) ? session : ada.key;
      const early = await tidemark.get(`${path}?as_of=1969-12-31T23:59:59Z`, key);
      deepEqual([early.status, early.body.code], [400, 'invalid_request'], path);
      const first = await tidemark.get(`${path}?as_of=1970-01-01T00:00:00Z`, key);
      equal(first.status < 500, true, `${path}: ${first.status}`);
    }
  });

  it('find nothing before there was anything', async () => {
    const at = new Date(bornMs - 1).toISOString();
    const [integration, subscription] = await read(`?as_of=${at}`);
    equal(integration?.body.status, 'no_integration');
    equal(subscription?.status, 404);
  });

  it('refuse an instant in the future, and say which time it is', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    for (const { status, body } of await read(`?as_of=${at}`)) {
      equal(status, 400);
      match(String(body.error), /as_of lies in the future/);
    }
  });
});
