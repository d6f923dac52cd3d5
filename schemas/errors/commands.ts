import type { ErrorGroupNames, OfErrorGroup } from './group.ts';

type Act = OfErrorGroup &
  ErrorGroupNames & {
    /** Of the regression that is open: what is done with the group ends its triage item. */
    readonly regressionId?: string;
  };

export type ResolveErrorGroup = { readonly type: 'ResolveErrorGroup'; readonly data: Act };

export type IgnoreErrorGroup = { readonly type: 'IgnoreErrorGroup'; readonly data: Act };

export type ReopenErrorGroup = { readonly type: 'ReopenErrorGroup'; readonly data: Act };

/** An error of a resolved group ended after it was resolved. */
export type RegressErrorGroup = {
  readonly type: 'RegressErrorGroup';
  readonly data: OfErrorGroup &
    ErrorGroupNames & {
      readonly regressionId: string;
      readonly resolvedAtMs: number;
      /** The first such error: when it ended, Unix ms, and its trace. */
      readonly seenAtMs: number;
      readonly traceId: string;
    };
};

export type ErrorGroupCommand =
  | ResolveErrorGroup
  | IgnoreErrorGroup
  | ReopenErrorGroup
  | RegressErrorGroup;
