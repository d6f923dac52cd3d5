import type { Deploy, OfRelease, Release } from './release.ts';

/** What a build says of its release; absent fields keep their values where it is recorded already. */
export type SentRelease = Partial<Omit<Release, 'version' | 'finalizedAtMs'>>;

/** The same version again adds what is new of it. */
export type RecordRelease = {
  readonly type: 'RecordRelease';
  readonly data: OfRelease & SentRelease & Pick<Release, 'version'>;
};

/** Fields that are absent keep their values; null removes one. */
export type ReleaseChanges = {
  readonly [Field in 'commitSha' | 'commitRange' | 'url' | 'author' | 'notes']?: string | null;
} & {
  readonly services?: readonly string[];
  readonly addedServices?: readonly string[];
  readonly isFinalized?: boolean;
};

export type ChangeRelease = {
  readonly type: 'ChangeRelease';
  readonly data: Pick<OfRelease, 'releaseId'> & { readonly changes: ReleaseChanges };
};

export type DeployRelease = {
  readonly type: 'DeployRelease';
  readonly data: Pick<OfRelease, 'releaseId'> & { readonly deploy: Deploy };
};

export type DeleteRelease = {
  readonly type: 'DeleteRelease';
  readonly data: Pick<OfRelease, 'releaseId'>;
};

export type ReleaseCommand = RecordRelease | ChangeRelease | DeployRelease | DeleteRelease;
