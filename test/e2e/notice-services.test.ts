import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import type { NoticeBody } from '../../schemas/notices/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { genieKey, routingKey } from '../support/notice-services/keys.ts';
import { startNoticeServices } from '../support/notice-services/server.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { until } from '../support/until.ts';

onBothEngines('channels of services for on-call teams and chats', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let services: Awaited<ReturnType<typeof startNoticeServices>>;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    services = await startNoticeServices();
  });
  after(async () => {
    await tidemark?.close();
    await services?.close();
  });

  const add = async (body: object): Promise<ChannelBody> => {
    const answer = await ada.call('POST', '/v1/channels', body);
    equal(answer.status, 201, answer.text);
    return answer.body as unknown as ChannelBody;
  };
  const told = (id: string, count: number) =>
    until(
      'notices',
      async () => {
        const { notices } = await ada.get<{ notices: NoticeBody[] }>(`/v1/alerts/${id}/notices`);
        const isDone = notices.every(({ ended_at: endedAt }) => endedAt !== null);
        return notices.length === count && isDone && notices;
      },
      90_000,
    );
  const firing = async (channels: readonly ChannelBody[]) => {
    const channelIds = channels.map(({ id }) => id);
    const rule = await ada.create({ cooldown: 0, no_data: 'ignore', channel_ids: channelIds });
    await ada.adopt(rule.id);
    await ada.raise(rule.id, 0);
    return { rule, alert: await ada.alertOf(rule.id, 'firing') };
  };

  describe('that are known by a key', () => {
    const pager = { name: 'Pager', type: 'pagerduty', key: routingKey };

    it('show of it the last characters and where it is known', async () => {
      const created = await add(pager);
      equal(created.address_hint, '…rstu at events.pagerduty.com');
      const path = `/v1/channels/${created.id}`;
      const moved = await ada.call('PATCH', path, { key: routingKey, region: 'eu' });
      equal(moved.body.address_hint, '…rstu at events.eu.pagerduty.com');
      const other = `${'0'.repeat(28)}wxyz`;
      const rotated = await ada.call('PATCH', path, { key: other });
      equal(rotated.body.address_hint, '…wxyz at events.eu.pagerduty.com');
      for (const text of [moved.text, rotated.text, (await ada.call('GET', path)).text])
        doesNotMatch(text, /R0123|0000wxyz/u);
    });

    it('are refused with what is wrong, and never follow a key to another API', async () => {
      const { id } = await add(pager);
      const path = `/v1/channels/${id}`;
      for (const [method, at, body, said] of [
        ['POST', '/v1/channels', { ...pager, key: 'short' }, /key: expected the integration key/u],
        ['POST', '/v1/channels', { ...pager, key: undefined }, /key: a channel of type pagerduty/u],
        ['POST', '/v1/channels', { ...pager, url: 'http://example.org' }, /url: expected https/u],
        ['POST', '/v1/channels', { ...pager, url: 'https://10.0.0.7' }, /url: .*10\.0\.0\.7/u],
        ['POST', '/v1/channels', { ...pager, url: 'https://a.example/?b' }, /url: .* base URL/u],
        ['POST', '/v1/channels', { ...pager, region: 'mars' }, /region/u],
        [
          'POST',
          '/v1/channels',
          { ...pager, region: 'eu', url: 'https://a.example' },
          /url: expected region or url, not both/u,
        ],
        ['POST', '/v1/channels', { ...pager, type: 'discord' }, /url: .* needs the field url/u],
        ['PATCH', path, { url: 'https://a.example' }, /key: .* send the key again/u],
        ['PATCH', path, { region: 'eu' }, /key: .* send the key again/u],
      ] as const) {
        const answer = await ada.call(method, at, body);
        equal(answer.status, 400, answer.text);
        match(answer.text, said);
      }
    });
  });

  describe('notices', () => {
    sideBySide({
      'open an incident, an alert and messages, and close them when the alert is over':
        async () => {
          const { url, discordUrl, teamsUrl } = services;
          const channels = [
            await add({ name: 'Pager', type: 'pagerduty', key: routingKey, url }),
            await add({ name: 'Genie', type: 'opsgenie', key: genieKey, url: `${url}/` }),
            await add({ name: 'Chat', type: 'discord', url: discordUrl }),
            await add({ name: 'Team', type: 'teams', url: teamsUrl }),
          ];
          const { rule, alert } = await firing(channels);
          const first = await told(alert.id, channels.length);
          deepEqual(
            first.map(({ result, error }) => [result, error]),
            Array(4).fill(['sent', null]),
          );
          const key = `tidemark-${alert.id}`;
          deepEqual(
            [services.incidents.get(key)?.state, services.alerts.get(key)?.state],
            ['open', 'open'],
          );
          await ada.resolve(rule.id, 1);
          const all = await told(alert.id, 2 * channels.length);
          deepEqual(
            all.filter(({ result }) => result !== 'sent'),
            [],
          );
          deepEqual(
            [services.incidents.get(key), services.alerts.get(key)].map(life => [
              life?.opened.length,
              life?.state,
            ]),
            [
              [1, 'closed'],
              [1, 'closed'],
            ],
          );
          const links = services.embeds
            .filter(({ url: link }) => String(link).endsWith(`/alerts/${alert.id}`))
            .map(({ title }) => title);
          deepEqual(links, ['\\[warning\\] Errors fires', '\\[warning\\] Errors resolved']);
          const cards = services.containers.filter(one => JSON.stringify(one).includes(alert.id));
          deepEqual(
            cards.map(({ style }) => style),
            ['warning', 'good'],
          );
        },

      'of a test reach each of them, and leave nothing open': async () => {
        const { url, discordUrl, teamsUrl } = services;
        for (const [index, body] of [
          { type: 'pagerduty', key: routingKey, url },
          { type: 'opsgenie', key: genieKey, url },
          { type: 'discord', url: discordUrl },
          { type: 'teams', url: teamsUrl },
        ].entries()) {
          const { id } = await add({ name: `Tested ${index}`, enabled: false, ...body });
          const answer = await ada.call('POST', `/v1/channels/${id}/test`);
          equal(answer.status, 202, answer.text);
        }
        const isTest = (one: unknown): boolean => JSON.stringify(one).includes('This is a test');
        const stateOf = (lives: typeof services.incidents) =>
          [...lives.values()].find(({ opened }) => isTest(opened))?.state;
        await until('tests', () => {
          const { incidents, alerts, embeds, containers } = services;
          const isClosed = [incidents, alerts].every(lives => stateOf(lives) === 'closed');
          return isClosed && embeds.some(isTest) && containers.some(isTest);
        });
      },

      'say that the service refuses the key of the channel': async () => {
        const { url } = services;
        const channels = [
          await add({ name: 'Old', type: 'pagerduty', key: '0'.repeat(32), url }),
          await add({ name: 'Gone', type: 'opsgenie', key: '0'.repeat(32), url }),
        ];
        const { alert } = await firing(channels);
        const notices = await told(alert.id, 2);
        deepEqual(
          notices.map(({ channel_name: name, result, error }) => [name, result, error]).sort(),
          [
            ['Gone', 'failed', 'HTTP 401: Opsgenie refuses the key of the channel'],
            [
              'Old',
              'failed',
              'HTTP 400: PagerDuty refuses the routing key of the channel, or the event',
            ],
          ],
        );
        deepEqual(services.refusals, ['unknown routing key']);
      },
    });
  });
});
