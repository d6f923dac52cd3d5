import type { Configuration } from '../platform/config/config.ts';
import { type RunningGrpcServer, startGrpcServer } from '../platform/grpc/listen.ts';
import { startHttpServer } from '../platform/http/connections/listen.ts';
import type { RecentRequests } from '../platform/http/request-log.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/registry.ts';
import { type Certificate, openCertificate } from '../platform/tls/certificate.ts';
import type { Apps } from './apps.ts';

export type PortsOptions = {
  readonly apps: Pick<Apps, 'public' | 'grpc'>;
  readonly configuration: Pick<Configuration, 'host' | 'port' | 'grpcPort' | 'tls'>;
  readonly recent: Pick<RecentRequests, 'add'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
};

export type Ports = Running & {
  readonly url: string;
  /** Of OTLP over gRPC; undefined where there is none. */
  readonly grpcPort: number | undefined;
};

/** Listens for HTTP, and for gRPC where telemetry is taken, both with TLS if so configured. `stop` closes both at once. */
export async function startPorts({
  apps,
  configuration,
  ...context
}: PortsOptions): Promise<Ports> {
  const { host, port } = configuration;
  const started: Running[] = [];
  const stop = async (): Promise<void> =>
    void (await Promise.all(started.map(running => running.stop())));
  let grpcPort: number | undefined;
  const http2Seen = openHttp2Seen(context, () => grpcPort);
  try {
    const certificate = await openTls(configuration, context);
    if (certificate !== undefined) started.push(certificate);
    const app = apps.public;
    const http = await startHttpServer({ app, host, port, certificate, http2Seen });
    started.push(http);
    const grpc = await startGrpc(apps, configuration, certificate);
    if (grpc !== undefined) started.push(grpc);
    grpcPort = grpc?.port;
    return { url: http.url, grpcPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openTls(
  { tls }: PortsOptions['configuration'],
  { log, metrics }: Pick<PortsOptions, 'log' | 'metrics'>,
): Promise<Certificate | undefined> {
  if (tls === undefined) return undefined;
  const certificate = await openCertificate({ ...tls, log }).catch((error: Error) => {
    throw new Error(`TIDEMARK_TLS_CERT and TIDEMARK_TLS_KEY cannot be used: ${error.message}`, {
      cause: error,
    });
  });
  metrics.gauge('tidemark_tls_certificate_end_timestamp_seconds', certificate.endsAtSeconds);
  return certificate;
}

async function startGrpc(
  { grpc: app }: PortsOptions['apps'],
  { host, grpcPort: port }: PortsOptions['configuration'],
  certificate: Certificate | undefined,
): Promise<RunningGrpcServer | undefined> {
  if (app === undefined || port === 'off') return undefined;
  try {
    return await startGrpcServer({ app, host, port, certificate });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(`${error.message} (${grpcPortHint})`, { cause: error.cause });
  }
}

const grpcPortHint = 'TIDEMARK_GRPC_PORT; off takes OTLP over HTTP alone';

/** For so long nothing more is said of clients that speak HTTP/2: they try again and again. */
const http2SaidEveryMs = 60_000;

/** Says so in the log and among the latest requests, where the operator looks for what a client sent. */
function openHttp2Seen(
  { recent, clock, log }: Pick<PortsOptions, 'recent' | 'clock' | 'log'>,
  grpcPort: () => number | undefined,
): () => void {
  let quietUntilMs = 0;
  return () => {
    const atMs = clock();
    if (atMs < quietUntilMs) return;
    quietUntilMs = atMs + http2SaidEveryMs;
    const reason = http2Sentence(grpcPort());
    log.warn({}, reason);
    recent.add({
      atMs,
      // The method with which HTTP/2 begins.
      method: 'PRI',
      isRead: false,
      route: '',
      status: 400,
      code: 'invalid_request',
      reason,
      outcome: undefined,
      client: '',
      organizationId: undefined,
      durationMs: 0,
    });
  };
}

function http2Sentence(grpcPort: number | undefined): string {
  const elsewhere =
    grpcPort === undefined ? '' : `send it to port ${grpcPort}, which takes gRPC, or `;
  return `a client speaks gRPC or HTTP/2 to this port, which takes OTLP over HTTP/1.1: ${elsewhere}set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf there`;
}
