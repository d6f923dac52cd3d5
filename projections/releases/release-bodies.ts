import type { DeployBody, ReleaseBody } from '../../schemas/releases/parts.ts';
import type { Deploy, OfRelease, Release } from '../../schemas/releases/release.ts';
import type { ReleaseRow } from './releases.ts';

const instantOf = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();

/** A deployment as clients read it. */
export const deployBody = (
  { releaseId, version }: Pick<OfRelease, 'releaseId'> & Pick<Release, 'version'>,
  deploy: Deploy,
): DeployBody => ({
  id: deploy.deployId,
  release_id: releaseId,
  version,
  environment: deploy.environment,
  services: [...deploy.services],
  name: deploy.name ?? null,
  url: deploy.url ?? null,
  deployer: deploy.deployer ?? null,
  started_at: instantOf(deploy.startedAtMs),
  finished_at: instantOf(deploy.finishedAtMs),
  deployed_at: new Date(deploy.deployedAtMs).toISOString(),
});

/** A release as clients read it, without its deployments. */
export const undeployedBody = (row: ReleaseRow): Omit<ReleaseBody, 'last_deploy'> => ({
  id: row.releaseId,
  version: row.release.version,
  service_name: row.release.services[0] ?? null,
  services: [...row.release.services],
  source: row.release.source,
  commit_sha: row.release.commitSha ?? null,
  commit_range: row.release.commitRange ?? null,
  url: row.release.url ?? null,
  author: row.release.author ?? null,
  notes: row.release.notes ?? null,
  created_at: new Date(row.createdAtMs).toISOString(),
  updated_at: new Date(row.changedAtMs).toISOString(),
  finalized_at: instantOf(row.release.finalizedAtMs),
  deploy_count: row.deployCount,
});

export const deployBodies = (row: ReleaseRow): DeployBody[] =>
  row.deploys.map(deploy => deployBody({ releaseId: row.releaseId, ...row.release }, deploy));

/** A release as clients read it. */
export const releaseBody = (row: ReleaseRow): ReleaseBody => ({
  ...undeployedBody(row),
  last_deploy: deployBodies(row)[0] ?? null,
});
