import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { triageItemId, triageStream } from '../../schemas/triage/ids.ts';
import type { TriageItemBody } from '../../schemas/triage/parts.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { until } from '../support/until.ts';

type Detail = ResponseOf<'getTriageItem'>;

const path = '/v1/triage-inbox';
const nobody = '11111111-2222-5333-8444-555555555555';

onBothEngines('the triage inbox', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  /** Every list must decode into the struct of Go clients. */
  const list = async (query = '', customer = ada) =>
    (await customer.reader.read('listTriageItems', `${path}${query}`)).body;
  const get = (id: string, query = '') => ada.get<Detail>(`${path}/${id}${query}`);
  const act = (
    id: string,
    action: string,
    body?: unknown,
    headers: Record<string, string> = {},
    customer = ada,
  ) => customer.call('POST', `${path}/${id}/${action}`, body, headers);
  const itemAfter = async (id: string, action: string, body?: unknown): Promise<TriageItemBody> => {
    const answer = await act(id, action, body);
    equal(answer.status, 200, answer.text);
    equal(answer.body.success, true);
    return answer.body.item as TriageItemBody;
  };
  const statusOf = async (id: string): Promise<string> => (await get(id)).item.status;
  /** A rule whose alert fires, with its item. */
  const openItem = async (fields: object = {}) => {
    const rule = await ada.create({ cooldown: 0, no_data: 'ignore', ...fields });
    await ada.adopt(rule.id);
    await ada.raise(rule.id, 0);
    const alert = await ada.alertOf(rule.id, 'firing');
    const { items } = await list('?limit=500');
    const item = items.find(({ entity_id }) => entity_id === alert.id);
    ok(item, 'expected the item with its alert');
    equal(alert.triage_item_id, item.id);
    return { rule, alert, item };
  };

  it('is empty at first', async () => {
    deepEqual(await list('', eve), {
      items: [],
      total_count: 0,
      limit: 50,
      offset: 0,
      next_cursor: null,
    });
  });

  it('gets an item with every field when an alert fires', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    const service = { scope_type: 'service', scope_value: 'checkout' };
    const { alert, item } = await openItem({ severity: 'critical', ...service });
    const { id, timestamp, updated_at, ...rest } = item;
    match(id, /^[0-9a-f-]{36}$/);
    deepEqual([timestamp, updated_at], [alert.triggered_at, alert.triggered_at]);
    deepEqual(rest, {
      entity_type: 'alert',
      entity_id: alert.id,
      title: 'Errors',
      message: alert.message,
      severity: 'critical',
      status: 'open',
      service_name: 'checkout',
      escalation_level: 0,
      team_id: null,
      team_name: null,
      snoozed_until: null,
      acknowledged_at: null,
      resolved_at: null,
      resolved_by: null,
    });
    const detail = await get(id);
    deepEqual(detail.item, item);
    const [opened, ...more] = detail.history;
    deepEqual(more, []);
    deepEqual([opened?.at, opened?.event, opened?.note], [timestamp, 'opened', null]);
    equal((await list(`?as_of=${before}`)).total_count, 0);
    equal((await ada.call('GET', `${path}/${id}?as_of=${before}`)).status, 404);
  });

  it('filters by each parameter, and pages', async () => {
    const scope = { scope_type: 'service', scope_value: 'filtered' };
    const first = (await openItem({ severity: 'info', ...scope })).item;
    const second = (await openItem({ severity: 'warning', ...scope })).item;
    const ids = async (query: string) =>
      (await list(`?service=filtered&${query}`)).items.map(({ id }) => id);
    deepEqual(await ids(''), [second.id, first.id]);
    deepEqual(await ids('severity=info'), [first.id]);
    deepEqual(await ids('severity=low'), []);
    deepEqual(await ids('type=alert&severity='), [second.id, first.id]);
    for (const type of ['anomaly', 'security', 'ddos']) deepEqual(await ids(`type=${type}`), []);
    deepEqual(await ids('team=shop'), []);
    deepEqual(await ids(`entity_id=${first.entity_id}`), [first.id]);
    deepEqual(await ids(`entity_id=${nobody}`), []);
    const elsewhere = `?entity_id=${first.entity_id}`;
    equal((await list(elsewhere, eve)).total_count, 0);
    deepEqual(await ids('limit=1&offset=1'), [first.id]);
    equal((await list('?service=filtered&limit=1')).total_count, 2);
    equal((await list('?limit=501')).limit, 500);
    await itemAfter(first.id, 'acknowledge');
    deepEqual(await ids('status=acknowledged'), [first.id]);
    deepEqual(await ids('status=open'), [second.id]);
    for (const query of ['severity=high', 'type=trace', 'status=new', 'limit=x', 'as_of=now'])
      equal((await ada.call('GET', `${path}?${query}`)).status, 400, query);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    equal((await ada.call('GET', `${path}?as_of=${future}`)).status, 400);
  });

  it('goes from status to status, and remembers each with its note', async () => {
    const { item, alert } = await openItem();
    const snoozed = await itemAfter(item.id, 'snooze', { entity_type: 'alert', duration: '4h' });
    deepEqual([snoozed.status, snoozed.acknowledged_at], ['snoozed', null]);
    const { snoozed_until: end, updated_at: since } = snoozed;
    equal(Date.parse(String(end)) - Date.parse(since), 4 * 3_600_000);
    const taken = await itemAfter(item.id, 'acknowledge', { note: 'Looking at it' });
    deepEqual([taken.status, taken.snoozed_until], ['acknowledged', null]);
    equal(taken.acknowledged_at, taken.updated_at);
    const seen = await itemAfter(item.id, 'investigate', { entity_type: null, note: null });
    deepEqual([seen.status, seen.acknowledged_at], ['investigating', taken.acknowledged_at]);
    const done = await itemAfter(item.id, 'resolve');
    deepEqual([done.status, done.resolved_by], ['resolved', 'user']);
    equal(done.resolved_at, done.updated_at);
    const { history, item: after } = await get(item.id);
    deepEqual(after, done);
    deepEqual(
      history.map(({ event, note, snoozed_until }) => [event, note, snoozed_until]),
      [
        ['opened', null, null],
        ['snoozed', null, end],
        ['acknowledged', 'Looking at it', null],
        ['investigating', null, null],
        ['resolved', null, null],
      ],
    );
    ok(history.slice(1).every(({ actor }) => actor.startsWith('key:')));
    const asOf = await get(item.id, `?as_of=${taken.updated_at}`);
    ok(['snoozed', 'acknowledged', 'investigating'].includes(asOf.item.status));
    const { acknowledged_at } = await ada.alert(alert.id);
    equal(acknowledged_at, taken.acknowledged_at);
  });

  it('snoozes for an hour unless told otherwise', async () => {
    const { item } = await openItem();
    const { snoozed_until, updated_at } = await itemAfter(item.id, 'snooze');
    equal(Date.parse(String(snoozed_until)) - Date.parse(updated_at), 3_600_000);
    for (const duration of ['1', 'h', '1w', '-1h', '1.5h', '0m', '31d', '721h', 4]) {
      const { status, body } = await act(item.id, 'snooze', { duration });
      deepEqual([status, body.code], [400, 'invalid_request'], String(duration));
    }
  });

  it('refuses what the status does not allow', async () => {
    const { item } = await openItem();
    await itemAfter(item.id, 'investigate');
    const again = await act(item.id, 'acknowledge', {});
    deepEqual([again.status, again.body.code], [409, 'invalid_transition']);
    match(again.body.error, /item is investigating/);
    await itemAfter(item.id, 'resolve');
    for (const action of ['acknowledge', 'investigate', 'resolve', 'snooze']) {
      const { status, body } = await act(item.id, action, {});
      deepEqual([status, body.code], [409, 'invalid_transition'], action);
      match(body.error, /item is resolved/);
    }
  });

  it('acknowledges an item by its alert, and again without a change', async () => {
    const { alert, item } = await openItem();
    const acknowledge = (id: string, customer = ada) =>
      customer.call('POST', `/v1/alerts/${id}/acknowledge`, { note: 'Looking at it' });
    const first = await acknowledge(alert.id.toUpperCase());
    deepEqual([first.status, first.body.success], [200, true], first.text);
    const taken = first.body.item as TriageItemBody;
    deepEqual([taken.id, taken.status], [item.id, 'acknowledged']);
    const again = await acknowledge(alert.id);
    deepEqual([again.status, again.body.item], [200, taken]);
    const { history } = await get(item.id);
    deepEqual(
      history.map(({ event, note }) => [event, note]),
      [
        ['opened', null],
        ['acknowledged', 'Looking at it'],
      ],
    );
    for (const id of [nobody, 'x', item.id]) equal((await acknowledge(id)).status, 404, id);
    equal((await acknowledge(alert.id, eve)).status, 404);
    await itemAfter(item.id, 'investigate');
    const later = await acknowledge(alert.id);
    deepEqual([later.status, later.body.code], [409, 'invalid_transition']);
  });

  it('knows nothing of other items, organizations and types', async () => {
    const { item } = await openItem();
    for (const id of [nobody, 'x', `${item.id}0`]) {
      equal((await ada.call('GET', `${path}/${id}`)).status, 404, id);
      equal((await act(id, 'resolve', {})).status, 404, id);
    }
    equal((await eve.call('GET', `${path}/${item.id}`)).status, 404);
    equal((await act(item.id, 'resolve', {}, {}, eve)).status, 404);
    equal((await act(item.id, 'resolve', { entity_type: 'anomaly' })).status, 404);
    equal((await act(item.id, 'resolve', { entity_type: 'trace' })).status, 400);
    equal((await act(item.id, 'resolve', { note: 'x'.repeat(2_001) })).status, 400);
    equal((await act(item.id, 'promote', {})).status, 404);
    equal(await statusOf(item.id), 'open');
    const stranger = await fetch(`${tidemark.url}${path}`);
    equal(stranger.status, 401);
  });

  it('repeats its response under one Idempotency-Key, also after further actions', async () => {
    const { item } = await openItem();
    const headers = { 'Idempotency-Key': randomUuid() };
    const first = await act(item.id, 'snooze', { duration: '2h' }, headers);
    await itemAfter(item.id, 'acknowledge');
    await itemAfter(item.id, 'resolve');
    const second = await act(item.id, 'snooze', { duration: '2h' }, headers);
    deepEqual([second.status, second.body], [200, first.body]);
    const other = await act(item.id, 'snooze', { duration: '3h' }, headers);
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  });

  it('resolves an item with its alert', async () => {
    const { rule, item } = await openItem();
    await ada.resolve(rule.id, 1);
    const resolved = await ada.alertOf(rule.id, 'resolved');
    const { item: after, history } = await get(item.id);
    deepEqual([after.status, after.resolved_by], ['resolved', 'cause']);
    equal(after.resolved_at, resolved.resolved_at);
    equal(history.at(-1)?.event, 'resolved');
  });

  it('resolves an item with the rule that a user disables', async () => {
    const { rule, item } = await openItem();
    await ada.call('POST', `/v1/alert-rules/${rule.id}/toggle`, { enabled: false });
    equal(await statusOf(item.id), 'resolved');
  });

  it('resolves an item once when a user and the end of its alert do so at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { rule, item } = await openItem();
      const [answer] = await Promise.all([act(item.id, 'resolve'), ada.resolve(rule.id, 1)]);
      ok([200, 409].includes(answer.status), answer.text);
      await ada.alertOf(rule.id, 'resolved');
      const events = tidemark.platform.eventStore.readStream(triageStream(triageItemId(item.id)));
      const types: string[] = [];
      for await (const { event } of events) types.push(event.type);
      deepEqual(types, ['TriageItemOpened', 'TriageItemResolved']);
      const { resolved_by } = (await get(item.id)).item;
      equal(resolved_by, answer.status === 200 ? 'user' : 'cause');
    }
  });

  it('leaves the alert of a resolved item firing, and opens another item for the next one', async () => {
    const { rule, alert, item } = await openItem();
    await itemAfter(item.id, 'resolve');
    equal((await ada.alert(alert.id)).status, 'firing');
    await ada.resolve(rule.id, 1);
    await ada.alertOf(rule.id, 'resolved');
    equal((await get(item.id)).item.resolved_by, 'user');
    await ada.raise(rule.id, 2);
    const next = await until('the next alert', async () => {
      const found = await ada.alertOf(rule.id, 'firing');
      return found.id !== alert.id && found;
    });
    const { items } = await list('?limit=500');
    const opened = items.filter(({ entity_id }) => entity_id === next.id);
    deepEqual(
      opened.map(({ status }) => status),
      ['open'],
    );
  });
});
