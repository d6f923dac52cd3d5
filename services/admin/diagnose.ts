import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { Readiness } from '../../schemas/probes/routes.ts';
import { adminLimits } from './config.ts';

type Status = ResponseOf<'adminStatus'>;
type ProjectionLag = NonNullable<Status['projections']>[number];

export type HealthSignals = {
  readonly readiness: Readiness;
  readonly halted: readonly string[];
  readonly consumers: NonNullable<Status['consumers']>;
  readonly projections: readonly ProjectionLag[];
  /** Of the last minute. */
  readonly requests: Status['requests'];
  /** Dead letters that were not sent on their way again. */
  readonly dead: number;
};

/** One sentence on what is wrong, the worst first; null when nothing is. */
export function diagnose(signs: HealthSignals): string | null {
  const { readiness, halted, consumers, projections, requests, dead } = signs;
  return (
    stopping(readiness) ??
    halted[0] ??
    unusable(readiness) ??
    turnedAway(requests) ??
    slowConsumer(consumers) ??
    slowProjection(projections) ??
    deadLetters(dead) ??
    null
  );
}

const stopping = ({ status }: Readiness): string | undefined =>
  status === 'stopping' ? 'the server is stopping' : undefined;

/** What is down before what is only worse than usual. */
function unusable({ checks }: Readiness): string | undefined {
  const failed = Object.entries(checks).filter(([, check]) => check.status !== 'up');
  const [name, check] = failed.find(([, { status }]) => status === 'down') ?? failed[0] ?? [];
  if (name === undefined || check === undefined) return undefined;
  const word = check.status === 'down' ? 'cannot be used' : 'is degraded';
  return `${name} ${word}: ${check.reason ?? 'no reason was given'}`;
}

const comeBackCodes: readonly (string | null)[] = ['overloaded', 'rate_limited'];

function turnedAway(requests: HealthSignals['requests']): string | undefined {
  const refused = requests.filter(({ code }) => comeBackCodes.includes(code));
  if (refused.length <= adminLimits.turnedAwayShareMax * requests.length) return undefined;
  const reason = refused[0]?.reason ?? 'no reason was given';
  return `${refused.length} of the last ${requests.length} requests were rejected and may be retried: ${reason}`;
}

function slowConsumer(consumers: HealthSignals['consumers']): string | undefined {
  const slowest = largest(consumers);
  if (slowest === undefined || slowest.lag <= adminLimits.consumerLagMax) return undefined;
  const { group, lag, topic, partition } = slowest;
  return `${group} is ${lag} records behind on partition ${partition} of ${topic}`;
}

function slowProjection(projections: HealthSignals['projections']): string | undefined {
  const slowest = largest(projections);
  if (slowest === undefined || slowest.lag <= adminLimits.projectionLagMax) return undefined;
  return `the projection ${slowest.name} is ${slowest.lag} events behind`;
}

function deadLetters(dead: number): string | undefined {
  if (dead === 0) return undefined;
  const records = dead === 1 ? '1 record' : `${dead} records`;
  return `${records} could not be processed: see tidemark dead list`;
}

const largest = <Item extends { readonly lag: number }>(items: readonly Item[]): Item | undefined =>
  items.toSorted((left, right) => right.lag - left.lag)[0];
