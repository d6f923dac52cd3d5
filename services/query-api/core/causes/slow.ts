import type { SelfTime } from '../root-causes/self-times.ts';
import { type Candidate, p95 } from './candidate.ts';
import type { Change } from './symptoms.ts';

/** Where a sample of typical traces spends its time. */
export type Times = { readonly traces: number; readonly places: readonly SelfTime[] };

type Asked = {
  readonly service: string;
  readonly change: Change;
  readonly before: Times;
  readonly during: Times;
};

/** A dependency that takes less of the time that was added than this explains nothing. */
const addedShareMin = 0.2;

/** Dependencies in which traces spend more time than before: databases and peers by what calls them, services by themselves. */
export function slow({ service, change, before, during }: Asked): Candidate[] {
  const usual = perTrace(before);
  const places = [...perTrace(during)].map(([key, { place, ms }]) => {
    const earlierMs = usual.get(key)?.ms ?? 0;
    return { place, ms, earlierMs, addedMs: ms - earlierMs };
  });
  const added = places.reduce((sum, { addedMs }) => sum + Math.max(0, addedMs), 0);
  return places
    .filter(({ place, addedMs }) => {
      const isDependency = place.peer !== '' || place.service !== service;
      return isDependency && addedMs > 0 && addedMs >= added * addedShareMin;
    })
    .map(found => slowness(found, added, change));
}

type Slower = {
  readonly place: SelfTime;
  readonly ms: number;
  readonly earlierMs: number;
  readonly addedMs: number;
};

function slowness(
  { place, ms, earlierMs, addedMs }: Slower,
  added: number,
  change: Change,
): Candidate {
  const { service, name, peer } = place;
  const what = peer === '' ? `${name} of ${service}` : `Calls of ${service} to ${peer} (${name})`;
  const verb = peer === '' ? 'takes' : 'take';
  return {
    kind: 'slow_dependency',
    service_name: service,
    subject: peer === '' ? service : peer,
    explanation: `${what} ${verb} ${ms.toFixed(1)} ms of a trace, before ${earlierMs.toFixed(1)} ms.`,
    score: (0.95 * addedMs) / added,
    evidence: [p95(change), { name: 'self_time', unit: 'ms', before: earlierMs, during: ms }],
    traces: place.traces,
  };
}

/** Milliseconds in a trace, on average over all of the sample. */
function perTrace({ traces, places }: Times) {
  const found = places.map(place => {
    const key = JSON.stringify([place.service, place.name, place.peer]);
    return [key, { place, ms: place.nanos / 1e6 / Math.max(1, traces) }] as const;
  });
  return new Map(found);
}
