import type { EventId, OrganizationId } from '../../../../schemas/ids.ts';
import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';
import type { WebhookId } from '../../../../schemas/webhooks/ids.ts';
import { type Packed, pack, unpack } from '../packed.ts';
import type { Causes } from './causes.ts';
import type { DueDelivery, WebhookTarget } from './target.ts';

/** Everything that is known about deliveries to webhooks, from the events alone. It changes in place. */
export type WebhookBook = {
  readonly targets: Map<WebhookId, WebhookTarget>;
  readonly byOrganization: Map<OrganizationId, Set<WebhookTarget>>;
  readonly causes: Causes;
  /** Targets with something left to do. */
  readonly busy: Set<WebhookTarget>;
  /** Keys of rows. */
  readonly changed: Set<string>;
};

export const newWebhookBook = (): WebhookBook => ({
  targets: new Map(),
  byOrganization: new Map(),
  causes: new Map(),
  busy: new Set(),
  changed: new Set(),
});

type Place = 'queue' | 'retries';

const padded = (place: number): string => String(place).padStart(16, '0');

export const causeKey = (type: WebhookEventType, id: EventId, position: number): string =>
  `cause/${type}/${padded(position)}/${id}`;

export const targetKey = ({ webhookId }: Pick<WebhookTarget, 'webhookId'>): string =>
  `target/${webhookId}`;

/** Each delivery has a row of its own: an endpoint that is dead for long has many. */
const dueKey = (target: WebhookTarget, place: Place, sequence: number): string =>
  `${targetKey(target)}/${place}/${padded(sequence)}`;

export function webhookRow(book: WebhookBook, key: string): Packed | undefined {
  const [kind, id, place, last] = key.split('/');
  if (kind === 'cause') {
    const isKept = book.causes.get(id as WebhookEventType)?.has(last as EventId);
    return isKept ? pack([]) : undefined;
  }
  const target = book.targets.get(id as WebhookId);
  if (target === undefined) return undefined;
  const { queue, retries, ...rest } = target;
  if (place === undefined) return pack(rest);
  const due = (place === 'queue' ? queue : retries).get(Number(last));
  return due && pack(due);
}

/** A target comes before its deliveries. */
export function restoreWebhookRow(book: WebhookBook, key: string, row: Packed): void {
  const [kind, id, place, last] = key.split('/');
  if (kind === 'cause') {
    const ids = book.causes.get(id as WebhookEventType) ?? new Map<EventId, number>();
    book.causes.set(id as WebhookEventType, ids.set(last as EventId, Number(place)));
    return;
  }
  if (place === undefined) {
    addTarget(book, { ...unpack<WebhookTarget>(row), queue: new Map(), retries: new Map() });
    return;
  }
  const target = book.targets.get(id as WebhookId);
  if (target === undefined) throw new Error(`expected the target of ${key}, found none`);
  (place === 'queue' ? target.queue : target.retries).set(Number(last), unpack<DueDelivery>(row));
  book.busy.add(target);
}

export function addTarget({ targets, byOrganization }: WebhookBook, target: WebhookTarget): void {
  targets.set(target.webhookId, target);
  if (target.isDeleted) return;
  const others = byOrganization.get(target.organizationId) ?? new Set();
  byOrganization.set(target.organizationId, others.add(target));
}

export function put(
  book: WebhookBook,
  target: WebhookTarget,
  place: Place,
  due: DueDelivery,
): void {
  target[place].set(due.sequence, due);
  book.changed.add(dueKey(target, place, due.sequence));
}

export function drop(
  book: WebhookBook,
  target: WebhookTarget,
  place: Place,
  sequence: number,
): void {
  if (target[place].delete(sequence)) book.changed.add(dueKey(target, place, sequence));
}
