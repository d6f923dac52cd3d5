/** Limits of reads of breakpoints and snapshots. */
export const snapshotReadLimits = {
  /** Breakpoints of one service that an SDK gets: as many as a service may have, and a few more. */
  activeMax: 2_000,
  /** Snapshots of an organization that a list looks at. */
  snapshotsReadMax: 50_000,
  /** Breakpoints of an organization that a list looks at. */
  breakpointsReadMax: 20_000,
  /** Open streams. SDKs that get none poll instead. */
  streams: {
    what: 'streams of breakpoints',
    max: 2_000,
    reserved: 200,
    perOrganizationMax: 500,
    perKeyMax: 100,
    retryAfterMs: 30_000,
  },
  /** How often a stream looks for changes: a kill switch has an effect within a second. */
  streamPollMs: 250,
  heartbeatMs: 15_000,
  /** Longer data is sent in several lines. */
  eventLineBytesMax: 60_000,
} as const;
