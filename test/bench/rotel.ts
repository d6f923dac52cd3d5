import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-ports.ts';
import { type Server, startProgram } from './process.ts';

/**
 * The peer: an OpenTelemetry agent in Rust that takes the same requests, decodes and batches them
 * and then throws them away. It writes nothing, indexes nothing and answers no question.
 */
export async function startRotel(folder: string): Promise<Server> {
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const http = `127.0.0.1:${httpPort}`;
  return startProgram(
    [
      rotelProgram(),
      'start',
      '--exporter',
      'blackhole',
      '--otlp-http-endpoint',
      http,
      '--otlp-grpc-endpoint',
      `127.0.0.1:${grpcPort}`,
      '--pid-file',
      join(folder, 'rotel.pid'),
      '--log-file',
      join(folder, 'rotel.log'),
    ],
    {},
    () => answers(`http://${http}`),
  );
}

export function rotelProgram(): string {
  const manifest = createRequire(import.meta.url).resolve(
    '@streamfold/rotel-linux-x64/package.json',
  );
  return join(dirname(manifest), 'bin', 'rotel-agent');
}

/** It says nothing when it is up: an empty export is answered as soon as it is. */
export async function answers(url: string): Promise<string | undefined> {
  try {
    await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-protobuf' },
      body: '',
    });
    return url;
  } catch {
    return undefined;
  }
}
