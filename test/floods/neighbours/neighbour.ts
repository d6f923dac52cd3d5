import { randomUuid } from '../../../platform/uuid.ts';
import type { MeasuredServer } from '../../support/measured.ts';
import { freshSpan } from '../../support/otel-send.ts';
import { traces } from '../../support/otlp.ts';
import { startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

/** What the neighbour does, and the longest that one of it took, in milliseconds. */
export type Times = Readonly<Record<string, number>>;

type Answer = { readonly status: number; readonly text: string };

export type Neighbour = Awaited<ReturnType<typeof openNeighbour>>;

const spans = 50;

/** Another organization, which does a little of everything and expects to be served. */
export async function openNeighbour(server: MeasuredServer) {
  const service = 'neighbour';
  const { key } = await server.account(`ada-${randomUuid()}@example.org`, service);
  const receiver = await startReceiver();
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const expectDone = async (method: string, path: string, body?: object): Promise<string> => {
    const { status, text } = await send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text;
  };
  const export_ = () =>
    expectDone(
      'POST',
      '/v1/traces',
      traces(
        Array.from({ length: spans }, () => freshSpan()),
        service,
      ),
    );
  await export_();
  const webhook = JSON.parse(
    await expectDone('POST', '/v1/webhooks', {
      name: 'mine',
      url: receiver.url,
      events: ['alert.triggered'],
    }),
  ) as { readonly id: string };
  await until('its service to be listed', async () =>
    (await expectDone('GET', '/v1/services')).includes(service),
  );
  let renamed = 0;
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    telemetry: export_,
    'list of services': () => expectDone('GET', '/v1/services'),
    percentiles: () => expectDone('GET', `/api/metrics/services/${service}?window=15m`),
    'domain state': () => expectDone('GET', '/v1/webhooks'),
    command: () => expectDone('PATCH', '/v1/organization', { name: `Neighbour ${renamed++}` }),
    registration: () =>
      expectDone('POST', '/v1/integrate/register', {
        email: `bob-${randomUuid()}@example.org`,
        service_name: service,
      }),
    poll: () => expectDone('GET', '/v1/events?wait=0'),
    tool: () => expectDone('POST', '/v1/copilot/ask', { question: `How is ${service}?` }),
    'tool of MCP': async () => {
      const params = { name: 'list_services', arguments: {} };
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const text = await expectDone('POST', '/mcp', call);
      // What a tool refuses is a result, too.
      if (!text.includes('"structuredContent"')) throw new Error(text.slice(0, 300));
    },
    webhook: async () => {
      const before = receiver.requests.length;
      await expectDone('POST', `/v1/webhooks/${webhook.id}/test`, {});
      await until('its webhook', () => receiver.requests.length > before);
    },
  };
  return {
    /** Does everything so often, one after the other. */
    round: async (times: number): Promise<Times> => {
      const worst: Record<string, number> = {};
      for (let n = 0; n < times; n++)
        for (const [kind, act] of Object.entries(kinds)) {
          const startMs = performance.now();
          await act();
          worst[kind] = Math.max(worst[kind] ?? 0, performance.now() - startMs);
        }
      return worst;
    },
    close: receiver.close,
  };
}
