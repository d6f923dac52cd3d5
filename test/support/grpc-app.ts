import { type GrpcAppOptions, openGrpcApp } from '../../platform/grpc/app.ts';
import type { GrpcMethod } from '../../platform/grpc/call.ts';
import type { GrpcLimits } from '../../platform/grpc/limits.ts';
import { type RunningGrpcServer, startGrpcServer } from '../../platform/grpc/listen.ts';
import type { HttpRequest } from '../../platform/http/handler.ts';
import type { RequestLogEntry } from '../../platform/http/request-log.ts';
import { openServing, type Serving, type ServingOptions } from '../../platform/http/serving.ts';
import { openLog } from '../../platform/log.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { encodeTraceResponse } from '../../platform/otlp/schema.ts';
import { routes } from '../../schemas/http/routes.ts';
import { type GrpcClient, openGrpcClient, traceExport } from './grpc.ts';
import { type LogLine, liveKey, testKeys } from './http-app.ts';

export type TestGrpcApp = RunningGrpcServer & {
  readonly log: readonly LogLine[];
  readonly answered: readonly RequestLogEntry[];
  readonly serving: Serving;
};

type Options = Partial<ServingOptions> &
  Pick<GrpcAppOptions, 'absent'> & { readonly grpc?: Partial<GrpcLimits> };

/** The answer to an export of which everything was taken. */
export const takesAll: GrpcMethod['handler'] = async () => ({
  status: 200,
  body: encodeTraceResponse('protobuf', { rejectedSpans: 0, errorMessage: '' }),
});

/** Serves the export of traces over gRPC with one handler, on a free port. */
export async function startTestGrpc(
  handler: GrpcMethod['handler'],
  { grpc = {}, absent = {}, ...options }: Options = {},
): Promise<TestGrpcApp> {
  const log: LogLine[] = [];
  const answered: RequestLogEntry[] = [];
  const destination = { write: (line: string) => log.push(JSON.parse(line)) };
  const serving = openServing({
    authenticate: async key => testKeys.get(key),
    log: openLog({ level: 'debug', pretty: false, destination }),
    metrics: openMetrics(),
    clock: Date.now,
    onAnswered: request => answered.push(request),
    ...options,
  });
  const route = routes.find(({ name }) => name === 'exportTraces');
  if (route === undefined) throw new Error('expected the route exportTraces');
  const methods = { [traceExport]: { route: { ...route, path: traceExport }, handler } };
  const app = openGrpcApp({ serving, methods, absent, limits: grpc });
  const server = await startGrpcServer({ app, host: '127.0.0.1', port: 0, limits: grpc });
  return { ...server, log, answered, serving };
}

/** For a suite: one server with a client in each test, both closed after it. */
export function grpcApps() {
  let opened: { readonly server: TestGrpcApp; readonly client: GrpcClient } | undefined;
  const started = () => {
    if (opened === undefined) throw new Error('expected a server to be started first');
    return opened;
  };
  const grpc = {
    /** What `startTaking` took in this test. */
    requests: [] as HttpRequest<'exportTraces'>[],
    get server(): TestGrpcApp {
      return started().server;
    },
    get client(): GrpcClient {
      return started().client;
    },
    start: async (...options: Parameters<typeof startTestGrpc>): Promise<TestGrpcApp> => {
      const server = await startTestGrpc(...options);
      opened = { server, client: openGrpcClient(server.port, liveKey) };
      return server;
    },
    startTaking: (options: Options = {}): Promise<TestGrpcApp> =>
      grpc.start(async request => {
        grpc.requests.push(request as HttpRequest<'exportTraces'>);
        return takesAll(request);
      }, options),
  };
  afterEach(async () => {
    opened?.client.close();
    await opened?.server.stop();
    opened = undefined;
    grpc.requests = [];
  });
  return grpc;
}
