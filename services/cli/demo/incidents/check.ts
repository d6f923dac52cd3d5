import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { healthRoutes } from '../../../../schemas/health/routes.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { callerOf } from './call.ts';
import type { DemoIncident, IncidentSetting } from './incident.ts';
import { listen } from './listen.ts';

const pollMs = 1_000;
const intervalSeconds = 10;
const getRoute = healthRoutes.find(({ name }) => name === 'getHealthCheck');

/** An endpoint that is out of order until its check has failed; prints the failure and the recovery. */
export async function startDemoCheck({
  server,
  key,
  terminal,
  ended,
}: IncidentSetting): Promise<DemoIncident> {
  const call = callerOf(server.url, key);
  const endpoint = await startEndpoint(ended);
  const { id } = (await call('POST', '/api/health-checks', checkOf(endpoint.url))) as {
    readonly id: string;
  };
  const seen = { failed: false, recovered: false };
  const stopping = new AbortController();
  const signal = AbortSignal.any([ended, stopping.signal]);
  const look = async (): Promise<void> => {
    const answer = getRoute?.response.parse(await call('GET', `/api/health-checks/${id}`));
    const { status, last_error: error } = answer as ResponseOf<'getHealthCheck'>;
    // The failure itself may be readable a moment before what the endpoint answered.
    const fails = (status === 'degraded' || status === 'unhealthy') && error !== null;
    if (!seen.failed && fails) {
      seen.failed = true;
      endpoint.repair();
      terminal.record({ kind: 'check_failed', id, error });
      terminal.say(`${terminal.style.bad('●')} a health check fails: ${error}`);
    }
    if (!seen.failed || status !== 'healthy') return;
    seen.recovered = true;
    terminal.record({ kind: 'check_recovered', id });
    terminal.say(`${terminal.style.good('●')} the health check has recovered`);
  };
  const watching = (async () => {
    while (!signal.aborted && !seen.recovered) {
      await look();
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  // A look that an interruption cut off; other failures are thrown where it is awaited.
  watching.catch(() => undefined);
  return {
    ended: async () => {
      stopping.abort();
      await watching;
      endpoint.close();
      if (!seen.failed) return ['the health check did not fail'];
      return seen.recovered ? [] : ['the health check did not recover'];
    },
  };
}

const checkOf = (url: string) => ({
  service_name: 'gateway',
  check_name: 'front page',
  endpoint_url: url,
  check_interval_seconds: intervalSeconds,
});

async function startEndpoint(ended: AbortSignal) {
  let status = 503;
  const server = createServer((_, response) => response.writeHead(status).end());
  const url = await listen(server, ended);
  return {
    url,
    repair: (): void => {
      status = 200;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
