import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

export type NoticeDeliveryRow = {
  readonly status: 'waiting' | 'retrying' | 'sent' | 'failed' | 'overtaken';
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
  keys: event =>
    event.type === 'NoticePlanned'
      ? [event.id, ...(event.data.overtakes ?? [])]
      : [event.data.causeId],
  project: (row, event, key) => {
    switch (event.type) {
      case 'NoticePlanned':
        if (key === event.id) return { status: 'waiting', attempts: 0 };
        return row && { ...row, status: 'overtaken', endedAtMs: event.atMs };
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
