import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../../platform/package.ts';
import type { LoadPlan } from '../load.ts';
import { cpuSeconds, runLoad } from '../process.ts';
import { type Options, tidemarkRound } from '../rounds.ts';
import type { Framing, FramingServer } from './framing-server.ts';

// What a span costs over gRPC beside HTTP, both in protobuf: the framing alone, and a whole Tidemark. In turns, so
// that whatever else the machine does meets all alike.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    spans: { type: 'string', default: '1,50,512' },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const bodies = values.spans.split(',').map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const framings = ['http', 'grpc', 'bare', 'grpc-js'] as const satisfies readonly Framing[];
const load = { services: 4, senders: 6, seconds, seed: '1' } as const;

/** Processor time of a server a span, in microseconds. */
async function framingMicros(framing: Framing, bodySpans: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('./framing-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    child.send(framing);
    const [{ url, key }] = (await once(child, 'message')) as [FramingServer];
    const protocol = framing === 'http' ? undefined : 'grpc';
    const plan: LoadPlan = { ...load, url, keys: [key], bodySpans, protocol };
    await runLoad({ ...plan, seconds: 1 });
    const before = cpuSeconds(child.pid ?? 0);
    const { spans } = await runLoad(plan);
    return ((cpuSeconds(child.pid ?? 0) - before) * 1e6) / spans;
  } finally {
    child.kill();
  }
}

async function wholeMicros(framing: 'http' | 'grpc', bodySpans: number): Promise<number> {
  const protocol = framing === 'http' ? undefined : 'grpc';
  const options: Options = { ...load, organizations: 3, format: 'protobuf', nodeOptions: [] };
  const build = join(packageRoot(), 'dist');
  return (await tidemarkRound(build, { ...options, bodySpans, protocol }, 0)).cpuMicros;
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((left, right) => left - right)[Math.floor(figures.length / 2)] ?? Number.NaN;

async function compare<Name extends string>(
  what: string,
  names: readonly Name[],
  measure: (name: Name, bodySpans: number) => Promise<number>,
): Promise<void> {
  for (const bodySpans of bodies) {
    const figures = new Map<Name, number[]>(names.map(name => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const name of names) figures.get(name)?.push(await measure(name, bodySpans));
    const http = median(figures.get('http' as Name) ?? []);
    const cells = names.map(name => {
      const micros = median(figures.get(name) ?? []);
      return `${name} ${micros.toFixed(2)} µs a span (${(micros / http).toFixed(2)})`;
    });
    say(`${what}, ${bodySpans} spans a body: ${cells.join(', ')}`);
  }
}

await compare('framing alone', framings, framingMicros);
await compare('whole', ['http', 'grpc'], wholeMicros);
