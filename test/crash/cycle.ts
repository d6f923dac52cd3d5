import { type Bench, ready, startOn } from './bench.ts';
import type { Child, Ending } from './child.ts';
import type { CrashPoint, Death } from './point.ts';
import { registerUntil } from './register.ts';

export type Cycle = {
  /** Absent: dead before it was ready. */
  readonly readyMs?: number;
  readonly spans: number;
  readonly loadMs: number;
  /** Absent: it did not come to its point in time and was killed from outside. */
  readonly death?: Death;
  readonly faults: readonly string[];
};

/** A server that does not come to its point is killed anyway. */
const pointMsMax = 30_000;

/** One life of a server: started, made ready, loaded, killed. */
export async function runCycle(
  bench: Bench,
  point: CrashPoint,
  burstSpans: number,
  environment: Readonly<Record<string, string>>,
): Promise<Cycle> {
  const beganMs = performance.now();
  const child = startOn(bench, { point, environment });
  const readyAt = await Promise.race([ready(child), child.ended.then(() => undefined)]);
  if (readyAt === undefined) return { spans: 0, loadMs: 0, ...(await unready(child)) };
  const readyMs = performance.now() - beganMs;
  const before = bench.oracle.figures().spans;
  const late = setTimeout(() => child.kill('SIGKILL'), pointMsMax);
  const loadBeganMs = performance.now();
  const gone = new AbortController();
  const ended = child.ended.then(ending => {
    gone.abort();
    return { ending, loadMs: performance.now() - loadBeganMs };
  });
  await loadUntil(bench, readyAt, burstSpans, gone.signal);
  const { ending, loadMs } = await ended;
  clearTimeout(late);
  const spans = bench.oracle.figures().spans - before;
  return { readyMs, spans, loadMs, ...deathOf(ending) };
}

/** Spans, breaches, anomalies and registrations until the server is gone. */
async function loadUntil(
  bench: Bench,
  url: string,
  burstSpans: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    bench.load.send(url, burstSpans, signal),
    registerUntil(bench, url, signal),
    bench.breaches.keepBreaching(url, signal),
    bench.anomalies.keepSending(url, signal),
  ]);
}

/** Dead before it was ready, as it was told to be; or it never will be. */
async function unready(child: Child): Promise<Pick<Cycle, 'death' | 'faults'>> {
  child.kill('SIGKILL');
  const { death, faults } = deathOf(await child.ended);
  return death === undefined
    ? { faults: [...faults, 'expected the server to be ready, it never was'] }
    : { death, faults };
}

function deathOf({ signal, code, death }: Ending): Pick<Cycle, 'death' | 'faults'> {
  const faults =
    signal === 'SIGKILL' ? [] : [`expected SIGKILL to end the server, found ${signal ?? code}`];
  return { faults, ...(death && { death }) };
}
