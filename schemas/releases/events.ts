import type { Deploy, OfRelease, Release } from './release.ts';

export type ReleaseCreated = {
  readonly type: 'ReleaseCreated';
  readonly data: OfRelease & Release;
};

/** All of the release, after the change. */
export type ReleaseChanged = {
  readonly type: 'ReleaseChanged';
  readonly data: OfRelease & Release;
};

export type ReleaseDeployed = {
  readonly type: 'ReleaseDeployed';
  readonly data: OfRelease & Pick<Release, 'version'> & { readonly deploy: Deploy };
};

/** Its deployments are gone with it. */
export type ReleaseDeleted = {
  readonly type: 'ReleaseDeleted';
  readonly data: OfRelease & Pick<Release, 'version'>;
};

export type ReleaseEvent = ReleaseCreated | ReleaseChanged | ReleaseDeployed | ReleaseDeleted;
