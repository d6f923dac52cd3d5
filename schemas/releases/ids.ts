import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type ReleaseId = Brand<string, 'ReleaseId'>;

export type DeployId = Brand<string, 'DeployId'>;

export const releaseId = (value: string): ReleaseId => value as ReleaseId;

export const deployId = (value: string): DeployId => value as DeployId;

/** An organization has one release of a version. */
export const releaseIdOf = (organizationId: OrganizationId, version: string): ReleaseId =>
  releaseId(uuidV5(organizationId, JSON.stringify(['release', version])));

export const releaseStream = (id: ReleaseId): StreamName => stream('release', id);
