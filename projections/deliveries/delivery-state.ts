import { isNotified } from '../../domain/api-keys/notice.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { EventId } from '../../schemas/ids.ts';
import { dayMs, type Projection } from '../engine/projection.ts';

export type DeliveryRow = {
  readonly target: string;
  readonly causeId: EventId;
  readonly status: 'pending' | 'failed' | 'settled' | 'exhausted';
  readonly attempts: number;
  readonly error?: string;
  readonly nextAtMs?: number;
  readonly sinceMs: number;
};

type Cause =
  | 'RegistrationRequested'
  | 'ApiKeyIssued'
  | 'QuotaWarned'
  | 'QuotaExceeded'
  | 'NoticePlanned'
  | 'WebhookDisabled'
  | 'WebhookRecovered';
type Delivery = 'DeliverySettled' | 'DeliveryFailed' | 'DeliveryExhausted';
type Read = Cause | Delivery;

/** Deliveries that are due, failing or lately ended, by target and cause. */
export const deliveryState: Projection<DeliveryRow, EventOf<Read>> = {
  name: 'delivery-state',
  version: 5,
  types: new Set([
    'RegistrationRequested',
    'ApiKeyIssued',
    'QuotaWarned',
    'QuotaExceeded',
    'NoticePlanned',
    'WebhookDisabled',
    'WebhookRecovered',
    'DeliverySettled',
    'DeliveryFailed',
    'DeliveryExhausted',
  ]),
  keys: event => {
    if (event.type === 'ApiKeyIssued' && !isNotified(event)) return [];
    const { target, causeId } = deliveryOf(event);
    return [`${target}/${causeId}`];
  },
  project: (row, event) => {
    const delivery = { ...deliveryOf(event), sinceMs: event.atMs };
    switch (event.type) {
      case 'RegistrationRequested':
      case 'ApiKeyIssued':
      case 'QuotaWarned':
      case 'QuotaExceeded':
      case 'NoticePlanned':
      case 'WebhookDisabled':
      case 'WebhookRecovered':
        return { ...delivery, status: 'pending', attempts: 0 };
      case 'DeliverySettled':
        return { ...delivery, status: 'settled', attempts: (row?.attempts ?? 0) + 1 };
      case 'DeliveryFailed': {
        const { attempt: attempts, error, nextAtMs } = event.data;
        return { ...delivery, status: 'failed', attempts, error, nextAtMs };
      }
      case 'DeliveryExhausted': {
        const { attempts, error } = event.data;
        return { ...delivery, status: 'exhausted', attempts, error };
      }
    }
  },
  retention: {
    ms: dayMs,
    endedAtMs: ({ status, sinceMs }) =>
      status === 'settled' || status === 'exhausted' ? sinceMs : undefined,
  },
};

function deliveryOf(event: EventOf<Read>): { target: string; causeId: EventId } {
  if ('causeId' in event.data) return { target: event.data.target, causeId: event.data.causeId };
  const target = event.type === 'NoticePlanned' ? event.data.channelId : 'mail';
  return { target, causeId: event.id };
}
