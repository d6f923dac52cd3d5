import { deepEqual, equal } from 'node:assert/strict';
import { keyedTargetText } from '../../domain/channels/keyed-target.ts';
import { openLog } from '../../platform/log.ts';
import { type Outbound, openOutbound } from '../../platform/outbound/request.ts';
import { alertId } from '../../schemas/alerts/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { Delivered } from '../../services/notifier/core/delivered.ts';
import type { PostedNotice } from '../../services/notifier/core/notices/posts/post.ts';
import { postRenderers } from '../../services/notifier/core/notices/posts/renderers.ts';
import { openProgress } from '../../services/notifier/notices/progress.ts';
import { sendPosts } from '../../services/notifier/notices/send-posts.ts';
import {
  firingAlert,
  noticeOf,
  resolvedAlert,
  testNoticeOf,
} from '../support/notice-services/described.ts';
import { genieKey, routingKey } from '../support/notice-services/keys.ts';
import { startNoticeServices } from '../support/notice-services/server.ts';

type Services = Awaited<ReturnType<typeof startNoticeServices>>;
type Kind = 'pagerduty' | 'opsgenie' | 'discord' | 'teams';

/** What the API of each kind is called with, and what it has of an alert. */
const kinds: Readonly<
  Record<
    Kind,
    { readonly to: (services: Services) => string; readonly has: (services: Services) => unknown }
  >
> = {
  pagerduty: {
    to: ({ url }) => keyedTargetText({ key: routingKey, url }),
    has: ({ incidents }) => [...incidents.values()].map(({ state }) => state),
  },
  opsgenie: {
    to: ({ url }) => keyedTargetText({ key: genieKey, url }),
    has: ({ alerts }) => [...alerts.values()].map(({ state }) => state),
  },
  discord: {
    to: ({ discordUrl }) => discordUrl,
    has: ({ embeds }) => embeds.map(({ color }) => (color === 0x12b76a ? 'closed' : 'open')),
  },
  teams: {
    to: ({ teamsUrl }) => teamsUrl,
    has: ({ containers }) => containers.map(({ style }) => (style === 'good' ? 'closed' : 'open')),
  },
};

describe('notices, sent to services as these document their APIs', () => {
  let services: Services;
  let outbound: Outbound;
  let progress: ReturnType<typeof openProgress>;

  const start = async (first: Parameters<typeof startNoticeServices>[0] = []) => {
    services = await startNoticeServices(first);
  };
  const send = (kind: Kind, notice: PostedNotice): Promise<Delivered> =>
    sendPosts(
      { id: notice.id, requests: postRenderers[kind](notice) },
      { organizationId: organizationId('o'), signal: new AbortController().signal },
      {
        outbound,
        progress,
        log: openLog({ level: 'silent', pretty: false }),
        now: Date.now,
        onAttempt: () => {},
      },
    );

  beforeEach(() => {
    outbound = openOutbound({ allow: ['127.0.0.0/8'] });
    progress = openProgress();
  });
  afterEach(async () => {
    await outbound.close();
    await services.close();
  });

  for (const [name, { to, has }] of Object.entries(kinds)) {
    const kind = name as Kind;

    it(`tell ${kind} that an alert fires, and that it is over`, async () => {
      await start();
      const target = to(services);
      deepEqual(await send(kind, noticeOf(target, [firingAlert])), { kind: 'settled' });
      deepEqual(has(services), ['open']);
      await send(kind, noticeOf(target, [resolvedAlert], { id: 'n2' }));
      const isLasting = kind === 'pagerduty' || kind === 'opsgenie';
      deepEqual(has(services), isLasting ? ['closed'] : ['open', 'closed']);
      deepEqual(services.refusals, []);
    });

    it(`are tested with ${kind}`, async () => {
      await start();
      deepEqual(await send(kind, testNoticeOf(to(services))), { kind: 'settled' });
      deepEqual(services.refusals, []);
      equal((has(services) as readonly unknown[]).length, 1);
    });

    it(`leave ${kind} alone for as long as it asks, and are given up when it refuses them`, async () => {
      await start([
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 500 },
        { status: 404 },
      ]);
      const notice = noticeOf(to(services), [firingAlert]);
      const limited = await send(kind, notice);
      deepEqual(limited, {
        kind: 'failed',
        error: 'HTTP 429',
        final: false,
        retryAfterMs: 7_000,
      });
      deepEqual(await send(kind, notice), { kind: 'failed', error: 'HTTP 500', final: false });
      const refused = await send(kind, notice);
      equal(refused.kind === 'failed' && refused.final, true);
    });
  }

  it('say that a key is refused', async () => {
    await start();
    const { url } = services;
    const key = '0'.repeat(32);
    const to = keyedTargetText({ key, url });
    deepEqual(await send('pagerduty', noticeOf(to, [firingAlert])), {
      kind: 'failed',
      error: 'HTTP 400: PagerDuty refuses the routing key of the channel, or the event',
      final: true,
    });
    deepEqual(await send('opsgenie', noticeOf(to, [firingAlert])), {
      kind: 'failed',
      error: 'HTTP 401: Opsgenie refuses the key of the channel',
      final: true,
    });
  });

  it('of several alerts go on where a limit of requests ended them', async () => {
    const others = ['a', 'b', 'c'].map(id => ({ ...firingAlert, alertId: alertId(id) }));
    await start([{ status: 202 }, { status: 202 }, { status: 429 }]);
    const notice = noticeOf(kinds.pagerduty.to(services), others);
    equal((await send('pagerduty', notice)).kind, 'failed');
    deepEqual(await send('pagerduty', notice), { kind: 'settled' });
    deepEqual([...services.incidents.keys()], ['tidemark-c']);
  });
});
