import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

export type NoticeDeliveryRow = {
  readonly status: 'waiting' | 'retrying' | 'sent' | 'failed';
  readonly attempts: number;
  readonly error?: string;
  readonly endedAtMs?: number;
};

type Delivery = 'DeliverySettled' | 'DeliveryFailed' | 'DeliveryExhausted';

/** How the delivery of each notice went, by its id. Deliveries of other mails have no row. */
export const noticeDeliveries: Projection<
  NoticeDeliveryRow,
  EventOf<'NoticePlanned' | Delivery>
> = {
  name: 'notice-deliveries',
  version: 1,
  types: new Set(['NoticePlanned', 'DeliverySettled', 'DeliveryFailed', 'DeliveryExhausted']),
  keys: event => [event.type === 'NoticePlanned' ? event.id : event.data.causeId],
  project: (row, event) => {
    switch (event.type) {
      case 'NoticePlanned':
        return { status: 'waiting', attempts: 0 };
      case 'DeliverySettled':
        return row && { status: 'sent', attempts: row.attempts + 1, endedAtMs: event.atMs };
      case 'DeliveryFailed': {
        const { attempt: attempts, error } = event.data;
        return row && { status: 'retrying', attempts, error };
      }
      case 'DeliveryExhausted': {
        const { attempts, error } = event.data;
        return row && { status: 'failed', attempts, error, endedAtMs: event.atMs };
      }
    }
  },
};
