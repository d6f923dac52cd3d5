import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { DeployBody } from '../../../../schemas/releases/parts.ts';
import { type Candidate, errorRate, p95 } from './candidate.ts';
import type { Change } from './symptoms.ts';

/** A version that spans name and did not name before. */
export type SeenVersion = {
  readonly service_name: string;
  readonly version: string;
  readonly previous_version: string;
  readonly first_seen_at: string;
};

/** A recorded deployment, for one of its services. */
export type RecordedDeploy = { readonly service_name: string; readonly deployment: DeployBody };

/** Before and after a deployment, as `GET /v1/releases` gives them. */
export type DeployFigures = NonNullable<
  ResponseOf<'listReleaseFigures'>['releases'][number]['figures']
>;

type Asked = {
  /** The service, and those that the causes are in. */
  readonly services: readonly string[];
  readonly seen: readonly SeenVersion[];
  readonly sinceMs: number;
  /** The latest instant at which the incident can have begun: what came later is no cause of it. */
  readonly startedByMs: number;
};

/** Deployments that may have caused an incident, the latest first: of each service and version the last one before it began. */
export function recordedBefore(
  deployments: readonly DeployBody[],
  { services, seen, sinceMs, startedByMs }: Asked,
): RecordedDeploy[] {
  const found = new Map<string, RecordedDeploy>();
  const inTime = deployments.filter(({ deployed_at: at }) => {
    const atMs = Date.parse(at);
    return atMs >= sinceMs && atMs <= startedByMs;
  });
  for (const deployment of inTime.toSorted(earliestFirst))
    for (const service of servicesOf(deployment, seen).filter(each => services.includes(each)))
      found.set(nameOf(service, deployment.version), { service_name: service, deployment });
  return [...found.values()].sort((left, right) =>
    earliestFirst(right.deployment, left.deployment),
  );
}

const earliestFirst = (left: DeployBody, right: DeployBody): number =>
  Date.parse(left.deployed_at) - Date.parse(right.deployed_at);

/** Without services it is of those whose spans name its version. */
const servicesOf = (
  { services, version }: DeployBody,
  seen: readonly SeenVersion[],
): readonly string[] =>
  services.length > 0
    ? services
    : seen.filter(each => each.version === version).map(each => each.service_name);

const nameOf = (service: string, version: string): string => JSON.stringify([service, version]);

type Found = {
  readonly seen: readonly SeenVersion[];
  readonly recorded: readonly RecordedDeploy[];
  /** By deployment. */
  readonly figures: ReadonlyMap<string, DeployFigures>;
  readonly fromMs: number;
  readonly change: Change;
  readonly traces: readonly string[];
};

/** One candidate for each service and version, whether spans name it, somebody recorded it, or both. */
export function deploys({ seen, recorded, ...of }: Found): Candidate[] {
  const known = new Map(
    recorded.map(each => [nameOf(each.service_name, each.deployment.version), each]),
  );
  const ofSeen = seen.map(each => {
    const name = nameOf(each.service_name, each.version);
    const deployment = known.get(name)?.deployment;
    known.delete(name);
    return seenDeploy(each, deployment, of);
  });
  return [...ofSeen, ...[...known.values()].map(each => recordedDeploy(each, of))];
}

type Of = Omit<Found, 'seen' | 'recorded'>;

function seenDeploy(
  { service_name, version, previous_version: previous, first_seen_at: at }: SeenVersion,
  deployment: DeployBody | undefined,
  of: Of,
): Candidate {
  const changed = `${service_name} changed from version ${previous} to ${version} at ${at}`;
  const recorded = deployment === undefined ? '' : `, and was ${deployedText(deployment)}`;
  return {
    kind: 'deploy',
    service_name,
    subject: version,
    explanation: `${changed}${recorded}.`,
    score: scoreOf(at, of.fromMs),
    evidence: evidenceOf(deployment, of),
    traces: of.traces,
    ...(deployment && { deployment }),
  };
}

const recordedDeploy = ({ service_name, deployment }: RecordedDeploy, of: Of): Candidate => ({
  kind: 'deploy',
  service_name,
  subject: deployment.version,
  explanation: `Version ${deployment.version} of ${service_name} was ${deployedText(deployment)}.`,
  score: scoreOf(deployment.deployed_at, of.fromMs),
  evidence: evidenceOf(deployment, of),
  traces: of.traces,
  deployment,
});

const deployedText = ({ environment, deployed_at: at }: DeployBody): string =>
  `deployed to ${environment} at ${at}`;

/** Full while a version came so shortly before, and half of it an hour before. */
const nearMs = 600_000;
const halvedAfterMs = 3_600_000;

function scoreOf(at: string, fromMs: number): number {
  const earlierMs = Math.max(0, fromMs - Date.parse(at) - nearMs);
  return 0.9 / (1 + earlierMs / halvedAfterMs);
}

/** Of a deployment its own figures; of a version, and where spans are not kept, those of the incident. */
function evidenceOf(
  deployment: DeployBody | undefined,
  { figures, change }: Of,
): Candidate['evidence'] {
  const found = deployment && figures.get(deployment.id);
  if (found === undefined) return [errorRate(change), p95(change)];
  const pair = (of: (side: DeployFigures['before']) => number | null) => ({
    before: of(found.before),
    during: of(found.after),
  });
  return [
    { name: 'error_rate', unit: 'percent', ...pair(side => withRequests(side, side.error_rate)) },
    { name: 'p95_latency', unit: 'ms', ...pair(side => withRequests(side, side.p95_latency)) },
    { name: 'new_error_groups', unit: 'count', ...pair(side => side.new_error_groups) },
  ];
}

const withRequests = (side: DeployFigures['before'], figure: number): number | null =>
  side.request_count === 0 ? null : figure;
