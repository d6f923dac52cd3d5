import type { EventOf } from '../schemas/events/event.ts';
import type { EventId } from '../schemas/ids.ts';
import { isNotified } from '../schemas/key-notice.ts';
import { dayMs, type Projection } from './projection.ts';

export type DeliveryRow = {
  readonly target: string;
  readonly causeId: EventId;
  readonly status: 'pending' | 'failed' | 'settled' | 'exhausted';
  readonly attempts: number;
  readonly error?: string;
  readonly nextAtMs?: number;
  readonly sinceMs: number;
};

type Cause = 'RegistrationRequested' | 'ApiKeyIssued' | 'QuotaWarned' | 'QuotaExceeded';
type Delivery = 'DeliverySettled' | 'DeliveryFailed' | 'DeliveryExhausted';
type Read = Cause | Delivery;

/** Deliveries that are due, failing or lately ended, by target and cause. */
export const deliveryState: Projection<DeliveryRow, EventOf<Read>> = {
  name: 'delivery-state',
  version: 3,
  types: new Set([
    'RegistrationRequested',
    'ApiKeyIssued',
    'QuotaWarned',
    'QuotaExceeded',
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

const deliveryOf = (event: EventOf<Read>): { target: string; causeId: EventId } =>
  'causeId' in event.data
    ? { target: event.data.target, causeId: event.data.causeId }
    : { target: 'mail', causeId: event.id };
