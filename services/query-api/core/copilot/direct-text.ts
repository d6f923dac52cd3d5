import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { ClockText } from './clock-text.ts';
import type { Incident } from './incident.ts';
import { ms, percent } from './incident-text.ts';

/** Answers to what is asked directly, before what else is known of an incident. */

export function databaseText(incidents: readonly Incident[]): string {
  const causes = incidents.flatMap(({ found }) => found.causes);
  const database = causes.find(({ subject }) => subject.startsWith('database '));
  if (database !== undefined) return `Yes, it is ${database.subject}: ${database.explanation}`;
  const places = incidents.flatMap(({ found }) => [...found.failures, ...found.slowness]);
  const place = places.find(({ peer }) => peer?.startsWith('database ') === true);
  if (place !== undefined)
    return `Perhaps: ${place.operation_name} of ${place.service_name} calls ${place.peer}, and stands out in ${place.traces} of the traces that were looked at.`;
  return 'No: no call of a database stands out in the traces that were looked at.';
}

/** Whether what was unlike before still is. */
export function overText(incidents: readonly Incident[], clock: ClockText): string {
  const open = incidents.filter(({ isGoingOn }) => isGoingOn);
  const [first] = open;
  if (first !== undefined)
    return `No: ${open.map(({ service }) => service).join(' and ')} still ${open.length === 1 ? 'differs' : 'differ'} from before.`;
  const [ended] = incidents;
  return ended === undefined
    ? 'There is nothing to be over: nothing stood out in this time.'
    : `Yes: it ended at ${clock.at(ended.episode.toMs)}.`;
}

type Deployment = ResponseOf<'listDeployments'>['deployments'][number];

export function changesText(deployments: readonly Deployment[], clock: ClockText): string {
  if (deployments.length === 0) return 'No new version of a service began in this time.';
  const named = deployments.map(
    ({ service_name: service, version, previous_version: previous, first_seen_at: at }) =>
      `${service} changed from version ${previous} to ${version} at ${clock.at(Date.parse(at))}.`,
  );
  return named.join(' ');
}

type Metrics = ResponseOf<'serviceMetrics'>;

/** A service now and in another time of the same length. */
export function comparisonText(
  {
    service,
    now,
    then,
  }: { readonly service: string; readonly now: Metrics; readonly then: Metrics },
  when: string,
): string {
  if (then.sample_count === 0)
    return `${service} had no requests ${when}, so there is nothing to compare with.`;
  if (now.sample_count === 0)
    return `${service} has no requests now; ${when} it had ${then.sample_count}.`;
  return `${service}: ${percent(now.metrics.error_rate)} of ${now.sample_count} requests failed, ${when} ${percent(then.metrics.error_rate)} of ${then.sample_count}; p95 latency ${ms(now.metrics.p95_latency_ms)}, ${when} ${ms(then.metrics.p95_latency_ms)}.`;
}

type Operation = {
  readonly operation_name: string;
  readonly now: {
    readonly requests: number;
    readonly p95_latency: number;
    readonly error_rate: number;
  };
};

export function slowestText(service: string, operations: readonly Operation[]): string {
  if (operations.length === 0) return `${service} had no requests in this time.`;
  const named = operations
    .toSorted((left, right) => right.now.p95_latency - left.now.p95_latency)
    .map(
      ({ operation_name: name, now }) =>
        `${name} (p95 ${ms(now.p95_latency)}, ${now.requests} requests)`,
    );
  return `Slowest operations of ${service}: ${named.join(', ')}.`;
}

type ErrorGroup = ResponseOf<'listErrors'>['errors'][number];

export function errorText(group: ErrorGroup, clock: ClockText): string {
  const {
    service_name: service,
    error_type: type,
    message,
    count,
    traces,
    operation,
  } = {
    ...group,
    operation: group.latest.operation,
  };
  const since = group.is_new
    ? `new since ${clock.at(Date.parse(group.first_seen))}`
    : `known since ${clock.at(Date.parse(group.first_seen))}`;
  return `${type} in ${service} (${operation}): ${count} times in ${traces} traces, ${since}, last at ${clock.at(Date.parse(group.last_seen))}. Message: ${message}. Traces: ${group.latest.trace_id}.`;
}

export type People = {
  readonly key: string;
  readonly count: number;
  readonly most: readonly { readonly value: string; readonly requests: number }[];
};

export function affectedText(
  people: readonly People[],
  keys: readonly string[],
  what: string,
): string {
  const [first] = people;
  if (first === undefined)
    return `Who is affected cannot be said: no span of these requests has ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}. Set one of them on spans, or name another attribute with TIDEMARK_USER_ATTRIBUTES.`;
  const named = first.most
    .map(({ value, requests }) => `${value} (${requests} requests)`)
    .join(', ');
  return `${first.count} ${first.count === 1 ? 'value' : 'different values'} of ${first.key} had ${what} requests: ${named}${first.count > first.most.length ? ', and others' : ''}.`;
}

/** Whether something like it happened in the days before. */
export function beforeText(
  {
    seen,
    from,
    to,
  }: { readonly seen: readonly string[]; readonly from: number; readonly to: number },
  clock: ClockText,
): string {
  const when = clock.range(from, to);
  return seen.length === 0
    ? `No: nothing like it is known ${when}.`
    : `Yes, ${when}: ${seen.join(' ')}`;
}
