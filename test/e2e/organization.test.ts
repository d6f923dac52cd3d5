import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type OrganizationId, organizationId, organizationStream } from '../../schemas/ids.ts';
import { callApi } from '../support/api-call.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { issuedKey } from '../support/issued-key.ts';

type Organization = ResponseOf<'organization'>;

onBothEngines('the organization', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let key: string;
  let id: OrganizationId;

  const path = '/v1/organization';
  const read = async (query = '', from = key) =>
    callApi<Organization>(tidemark.url, { path: `${path}${query}`, key: from });
  const rename = (body: unknown, headers: Record<string, string> = {}, from = key) =>
    callApi(tidemark.url, { method: 'PATCH', path, key: from, body, headers });
  const renames = async (): Promise<number> => {
    let count = 0;
    for await (const { event } of tidemark.platform.eventStore.readStream(organizationStream(id)))
      if (event.type === 'OrganizationRenamed') count++;
    return count;
  };

  before(async function () {
    tidemark = await start(this);
    const email = `ada-${randomUuid()}@example.org`;
    const account = await tidemark.account(email, 'checkout', { organization_name: 'Acme' });
    key = account.key;
    id = organizationId(String(account.verified.body.organization_id));
  });
  after(() => tidemark?.close());

  it('has the name of its registration, and a hint at its owner', async () => {
    const beforeMs = Date.now();
    const { status, body } = await read();
    equal(status, 200);
    const { created_at: createdAt, ...rest } = body;
    deepEqual(rest, { id, name: 'Acme', owner_email_hint: 'a…@example.org' });
    ok(Date.parse(createdAt) <= beforeMs);
  });

  it('is renamed, once, and keeps its name of before in the past', async () => {
    const { body: before } = await read();
    const beforeMs = Date.now();
    const { status, body } = await rename({ name: '  Acme Shops ' });
    equal(status, 200);
    deepEqual(body, { id, name: 'Acme Shops', created_at: before.created_at });
    deepEqual((await read()).body, { ...before, name: 'Acme Shops' });
    deepEqual((await read(`?as_of=${new Date(beforeMs).toISOString()}`)).body, before);
    equal(await renames(), 1);
  });

  it('answers a name that it has already, without an event', async () => {
    const count = await renames();
    const { status, body } = await rename({ name: 'Acme Shops' });
    deepEqual([status, body.name], [200, 'Acme Shops']);
    equal(await renames(), count);
  });

  it('is renamed once however often one Idempotency-Key repeats it', async () => {
    const count = await renames();
    const repeated = { 'Idempotency-Key': randomUuid() };
    for (let time = 0; time < 2; time++)
      equal((await rename({ name: 'Repeated' }, repeated)).status, 200);
    equal(await renames(), count + 1);
    const other = await rename({ name: 'Other' }, repeated);
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  });

  it('refuses names that a registration refuses, and blanks', async () => {
    for (const name of ['x'.repeat(201), '', '   ', 7, null, undefined]) {
      const { status, body } = await rename({ name });
      deepEqual([status, body.code], [400, 'invalid_request'], JSON.stringify(name));
      match(String(body.error), /invalid name/);
    }
    equal((await rename({ name: 'x'.repeat(200) })).status, 200);
  });

  it('is read by a key that reads, which may not rename it', async () => {
    const reading = await issuedKey(tidemark, id, 'read');
    equal((await read('', reading.key)).body.id, id);
    const { status, body } = await rename({ name: 'Taken' }, {}, reading.key);
    deepEqual([status, body.code], [403, 'key_not_allowed']);
  });

  it('is not found before it was there, nor by a key without one', async () => {
    equal((await read('?as_of=2020-01-01T00:00:00Z')).status, 404);
    const stranger = await issuedKey(tidemark, organizationId(randomUuid()), 'live');
    equal((await read('', stranger.key)).status, 404);
    const { status, body } = await rename({ name: 'Nobody' }, {}, stranger.key);
    deepEqual([status, body.code], [404, 'organization_unknown']);
    equal((await read('?as_of=2999-01-01T00:00:00Z')).status, 400);
  });
});
