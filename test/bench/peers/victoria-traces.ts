import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-ports.ts';
import { type Server, startProgram } from '../process.ts';
import { inFolder, loadUntilReadable, type Options, type ReadableRound } from '../rounds.ts';
import { bytesIn, settle } from '../stored.ts';

/** The paths are those of its documentation, "OpenTelemetry" and "LogsQL". */
const insertPath = '/insert/opentelemetry/v1/traces';
const queryPath = '/select/logsql/query';
const readableMsMax = 120_000;
const lookEveryMs = 50;

export type PeerRound = ReadableRound & {
  /** Bytes on disk, a span. It has no log: what it answered for is in memory for up to five seconds. */
  readonly stored: number;
};

/** Load on VictoriaTraces in a fresh folder, until its own count of spans is complete. It knows no organizations. */
export async function victoriaTracesRound(program: string, options: Options): Promise<PeerRound> {
  return inFolder(async folder => {
    const server = await startVictoriaTraces(program, folder);
    try {
      const keys = Array.from({ length: options.organizations }, () => 'none');
      const plan = { ...options, path: insertPath };
      const loaded = await loadUntilReadable({ ...server, keys }, plan, ({ spans }) =>
        waitForSpans(server.url, options.services, spans),
      );
      await settle(folder);
      await server.stop();
      return { ...loaded, stored: (await bytesIn(folder)) / loaded.spans };
    } finally {
      await server.stop();
    }
  });
}

async function startVictoriaTraces(program: string, folder: string): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  return startProgram(
    [program, '-httpListenAddr', address, '-storageDataPath', join(folder, 'data')],
    {},
    output => (output.includes('started server at') ? url : undefined),
  );
}

async function waitForSpans(url: string, services: number, expected: number): Promise<void> {
  const endsAtMs = performance.now() + readableMsMax;
  for (;;) {
    const found = await countSpans(url, services);
    if (found === expected) return;
    if (found > expected || performance.now() > endsAtMs) {
      throw new Error(`expected ${expected} spans in VictoriaTraces, found ${found}`);
    }
    await pause(lookEveryMs);
  }
}

/** Only spans belong to a service; its index of traces is stored beside them. */
async function countSpans(url: string, services: number): Promise<number> {
  const names = Array.from({ length: services }, (_, index) => `"service-${index}"`).join(',');
  const query = `{"resource_attr:service.name" in (${names})} | stats count() spans`;
  const response = await fetch(`${url}${queryPath}?query=${encodeURIComponent(query)}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`expected 200 of ${queryPath}, found ${text}`);
  return text === '' ? 0 : Number((JSON.parse(text) as { spans: string }).spans);
}
