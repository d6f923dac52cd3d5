import type { Failure } from '../root-causes/failures.ts';
import { type Candidate, errorRate } from './candidate.ts';
import type { Change } from './symptoms.ts';

/** How often each error was recorded by its service, in the whole of both times; `errorKey` names it. */
export type ErrorCounts = ReadonlyMap<string, { readonly before: number; readonly during: number }>;

export type NamedError = Pick<Failure, 'service' | 'errorType' | 'message'>;

export const errorKey = ({ service, errorType, message }: NamedError): string =>
  JSON.stringify([service, errorType, message]);

type Asked = {
  readonly service: string;
  readonly change: Change;
  readonly failures: readonly Failure[];
  readonly failedTraces: number;
  readonly counts: ErrorCounts;
};

/** Dependencies in which failures arise, and errors that did not occur before. */
export const failing = ({ failures, ...asked }: Asked): Candidate[] => [
  ...merged(failures, failure => JSON.stringify([errorKey(failure), failure.peer])).flatMap(
    failure => dependencyOf(failure, asked),
  ),
  ...merged(failures, errorKey).flatMap(failure => newErrorOf(failure, asked)),
];

/** One for each key, in the operation of the most traces: the names of operations may hold ids. */
function merged(failures: readonly Failure[], keyOf: (failure: Failure) => string): Failure[] {
  const found = new Map<string, Failure>();
  for (const failure of failures) {
    const before = found.get(keyOf(failure));
    const traces = [...new Set([...(before?.traces ?? []), ...failure.traces])];
    found.set(keyOf(failure), { ...(before ?? failure), traces });
  }
  return [...found.values()];
}

type OfFailure = Omit<Asked, 'failures'>;

function dependencyOf(failure: Failure, asked: OfFailure): Candidate[] {
  const { service, peer } = failure;
  if (peer === '' && service === asked.service) return [];
  const subject = peer === '' ? service : peer;
  const where = peer === '' ? `${failure.name} of ${service}` : `Calls of ${service} to ${peer}`;
  const verb = peer === '' ? 'fails' : 'fail';
  const explanation = `${where} ${verb}${said(failure)} in ${ofTraces(failure, asked)}.`;
  const score = 0.9 * shareOf(failure, asked);
  return [candidate('failing_dependency', { failure, asked, subject, explanation, score })];
}

function newErrorOf(failure: Failure, asked: OfFailure): Candidate[] {
  const { errorType, message, service } = failure;
  if (errorType === '' && message === '') return [];
  if ((asked.counts.get(errorKey(failure))?.before ?? 0) > 0) return [];
  const subject = textOf(failure);
  const explanation = `${service} has an error that did not occur before, ${subject}, in ${ofTraces(failure, asked)}.`;
  const score = 0.8 * shareOf(failure, asked);
  return [candidate('new_error', { failure, asked, subject, explanation, score })];
}

type Described = Pick<Candidate, 'subject' | 'explanation' | 'score'> & {
  readonly failure: Failure;
  readonly asked: OfFailure;
};

function candidate(
  kind: Candidate['kind'],
  { failure, asked: { change, counts }, ...rest }: Described,
): Candidate {
  const { before = 0, during = 0 } = counts.get(errorKey(failure)) ?? {};
  return {
    kind,
    service_name: failure.service,
    ...rest,
    evidence: [errorRate(change), { name: 'errors', unit: 'count', before, during }],
    traces: failure.traces,
  };
}

/** Of the failed traces, those in which it is, less what was there before as often. */
function shareOf(failure: Failure, { failedTraces, counts, change }: OfFailure): number {
  const { before = 0, during = 0 } = counts.get(errorKey(failure)) ?? {};
  const usual = (before * change.during.seconds) / Math.max(1, change.before.seconds);
  const isNew = during === 0 ? 1 : Math.max(0, 1 - usual / during);
  return (isNew * failure.traces.length) / Math.max(1, failedTraces);
}

const ofTraces = ({ traces }: Failure, { failedTraces }: OfFailure): string =>
  `${traces.length} of ${failedTraces} failed traces`;

const textOf = ({ errorType, message }: Failure): string =>
  [errorType, message].filter(text => text !== '').join(': ');

const said = (failure: Failure): string => {
  const text = textOf(failure);
  return text === '' ? '' : ` (${text})`;
};
