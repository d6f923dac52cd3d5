import type { EventId } from '../../../../schemas/ids.ts';
import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';

/** Events that can be replayed, and their positions. By type: there are many of some, which make none of another forgotten. */
export type Causes = Map<WebhookEventType, Map<EventId, number>>;

/** Of each type; the oldest are forgotten first. */
const causesOfTypeMax = 100_000;

/** Gives the one that is forgotten for it, and its position. */
export function remember(
  causes: Causes,
  id: EventId,
  type: WebhookEventType,
  position: number,
): readonly [EventId, number] | undefined {
  const ids = causes.get(type) ?? new Map<EventId, number>();
  causes.set(type, ids.set(id, position));
  const [oldest] = ids;
  if (ids.size <= causesOfTypeMax || oldest === undefined) return undefined;
  ids.delete(oldest[0]);
  return oldest;
}

/** Undefined: it is not remembered. */
export function typeOf(causes: Causes, id: EventId): WebhookEventType | undefined {
  for (const [type, ids] of causes) if (ids.has(id)) return type;
  return undefined;
}
