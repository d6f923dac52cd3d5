import type { Sealed } from '../ids.ts';

/** Where to look first. Read once when an alert fires, and kept with it, so that everybody is sent the same; absent where it was not known in time. */
export type AlertLeads = {
  /** Of the errors in the window, the one that came most often. */
  readonly error?: RecordedError;
  readonly deployment?: LatestDeployment;
};

/** The message may name persons, so it is sealed; absent when it is empty. */
export type RecordedError = { readonly type: string; readonly messageSealed?: Sealed };

/** The version of the service that began last before the alert fired. */
export type LatestDeployment = { readonly version: string; readonly atMs: number };
