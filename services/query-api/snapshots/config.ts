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
  /** Of the breakpoints of one service as SDKs get them; a service that has more from before keeps the rest to itself. */
  activeBytesMax: 8 * 1024 * 1024,
  /** What one stream has on its way to a slow client. */
  streamPieceBytes: 64 * 1024,
  /** Events of a service that wait for its slowest stream; one that has missed more is ended, and its SDK comes back. */
  streamEventsKeptMax: 1_000,
  streamBytesKeptMax: 1024 * 1024,
  /** Texts of `init` that clients are taking, each counted once: of all organizations and of one. */
  initTexts: {
    answersBytesMax: 64 * 1024 * 1024,
    answersOfOneBytesMax: 16 * 1024 * 1024,
    answersReservedBytes: 16 * 1024 * 1024,
    answersOfOneBytesMin: 1024 * 1024,
  },
} as const;
