import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { type ReleaseId, releaseStream } from '../../../../schemas/releases/ids.ts';
import {
  deploysOfReleaseMax,
  type Release,
  releaseServicesMax,
} from '../../../../schemas/releases/release.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { changedRelease, mergedRelease, textOf, withServices } from './changed-release.ts';
import { commandedRelease, type ReleaseState, releases } from './release.ts';

export const releaseStreams = ({
  data: { releaseId },
}: {
  readonly data: { readonly releaseId: ReleaseId };
}): readonly StreamName[] => [releaseStream(releaseId)];

/** The id of a release follows from its version: a second record of it adds to the first. */
export function recordRelease({ data }: CommandOf<'RecordRelease'>, states: States): Decision {
  const { releaseId, organizationId, version, ...sent } = data;
  const stream = releaseStream(releaseId);
  const found = stateOf(releases, states, stream);
  if (found !== undefined && !found.isDeleted)
    return changed(releaseId, found, mergedRelease(found.release, sent));
  const release = { version, services: [], source: 'api', ...sent };
  const fact = { type: 'ReleaseCreated', data: { releaseId, organizationId, ...release } } as const;
  return accept({ stream, facts: [fact] });
}

export function changeRelease(
  { data: { releaseId, changes }, organizationId: asking, atMs }: CommandOf<'ChangeRelease'>,
  states: States,
): Decision {
  const found = commandedRelease(releaseId, asking, states);
  if (found.kind === 'rejected') return found;
  return changed(releaseId, found, changedRelease(found.release, changes, atMs));
}

/** Services of the deployment that the release did not name are added to it. */
export function deployRelease(
  { data: { releaseId, deploy }, organizationId: asking }: CommandOf<'DeployRelease'>,
  states: States,
): Decision {
  const found = commandedRelease(releaseId, asking, states);
  if (found.kind === 'rejected') return found;
  if (found.deploys >= deploysOfReleaseMax) {
    const message = `a release has at most ${deploysOfReleaseMax} deployments; record another version`;
    return reject('limit_reached', message);
  }
  const { organizationId, release } = found;
  const services = withServices(release.services, deploy.services);
  const before = changed(releaseId, found, { ...release, services });
  if (before.kind === 'rejected') return before;
  const data = { releaseId, organizationId, version: release.version, deploy };
  const facts = [
    ...before.appends.flatMap(append => append.facts),
    { type: 'ReleaseDeployed', data } as const,
  ];
  return accept({ stream: releaseStream(releaseId), facts });
}

export function deleteRelease(
  { data: { releaseId }, organizationId: asking }: CommandOf<'DeleteRelease'>,
  states: States,
): Decision {
  const found = commandedRelease(releaseId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, release } = found;
  const data = { releaseId, organizationId, version: release.version };
  return accept({
    stream: releaseStream(releaseId),
    facts: [{ type: 'ReleaseDeleted', data }],
  });
}

function changed(
  releaseId: ReleaseId,
  { organizationId, release: before }: ReleaseState,
  release: Release,
): Decision {
  if (textOf(release) === textOf(before)) return accept();
  return (
    tooManyServices(release) ??
    accept({
      stream: releaseStream(releaseId),
      facts: [{ type: 'ReleaseChanged', data: { releaseId, organizationId, ...release } }],
    })
  );
}

const tooManyServices = ({ services }: Release): Rejected | undefined =>
  services.length <= releaseServicesMax
    ? undefined
    : reject('limit_reached', `a release has at most ${releaseServicesMax} services`);
