import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { ReleaseEvent } from '../../../../schemas/releases/events.ts';
import { type ReleaseId, releaseStream } from '../../../../schemas/releases/ids.ts';
import type { Release } from '../../../../schemas/releases/release.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';

export type ReleaseState = {
  readonly kind: 'release';
  readonly organizationId: OrganizationId;
  readonly release: Release;
  readonly deploys: number;
  readonly isDeleted: boolean;
};

/** A pipeline may record and deploy a release any number of times: each event carries the state. */
export const releases = aggregate<ReleaseState, ReleaseEvent['type']>({
  kind: 'release',
  reads: 'carried',
  version: 1,
  events: {
    ReleaseCreated: true,
    ReleaseChanged: true,
    ReleaseDeployed: true,
    ReleaseDeleted: true,
  },
  evolve: evolveRelease,
});

function evolveRelease(
  state: ReleaseState | undefined,
  event: EventOf<ReleaseEvent['type']>,
): ReleaseState | undefined {
  switch (event.type) {
    case 'ReleaseCreated': {
      const { releaseId: _, organizationId, ...release } = event.data;
      return { kind: 'release', organizationId, release, deploys: 0, isDeleted: false };
    }
    case 'ReleaseChanged': {
      const { releaseId: _, organizationId: _of, ...release } = event.data;
      return state && { ...state, release };
    }
    case 'ReleaseDeployed':
      return state && { ...state, deploys: state.deploys + 1 };
    case 'ReleaseDeleted':
      return state && { ...state, isDeleted: true };
  }
}

/** The release that a user commands; a deleted one, and that of another organization, is unknown. */
export function commandedRelease(
  releaseId: ReleaseId,
  asking: OrganizationId | undefined,
  states: States,
): ReleaseState | Rejected {
  const found = stateOf(releases, states, releaseStream(releaseId));
  const isTheirs = asking === undefined || asking === found?.organizationId;
  return found === undefined || found.isDeleted || !isTheirs
    ? reject('not_found', `there is no release ${releaseId}`)
    : found;
}
