import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTelemetry } from '../../platform/metrics/telemetry.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';

const requestType = 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest';

const answered = (client: string) => ({
  atMs: Date.now(),
  method: 'GET',
  isRead: true,
  route: '/v1/traces',
  status: 200,
  code: undefined,
  reason: undefined,
  outcome: undefined,
  client,
  organizationId: undefined,
  durationMs: 12,
});

describe('own telemetry', () => {
  it('exports a span for a request, and none for an export of its own kind', async () => {
    const received: { body: Buffer; agent: string | undefined; key: unknown }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const agent = request.headers['user-agent'];
      received.push({ body: Buffer.concat(chunks), agent, key: request.headers['x-api-key'] });
      response.setHeader('Content-Type', 'application/x-protobuf').end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const telemetry = startTelemetry({
      serviceName: 'tidemark',
      version: '1.0.0',
      endpoint: `http://127.0.0.1:${port}/`,
      headers: 'x-api-key=tmk%5Flive, other=1',
    });
    telemetry.answered(answered('curl/8'));
    telemetry.answered(answered('tidemark-telemetry OTel-OTLP-Exporter-JavaScript/0.223.1'));
    await telemetry.stop();
    server.close();
    server.closeAllConnections();
    const [request] = received;
    equal(received.length, 1);
    equal(request?.agent?.startsWith('tidemark-telemetry'), true);
    equal(request?.key, 'tmk_live');
    const message = otlpTypes()
      .lookupType(requestType)
      .decode(request?.body ?? Buffer.alloc(0));
    const { resourceSpans } = message.toJSON() as {
      resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[];
    };
    deepEqual(
      resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)),
      ),
      ['GET /v1/traces'],
    );
  });
});
