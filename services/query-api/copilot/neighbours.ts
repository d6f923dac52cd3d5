import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { RootCauses } from '../../../schemas/root-causes/routes.ts';
import type { Neighbour } from '../core/copilot/incident.ts';
import type { TimeAsked } from '../core/copilot/time-in.ts';
import { copilotLimits } from './config.ts';
import { instantText, type Read } from './reading.ts';

/** Others that call what has become slow or fails, much more than before. */
export async function readNeighbours(
  { service_name: service, causes }: RootCauses,
  during: TimeAsked,
  read: Read,
): Promise<Neighbour[]> {
  const targets = new Set(
    causes.flatMap(({ kind, subject }) => (isDependency(kind) ? [subject] : [])),
  );
  if (targets.size === 0) return [];
  const lengthMs = during.toMs - during.fromMs;
  const before = { fromMs: during.fromMs - lengthMs, toMs: during.fromMs };
  const [now, earlier] = await Promise.all([edgesIn(during, read), edgesIn(before, read)]);
  return [...now]
    .map(([key, edge]) => ({
      service: edge.caller,
      target: targetOf(edge),
      perMinute: perMinute(edge.requests, lengthMs),
      perMinuteBefore: perMinute(earlier.get(key)?.requests ?? 0, lengthMs),
    }))
    .filter(
      each => each.service !== service && targets.has(each.target) && isMuchMore(each, lengthMs),
    )
    .toSorted((left, right) => right.perMinute - left.perMinute)
    .slice(0, copilotLimits.neighboursMax);
}

const isDependency = (kind: string): boolean =>
  kind === 'slow_dependency' || kind === 'failing_dependency';

type Edge = ResponseOf<'serviceMap'>['edges'][number];

const targetOf = ({ callee_type: type, callee }: Edge): string =>
  type === 'service' ? callee : `${type} ${callee}`;

async function edgesIn(
  { fromMs, toMs }: TimeAsked,
  read: Read,
): Promise<ReadonlyMap<string, Edge>> {
  const query = { from: instantText(fromMs), to: instantText(toMs) };
  const { edges } = await read('serviceMap', { query });
  return new Map(edges.map(edge => [JSON.stringify([edge.caller, targetOf(edge)]), edge]));
}

const perMinute = (requests: number, lengthMs: number): number => (requests * 60_000) / lengthMs;

/** Counts of arrivals vary by their roots. */
function isMuchMore(
  { perMinute: now, perMinuteBefore: before }: Neighbour,
  lengthMs: number,
): boolean {
  const minutes = lengthMs / 60_000;
  const spread = Math.sqrt(Math.max(now, before) * minutes);
  return now >= before * copilotLimits.neighbourTimesMin && (now - before) * minutes >= 4 * spread;
}
