import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { NoticeBody } from '../../schemas/notices/routes.ts';
import type { SilenceBody } from '../../schemas/silences/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { goFault } from '../support/go-json.ts';
import { goStructs } from '../support/go-structs.ts';
import { healthCustomer } from '../support/health-client.ts';
import { messagesTo } from '../support/outbox.ts';
import { startReceiver } from '../support/receiver.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { until } from '../support/until.ts';

const mail = (name: string) => ({ name, type: 'email', address: `${name}@example.org` });
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();

onBothEngines('channels, silences and notices', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const channelsOf = async (customer: AlertCustomer, query = '') =>
    (await customer.get<{ channels: ChannelBody[] }>(`/v1/channels${query}`)).channels;
  const add = async <Body>(path: string, body: object, headers = {}): Promise<Body> => {
    const answer = await ada.call('POST', path, body, headers);
    equal(answer.status, 201, answer.text);
    return answer.body as unknown as Body;
  };
  const instant = async (): Promise<string> => {
    const atMs = Date.now();
    await until('the next millisecond', () => Date.now() > atMs);
    return new Date(atMs).toISOString();
  };
  const codes = async (method: string, path: string, bodies: readonly object[]) =>
    Promise.all(bodies.map(async body => (await ada.call(method, path, body)).status));

  describe('channels', () => {
    it('begin with that of the registration', async () => {
      const { text } = await eve.call('GET', '/v1/channels');
      equal(goFault(text, goStructs.listChannels), undefined);
      const [{ id, created_at, updated_at, ...rest } = {} as ChannelBody, ...others] =
        await channelsOf(eve);
      equal(others.length, 0);
      match(id, /^[0-9a-f-]{36}$/);
      equal(created_at, updated_at);
      deepEqual(rest, {
        name: 'Email',
        type: 'email',
        enabled: true,
        status: 'ready',
        address_hint: 'e…@example.org',
        remind_minutes: 0,
      });
    });

    it('are added, read, changed and removed, also as of a past instant', async () => {
      const created = await add<ChannelBody>('/v1/channels', mail('night'));
      const path = `/v1/channels/${created.id}`;
      deepEqual(await ada.get(path), created);
      equal(created.address_hint, 'n…@example.org');
      const earlier = await instant();
      const change = { enabled: false, name: 'Nights', address: 'ops@example.org' };
      const changed = await ada.call('PATCH', path, change);
      equal(changed.status, 200);
      deepEqual(await ada.get(path), changed.body);
      const again = await ada.call('PATCH', path, change);
      deepEqual([again.status, again.body], [200, changed.body]);
      deepEqual((await ada.get<ChannelBody>(path)).address_hint, 'o…@example.org');
      const removed = await ada.call('DELETE', path);
      deepEqual([removed.status, removed.body], [200, { success: true, id: created.id }]);
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
        equal((await ada.call(method, path, body)).status, 404, method);
      deepEqual(await ada.get(`${path}?as_of=${earlier}`), created);
      ok((await channelsOf(ada, `?as_of=${earlier}`)).some(({ id }) => id === created.id));
    });

    it('are added once for one Idempotency-Key', async () => {
      const key = { 'Idempotency-Key': randomUuid() };
      const first = await add<ChannelBody>('/v1/channels', mail('once'), key);
      deepEqual(await add('/v1/channels', mail('once'), key), first);
      const other = await ada.call('POST', '/v1/channels', mail('twice'), key);
      deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
    });

    it('are refused with what is wrong', async () => {
      const { type: _, ...untyped } = mail('a');
      const pager = await ada.call('POST', '/v1/channels', { ...mail('a'), type: 'pager' });
      match(pager.text, /expected email, slack, webhook, pagerduty, teams, discord or opsgenie/);
      const hook = { name: 'hook', type: 'webhook' };
      for (const url of ['https://10.0.0.7/x', 'http://example.org/', 'ftp://example.org', 'x'])
        deepEqual(await codes('POST', '/v1/channels', [{ ...hook, url }]), [400], url);
      const crossed = [
        { ...mail('a'), url: 'https://example.org' },
        { ...mail('a'), type: 'slack' },
      ];
      deepEqual(await codes('POST', '/v1/channels', [hook, ...crossed]), [400, 400, 400]);
      const reminders = [
        { ...mail('a'), remind_minutes: 4 },
        { ...mail('a'), remind_minutes: 10_081 },
      ];
      deepEqual(await codes('POST', '/v1/channels', reminders), [400, 400]);
      const bad = [untyped, { ...mail('a'), address: 'nobody' }, { ...mail('a'), name: ' ' }];
      deepEqual(await codes('POST', '/v1/channels', bad), [400, 400, 400]);
      equal((await ada.call('GET', '/v1/channels/x')).status, 404);
      equal((await ada.call('GET', `/v1/channels?as_of=${inHours(1)}`)).status, 400);
    });

    it('keep their kind, and show of a URL its host alone', async () => {
      const url = 'https://hooks.slack.com/services/T0/B0/secret';
      const slack = { name: 'Slack', type: 'slack', url, remind_minutes: 30 };
      const created = await add<ChannelBody>('/v1/channels', slack);
      deepEqual(
        [created.type, created.address_hint, created.remind_minutes],
        ['slack', 'https://hooks.slack.com/…', 30],
      );
      const path = `/v1/channels/${created.id}`;
      deepEqual(
        await codes('PATCH', path, [{ type: 'email' }, { address: 'a@example.org' }]),
        [400, 400],
      );
      const changed = await ada.call('PATCH', path, { remind_minutes: 0 });
      equal((changed.body as unknown as ChannelBody).remind_minutes, 0);
    });

    it('are hidden from other organizations', async () => {
      const [own] = await channelsOf(ada);
      for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
        equal((await eve.call(method, `/v1/channels/${own?.id}`, body)).status, 404, method);
    });

    it('are tested at most once a minute', async () => {
      const [own] = await channelsOf(ada);
      const path = `/v1/channels/${own?.id}/test`;
      const answer = await ada.call('POST', path);
      deepEqual([answer.status, answer.body], [202, { success: true, id: own?.id }]);
      const again = await ada.call('POST', path);
      deepEqual([again.status, again.body.code], [429, 'channel_tested_recently']);
      equal((await ada.call('POST', `/v1/channels/${randomUuid()}/test`)).status, 404);
    });
  });

  describe('silences', () => {
    const wanted = { service: 'checkout', reason: 'Migration' };

    it('are started, read, changed and ended, also as of a past instant', async () => {
      const until1 = inHours(1);
      const created = await add<SilenceBody>('/v1/silences', { ...wanted, until: until1 });
      const path = `/v1/silences/${created.id}`;
      deepEqual(await ada.get(path), created);
      const { id, from, created_at, updated_at, ...rest } = created;
      equal(from, created_at);
      equal(created_at, updated_at);
      deepEqual(rest, {
        success: true,
        rule_id: null,
        severity: null,
        ...wanted,
        until: until1,
        recurrence: null,
        status: 'active',
        ended_at: null,
      });
      const earlier = await instant();
      const change = { severity: 'critical', from: inHours(0.5), until: inHours(2), reason: 'x' };
      const changed = await ada.call('PATCH', path, change);
      equal(changed.status, 200, changed.text);
      deepEqual(await ada.get(path), changed.body);
      equal((await ada.get<SilenceBody>(path)).status, 'scheduled');
      deepEqual((await ada.call('PATCH', path, change)).body, changed.body);
      for (const _ of [1, 2]) {
        const ended = await ada.call('DELETE', path);
        deepEqual([ended.status, ended.body], [200, { success: true, id }]);
      }
      equal((await ada.get<SilenceBody>(path)).status, 'ended');
      const late = await ada.call('PATCH', path, { reason: 'y' });
      deepEqual([late.status, late.body.code], [409, 'silence_ended']);
      deepEqual(await ada.get(`${path}?as_of=${earlier}`), created);
      const list = async (query: string) =>
        (await ada.get<{ silences: SilenceBody[] }>(`/v1/silences${query}`)).silences;
      ok((await list('?status=ended')).some(one => one.id === id));
      ok(!(await list('?status=active')).some(one => one.id === id));
      equal((await eve.call('GET', path)).status, 404);
      equal((await eve.call('DELETE', path)).status, 404);
    });

    it('may recur', async () => {
      const recurrence = { cron: '* * * * *', duration_minutes: 5, timezone: 'Europe/Berlin' };
      const recurring = { ...wanted, until: inHours(1), recurrence };
      const created = await add<SilenceBody>('/v1/silences', recurring);
      deepEqual([created.recurrence, created.status], [recurrence, 'active']);
      const path = `/v1/silences/${created.id}`;
      const rare = { recurrence: { cron: '0 0 29 2 *', duration_minutes: 1 } };
      const changed = (await ada.call('PATCH', path, rare)).body as unknown as SilenceBody;
      deepEqual([changed.status, changed.recurrence?.timezone], ['scheduled', 'UTC']);
      const always = (await ada.call('PATCH', path, { recurrence: null }))
        .body as unknown as SilenceBody;
      deepEqual([always.status, always.recurrence], ['active', null]);
    });

    it('may lie in the past', async () => {
      const body = { ...wanted, from: inHours(-2), until: inHours(-1) };
      equal((await add<SilenceBody>('/v1/silences', body)).status, 'ended');
    });

    it('are refused with what is wrong', async () => {
      const until1 = inHours(1);
      deepEqual(
        await codes('POST', '/v1/silences', [
          { reason: 'no scope', until: until1 },
          { ...wanted },
          { ...wanted, until: inHours(-1) },
          { ...wanted, until: until1, rule_id: randomUuid() },
          { ...wanted, until: inHours(24 * 400) },
          { service: 'checkout', until: until1 },
          { ...wanted, until: until1, recurrence: { cron: '* * *', duration_minutes: 5 } },
          { ...wanted, until: until1, recurrence: { cron: '0 25 * * *', duration_minutes: 5 } },
        ]),
        Array(8).fill(400),
      );
      equal((await ada.call('GET', `/v1/silences/${randomUuid()}`)).status, 404);
    });
  });

  describe('notices', () => {
    const firing = async (fields: object) => {
      const rule = await ada.create({ cooldown: 0, no_data: 'ignore', ...fields });
      await ada.adopt(rule.id);
      await ada.raise(rule.id, 0);
      return { rule, alert: await ada.alertOf(rule.id, 'firing') };
    };
    const noticesOf = async (id: string) =>
      (await ada.get<{ notices: NoticeBody[] }>(`/v1/alerts/${id}/notices`)).notices;
    const settled = (id: string, count: number) =>
      until(
        'notices',
        async () => {
          const notices = await noticesOf(id);
          const isDone = notices.every(({ result }) => result === 'sent' || result === 'withheld');
          return notices.length === count && isDone && notices;
        },
        90_000,
      );

    sideBySide({
      'tell a channel that an alert fires and is resolved, and why others are not told':
        async () => {
          const on = await add<ChannelBody>('/v1/channels', { ...mail('on'), address: ada.email });
          const off = await add<ChannelBody>('/v1/channels', { ...mail('off'), enabled: false });
          const { rule, alert } = await firing({ channel_ids: [on.id, off.id] });
          await ada.resolve(rule.id, 1);
          const notices = await settled(alert.id, 4);
          const told = notices.filter(({ channel_id }) => channel_id === on.id);
          deepEqual(told.map(({ why, result, reason }) => [why, result, reason]).sort(), [
            ['first', 'sent', null],
            ['resolved', 'sent', null],
          ]);
          equal(new Set(told.map(({ notice_id }) => notice_id)).size, 1);
          deepEqual(
            told.map(({ channel_name, attempts, error }) => [channel_name, attempts, error]),
            [
              ['on', 1, null],
              ['on', 1, null],
            ],
          );
          for (const one of notices.filter(({ channel_id }) => channel_id === off.id))
            deepEqual(
              [one.result, one.reason, one.notice_id],
              ['withheld', 'channel_disabled', null],
            );
          equal((await eve.call('GET', `/v1/alerts/${alert.id}/notices`)).status, 404);
        },

      'are posted to a URL, and tried again when its receiver fails': async () => {
        const receiver = await startReceiver([503]);
        const hook = { name: 'hook', type: 'webhook', url: receiver.url };
        const slack = { name: 'slack', type: 'slack', url: receiver.url };
        const ids = [
          await add<ChannelBody>('/v1/channels', hook),
          await add<ChannelBody>('/v1/channels', slack),
        ];
        const { alert } = await firing({ channel_ids: ids.map(({ id }) => id) });
        const notices = await settled(alert.id, 2);
        deepEqual(
          notices.map(({ result }) => result),
          ['sent', 'sent'],
        );
        deepEqual(notices.map(({ attempts }) => attempts).sort(), [1, 2]);
        const bodies = receiver.bodies.map(body => JSON.parse(body) as Record<string, unknown>);
        equal(bodies.length, 3);
        const ofHook = bodies.find(body => 'notice_id' in body);
        const [told] = (ofHook?.alerts ?? []) as readonly Record<string, unknown>[];
        deepEqual([told?.alert_id, told?.why, told?.rule], [alert.id, 'first', 'Errors']);
        const ofSlack = bodies.find(body => !('notice_id' in body));
        match(String(ofSlack?.text), /\[warning\] Errors fires/);
        await receiver.close();
      },

      'tell every channel that a health check fails and recovers': async () => {
        const cleo = await healthCustomer(tidemark, 'cleo');
        const off = await cleo.call('POST', '/v1/channels', { ...mail('out'), enabled: false });
        equal(off.status, 201, off.text);
        const { id } = await cleo.create({ service_name: 'payment', check_name: 'job' });
        await cleo.beat({ service_name: 'payment', status: 'unhealthy' });
        await cleo.checkOf('payment', ({ status }) => status === 'degraded');
        await cleo.beat({ service_name: 'payment' });
        const path = `/api/health-checks/${id}/notices`;
        const notices = await until(
          'four notices',
          async () => {
            const found = (await cleo.read<ResponseOf<'healthCheckNotices'>>(path)).notices;
            const isOver = found.every(({ result }) => result === 'sent' || result === 'withheld');
            return found.length === 4 && isOver && found;
          },
          90_000,
        );
        const told = notices.map(({ why, result, reason }) => `${why} ${result} ${reason}`).sort();
        deepEqual(told, [
          'first sent null',
          'first withheld channel_disabled',
          'resolved sent null',
          'resolved withheld channel_disabled',
        ]);
        equal(new Set(notices.map(({ outage_id }) => outage_id)).size, 1);
        equal((await eve.call('GET', path)).status, 404);
        const dataDirs = tidemark.dataDirs();
        const ofCheck = await until('the mail', async () =>
          (await messagesTo(dataDirs, cleo.email)).find(one => one.includes('health check')),
        );
        for (const part of ['text/plain', 'text/html', 'First notice: the check failed at'])
          ok(ofCheck.includes(part), ofCheck);
      },

      'wait until a silence is over': async () => {
        const on = await add<ChannelBody>('/v1/channels', {
          ...mail('silenced'),
          address: ada.email,
        });
        const scope = { scope_type: 'service', scope_value: 'payment' };
        const silence = await add<SilenceBody>('/v1/silences', {
          service: 'payment',
          until: inHours(1),
          reason: 'Migration',
        });
        const { alert } = await firing({ ...scope, channel_ids: [on.id] });
        const [held] = await settled(alert.id, 1);
        deepEqual([held?.why, held?.result, held?.reason], ['first', 'withheld', 'silenced']);
        await ada.call('DELETE', `/v1/silences/${silence.id}`);
        const [, told] = await settled(alert.id, 2);
        deepEqual([told?.why, told?.result], ['silence_over', 'sent']);
      },
    });
  });
});
