import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { discordEmbeds } from './discord.ts';
import { type Json, Refused } from './expected.ts';
import { genieKey, routingKey } from './keys.ts';
import { opsgenieAlert, opsgenieClose } from './opsgenie.ts';
import { pagerdutyEvent } from './pagerduty.ts';
import { teamsContainers } from './teams.ts';

/** What an incident or alert of a service went through. */
export type Life = { readonly opened: readonly Json[]; readonly state: 'open' | 'closed' };

type Answer = { readonly status: number; readonly headers?: Record<string, string> };

/**
 * Stands in for PagerDuty, Opsgenie, Discord and a Teams workflow: checks each request as they document it, refuses what they would
 * refuse, and keeps what came of it.
 *  first  what it answers first, before it looks at anything
 */
export async function startNoticeServices(first: readonly Answer[] = []) {
  const kept = newKept();
  const left = [...first];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const early = left.shift();
    const { status, headers } = early ?? answerTo(request, body, kept);
    response.writeHead(status, headers).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...kept,
    url,
    discordUrl: `${url}/api/webhooks/1/token`,
    teamsUrl: `${url}/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=secret`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

type Kept = ReturnType<typeof newKept>;

const newKept = () => ({
  /** By `dedup_key`. */
  incidents: new Map<string, Life>(),
  /** By alias. */
  alerts: new Map<string, Life>(),
  embeds: [] as Json[],
  containers: [] as Json[],
  /** What was wrong with requests. */
  refusals: [] as string[],
  requests: [] as string[],
});

function answerTo(request: IncomingMessage, body: string, kept: Kept): Answer {
  const path = `${request.method} ${request.url}`;
  kept.requests.push(path);
  const route = routes.find(({ pattern }) => pattern.test(path));
  if (route === undefined) return { status: 404 };
  try {
    const alias = route.pattern.exec(path)?.[1] ?? '';
    return { status: route.take(JSON.parse(body), kept, { alias, request }) };
  } catch (error) {
    if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
    kept.refusals.push(error.message);
    return { status: route.refusal };
  }
}

type Context = { readonly alias: string; readonly request: IncomingMessage };

type Route = {
  readonly pattern: RegExp;
  readonly refusal: number;
  readonly take: (body: unknown, kept: Kept, context: Context) => number;
};

const isGenie = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === `GenieKey ${genieKey}`;

const routes: readonly Route[] = [
  {
    pattern: /^POST \/v2\/enqueue$/u,
    refusal: 400,
    take: (body, { incidents }) => {
      const { event_action: action, dedup_key: key, payload = {} } = pagerdutyEvent(body);
      if ((body as Json).routing_key !== routingKey) throw new Refused('unknown routing key');
      if (action === 'trigger') open(incidents, key, payload);
      else close(incidents, key);
      return 202;
    },
  },
  {
    pattern: /^POST \/v2\/alerts$/u,
    refusal: 422,
    take: (body, { alerts }, { request }) => {
      if (!isGenie(request)) return 401;
      const alert = opsgenieAlert(body);
      open(alerts, alert.alias, alert);
      return 202;
    },
  },
  {
    pattern: /^POST \/v2\/alerts\/([^/?]+)\/close\?identifierType=alias$/u,
    refusal: 422,
    take: (body, { alerts }, { alias, request }) => {
      if (!isGenie(request)) return 401;
      opsgenieClose(body);
      close(alerts, decodeURIComponent(alias));
      return 202;
    },
  },
  {
    pattern: /^POST \/api\/webhooks\/1\/token$/u,
    refusal: 400,
    take: (body, { embeds }) => {
      embeds.push(...discordEmbeds(body));
      return 204;
    },
  },
  {
    pattern: /^POST \/workflows\/1\/triggers\/manual\/paths\/invoke\?api-version=1&sig=secret$/u,
    refusal: 400,
    take: (body, { containers }) => {
      containers.push(...teamsContainers(body));
      return 202;
    },
  },
];

/** An open one of the same key takes it in. */
function open(lives: Map<string, Life>, key: string, payload: Json): void {
  const { opened = [] } = lives.get(key) ?? {};
  lives.set(key, { opened: [...opened, payload], state: 'open' });
}

/** Of an unknown key nothing comes. */
function close(lives: Map<string, Life>, key: string): void {
  const life = lives.get(key);
  if (life !== undefined) lives.set(key, { ...life, state: 'closed' });
}
