import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { parseQuery, printQuery } from './query-string.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { parseTime, type TimeSearch } from './time/time-search.ts';

type Search = Readonly<Record<string, unknown>>;

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search: Search): TimeSearch => parseTime(search),
  // The instant and the range stay in every link, without one word in a page.
  search: { middlewares: [retainSearchParams(['as_of', 'known', 'range', 'from', 'to'])] },
});

/** What a page keeps in its link beside time; each page reads it with `usePageSearch`. */
const anySearch = (search: Search): Search => search;

const page = <Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(load as never, name as never),
  });

const routeTree = rootRoute.addChildren([
  page('/', () => import('./pages/overview/overview.tsx'), 'Overview'),
  page('/alerts', () => import('./pages/alerts/alerts.tsx'), 'Alerts'),
  page('/alerts/$id', () => import('./pages/alert/alert.tsx'), 'Alert'),
  page('/rules', () => import('./pages/rules/rules.tsx'), 'Rules'),
  page('/rules/new', () => import('./pages/rule-editor/new-rule.tsx'), 'NewRule'),
  page('/rules/$id', () => import('./pages/rule/rule.tsx'), 'RulePage'),
  page('/rules/$id/edit', () => import('./pages/rule-editor/edit-rule.tsx'), 'EditRule'),
  page('/anomalies', () => import('./pages/anomalies/anomalies.tsx'), 'Anomalies'),
  page('/anomalies/$id', () => import('./pages/anomaly/anomaly.tsx'), 'Anomaly'),
  page('/inbox', () => import('./pages/inbox/inbox.tsx'), 'Inbox'),
  page('/inbox/$id', () => import('./pages/inbox/item.tsx'), 'InboxItem'),
  page('/checks', () => import('./pages/checks/checks.tsx'), 'Checks'),
  page('/checks/$id', () => import('./pages/check/check.tsx'), 'Check'),
  page('/slos', () => import('./pages/slos/slos.tsx'), 'Slos'),
  page('/slos/$id', () => import('./pages/slo/slo.tsx'), 'Slo'),
  page('/channels', () => import('./pages/channels/channels.tsx'), 'Channels'),
  page('/silences', () => import('./pages/silences/silences.tsx'), 'Silences'),
  page('/webhooks', () => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
  page('/webhooks/$id', () => import('./pages/webhook/webhook.tsx'), 'Webhook'),
  page('/services', () => import('./pages/services/services.tsx'), 'Services'),
  page('/traces', () => import('./pages/traces/traces.tsx'), 'Traces'),
  page('/traces/compare', () => import('./pages/compare/compare.tsx'), 'Compare'),
  page('/traces/$id', () => import('./pages/trace/trace.tsx'), 'Trace'),
  page('/errors', () => import('./pages/errors/errors.tsx'), 'Errors'),
  page('/errors/$id', () => import('./pages/error/error.tsx'), 'ErrorGroup'),
  page('/releases', () => import('./pages/releases/releases.tsx'), 'Releases'),
  page('/releases/$version', () => import('./pages/release/release.tsx'), 'Release'),
  page('/map', () => import('./pages/map/map.tsx'), 'ServiceMap'),
  page('/explore', () => import('./pages/explore/explore.tsx'), 'Explore'),
  page('/models', () => import('./pages/models/models.tsx'), 'Models'),
  page(
    '/models/conversations',
    () => import('./pages/models/conversations.tsx'),
    'ModelConversations',
  ),
  page(
    '/models/conversation',
    () => import('./pages/models/conversation.tsx'),
    'ModelConversation',
  ),
  page('/ask', () => import('./pages/ask/ask.tsx'), 'Ask'),
  page('/history', () => import('./pages/history/history.tsx'), 'History'),
  page('/members', () => import('./pages/members/members.tsx'), 'Members'),
  page('/keys', () => import('./pages/keys/keys.tsx'), 'Keys'),
  page('/oauth/authorize', () => import('./pages/authorize/authorize.tsx'), 'Authorize'),
  page('/source-maps', () => import('./pages/source-maps/source-maps.tsx'), 'SourceMaps'),
  page('/billing', () => import('./pages/billing/billing.tsx'), 'Billing'),
  page('/settings', () => import('./pages/settings/settings.tsx'), 'Settings'),
  page('/replays', () => import('./pages/replays/replays.tsx'), 'Replays'),
  page('/replays/$id', () => import('./pages/replay/replay.tsx'), 'Replay'),
  page('/snapshots', () => import('./pages/snapshots/snapshots.tsx'), 'Snapshots'),
  page('/snapshots/$id', () => import('./pages/snapshot/snapshot.tsx'), 'Snapshot'),
  page('/setup', () => import('./pages/setup/setup.tsx'), 'Setup'),
  page('/operate', () => import('./pages/operate/operate.tsx'), 'Operate'),
  page('/operate/dead', () => import('./pages/operate/dead.tsx'), 'DeadLetters'),
  page('/operate/projections', () => import('./pages/operate/projections.tsx'), 'Projections'),
  page('/operate/streams', () => import('./pages/operate/streams.tsx'), 'Streams'),
  page('/operate/sql', () => import('./pages/operate/sql.tsx'), 'Sql'),
  page('/services/$name', () => import('./pages/service/service.tsx'), 'Service'),
]);

/** The pages, below whatever path `<base>` names. */
export const openRouter = () =>
  createRouter({
    routeTree,
    basepath: new URL(document.baseURI).pathname,
    parseSearch: parseQuery,
    stringifySearch: printQuery,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>;
  }
}
