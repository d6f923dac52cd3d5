import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import type { AnomalyId } from '../../schemas/anomalies/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheckId } from '../../schemas/health/ids.ts';
import type { EventId, OrganizationId } from '../../schemas/ids.ts';
import {
  type FeedCause,
  feedTypes,
  type WebhookEventType,
} from '../../schemas/webhooks/event-types.ts';
import type { WebhookId } from '../../schemas/webhooks/ids.ts';
import type { RecordedTraceError } from '../../schemas/webhooks/trace-errors.ts';
import type { Projection, Recorded } from '../engine/projection.ts';
import { webhookHistoryMs } from './webhook-deliveries.ts';

/** A check when it failed or recovered. */
export type CheckSubject = {
  readonly checkId: HealthCheckId;
  readonly checkName: string;
  readonly serviceName: string;
  readonly checkedAtMs: number;
  /** Absent: it recovered. */
  readonly error?: string;
};

/** An event that webhooks are sent. Its envelope follows from this row and that of its subject. */
export type FeedRow = {
  readonly eventId: EventId;
  readonly organizationId: OrganizationId;
  readonly event: WebhookEventType;
  readonly atMs: number;
  readonly recordedAtMs: number;
  readonly position: number;
  readonly subject:
    | { readonly kind: 'alert'; readonly alertId: AlertId }
    | {
        readonly kind: 'anomaly';
        readonly anomalyId: AnomalyId;
        readonly service: string;
        readonly figures: AnomalyFigures;
      }
    | {
        readonly kind: 'trace';
        readonly error: RecordedTraceError;
        readonly heldBack: number;
      }
    | { readonly kind: 'check'; readonly check: CheckSubject }
    /** It did not happen: this webhook is tested. */
    | { readonly kind: 'test'; readonly webhookId: WebhookId };
};

export const feedOf = (organizationId: OrganizationId): string => `${organizationId}/at/`;

export const feedPlace = (position: number): string => String(position).padStart(16, '0');

export const feedKey = (organizationId: OrganizationId, id: EventId): string =>
  `${organizationId}/id/${id}`;

/** By organization: in the order of recording, and by id. Tests are found by id alone. */
export const feed: Projection<FeedRow, EventOf<FeedCause | 'WebhookTestRequested'>> = {
  name: 'feed',
  version: 1,
  types: new Set([
    'AlertTriggered',
    'AlertResolved',
    'AnomalyDetected',
    'TraceFailed',
    'HealthCheckFailed',
    'HealthCheckRecovered',
    'WebhookTestRequested',
  ]),
  keys: ({ type, id, data }, { position }) =>
    type === 'WebhookTestRequested'
      ? [feedKey(data.organizationId, data.testId)]
      : [feedKey(data.organizationId, id), `${feedOf(data.organizationId)}${feedPlace(position)}`],
  project: (_, event, __, recorded) => feedRow(event, recorded),
  retention: { ms: webhookHistoryMs, endedAtMs: ({ recordedAtMs }) => recordedAtMs },
};

function feedRow(
  event: EventOf<FeedCause | 'WebhookTestRequested'>,
  { position, recordedAtMs }: Recorded,
): FeedRow {
  const { id: eventId, atMs } = event;
  const common = { eventId, atMs, recordedAtMs, position };
  if (event.type === 'WebhookTestRequested') {
    const { organizationId, webhookId, testId, event: tested } = event.data;
    const subject = { kind: 'test', webhookId } as const;
    return { ...common, eventId: testId, organizationId, event: tested, subject };
  }
  if (event.type === 'TraceFailed') {
    const { organizationId, error, heldBack } = event.data;
    const subject = { kind: 'trace', error, heldBack } as const;
    return { ...common, organizationId, event: feedTypes[event.type], subject };
  }
  if (event.type === 'AnomalyDetected') {
    const { organizationId, anomalyId, service, figures } = event.data;
    const subject = { kind: 'anomaly', anomalyId, service, figures } as const;
    return { ...common, organizationId, event: feedTypes[event.type], subject };
  }
  if (event.type === 'HealthCheckFailed' || event.type === 'HealthCheckRecovered') {
    const subject = { kind: 'check', check: checkOf(event) } as const;
    const { organizationId } = event.data;
    return { ...common, organizationId, event: feedTypes[event.type], subject };
  }
  const { organizationId, alertId } = event.data;
  const subject = { kind: 'alert', alertId } as const;
  return { ...common, organizationId, event: feedTypes[event.type], subject };
}

function checkOf(event: EventOf<'HealthCheckFailed' | 'HealthCheckRecovered'>): CheckSubject {
  const { checkId, checkName, serviceName, checkedAtMs } = event.data;
  const check = { checkId, checkName, serviceName, checkedAtMs };
  return event.type === 'HealthCheckFailed' ? { ...check, error: event.data.error } : check;
}
