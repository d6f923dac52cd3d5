/** Limits of reads of releases. */
export const releaseLimits = {
  /** More than an organization may have. */
  releasesRead: 20_000,
  /** Names of services and of environments in a list. */
  namesMax: 1_000,
  /** Deployments of one release whose figures are read. */
  deploymentsMax: 20,
  /** Services of a release that are found by the versions of spans. */
  servicesFound: 100,
} as const;
