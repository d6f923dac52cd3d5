import type { OrganizationId } from '../ids.ts';
import type { DeployId, ReleaseId } from './ids.ts';

/** A version of one service or several, as a build recorded it. */
export type Release = {
  /** As `service.version` of the resources of its spans. */
  readonly version: string;
  /** Empty: those whose spans name the version. */
  readonly services: readonly string[];
  /** Who recorded it first, such as `cli`. */
  readonly source: string;
  readonly commitSha?: string;
  readonly commitRange?: string;
  readonly url?: string;
  readonly author?: string;
  readonly notes?: string;
  /** Since when it is complete. */
  readonly finalizedAtMs?: number;
};

/** One deployment of a release. */
export type Deploy = {
  readonly deployId: DeployId;
  readonly environment: string;
  /** Empty: those of the release. */
  readonly services: readonly string[];
  readonly name?: string;
  readonly url?: string;
  readonly deployer?: string;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  /** When its version was there: its end, else its start, else when it was recorded. */
  readonly deployedAtMs: number;
};

export type OfRelease = { readonly releaseId: ReleaseId; readonly organizationId: OrganizationId };

export const versionCharactersMax = 200;

/** Services of one release. */
export const releaseServicesMax = 50;

/** Deployments of one release. */
export const deploysOfReleaseMax = 1_000;

/** Releases of an organization. Requests side by side may exceed it a little. */
export const releasesMax = 10_000;
