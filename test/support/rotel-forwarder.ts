import { join } from 'node:path';
import { type Server, startProgram } from '../bench/process.ts';
import { answers, rotelProgram } from '../bench/rotel.ts';
import { freePorts } from './free-ports.ts';

export type RotelForwarderOptions = {
  readonly folder: string;
  /** Where it sends to, over gRPC with gzip. */
  readonly grpcPort: number;
  readonly key: string;
};

/** An agent in Rust that takes OTLP over HTTP, sends it on over gRPC, and repeats what may be repeated. */
export async function startRotelForwarder(options: RotelForwarderOptions): Promise<Server> {
  const [httpPort, grpcPort] = await freePorts(2);
  const http = `127.0.0.1:${httpPort}`;
  const settings = {
    exporter: 'otlp',
    'otlp-exporter-endpoint': `http://127.0.0.1:${options.grpcPort}`,
    'otlp-exporter-protocol': 'grpc',
    'otlp-exporter-custom-headers': `x-api-key=${options.key}`,
    'otlp-exporter-retry-initial-backoff': '100ms',
    'batch-timeout': '50ms',
    'otlp-http-endpoint': http,
    'otlp-grpc-endpoint': `127.0.0.1:${grpcPort}`,
    'pid-file': join(options.folder, 'rotel.pid'),
    'log-file': join(options.folder, 'rotel.log'),
  };
  const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return startProgram([rotelProgram(), 'start', ...given], {}, () => answers(`http://${http}`));
}
