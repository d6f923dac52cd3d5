import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type HttpAppOptions, openHttpApp } from '../../platform/http/app.ts';
import { type RunningServer, startHttpServer } from '../../platform/http/connections/listen.ts';
import type { Handler, Handlers, Principal } from '../../platform/http/handler.ts';
import type { ServerLimits } from '../../platform/http/limits.ts';
import { openLog } from '../../platform/log.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { formatApiKey } from '../../schemas/api-keys/format.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import { routes } from '../../schemas/http/routes.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';

const secretOf = (seed: number): Buffer => Buffer.alloc(32, seed);

export const liveKey = formatApiKey('live', secretOf(1));
export const readKey = formatApiKey('read', secretOf(2));
export const pubKey = formatApiKey('pub', secretOf(3));
export const unknownKey = formatApiKey('live', secretOf(9));

const principalOf = (kind: KeyKind): Principal => ({
  keyId: keyId(`key-${kind}`),
  organizationId: organizationId('11111111-1111-4111-8111-111111111111'),
  kind,
  serviceName: 'checkout',
});

/** The principals of the keys above. */
export const testKeys = new Map([
  [liveKey, principalOf('live')],
  [readKey, principalOf('read')],
  [pubKey, principalOf('pub')],
]);

export type LogLine = Readonly<Record<string, unknown>>;

export type TestApp = RunningServer & {
  readonly log: readonly LogLine[];
  readonly metrics: ReturnType<typeof openMetrics>;
};

export const accepts: Handler<'exportTraces'> = async () => ({
  status: 200,
  body: { partialSuccess: {} },
});

/** Serves exactly the routes that get a handler, on a free port. */
export async function startTestApp(
  handlers: Partial<Handlers>,
  options: Partial<HttpAppOptions> = {},
  serverLimits: Partial<ServerLimits> = {},
): Promise<TestApp> {
  const log: LogLine[] = [];
  const metrics = openMetrics();
  const app = openHttpApp({
    routes: routes.filter(({ name }) => handlers[name] !== undefined),
    handlers,
    authenticate: async key => testKeys.get(key),
    log: openLog({
      level: 'debug',
      pretty: false,
      destination: { write: line => log.push(JSON.parse(line)) },
    }),
    metrics,
    clock: Date.now,
    absent: { '/v1/logs': 'no logs here' },
    ...options,
  });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0, limits: serverLimits });
  return { ...server, log, metrics };
}

export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A request whose body is written piece by piece, so without Content-Length. */
export function sendChunks(
  url: string,
  headers: Readonly<Record<string, string>>,
  chunks: Iterable<Uint8Array>,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, async response => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(parts).toString(),
      });
    });
    request.once('error', reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

/** An open socket, for what no HTTP client would send. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
