import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { randomUuid } from '../../../platform/uuid.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { type Attempt, cases, toolAttempt } from '../../security/tenants/attempts.ts';
import {
  type Belongings,
  belongingsWith,
  newMarker,
  ofNobody,
} from '../../security/tenants/belongings.ts';
import { requestTo } from '../../security/tenants/stranger.ts';
import { toolCalls } from '../../security/tenants/tool-calls.ts';
import { largeListsOf } from '../../support/large-lists.ts';
import type { MeasuredServer } from '../../support/measured.ts';
import { recordedEvents } from '../../support/replays.ts';
import { sendWide, wideService } from '../../support/wide-telemetry.ts';
import type { Prepared } from './attacker-process.ts';

export type Attacker = Awaited<ReturnType<typeof openAttacker>>;

const keysMax = 10;
const webhooksMax = 50;

/** Where each route that creates something keeps the id of it. */
const created = {
  createAlertRule: 'ruleId',
  createChannel: 'channelId',
  createHealthCheck: 'checkId',
  createObjective: 'objectiveId',
  recordRelease: 'releaseId',
  createSilence: 'silenceId',
  createWebhook: 'webhookId',
  startConversation: 'conversationId',
  registerBreakpoint: 'breakpointId',
  createApiKey: 'keyId',
} as const satisfies Partial<Record<keyof typeof cases, keyof Belongings>>;

/** Attempts of streams, which the table of strangers tries in another way. */
const streams: Readonly<Record<string, (of: Belongings) => Attempt>> = {
  streamTraces: () => ({}),
  streamBreakpoints: ({ service }) => ({ params: { service } }),
};

const routeNamed = (name: string): Route => {
  const found = (routes as readonly Route[]).find(route => route.name === name);
  if (found === undefined) throw new Error(`expected a route ${name}`);
  return found;
};

/** An organization of the free plan with ten keys, and something of everything that it can create. */
export async function openAttacker(server: MeasuredServer) {
  const names = belongingsWith(newMarker());
  const { key, verified } = await server.account(names.email, names.service);
  const of: Belongings = { ...ofNobody(), ...names };
  const ask = async (request: Request) =>
    (await (await fetch(request)).json()) as Readonly<Record<string, unknown>>;
  const json = (path: string, body: object): Promise<Readonly<Record<string, unknown>>> =>
    ask(
      new Request(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  for (const [name, field] of Object.entries(created)) {
    const [attempt] = attemptsOf(routeNamed(name), of);
    const { id } = await ask(requestTo(server.url, routeNamed(name), attempt ?? {}, key));
    Object.assign(of, typeof id === 'string' && { [field]: id });
  }
  const keys = [key];
  while (keys.length < keysMax)
    keys.push(String((await json('/v1/api-keys', { name: 'another', kind: 'live' })).key));
  // Last, for commands are slow while so much is read.
  for (const events of largeListsOf(String(verified.body.organization_id)))
    await server.append(events);
  const prepared = async (route: Route): Promise<Prepared[]> => {
    const requests = attemptsOf(route, of).flatMap(attempt =>
      keys.map(each => requestTo(server.url, route, attempt, each)),
    );
    return Promise.all(requests.map(prepare));
  };
  return { of, json, keys, prepared };
}

function attemptsOf(route: Route, of: Belongings): readonly Attempt[] {
  const known = cases[route.name as keyof typeof cases];
  if (known !== 'a stream') return known.attempts(of);
  const stream = streams[route.name];
  if (stream === undefined) throw new Error(`expected an attempt on the stream ${route.name}`);
  return [stream(of)];
}

async function prepare(request: Request): Promise<Prepared> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: Buffer.from(await request.arrayBuffer()).toString('base64'),
  };
}

const telemetryWidth = 50;

/** Every call of every tool with every key, over telemetry and lists that make them long. */
export async function longToolCalls(server: MeasuredServer, { of, keys }: Attacker) {
  const [key = ''] = keys;
  const { long } = await sendWide(server.url, key, telemetryWidth);
  await server.settled();
  const named: Belongings = { ...of, service: wideService, traceId: long[0] };
  const calls = toolCalls(named).flatMap(([name, given]) =>
    keys.map(each => requestTo(server.url, routeNamed('callMcp'), toolAttempt(name, given), each)),
  );
  return Promise.all(calls.map(prepare));
}

const padding = Buffer.alloc(1024 * 1024 - 64 * 1024, ' ');

/** A body of JSON that is a thousand times as long as what is sent of it; others as they are. */
export function deflated(request: Prepared): Prepared {
  if (request.headers['content-type'] !== 'application/json') return request;
  const body = Buffer.concat([Buffer.from(request.body, 'base64'), padding]);
  return {
    ...request,
    headers: { ...request.headers, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
  };
}

const sessionsMax = 20;
const chunkBytes = 300 * 1024;

/** Chunks of a replay as new sessions, each with much that does not compress; other requests as they are. */
export function enlarged(request: Prepared): readonly Prepared[] {
  const chunks = /^(?<start>.*\/replays\/)[^/]+(?<end>\/chunks.*)$/u.exec(request.path)?.groups;
  if (chunks === undefined) return [request];
  return Array.from({ length: sessionsMax }, () => {
    const events = recordedEvents(Date.now(), randomBytes(chunkBytes).toString('base64'));
    const path = `${chunks.start}${randomUuid()}${chunks.end}`;
    return { ...request, path, body: gzipSync(JSON.stringify(events)).toString('base64') };
  });
}

/** Webhooks to a receiver that never answers, as requests that make it receive something. */
export async function silentReceivers({ json, keys }: Attacker) {
  const server: Server = createServer(socket => void socket.on('error', () => undefined));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const requests: Prepared[] = [];
  for (let n = 0; n < webhooksMax; n++) {
    const url = `http://127.0.0.1:${port}/${n}`;
    const { id } = await json('/v1/webhooks', { name: 'silent', url, events: ['trace.error'] });
    requests.push({
      method: 'POST',
      path: `/v1/webhooks/${id}/test`,
      headers: { 'x-api-key': String(keys[n % keys.length]), 'content-type': 'application/json' },
      body: Buffer.from('{}').toString('base64'),
    });
  }
  return { requests, close: () => new Promise(resolve => server.close(resolve)) };
}
