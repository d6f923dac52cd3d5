import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { callApi } from '../support/api-call.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark as cli } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { issuedKey } from '../support/issued-key.ts';
import { until } from '../support/until.ts';

type Page = ResponseOf<'audit'>;
type Event = Page['events'][number];

onBothEngines('the audit log', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let key: string;
  let id: OrganizationId;
  let secrets: readonly string[];

  const read = async (query = '', from = key) =>
    callApi<Page>(tidemark.url, { path: `/v1/audit${query}`, key: from });
  const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
  const only = async (type: string): Promise<Event> => {
    const { events } = (await read(`?type=${type}`)).body;
    equal(events.length, 1, type);
    return events[0] as Event;
  };

  before(async function () {
    tidemark = await start(this);
    const email = `ada-${randomUuid()}@example.org`;
    const account = await tidemark.account(email, 'checkout', { organization_name: 'Hidden Inc' });
    key = account.key;
    id = organizationId(String(account.verified.body.organization_id));
    secrets = [email, 'Hidden', 'Shown Nowhere', key];
    await callApi(tidemark.url, {
      method: 'PATCH',
      path: '/v1/organization',
      key,
      body: { name: 'Shown Nowhere' },
    });
  });
  after(() => tidemark?.close());

  it('has every event of the organization, newest first', async () => {
    const { status, body } = await read();
    equal(status, 200);
    deepEqual(typesOf(body.events), [
      'OrganizationRenamed',
      'RegistrationVerified',
      'ApiKeyIssued',
      'ChannelAdded',
      'SubscriptionStarted',
      'ServiceIntegrated',
      'OrganizationCreated',
      'UserCreated',
    ]);
    equal(body.next_cursor, null);
    const instants = body.events.map(({ at }) => at);
    deepEqual(instants, instants.toSorted().toReversed());
  });

  it('has the events of some kinds, and refuses a kind that there is not', async () => {
    const { body } = await read('?kinds=keys,billing');
    deepEqual(typesOf(body.events), ['ApiKeyIssued', 'SubscriptionStarted']);
    const refused = await read('?kinds=keys,nothing');
    equal(refused.status, 400);
    match(JSON.stringify(refused.body), /expected one of rules, alerts/u);
  });

  it('tells who did what to which resource, in one line', async () => {
    const issued = await only('ApiKeyIssued');
    equal(issued.actor.type, 'session');
    equal(issued.resource.type, 'api-key');
    equal(issued.summary, `The live API key …${key.slice(-4)} of checkout was issued`);
    const renamed = await only('OrganizationRenamed');
    deepEqual(renamed.actor, { type: 'key', id: issued.resource.id });
    deepEqual(renamed.resource, { type: 'organization', id });
    deepEqual(renamed.changes, [{ field: 'display_name', before: '(sealed)', after: '(sealed)' }]);
    equal(renamed.summary, 'The organization was renamed');
    match(renamed.correlation_id, /^[0-9a-f-]{36}$/u);
    const started = await only('SubscriptionStarted');
    deepEqual(
      started.changes.find(({ field }) => field === 'plan'),
      {
        field: 'plan',
        before: null,
        after: 'free',
      },
    );
  });

  it('has nothing secret or personal', async () => {
    const text = JSON.stringify((await read()).body);
    for (const secret of secrets) ok(!text.includes(secret), `found ${secret}`);
    ok(!/"[0-9a-f]{64}"/u.test(text), 'found a hash');
  });

  it('comes in pages', async () => {
    const whole = (await read()).body.events;
    const pages: Event[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: Page } = await read(`?limit=3${cursor && `&cursor=${cursor}`}`);
      ok(body.events.length <= 3);
      pages.push(...body.events);
      cursor = body.next_cursor;
    }
    deepEqual(pages, whole);
  });

  it('is filtered by time, actor and resource', async () => {
    const whole = (await read()).body.events;
    const from = whole[2]?.at ?? '';
    const since = (await read(`?from=${from}`)).body.events;
    deepEqual(
      since,
      whole.filter(({ at }) => at >= from),
    );
    deepEqual(
      (await read(`?to=${from}`)).body.events,
      whole.filter(({ at }) => at < from),
    );
    const keyId = whole.find(({ type }) => type === 'ApiKeyIssued')?.resource.id;
    for (const filter of [
      'actor=key',
      `actor=key:${keyId}`,
      `resource=organization:${id}&actor=key`,
    ])
      deepEqual(typesOf((await read(`?${filter}`)).body.events), ['OrganizationRenamed'], filter);
    deepEqual(typesOf((await read('?resource=api-key')).body.events), ['ApiKeyIssued']);
    deepEqual((await read('?actor=operator')).body, { events: [], next_cursor: null });
  });

  it('refuses filters that make no sense', async () => {
    const instant = '2026-01-01T00:00:00Z';
    for (const query of ['cursor=x', 'from=yesterday', `from=${instant}&to=${instant}`, 'limit=x'])
      equal((await read(`?${query}`)).status, 400, query);
  });

  it('belongs to one organization, and to keys that read', async () => {
    const stranger = await issuedKey(tidemark, organizationId(randomUuid()), 'read');
    deepEqual(typesOf((await read('', stranger.key)).body.events), ['ApiKeyIssued']);
    const widget = await issuedKey(tidemark, id, 'widget');
    const { status, body } = await read('', widget.key);
    deepEqual(
      [status, (body as unknown as { code: string }).code],
      [403, 'public_key_not_allowed'],
    );
    await until('the new key to be in the log', async () =>
      typesOf((await read('?actor=operator')).body.events).includes('ApiKeyIssued'),
    );
  });

  it('is printed by tidemark audit', async () => {
    const environment = { TIDEMARK_API_KEY: key };
    const line = ['audit', '--url', tidemark.url];
    const whole = (await read()).body.events;
    const asJson = await cli(['--json', ...line, '--limit', '1000'], environment);
    deepEqual([asJson.code, asJson.records], [0, whole]);
    const asTable = await cli([...line, '--type', 'OrganizationRenamed'], environment);
    match(
      asTable.out,
      /^at +actor +event +resource +changed\n\S+Z +key:\S+ +The organization was/u,
    );
    equal(
      (await cli([...line, '--actor', 'user'], environment)).out,
      'There are no such events.\n',
    );
    equal((await cli(line)).code, 2);
    match((await cli(line)).err, /^error: set TIDEMARK_API_KEY/u);
    equal((await cli([...line, '--limit', 'x'], environment)).code, 2);
    match((await cli([...line, '--from', 'x'], environment)).err, /^error: invalid from/u);
  });
});
