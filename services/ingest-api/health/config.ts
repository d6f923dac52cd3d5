/** Limits of health checks. */
export const healthLimits = {
  /** Checks of one service that wait for its heartbeats. */
  heartbeatChecksMax: 100,
  metadataBytesMax: 16_384,
  /** Of the statement about the samples of one check. */
  figuresMsMax: 10_000,
  /** How long a heartbeat waits until the checks of its service are known; then those count that are known. */
  checksKnownMsMax: 500,
} as const;
