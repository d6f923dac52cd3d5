/** Limits of reads of releases. */
export const releaseLimits = {
  /** More than an organization may have. */
  releasesRead: 20_000,
  /** Names of services and of environments in a list. */
  namesMax: 1_000,
  /** Deployments of one release whose figures are read. */
  deploymentsMax: 20,
  /** Of the deployments of one statement: how many, and characters of their services, which may be in its URL. */
  statementDeploymentsMax: 25,
  statementCharactersMax: 20_000,
  /** Services of a release that are found by the versions of spans. */
  servicesFound: 50,
} as const;
