import type { Readiness } from '../../schemas/probes/routes.ts';
import { freshWork } from '../async/fresh-work.ts';
import { sharedWork } from '../async/shared-work.ts';
import type { Metrics } from '../metrics/registry.ts';
import type { Handlers } from './handler.ts';

/** Resolves when the dependency can be used; rejects saying why not. */
export type Check = {
  readonly name: string;
  /** Of a server, by which its operators know it. */
  readonly product?: string;
  /** `degraded`: work goes on without it, so readiness stays 200. */
  readonly missing: 'degraded' | 'unready';
  readonly run: () => Promise<void>;
};

/** How it is with all checks; of now, or of a moment ago. */
export type Readings = () => Promise<Readiness>;

export type ProbeOptions = {
  readonly readiness: Readings;
  readonly stopping: () => boolean;
  readonly metrics: Metrics;
};

export const checkTimeoutMs = 2000;
/** How long one result serves all requests. */
export const readinessFreshMs = 1000;

type ProbeName = 'livez' | 'readyz' | 'healthz' | 'metrics';

/** Answers of the probes. They have no key and no limit, so what they cost does not grow with them. */
export function openProbes({ readiness, stopping, metrics }: ProbeOptions): Handlers<ProbeName> {
  const ready = async (): Promise<{ status: number; body: Readiness }> => {
    const body = stopping() ? stoppingNow : await readiness();
    return { status: isServing(body) ? 200 : 503, body };
  };
  return {
    livez: async () => ({ status: 200, body: { status: 'alive' } }),
    readyz: ready,
    healthz: ready,
    metrics: async () => ({ status: 200, body: await metrics.expose() }),
  };
}

/**
 * Runs all checks at once, at most once a second however many want to know. A check that hangs
 * counts as failed, and is not run again before it is over.
 *  now  of the monotonic clock, in milliseconds
 */
export function openReadiness(checks: readonly Check[], now?: () => number): Readings {
  const once = checks.map(check => ({ ...check, run: sharedWork(check.run).run }));
  return freshWork(() => readinessOf(once), readinessFreshMs, now);
}

/** The answer of `/readyz`, and each of its checks, as gauges. */
export function watchReadiness(
  metrics: Pick<Metrics, 'gauge'>,
  { readiness, stopping }: Pick<ProbeOptions, 'readiness' | 'stopping'>,
): void {
  metrics.gauge('tidemark_ready', async () =>
    isServing(stopping() ? stoppingNow : await readiness()) ? 1 : 0,
  );
  metrics.gauge('tidemark_dependency_up', async () => {
    const { checks } = await readiness();
    return Object.entries(checks).map(([dependency, { status }]) => ({
      labels: { dependency },
      value: status === 'up' ? 1 : 0,
    }));
  });
}

async function readinessOf(checks: readonly Check[]): Promise<Readiness> {
  const results = await Promise.all(
    checks.map(async check => ({ check, reason: await reasonOf(check) })),
  );
  const failed = results.filter(({ reason }) => reason !== undefined);
  const unready = failed.some(({ check }) => check.missing === 'unready');
  return {
    status: failed.length === 0 ? 'ready' : unready ? 'unready' : 'degraded',
    checks: Object.fromEntries(
      results.map(({ check, reason }) => [
        check.name,
        reason === undefined
          ? { status: 'up' as const }
          : { status: check.missing === 'unready' ? ('down' as const) : check.missing, reason },
      ]),
    ),
  };
}

const isServing = ({ status }: Readiness): boolean => status === 'ready' || status === 'degraded';

const stoppingNow: Readiness = { status: 'stopping', checks: {} };

async function reasonOf(check: Check): Promise<string | undefined> {
  const { product = '' } = check;
  const late = `${product || 'it'} gave no answer within ${checkTimeoutMs} ms`;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>(resolve => {
    timer = setTimeout(() => resolve(late), checkTimeoutMs);
  });
  const run = check.run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const reason = await Promise.race([run, timeout]);
  clearTimeout(timer);
  return reason === undefined || reason.includes(product) ? reason : `${product}: ${reason}`;
}
