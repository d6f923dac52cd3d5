import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';
import type { Belongings } from '../security/tenants/belongings.ts';
import { openVictim } from '../security/tenants/victim.ts';
import { callApi } from '../support/api-call.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { actCalls, readCalls } from '../support/mcp-calls.ts';
import { type McpClient, openMcpClient, revisions } from '../support/mcp-client.ts';
import { signIn } from '../support/signed-in.ts';

const acts = tools.filter(({ kind }) => kind === 'act').map(({ name }) => name);
/** For owners who signed in, and for no API key. */
const aboutPeople = ['invite_member', 'change_member_role', 'remove_member'];
const actsOfKeys = acts.filter(name => !aboutPeople.includes(name));

onBothEngines('tools of the MCP server that act', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let key: string;
  let of: Belongings;
  let live: McpClient;
  let read: McpClient;
  let owner: McpClient;

  before(async function () {
    tidemark = await start(this);
    ({ key, belongings: of } = await openVictim(tidemark));
    const created = await callApi<ResponseOf<'createApiKey'>>(tidemark.url, {
      method: 'POST',
      path: '/v1/api-keys',
      key,
      body: { name: 'reads', kind: 'read' },
    });
    live = await openMcpClient(tidemark.url, { 'X-API-Key': key, 'Idempotency-Key': 'of no tool' });
    read = await openMcpClient(tidemark.url, { 'X-API-Key': created.body.key });
    const { body: session } = await signIn(tidemark, of.email, of.organization);
    owner = await openMcpClient(tidemark.url, { 'X-API-Key': session.api_key ?? '' });
  });
  after(async () => {
    await Promise.all([live?.close(), read?.close(), owner?.close()]);
    await tidemark?.close();
  });

  const rule = () => ({
    name: `Slow ${randomUuid()}`,
    metric: 'latency_p95',
    operator: '>',
    threshold: 500,
  });
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const seen = async (name: string) => (await live.call(name)).rows;

  const wishes = (): Readonly<Record<string, object>> => ({
    ...actCalls(of),
    create_silence: { service: of.service, until: inAnHour(), reason: 'deploy' },
    create_alert_rule: rule(),
    change_replay_settings: { mask_text: true },
    invite_member: { email: `eve-${randomUuid()}@example.org` },
  });
  const shownRows = async (client: McpClient, name: string) => {
    const { columns, rows } = await client.call<{
      readonly columns: readonly string[];
      readonly rows: readonly (readonly unknown[])[];
    }>(name);
    return rows.map(row => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  };

  it('are listed to keys that may act, after those that read, and say what they do', async () => {
    const listedTo = (client: McpClient) => client.tools.map(({ name }) => name);
    deepEqual(listedTo(live), [...Object.keys(readCalls(of)), ...actsOfKeys]);
    deepEqual(listedTo(owner), [...Object.keys(readCalls(of)), ...acts]);
    deepEqual(Object.keys(wishes()).toSorted(), acts.toSorted());
    for (const { name, annotations } of owner.tools)
      equal(annotations?.readOnlyHint, !acts.includes(name), name);
    const destructive = owner.tools.filter(({ annotations }) => annotations?.destructiveHint);
    deepEqual(
      destructive.map(({ name }) => name),
      [
        'resolve_triage_item',
        'create_silence',
        'end_silence',
        'restore_silence',
        'create_alert_rule',
        'change_alert_rule',
        'toggle_alert_rule',
        'delete_alert_rule',
        'restore_alert_rule',
        'change_replay_settings',
        ...aboutPeople,
      ],
    );
  });

  it('are neither listed to a key that reads, nor done for it', async () => {
    deepEqual(
      read.tools.map(({ name }) => name),
      Object.keys(readCalls(of)),
    );
    const lists = ['list_alert_rules', 'list_silences', 'list_triage_items', 'list_members'];
    const state = async () => [
      await Promise.all(lists.map(seen)),
      await live.call('get_replay_settings'),
    ];
    const before = await state();
    for (const [name, given] of Object.entries(wishes())) {
      const expected = aboutPeople.includes(name) ? ofOwners : /^key_not_allowed: .* kind live$/u;
      match(await read.refusal(name, given), expected, name);
    }
    deepEqual(await state(), before);
  });

  const ofOwners = /^key_not_allowed: .* it takes a person who signed in as owner$/u;

  it('invite, change and remove people for an owner who signed in, and for no key', async () => {
    const email = `bob-${randomUuid()}@example.org`;
    match(await live.refusal('invite_member', { email }), ofOwners);
    const { id, status } = await owner.call('invite_member', { email, role: 'viewer' });
    equal(status, 'invited');
    const [me, bob] = await shownRows(owner, 'list_members');
    deepEqual(
      [me?.is_you, me?.role, bob?.id, bob?.role, bob?.email_hint],
      [true, 'owner', id, 'viewer', 'b…@example.org'],
    );
    ok(!JSON.stringify(await owner.call('list_members')).includes(email));
    const wish = { member_id: id, role: 'member' };
    match(await live.refusal('change_member_role', wish), ofOwners);
    equal((await owner.call('change_member_role', wish)).role, 'member');
    match(
      await owner.refusal('change_member_role', { member_id: me?.id, role: 'viewer' }),
      /^last_owner: /u,
    );
    match(await live.refusal('remove_member', { member_id: id }), ofOwners);
    equal((await owner.call('remove_member', { member_id: id })).id, id);
    match(
      await owner.refusal('remove_member', { member_id: id }),
      /^member_unknown: .*list_members lists the ids/u,
    );
    // An invitation that was taken back leaves nobody who was there.
    equal((await live.call('list_members', { removed: true })).total, 1);
  });

  it('change what is masked in recorded sessions, field by field', async () => {
    const wish = { mask_text: true, mask_selectors: ['.card'], sample_percent: 50 };
    const changed = await live.call('change_replay_settings', wish);
    const { mask_text: text, mask_selectors: selectors, mask_inputs: inputs } = changed;
    deepEqual([text, selectors, inputs], [true, ['.card'], true]);
    await owner.call('change_replay_settings', { sample_percent: 100 });
    const shown = await read.call('get_replay_settings');
    deepEqual([shown.mask_text, shown.sample_percent], [true, 100]);
    match(
      await live.refusal('change_replay_settings', { mask_selectors: ['.a > .b'] }),
      /mask_selectors\.0/u,
    );
    match(await live.refusal('change_replay_settings', { mask_txt: true }), /`mask_text`/u);
  });

  it('create, change, disable and delete a rule', async () => {
    const created = await live.call<{ readonly id: string; readonly page: string }>(
      'create_alert_rule',
      rule(),
    );
    const { id } = created;
    const changed = await live.call('change_alert_rule', { rule_id: id, threshold: 700 });
    deepEqual([changed.threshold, changed.version], [700, 2]);
    const toggled = await live.call('toggle_alert_rule', { rule_id: id, enabled: false });
    equal(toggled.enabled, false);
    match(String(toggled.page), new RegExp(`/rules/${id}$`, 'u'));
    ok(JSON.stringify(await seen('list_alert_rules')).includes(id));
    equal((await live.call('delete_alert_rule', { rule_id: id })).id, id);
    ok(!JSON.stringify(await seen('list_alert_rules')).includes(id));
    match(
      await live.refusal('delete_alert_rule', { rule_id: id }),
      /^not_found: .*list_alert_rules lists the ids/u,
    );
    const { total } = await live.call('list_alert_rule_versions', { rule_id: id });
    equal(total, 4);
    const restored = await live.call('restore_alert_rule', { rule_id: id, version: 1 });
    deepEqual([restored.threshold, restored.enabled, restored.version], [500, true, 5]);
    match(await live.refusal('create_alert_rule', { ...rule(), metric: 'mood' }), /metric/u);
    match(await live.refusal('change_alert_rule', { rule_id: id, treshold: 1 }), /`threshold`/u);
  });

  it('do a wish once under one idempotency key, and each message by itself without one', async () => {
    const wish = { ...rule(), idempotency_key: randomUuid() };
    const first = await live.call('create_alert_rule', wish);
    equal((await live.call('create_alert_rule', wish)).id, first.id);
    match(
      await live.refusal('create_alert_rule', { ...wish, threshold: 9 }),
      /^idempotency_key_reused: /u,
    );
    const other = rule();
    const [one, two] = [
      await live.call('create_alert_rule', other),
      await live.call('create_alert_rule', other),
    ];
    ok(one.id !== two.id);
  });

  it('silence, and end a silence', async () => {
    const wish = { service: of.service, until: inAnHour(), reason: 'deploy' };
    const { id, status } = await live.call('create_silence', wish);
    equal(status, 'active');
    equal((await live.call('end_silence', { silence_id: id })).id, id);
    match(
      await live.refusal('create_silence', { until: inAnHour(), reason: 'all' }),
      /scope|rule/u,
    );
  });

  for (const revision of revisions) {
    it(`act on the inbox, with a client of ${revision ?? '2025-11-25'}`, async () => {
      const client = await openMcpClient(tidemark.url, { 'X-API-Key': key }, revision);
      const at = { item_id: of.itemId };
      const statusAfter = async (name: string, given: object = at) =>
        (await client.call<ResponseOf<'resolveTriageItem'>>(name, given)).item.status;
      if (revision === undefined) {
        equal(
          await statusAfter('acknowledge_alert', { alert_id: of.alertId, note: 'mine' }),
          'acknowledged',
        );
        equal(await statusAfter('investigate_triage_item'), 'investigating');
        equal(await statusAfter('snooze_triage_item', { ...at, duration: '30m' }), 'snoozed');
        equal(await statusAfter('acknowledge_triage_item'), 'acknowledged');
      } else {
        equal(await statusAfter('resolve_triage_item'), 'resolved');
        match(await client.refusal('snooze_triage_item', at), /^invalid_transition: /u);
      }
      await client.close();
    });
  }
});
