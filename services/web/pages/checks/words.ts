import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';

export type CheckBody = ResponseOf<'listHealthChecks'>['health_checks'][number];

/** Up or down now, in a word. */
export function stateOf({ enabled, status }: CheckBody): readonly [Tone, string] {
  if (!enabled) return ['muted', 'disabled'];
  if (status === 'healthy') return ['ok', 'up'];
  if (status === 'unhealthy') return ['critical', 'down'];
  return status === 'degraded' ? ['warning', 'degraded'] : ['muted', 'no result yet'];
}

/** What is looked at, and how often. */
export const howText = (check: CheckBody): string =>
  check.endpoint_url === null
    ? `waits for a heartbeat every ${check.heartbeat_interval_seconds} s`
    : `${check.check_method} ${check.endpoint_url} every ${check.check_interval_seconds} s`;

/** Every digit that the server gives: 99.99 and 100 are not the same. */
export const uptimeText = (percent: number | null): string =>
  percent === null ? '–' : `${percent} %`;
