/** Limits of the reads of alerts. */
export const alertReadLimits = {
  /** Rows read before others get their turn. */
  pageRows: 500,
  /** Alerts of an organization or a rule that one list looks at, the newest first. */
  alertsScannedMax: 10_000,
  /** Rules with their states: more than an organization may have. */
  rulesMax: 5_000,
  /** Silences that may hold one alert, also those that ended: an organization has at most 1,000 open ones. */
  silencesMax: 20_000,
  resolutionsCountedMax: 100_000,
  dashboardItemsMax: 20,
  /** Open anomalies of which the dashboard counts those that nobody acknowledged. */
  dashboardAnomaliesMax: 1_000,
  dashboardServicesMax: 50,
  hotspotsMax: 10,
} as const;
