/** What has versions: the read of them, what restores one, and what becomes of its secrets. */
export const versionedKinds = {
  'alert rule': { read: 'listAlertRuleVersions', act: 'restoreAlertRule', secrets: '' },
  silence: { read: 'listSilenceVersions', act: 'restoreSilence', secrets: '' },
  channel: {
    read: 'listChannelVersions',
    act: 'restoreChannel',
    secrets: 'Its address, URL or key is that of then. ',
  },
  webhook: {
    read: 'listWebhookVersions',
    act: 'restoreWebhook',
    secrets: 'Its secret stays. ',
  },
  'health check': {
    read: 'listHealthCheckVersions',
    act: 'restoreHealthCheck',
    secrets: 'Headers and body of its request are those of then. ',
  },
  'API key': { read: 'listApiKeyVersions', act: 'restoreApiKey', secrets: 'Its text stays. ' },
} as const;

export type VersionedKind = keyof typeof versionedKinds;
