import { changesOf } from '../../support/naive-heartbeats.ts';
import { until } from '../../support/until.ts';
import type { Child } from '../child.ts';
import { endpointFaults } from '../deliveries/endpoint-faults.ts';
import { allEvents } from '../deliveries/feed.ts';
import type { openHooks } from '../deliveries/hooks.ts';
import type { Sender } from '../load.ts';
import type { Beats } from './beats.ts';
import {
  type Change,
  type Recorded,
  readRecorded,
  type StoredSample,
  storedSamples,
} from './recorded.ts';
import type { Targets } from './targets.ts';

type Judged = {
  readonly url: string;
  readonly ask: Child['ask'];
  readonly owner: Sender;
  readonly beats: Beats;
  readonly targets: Targets;
  readonly hooks: Pick<Awaited<ReturnType<typeof openHooks>>, 'requests'>;
  readonly settleMsMax: number;
};

export type Verdict = {
  readonly faults: readonly string[];
  readonly samples: number;
  readonly changes: Readonly<Record<Change, number>>;
};

const intervalMs = 10_000;

/**
 * Waits until every check is healthy, and compares: heartbeats that were acknowledged with `samples`, samples with
 * transitions, and transitions with the feed, the triage inbox and what webhooks received.
 */
export async function healthVerdict({
  url,
  ask,
  owner: { key, organization },
  beats,
  targets,
  hooks,
  settleMsMax,
}: Judged): Promise<Verdict> {
  const recorded = await until(
    'all checks to be healthy',
    async () => {
      const found = await readRecorded(url, key);
      return found.checks.every(({ status }) => status === 'healthy') && found;
    },
    settleMsMax,
  );
  const samples = await storedSamples(ask, organization);
  const expected = new Map(
    recorded.checks.map(({ id }) => [id, expectedChanges(samples.filter(ofCheck(id)))]),
  );
  const all = [...expected.values()].flat();
  const count = (change: Change): number => all.filter(one => one === change).length;
  const told = count('failed') + count('recovered');
  const feed = await until(
    'all events',
    async () => {
      const found = await allEvents(url, key);
      return found.length >= told && found;
    },
    settleMsMax,
  );
  const ids = feed.map(({ event_id }) => event_id);
  const isServed = (name: string): boolean =>
    ids.every(id =>
      hooks.requests.some(one => one.webhook === name && one.eventId === id && one.isAccepted),
    );
  for (const name of ['steady', 'flaky'])
    await until(`${name} to be served`, () => isServed(name), settleMsMax);
  const items = recorded.triageItems;
  return {
    samples: samples.length,
    changes: {
      failed: count('failed'),
      unhealthy: count('unhealthy'),
      recovered: count('recovered'),
    },
    faults: [
      ...heartbeatFaults(samples, beats, recorded),
      ...requestFaults(samples, targets, recorded),
      ...(await changeFaults(expected, recorded)),
      ...(feed.length > told ? [`expected ${told} events in the feed, found ${feed.length}`] : []),
      ...(items !== count('unhealthy')
        ? [`expected ${count('unhealthy')} items in the triage inbox, found ${items}`]
        : []),
      ...['steady', 'flaky'].flatMap(name => endpointFaults(name, hooks.requests, ids)),
    ],
  };
}

const ofCheck =
  (id: string) =>
  ({ checkId }: StoredSample): boolean =>
    checkId === id;

/** By the rule of the naive model: what was looked at while nobody could is no outcome. */
const expectedChanges = (samples: readonly StoredSample[]): readonly Change[] =>
  changesOf(
    samples
      .filter(({ outcome }) => outcome !== 'skipped')
      .map(({ atMs, outcome }) => ({ atMs, isGood: outcome !== 'failed' })),
    1,
  ).map(([change]) => change);

/** A heartbeat that was acknowledged is there once; one that was not may be. Its service has a check. */
function heartbeatFaults(
  samples: readonly StoredSample[],
  { acknowledged }: Beats,
  { checks }: Recorded,
): readonly string[] {
  const numbers = samples.flatMap(({ number }) => number ?? []);
  const stored = new Set(numbers);
  const lost = [...acknowledged.keys()].filter(number => !stored.has(number)).length;
  const services = new Set(checks.map(check => check.service_name));
  const unknown = [...new Set(acknowledged.values())].filter(service => !services.has(service));
  const twice = numbers.length - stored.size;
  return [
    ...(lost > 0 ? [`${lost} of ${acknowledged.size} heartbeats are lost`] : []),
    ...(twice > 0 ? [`${twice} heartbeats are stored twice`] : []),
    ...(unknown.length > 0 ? [`no check of ${unknown.join(', ')}`] : []),
  ];
}

/** One result for each due instant, no due instant without one, and no result that no target gave. */
function requestFaults(
  samples: readonly StoredSample[],
  targets: Targets,
  { checks }: Recorded,
): readonly string[] {
  return checks.flatMap(({ id, endpoint_url: endpoint }) => {
    if (endpoint === null) return [];
    const own = samples.filter(ofCheck(id));
    const times = own.map(({ atMs }) => atMs);
    const gaps = times.slice(1).filter((atMs, at) => atMs - (times[at] ?? 0) !== intervalMs);
    const given = targets.answered.get(new URL(endpoint).pathname) ?? { passed: 0, failed: 0 };
    const found = (wanted: string): number => own.filter(one => one.outcome === wanted).length;
    const isInvented = found('passed') > given.passed || found('failed') > given.failed;
    return [
      ...(gaps.length > 0 ? [`${endpoint}: ${gaps.length} results beside the schedule`] : []),
      ...(isInvented ? [`${endpoint}: more results than responses`] : []),
    ];
  });
}

async function changeFaults(
  expected: ReadonlyMap<string, readonly Change[]>,
  { changesOf: changesFound }: Recorded,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [checkId, wanted] of expected) {
    const found = await changesFound(checkId);
    if (found.join() === wanted.join()) continue;
    const at = wanted.findIndex((change, index) => found[index] !== change);
    faults.push(
      `${checkId}: expected ${wanted.length} transitions, found ${found.length}; they differ from ${at} on`,
    );
  }
  return faults;
}
