import type { EventId } from '../../../../schemas/ids.ts';
import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';

/** Types of events that can be replayed. By type: there are many of some, which make none of another forgotten. */
export type Causes = Map<WebhookEventType, Set<EventId>>;

/** Of each type; the oldest are forgotten first. */
const causesOfTypeMax = 100_000;

export function remember(causes: Causes, id: EventId, type: WebhookEventType): void {
  const ids = causes.get(type) ?? new Set();
  causes.set(type, ids.add(id));
  const [oldest] = ids;
  if (ids.size > causesOfTypeMax && oldest !== undefined) ids.delete(oldest);
}

/** Undefined: it is not remembered. */
export function typeOf(causes: Causes, id: EventId): WebhookEventType | undefined {
  for (const [type, ids] of causes) if (ids.has(id)) return type;
  return undefined;
}
