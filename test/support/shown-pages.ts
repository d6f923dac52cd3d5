import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { ObservedServer } from './observed-server.ts';
import { startServerForOperators } from './operated-server.ts';
import { type Reader, readerOf } from './reader.ts';
import { shownAlert } from './shown-alert.ts';
import { shownChecks } from './shown-checks.ts';
import { sendShownModels } from './shown-models.ts';
import { shownObjectives } from './shown-objectives.ts';
import { shownOperate } from './shown-operate.ts';
import { shownOrganization } from './shown-organization.ts';
import { shownReleases } from './shown-releases.ts';
import { sendShownReplays } from './shown-replays.ts';
import { sendShownRules } from './shown-rules.ts';
import { hostileTexts, sendShop } from './shown-shop.ts';
import { sendShownSnapshots } from './shown-snapshots.ts';
import { shownWebhooks } from './shown-webhooks.ts';

/** Pages that ask for nothing but what the frame around every page does. */
export const pagesWithoutReads = ['/operate/sql', '/no/such/page'];

/** A server, and every page of its web application with something on it; what visits them needs the token of operators. */
export async function startShownServer() {
  const server = await startServerForOperators();
  const ada = await readerOf(server, 'ada');
  return { server, ada, ...(await sendShownPages(server, ada)) };
}

/** Every page, and one that does not exist. */
export async function sendShownPages(server: ObservedServer, ada: Reader) {
  const shop = await sendShop(ada);
  const alerts = [
    await shownAlert(server, ada),
    await shownAlert(server, ada, hostileTexts.service),
  ];
  const replays = await sendShownReplays(server, ada);
  const snapshots = await sendShownSnapshots(server, ada, shop.failedTrace);
  const models = await sendShownModels(ada);
  await server.caughtUp();
  const { body } = await server.get<ResponseOf<'listErrors'>>('/v1/errors', ada.key);
  // One with a stack and a hostile message, and one of a hostile service.
  const errors = [
    body.errors.find(({ error_type: type }) => type === 'CardError'),
    body.errors.find(({ service_name: name }) => name === hostileTexts.service),
  ].filter(error => error !== undefined);
  const pages: readonly string[] = [
    '/',
    '/alerts',
    '/alerts?state=all&severity=critical&service=checkout',
    ...alerts.map(({ id }) => `/alerts/${id}`),
    '/services',
    '/services/checkout',
    `/services/${encodeURIComponent(hostileTexts.service)}`,
    `/services/${encodeURIComponent('a/b')}`,
    '/services/-?name=..',
    `/traces/${shop.failedTrace}`,
    `/traces/${shop.oddTrace}`,
    '/traces?service=checkout&status=error',
    `/traces/compare?a=${shop.failedTrace}&b=${shop.slowTrace}`,
    '/errors',
    '/errors?service=payments&sort=first_seen',
    ...errors.map(({ id }) => `/errors/${id}`),
    ...(await sendShownRules(server, ada)),
    '/inbox',
    '/inbox?status=all&type=alert',
    ...alerts.slice(1).map(alert => `/inbox/${alert.triage_item_id}`),
    '/map',
    '/explore',
    ...models,
    ...(await shownChecks(server, ada)),
    ...(await shownReleases(server, ada)),
    ...(await shownObjectives(server, ada)),
    ...(await shownWebhooks(server, ada)),
    ...replays,
    ...snapshots,
    '/setup',
    ...(await shownOperate(server, ada)),
    ...(await shownOrganization(server, ada)),
    '/no/such/page',
  ];
  return { shop, pages };
}
