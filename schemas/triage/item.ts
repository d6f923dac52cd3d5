/** `security` and `ddos` exist for clients that filter by them; nothing opens such an item. */
export const entityTypes = ['alert', 'anomaly', 'error', 'security', 'ddos'] as const;
export const triageStatuses = [
  'open',
  'acknowledged',
  'investigating',
  'snoozed',
  'resolved',
] as const;

export type EntityType = (typeof entityTypes)[number];
export type TriageStatus = (typeof triageStatuses)[number];
export type TriageAction = 'acknowledge' | 'investigate' | 'resolve' | 'snooze';
export type TriageSeverity = 'critical' | 'warning' | 'info';
