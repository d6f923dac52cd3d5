import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { windowSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import {
  begun,
  type Episode,
  episodesIn,
  filled,
  type Point,
  symptoms,
} from '../core/copilot/episode.ts';
import { type Incident, isSameCause } from '../core/copilot/incident.ts';
import type { TimeAsked } from '../core/copilot/time-in.ts';
import { copilotLimits } from './config.ts';
import { readNeighbours } from './neighbours.ts';
import { instantText, type Read } from './reading.ts';

/** What was looked at, and what was found there, the worst first. */
export type Investigation = {
  readonly looked: TimeAsked;
  readonly services: ResponseOf<'listServices'>['services'];
  readonly incidents: readonly Incident[];
};

type Asked = {
  /** None: all of them. */
  readonly services: readonly string[];
  readonly time: TimeAsked | undefined;
  readonly nowMs: number;
};

type Found = {
  readonly service: string;
  readonly episode: Episode;
  /** How exactly its begin and its end are known. */
  readonly stepMs: number;
};

const { lookBackMs, presetMs, incidentsMax, scannedMax, aroundMs, fineStepMs, fineStepsMax } =
  copilotLimits;

/**
 * Looks for what is unlike before in the time that is asked about, and for why. Each service is compared with itself in the
 * hours before; what stands out is looked at again in steps of half a minute, to learn when it began.
 */
export async function investigate(
  { services, time, nowMs }: Asked,
  read: Read,
): Promise<Investigation> {
  const looked = time ?? { fromMs: nowMs - presetMs, toMs: nowMs };
  const range = { fromMs: looked.fromMs - lookBackMs, toMs: looked.toMs };
  const list = await read('listServices', { query: queryOf(range) });
  const isAsked = (name: string): boolean => services.length === 0 || services.includes(name);
  const asked = list.services.filter(({ name }) => isAsked(name));
  const busiest = asked
    .toSorted((left, right) => right.request_count - left.request_count)
    .slice(0, scannedMax);
  const found = await mapInTurns(busiest, service => episodesOf(service, list, looked));
  const worst = found.flat().toSorted(worstFirst);
  return { looked, services: asked, incidents: await explained(worst, { range, read, nowMs }) };
}

const queryOf = ({ fromMs, toMs }: TimeAsked) => ({
  from: instantText(fromMs),
  to: instantText(toMs),
});

const worstFirst = (left: Found, right: Found): number =>
  symptoms.indexOf(left.episode.symptom) - symptoms.indexOf(right.episode.symptom) ||
  right.episode.likelihood - left.episode.likelihood;

function episodesOf(
  { name, series = [] }: ResponseOf<'listServices'>['services'][number],
  { from, to, step_seconds: seconds = 1 }: ResponseOf<'listServices'>,
  touching: TimeAsked,
): Found[] {
  const stepMs = seconds * 1000;
  const arrivedMs = touching.toMs - copilotLimits.arrivingMs;
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to), stepMs, arrivedMs };
  const points = filled(series.map(pointOf), range);
  return episodesIn({ points: begun(points), stepMs, touching }).map(episode => ({
    service: name,
    episode,
    stepMs,
  }));
}

type Step = {
  readonly timestamp: string;
  readonly requests: number;
  readonly errors: number;
  readonly p95_ms: number;
};

const pointOf = ({ timestamp, requests, errors, p95_ms: p95Ms }: Step): Point => ({
  atMs: Date.parse(timestamp),
  requests,
  errors,
  p95Ms,
});

type Context = { readonly range: TimeAsked; readonly nowMs: number; readonly read: Read };

/** The worst of each service with its causes; services that were hit by the same are named with it. */
async function explained(found: readonly Found[], context: Context): Promise<Incident[]> {
  const incidents: Incident[] = [];
  const seen = new Set<string>();
  for (const each of found) {
    if (seen.has(each.service) || seen.size >= copilotLimits.explainedMax) continue;
    seen.add(each.service);
    const incident = await explain(each, context);
    if (incident === undefined) continue;
    const same = incidents.findIndex(other => isSame(other, incident));
    const known = incidents[same];
    if (known === undefined) incidents.push(incident);
    else incidents[same] = { ...known, alsoHit: [...known.alsoHit, incident.service] };
  }
  return incidents.slice(0, incidentsMax);
}

const isSame = (left: Incident, right: Incident): boolean =>
  Math.abs(left.episode.fromMs - right.episode.fromMs) <= aroundMs &&
  left.episode.symptom !== 'silence' &&
  isSameCause(left.found, right.found);

async function explain(each: Found, context: Context): Promise<Incident | undefined> {
  const { service } = each;
  const { range, read } = context;
  const episode = await refined(each, context);
  const toMs = Math.min(episode.toMs, episode.fromMs + copilotLimits.selectionMsMax);
  const query = { service, ...queryOf({ fromMs: episode.fromMs, toMs }) };
  const found = await read('rootCauses', { query });
  const isUsual =
    found.causes.length === 0 && (found.reason ?? '').startsWith('Nothing is unusual');
  if (isUsual && episode.symptom !== 'silence') return undefined;
  return {
    service,
    episode,
    isGoingOn: episode.toMs >= range.toMs - copilotLimits.arrivingMs - fineStepMs,
    found,
    alsoHit: [],
    neighbours: await readNeighbours(found, { fromMs: episode.fromMs, toMs }, read),
  };
}

/** The same episode, with its begin and its end in steps of half a minute. */
async function refined(found: Found, context: Context): Promise<Episode> {
  const { episode } = found;
  const { fromMs } = (await nearest(found, 'fromMs', context)) ?? episode;
  const { toMs } = (await nearest(found, 'toMs', context)) ?? episode;
  return { ...episode, fromMs, toMs: Math.max(toMs, fromMs + fineStepMs) };
}

type Edge = 'fromMs' | 'toMs';

/** Around one edge in finer and finer steps, as long as the episode is found there. */
async function nearest(found: Found, edge: Edge, context: Context): Promise<Episode | undefined> {
  let known: Found | undefined = found;
  let best: Episode | undefined;
  while (known !== undefined && known.stepMs > fineStepMs) {
    known = await finer(known, edge, context);
    best = known?.episode ?? best;
  }
  return best;
}

async function finer(
  { service, episode, stepMs }: Found,
  edge: Edge,
  { range, nowMs, read }: Context,
): Promise<Found | undefined> {
  const reachMs = Math.max(aroundMs, 1.5 * stepMs);
  const fineMs = Math.ceil((2 * reachMs) / fineStepsMax / windowMs) * windowMs;
  const around = {
    fromMs: episode[edge] - reachMs,
    toMs: Math.min(episode[edge] + reachMs, range.toMs, nowMs),
  };
  const query = { ...queryOf(around), step: String(fineMs / 1000) };
  const { points, from } = await read('serviceTimeseries', { params: { name: service }, query });
  const arrivedMs = range.toMs - copilotLimits.arrivingMs;
  const fine = { fromMs: Date.parse(from), toMs: around.toMs, stepMs: fineMs, arrivedMs };
  const steps = {
    points: filled(points.map(pointOf), fine),
    stepMs: fineMs,
    touching: episode,
  };
  const same = episodesIn(steps).find(({ symptom }) => symptom === episode.symptom);
  return same && { service, episode: same, stepMs: fineMs };
}

const windowMs = windowSeconds * 1000;
