import { z } from 'zod';
import { webhookEventTypes } from './event-types.ts';

export const byId = z.object({ id: z.string() });

export const eventType = z.enum(webhookEventTypes, {
  error: `expected one of ${webhookEventTypes.join(', ')}`,
});

export const events = z.array(eventType).min(1, 'expected at least one event type');
