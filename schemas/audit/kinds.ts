/** What the audit log can be asked for, and the types of the resources that belong to it. */
export const auditKinds = {
  rules: ['alert-rule'],
  alerts: ['alert'],
  anomalies: ['anomaly'],
  errors: ['error-group'],
  triage: ['triage'],
  silences: ['silence'],
  objectives: ['objective'],
  checks: ['health-check'],
  channels: ['channel', 'recipient'],
  webhooks: ['webhook'],
  keys: ['api-key', 'grant'],
  breakpoints: ['breakpoint', 'snapshots'],
  source_maps: ['source-map'],
  releases: ['release'],
  replays: ['replay-deletion', 'replays'],
  conversations: ['conversation', 'model-use'],
  billing: ['subscription', 'checkout'],
  account: ['organization', 'members', 'user', 'registration', 'session', 'address', 'mailbox'],
} as const;

export type AuditKind = keyof typeof auditKinds;

export const auditKindNames = Object.keys(auditKinds) as readonly AuditKind[] as readonly [
  AuditKind,
  ...AuditKind[],
];
