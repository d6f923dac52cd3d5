import type { EventType } from '../../schemas/events/event.ts';
import type { RouteName } from '../../schemas/http/routes.ts';
import type { StoredEvent } from './fixtures.ts';
import { type FixtureData, idOf, manyEvents, wide } from './large-rows.ts';

type Seed = readonly [
  type: EventType,
  count: number,
  dataOf: (index: number, data: FixtureData) => object,
];

/** A list with more rows as large as allowed than one response may have. */
export type LargeList = {
  readonly path: string;
  readonly field: string;
  readonly seeds: readonly Seed[];
  /** Rows that all pages have together at least. */
  readonly rowsMin: number;
};

const rule = idOf('rule', 0);
const alert = idOf('alert', 0);
const webhook = idOf('webhook', 0);
const nowMs = Date.now();

/** One as large as allowed. */
export const largeBreakpoint: Seed[2] = (index, { breakpoint: settings }) => ({
  breakpointId: idOf('breakpoint', index),
  breakpoint: {
    ...settings,
    functionName: `${index}${wide(400)}`,
    condition: `a == "${wide(900)}"`,
    captureExpressions: Array.from({ length: 20 }, () => `"${wide(300)}"`),
  },
});
const triggered: Seed = [
  'AlertTriggered',
  60,
  (index, data) => ({
    alertId: index === 0 ? alert : idOf('alert', index),
    ruleId: rule,
    message: wide(600),
    rule: { ...data.rule, name: wide(200) },
  }),
];

/** Every text as long as it may be. */
const largeRelease: Seed = [
  'ReleaseCreated',
  160,
  index => ({
    releaseId: idOf('release', index),
    version: `${index} ${wide(190)}`,
    url: wide(2_000),
    notes: wide(10_000),
  }),
];

export const largeLists: Partial<Record<RouteName, LargeList>> = {
  listBreakpoints: {
    path: '/v1/breakpoints',
    field: 'breakpoints',
    rowsMin: 300,
    seeds: [['BreakpointSet', 300, largeBreakpoint]],
  },
  listSnapshots: {
    path: '/v1/snapshots?limit=25',
    field: 'snapshots',
    rowsMin: 60,
    seeds: [['BreakpointHit', 60, index => ({ snapshotId: idOf('snapshot', index) })]],
  },
  listAlertRules: {
    path: '/v1/alert-rules',
    field: 'rules',
    rowsMin: 700,
    seeds: [
      [
        'AlertRuleCreated',
        700,
        (index, data) => ({
          ruleId: idOf('rule', index),
          rule: { ...data.rule, name: wide(200), description: wide(2_000) },
        }),
      ],
    ],
  },
  alertRuleHistory: {
    path: `/v1/alert-rules/${rule}/history?limit=25`,
    field: 'history',
    rowsMin: 60,
    seeds: [triggered],
  },
  listAlerts: { path: '/v1/alerts?limit=25', field: 'alerts', rowsMin: 60, seeds: [] },
  activeAlerts: { path: '/v1/alerts/active', field: 'alerts', rowsMin: 1, seeds: [] },
  listAnomalies: {
    path: '/v1/anomalies?limit=25',
    field: 'anomalies',
    rowsMin: 60,
    seeds: [['AnomalyDetected', 60, index => ({ anomalyId: idOf('anomaly', index) })]],
  },
  listTriageItems: {
    path: '/v1/triage-inbox?limit=25',
    field: 'items',
    rowsMin: 60,
    seeds: [
      [
        'TriageItemOpened',
        60,
        index => ({ itemId: idOf('item', index), title: wide(200), message: wide(600) }),
      ],
    ],
  },
  listSilences: {
    path: '/v1/silences',
    field: 'silences',
    rowsMin: 1600,
    seeds: [
      [
        'SilenceStarted',
        1_600,
        index => ({ silenceId: idOf('silence', index), reason: wide(1_000) }),
      ],
    ],
  },
  listObjectives: {
    path: '/v1/slos',
    field: 'slos',
    rowsMin: 700,
    seeds: [
      [
        'ObjectiveCreated',
        700,
        index => ({
          objectiveId: idOf('objective', index),
          name: wide(200),
          description: wide(2_000),
          service: wide(200),
          operation: wide(1_000),
        }),
      ],
    ],
  },
  listReleases: {
    path: '/api/releases?page_size=100',
    field: 'releases',
    rowsMin: 160,
    seeds: [largeRelease],
  },
  listReleaseFigures: {
    path: '/v1/releases?limit=50',
    field: 'releases',
    rowsMin: 160,
    seeds: [largeRelease],
  },
  listSourceMaps: {
    path: '/api/sourcemaps?limit=5000',
    field: 'source_maps',
    rowsMin: 3500,
    seeds: [
      [
        'SourceMapUploaded',
        3_500,
        index => ({ sourceMapId: idOf('map', index), filename: wide(255), release: wide(200) }),
      ],
    ],
  },
  listApiKeys: {
    path: '/v1/api-keys',
    field: 'api_keys',
    rowsMin: 150,
    seeds: [
      [
        'ApiKeyIssued',
        150,
        index => ({
          keyId: idOf('key', index),
          hash: idOf('hash', index).replaceAll('-', '').repeat(2),
          name: wide(200),
          restrictions: {
            services: Array.from({ length: 100 }, (_, at) => `${at}${wide(150)}`),
          },
        }),
      ],
    ],
  },
  listHealthChecks: {
    path: '/api/health-checks',
    field: 'health_checks',
    rowsMin: 300,
    seeds: [
      [
        'HealthCheckCreated',
        300,
        (index, data) => {
          const settings = data.check as { request: object };
          const request = {
            ...settings.request,
            assertions: {
              bodyContains: wide(4_000),
              jsonPath: { path: '$.a', equals: wide(2_000) },
            },
          };
          return {
            checkId: idOf('check', index),
            check: { ...settings, enabled: false, checkName: `${index}`, request },
            requestSealed: 'A'.repeat(20_000),
          };
        },
      ],
    ],
  },
  listWebhooks: {
    path: '/v1/webhooks',
    field: 'webhooks',
    rowsMin: 500,
    seeds: [
      [
        'WebhookCreated',
        500,
        (index, data) => ({
          webhookId: idOf('webhook', index),
          webhook: {
            ...data.webhook,
            name: wide(200),
            enabled: false,
            url: `https://hooks.example.com/${'x'.repeat(2_000)}`,
            description: wide(2_000),
          },
        }),
      ],
    ],
  },
  listWebhookDeliveries: {
    path: `/v1/webhooks/${webhook}/deliveries?limit=500`,
    field: 'deliveries',
    rowsMin: 300,
    seeds: [
      [
        'WebhookAttempted',
        300,
        index => ({
          webhookId: webhook,
          attempts: Array.from({ length: 20 }, (_, at) => ({
            deliveryId: idOf('delivery', index),
            causeId: idOf('cause', index),
            event: 'alert.triggered',
            sequence: index + 1,
            attempt: at + 1,
            atMs: nowMs,
            durationMs: 1,
            status: 503,
            error: wide(300),
            outcome: 'retrying',
          })),
        }),
      ],
    ],
  },
  audit: { path: '/v1/audit?limit=500', field: 'events', rowsMin: 3000, seeds: [] },
};

/** All of them, as events of one organization. */
export const largeListsOf = (organization: string): readonly (readonly StoredEvent[])[] =>
  Object.values(largeLists).flatMap(({ seeds }) =>
    seeds.map(([type, count, dataOf]) => manyEvents(type, organization, count, dataOf)),
  );
