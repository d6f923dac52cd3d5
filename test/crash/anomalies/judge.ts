import type { EventStore } from '../../../platform/event-store/port.ts';
import type { AnomalyEvent } from '../../../schemas/anomalies/events.ts';
import { anomalyStream } from '../../../schemas/anomalies/ids.ts';
import type { DomainEvent, EventOf } from '../../../schemas/events/event.ts';
import { partitionOf } from '../../../schemas/partition.ts';
import type { Ask } from '../../support/expected-state-queries.ts';
import { type Detected, type DetectedScore, nameOf } from './detect.ts';

export type AnomalyVerdict = {
  readonly scores: number;
  readonly anomalies: number;
  readonly faults: readonly string[];
};

/** What was decided so shortly before the end may not be recorded. */
const underWayMs = 60_000;

/** Scores are those of the detector, once; and so are the anomalies that are recorded. */
export async function judgeAnomalies(
  detected: Detected,
  eventStore: EventStore,
  ask: Ask,
): Promise<AnomalyVerdict> {
  const events = anomalyEvents(detected.events);
  const anomalies = events.filter(({ type }) => type === 'AnomalyDetected').length;
  const faults = [
    ...(await scoreFaults(detected, ask)),
    ...(await eventFaults(events, detected, eventStore)),
  ];
  if (anomalies === 0) faults.push('expected anomalies, the detector has none');
  return { scores: detected.scores.size, anomalies, faults };
}

async function scoreFaults({ scores, committed }: Detected, ask: Ask): Promise<string[]> {
  const found = new Map<string, string>();
  for (const organization of new Set([...scores.values()].map(one => one.organizationId)))
    for (const { service = '', metric = '', minute, place, line = '' } of await ask(sql, {
      organization,
    })) {
      const partition = partitionOf(`${organization}/${service}`, committed.length);
      // Written, and its position was not committed.
      if (Number(place) >= (committed[partition] ?? 0)) continue;
      const name = nameOf(organization, { service, metric, minute: Number(minute) });
      // Rows come by place: the last one counts.
      found.set(name, `${place} ${line}`);
    }
  const wrong = [...scores].filter(([name, score]) => found.get(name) !== lineOf(score));
  const surplus = [...found.keys()].filter(name => !scores.has(name));
  return [
    ...differences(
      'scores',
      wrong.map(([name, score]) => `${name}: expected ${lineOf(score)}, found ${found.get(name)}`),
    ),
    ...differences('scores that no window explains', surplus),
  ];
}

/** Rows of one judgement are the same, and count once. Numbers as they are stored, to the last bit. */
const sql = `SELECT DISTINCT toString(service) AS service, toString(metric) AS metric,
    toString(intDiv(toUnixTimestamp(minute), 60)) AS minute, toString(place) AS place,
    arrayStringConcat([toString(reinterpretAsUInt64(observed)), toString(reinterpretAsUInt64(expected)),
      toString(reinterpretAsUInt64(spread)), toString(reinterpretAsUInt64(score)), toString(state)], ' ') AS line
  FROM anomaly_scores WHERE organization = {organization:UUID}
  ORDER BY anomaly_scores.place`;

const lineOf = ({ observed, band, score, state, place }: DetectedScore): string =>
  [place, ...[observed, band?.expected, band?.spread, score].map(bitsOf), state].join(' ');

function bitsOf(value = Number.NaN): string {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return String(bytes.getBigUint64(0));
}

type Recorded = EventOf<Exclude<AnomalyEvent['type'], 'AnomalyAcknowledged'>>;

const anomalyEvents = (events: readonly DomainEvent[]): Recorded[] =>
  events
    .filter(({ type }) => type.startsWith('Anomaly') && type !== 'AnomalyAcknowledged')
    .map(event => event as Recorded);

async function eventFaults(
  expected: readonly Recorded[],
  { timeMs }: Detected,
  eventStore: EventStore,
): Promise<string[]> {
  const faults: string[] = [];
  const streams = new Map(
    expected.map(({ data }) => [anomalyStream(data.organizationId, data.service), data.service]),
  );
  const isOver = ({ data }: Recorded): boolean => data.tickMs < timeMs - underWayMs;
  for (const [stream, service] of streams) {
    const found: DomainEvent[] = [];
    for await (const { event } of eventStore.readStream(stream)) found.push(event);
    const own = expected.filter(
      ({ data }) => anomalyStream(data.organizationId, data.service) === stream,
    );
    const [wanted, there] = [own, anomalyEvents(found)].map(all => all.filter(isOver).map(toldOf));
    if (wanted?.join('\n') !== there?.join('\n'))
      faults.push(`anomalies of ${service}: expected ${wanted?.join()}, found ${there?.join()}`);
  }
  return faults;
}

/** All that follows from the log; when it was decided does not. */
const toldOf = ({ type, data }: Recorded): string =>
  JSON.stringify([type, { ...data, detectedAtMs: undefined }]);

const differences = (what: string, found: readonly string[]): string[] =>
  found.length === 0 ? [] : [`${found.length} ${what} differ: ${found.slice(0, 3).join('; ')}`];
