import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EventStore } from '../../../platform/event-store/port.ts';
import { until } from '../../support/until.ts';
import type { Sender } from '../load.ts';

type Endpoint = {
  readonly name: string;
  readonly url: string;
  /** Of every request, as it came. */
  readonly eventIds: string[];
  readonly delivered: Set<string>;
  webhookId: string;
};

/** Receivers that outlive the servers: what they keep is the truth about deliveries. */
export type Endpoints = {
  readonly create: (url: string, owner: Sender) => Promise<void>;
  /** Resolves when nothing is due any more. */
  readonly areServed: (url: string, owner: Sender) => Promise<void>;
  readonly requests: () => number;
  readonly faults: (organization: string, eventStore: EventStore) => Promise<string[]>;
};

const events = ['alert.triggered', 'alert.resolved'];
const servedMsMax = 180_000;
/** The flaky one fails the first request about each of so many events. */
const failsEach = 5;

export function openEndpoints(): Endpoints {
  const endpoints: Endpoint[] = [];
  const open = async (name: string, fails: (count: number) => boolean): Promise<Endpoint> => {
    const endpoint = { name, url: '', eventIds: [], delivered: new Set<string>(), webhookId: '' };
    const eventIds: string[] = endpoint.eventIds;
    const server = createServer(async (request, response) => {
      await text(request);
      const id = String(request.headers['webhook-id']);
      const isGood = eventIds.includes(id) || !fails(new Set(eventIds).size);
      eventIds.push(id);
      if (isGood) endpoint.delivered.add(id);
      response.writeHead(isGood ? 200 : 503).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    const { port } = server.address() as AddressInfo;
    const opened = { ...endpoint, url: `http://127.0.0.1:${port}/` };
    endpoints.push(opened);
    return opened;
  };
  return {
    create: async (url, owner) => {
      const steady = await open('steady', () => false);
      const flaky = await open('flaky', count => count % failsEach === 0);
      const disabled = await open('disabled', () => false);
      for (const endpoint of [steady, flaky, disabled])
        endpoint.webhookId = await createWebhook(url, owner, endpoint, endpoint !== disabled);
    },
    areServed: async (url, owner) => {
      for (const { webhookId, name } of endpoints)
        await until(`${name} to be served`, () => isServed(url, owner, webhookId), servedMsMax);
    },
    requests: () => endpoints.reduce((sum, { eventIds }) => sum + eventIds.length, 0),
    faults: async (organization, eventStore) => {
      const causes = await causesOf(organization, eventStore);
      return endpoints.flatMap(endpoint => faultsOf(endpoint, causes));
    },
  };
}

async function createWebhook(
  url: string,
  { key }: Sender,
  { name, url: target }: Endpoint,
  enabled: boolean,
): Promise<string> {
  const answer = await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ name, url: target, events, enabled }),
  });
  if (answer.status !== 201)
    throw new Error(`expected 201 for a webhook, found ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { readonly id: string }).id;
}

async function isServed(url: string, { key }: Sender, id: string): Promise<boolean> {
  const headers = { 'X-API-Key': key };
  const get = async <Body>(path: string): Promise<Body | undefined> => {
    const answer = await fetch(`${url}${path}`, { headers });
    return answer.status === 200 ? ((await answer.json()) as Body) : undefined;
  };
  const found = await get<{
    readonly enabled: boolean;
    readonly total_deliveries: number;
    readonly successful_deliveries: number;
  }>(`/v1/webhooks/${id}`);
  if (found?.enabled === false) return true;
  const { total_deliveries: total = 0, successful_deliveries: done = -1 } = found ?? {};
  return total > 0 && total === done;
}

/** Ids of the causes of an organization, in the order of the store. */
async function causesOf(organization: string, eventStore: EventStore): Promise<string[]> {
  const head = await eventStore.head();
  const end = new AbortController();
  const types = new Set(['AlertTriggered', 'AlertResolved'] as const);
  const ids: string[] = [];
  for await (const batch of eventStore.subscribe({ after: -1, types, signal: end.signal })) {
    for (const { event } of batch.events)
      if (event.organizationId === organization) ids.push(event.id);
    if (batch.position >= head) end.abort();
  }
  return ids;
}

function faultsOf(
  { name, eventIds, delivered }: Endpoint,
  causes: readonly string[],
): readonly string[] {
  if (name === 'disabled')
    return eventIds.length === 0 ? [] : [`webhook ${name}: ${eventIds.length} requests`];
  const missing = causes.filter(id => !delivered.has(id)).length;
  const firsts = [...new Set(eventIds)];
  const isInOrder = firsts.every((id, at) => id === causes[at]);
  return [
    ...(missing > 0 ? [`webhook ${name}: ${missing} of ${causes.length} events are missing`] : []),
    ...(isInOrder ? [] : [`webhook ${name}: first attempts are not in the order of the events`]),
  ];
}
