import type { ErrorGroupNames, OfErrorGroup } from './group.ts';

type Acted = OfErrorGroup & ErrorGroupNames;

export type ErrorGroupResolved = { readonly type: 'ErrorGroupResolved'; readonly data: Acted };

export type ErrorGroupIgnored = { readonly type: 'ErrorGroupIgnored'; readonly data: Acted };

/** As if nobody had decided about it. */
export type ErrorGroupReopened = { readonly type: 'ErrorGroupReopened'; readonly data: Acted };

/** It came back after it was resolved. */
export type ErrorGroupRegressed = {
  readonly type: 'ErrorGroupRegressed';
  readonly data: Acted & {
    readonly regressionId: string;
    readonly resolvedAtMs: number;
    /** The first error after that: when it ended, Unix ms, and its trace. */
    readonly seenAtMs: number;
    readonly traceId: string;
  };
};

export type ErrorGroupEvent =
  | ErrorGroupResolved
  | ErrorGroupIgnored
  | ErrorGroupReopened
  | ErrorGroupRegressed;
