import { performance } from 'node:perf_hooks';
import { isRead } from '../../schemas/http/route.ts';
import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/registry.ts';
import { HttpProblem } from './problem.ts';
import type { RequestLogEntry } from './request-log.ts';
import type { RequestContext } from './serve.ts';

/** What is known of a request once it is answered. */
export type AnsweredRequest = Pick<RequestLogEntry, 'method' | 'status' | 'client'>;

export type RequestInstrumentation = {
  readonly started: () => {
    readonly ended: (answered: AnsweredRequest, exchange: RequestContext) => void;
  };
  /** One line for an error that is ours; of many that say that an engine is away, one a second. */
  readonly failed: (error: unknown, exchange: RequestContext) => void;
};

type ReportOptions = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  readonly onAnswered: (request: RequestLogEntry) => void;
};

const unavailableLinesEveryMs = 1000;

/** Turns what happened to requests into metrics, log lines and the list of recent ones. */
export function openReporter({
  log,
  metrics,
  clock,
  onAnswered,
}: ReportOptions): RequestInstrumentation {
  const duration = metrics.histogram('http_server_request_duration_seconds');
  const refused = metrics.counter('tidemark_http_refused_total');
  let active = 0;
  metrics.gauge('http_server_active_requests', () => active);
  return {
    started: () => {
      const atMs = clock();
      const start = performance.now();
      active++;
      return {
        ended: (answered, exchange) => {
          active--;
          const request = describe(answered, exchange, { atMs, start });
          duration.record(request.durationMs / 1000, {
            http_request_method: request.route === '' ? '_OTHER' : request.method,
            http_route: request.route,
            http_response_status_code: String(request.status),
          });
          if (request.code !== undefined) refused.add(1, { code: request.code });
          onAnswered(request);
        },
      };
    },
    failed: openFailureLines(log, clock),
  };
}

function openFailureLines(log: Log, clock: () => number): RequestInstrumentation['failed'] {
  let quietUntilMs = 0;
  return (error, { requestId, route }) => {
    const fields = { err: error, requestId, route: route?.name };
    if (!(error instanceof Unavailable || error instanceof HttpProblem)) {
      log.error(fields, 'request failed');
      return;
    }
    if (clock() < quietUntilMs) return;
    quietUntilMs = clock() + unavailableLinesEveryMs;
    log.warn(fields, 'request answered as unavailable');
  };
}

const describe = (
  { method, status, client }: AnsweredRequest,
  { route, code, reason, outcome, principal }: RequestContext,
  { atMs, start }: { atMs: number; start: number },
): RequestLogEntry => ({
  atMs,
  method,
  isRead: route !== undefined && isRead(route),
  route: route?.path ?? '',
  status,
  code,
  reason: reason ?? outcome?.reason ?? outcome?.hint,
  outcome,
  client,
  organizationId: principal?.organizationId,
  durationMs: performance.now() - start,
});
