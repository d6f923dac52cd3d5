import type { Cause } from '../../../schemas/causes/cause.ts';
import { type Candidate, ranked } from '../core/causes/candidate.ts';
import { failing } from '../core/causes/failing.ts';
import { traffic } from '../core/causes/others.ts';
import { slow } from '../core/causes/slow.ts';
import { type Change, type Symptoms, symptomsOf } from '../core/causes/symptoms.ts';
import { hexOf } from '../traces/span-names.ts';
import type { AskedCauses } from './asked.ts';
import { causeLimits } from './config.ts';
import { readAttributes } from './read-attributes.ts';
import { readFigures } from './read-change.ts';
import { type CauseReads, readDeploys } from './read-deploys.ts';
import { readErrorCounts } from './read-errors.ts';
import { readFailing, readSelfTimes } from './read-sampled.ts';

export type FoundCauses = { readonly causes: Cause[]; readonly reason: string | null };

type Incident = { readonly change: Change; readonly symptoms: Symptoms };

/** What may have caused that a service is unlike before; none where it is as before. */
export async function findCauses(asked: AskedCauses, reading: CauseReads): Promise<FoundCauses> {
  const change = await readFigures(asked, reading);
  const symptoms = symptomsOf(change);
  if (!symptoms.errors && !symptoms.latency && !symptoms.traffic)
    return { causes: [], reason: reasonOf(change) };
  const found = ranked(
    await readCandidates(asked, { change, symptoms }, reading),
    causeLimits.causesMax,
  );
  const causes = found.map(({ traces, deployment = null, ...cause }) => ({
    ...cause,
    deployment,
    trace_ids: traces.slice(0, causeLimits.tracesNamedMax).map(hexOf),
  }));
  return { causes, reason: causes.length === 0 ? unexplained : null };
}

const unexplained =
  'The service is unlike before, but no version, error, dependency, attribute or traffic explains it.';

const reasonOf = ({ before, during }: Change): string =>
  during.requests === 0
    ? 'The service had no requests in this time.'
    : `Nothing is unusual: of ${during.requests} requests ${during.errors} failed, before ${before.errors} of ${before.requests}; p95 latency ${during.p95Ms.toFixed(1)} ms, before ${before.p95Ms.toFixed(1)} ms.`;

async function readCandidates(
  asked: AskedCauses,
  incident: Incident,
  reading: CauseReads,
): Promise<Candidate[]> {
  const { service } = asked;
  const { change, symptoms } = incident;
  const [failed, before, during] = await Promise.all([
    readFailing(asked, reading),
    readSelfTimes(asked, asked.baseline, reading),
    readSelfTimes(asked, asked.selection, reading),
  ]);
  const attributes = await readAttributes(asked, incident, reading);
  const failures = failed.failures.slice(0, causeLimits.failuresMax);
  const counts = await readErrorCounts(asked, failures, reading);
  const errors = { service, change, failures, failedTraces: failed.traces.length, counts };
  const causes = [
    ...(symptoms.errors ? failing(errors) : []),
    ...(symptoms.latency ? slow({ service, change, before, during }) : []),
    ...attributes,
    ...(symptoms.traffic ? [traffic({ service, change, traces: during.ids })] : []),
  ];
  const traces = symptoms.errors ? failed.traces : during.ids;
  return [...causes, ...(await readDeploys(asked, causes, { change, traces }, reading))];
}
