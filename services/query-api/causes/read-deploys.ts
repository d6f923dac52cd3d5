import { deploysWithin } from '../../../projections/releases/deploys.ts';
import { limits } from '../config.ts';
import type { Candidate } from '../core/causes/candidate.ts';
import {
  type DeployFigures,
  deploys,
  type RecordedDeploy,
  recordedBefore,
  type SeenVersion,
} from '../core/causes/deploys.ts';
import type { Change } from '../core/causes/symptoms.ts';
import { askedDeploy } from '../releases/asked.ts';
import type { FiguresReads } from '../releases/figures.ts';
import { readFigures } from '../releases/read-figures.ts';
import { rootCauseLimits } from '../root-causes/config.ts';
import { readVersions, servicesNamed } from '../root-causes/versions.ts';
import { recordedBody } from '../services/recorded-deploys.ts';
import { knownSql } from '../windows/known-condition.ts';
import type { AskedCauses } from './asked.ts';
import { causeLimits } from './config.ts';

export type CauseReads = FiguresReads & { readonly signal: AbortSignal };

type Incident = { readonly change: Change; readonly traces: readonly string[] };

/** Versions and recorded deployments of the service, and of those that the causes are in. */
export async function readDeploys(
  asked: AskedCauses,
  causes: readonly Candidate[],
  incident: Incident,
  reads: CauseReads,
): Promise<Candidate[]> {
  const { organization, service, selection, atMs } = asked;
  const places = causes.map(each => ({ service: each.service_name }));
  const known = knownSql(atMs);
  const named = { organization, range: selection, known, service, places };
  const seen = await readVersions(named, reads);
  const found = await readRecorded(asked, { services: servicesNamed(named), seen }, reads);
  return deploys({ seen, ...found, fromMs: selection.fromSeconds * 1000, ...incident });
}

type Looked = { readonly services: readonly string[]; readonly seen: readonly SeenVersion[] };

type Recorded = {
  readonly recorded: readonly RecordedDeploy[];
  readonly figures: ReadonlyMap<string, DeployFigures>;
};

/** With their figures, as of the instant that is asked about. */
async function readRecorded(
  { organization, selection, startedByMs, atMs }: AskedCauses,
  looked: Looked,
  { projections, retention, clock, warehouse, signal }: CauseReads,
): Promise<Recorded> {
  const state = await projections.state({ asOfMs: atMs, signal });
  const sinceMs = selection.fromSeconds * 1000 - rootCauseLimits.deploymentBeforeMs;
  const within = {
    organizationId: organization,
    fromMs: sinceMs,
    toMs: startedByMs + 1,
    limit: limits.recordedDeploysMax,
  };
  const all = deploysWithin(within, state);
  const times = { sinceMs, startedByMs };
  const recorded = recordedBefore(all.map(recordedBody), { ...looked, ...times });
  const likely = recorded.slice(0, causeLimits.recordedMax);
  const ids = new Set<string>(likely.map(({ deployment }) => deployment.id));
  const wanted = all.filter(({ deploy }) => ids.has(deploy.deployId));
  const now = { nowMs: clock(), atMs, retention };
  const counted = wanted.flatMap(each => askedDeploy(each.release, each.deploy, now) ?? []);
  const figures = await readFigures(counted, { organization, atMs }, { warehouse, signal });
  return { recorded: likely, figures };
}
