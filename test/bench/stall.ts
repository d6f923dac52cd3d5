import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packageRoot } from '../../platform/package.ts';
import { startMeasured } from '../support/measured.ts';
import type { Stalls } from '../support/stalls.ts';
import { stallBodies } from './stall-bodies.ts';
import { stallMetrics } from './stall-metrics.ts';
import { watchStolen } from './stolen.ts';

// How long the event loop of a server with every role stands still while long bodies are taken,
// decoded, folded and inserted, without and with the time in which it was ready and other threads,
// of this process too, had the processors, and how long of the first it ran. Red past the limit without.
const stallMsLimit = 50;
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Measures the source instead of the build. */
    source: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});

const root = values.source ? packageRoot() : join(packageRoot(), 'dist');
const server = await startMeasured(root);
const { key } = await server.account('stall@example.org', 'checkout');
let worst = 0;
const stolen = await watchStolen();
try {
  for (const { name, format, path, make } of [...stallBodies, ...stallMetrics]) {
    if (!name.includes(values.only)) continue;
    const stalls: Stalls[] = [];
    let bytes = 0;
    let answer = '';
    for (let round = 0; round < Number(values.rounds); round++) {
      const body = make(Date.now());
      bytes = body.length;
      const zipped = gzipSync(body, { level: 1 });
      await server.settled();
      await server.reset();
      answer = await post(zipped, format, path);
      const { stalls: found, deadLetters } = await server.settled();
      if (deadLetters > 0) throw new Error(`${name}: expected no dead letters, found some`);
      stalls.push(found);
    }
    worst = Math.max(worst, ...stalls.map(({ ownMsMax }) => ownMsMax));
    say(
      `${name}: ${(bytes / 1024 ** 2).toFixed(0)} MiB, ${answer}, longest stalls ${stalls
        .map(({ ownMsMax, wholeMsMax, ranMs }) =>
          [ownMsMax, wholeMsMax, ranMs].map(ms => ms.toFixed(0)).join('/'),
        )
        .join(', ')} ms (own/whole/ran)`,
    );
  }
} finally {
  await server.close();
}
say(await stolen());
if (worst > stallMsLimit) {
  say(`expected no stall over ${stallMsLimit} ms, found ${worst.toFixed(0)} ms`);
  process.exitCode = 1;
}

async function post(
  zipped: Buffer,
  format: 'json' | 'protobuf',
  path = '/v1/traces',
): Promise<string> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': format === 'json' ? 'application/json' : 'application/x-protobuf',
      'Content-Encoding': 'gzip',
    },
    body: zipped,
  });
  const text = (await response.text()).replaceAll(/[^\x20-\x7e]/gu, '').slice(0, 100);
  return `${response.status} ${text}`.trim();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
