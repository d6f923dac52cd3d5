import type { BookProjection } from '../../../projections/engine/book.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { applyWebhookFact, type WebhookFact, webhookTypes } from '../core/webhooks/apply.ts';
import {
  newWebhookBook,
  restoreWebhookRow,
  type WebhookBook,
  webhookRow,
} from '../core/webhooks/book.ts';
import { nextDueAtMs } from '../core/webhooks/due.ts';
import { deliverDue } from '../deliver-due.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { serveTarget } from './serve-target.ts';

/** What webhooks have not been sent. */
export const dueWebhooks: BookProjection<WebhookBook, WebhookFact> = {
  name: 'due-webhooks',
  version: 2,
  types: new Set(webhookTypes),
  open: newWebhookBook,
  apply: applyWebhookFact,
  row: webhookRow,
  restore: restoreWebhookRow,
};

/** Delivers to the webhooks of the organizations that this process owns until the signal aborts. */
export const deliverWebhooks = (
  dependencies: Required<NotifierDependencies>,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> =>
  deliverDue(
    {
      due: dueWebhooks,
      busy: ({ busy }) => busy,
      owns: ({ organizationId }) => owns(organizationId),
      shareOf: ({ organizationId }) => organizationId,
      isDue: (_, target, nowMs) => nextDueAtMs(target) <= nowMs,
      nextDueAtMs: (_, target) => nextDueAtMs(target),
      serve: (_, target, context) => serveTarget(target, dependencies, context.signal),
    },
    dependencies,
    signal,
  );
