import type { OrganizationId } from '../../../schemas/ids.ts';
import {
  applyWebhookFact,
  newWebhookBook,
  type WebhookFact,
  webhookTypes,
} from '../core/webhooks/book.ts';
import { nextDueAtMs } from '../core/webhooks/due.ts';
import { deliverToTargets } from '../deliver-targets.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { serveTarget } from './serve-target.ts';

const types = new Set(webhookTypes);

/** Delivers to the webhooks of the organizations that this process owns until the signal aborts. */
export async function deliverWebhooks(
  dependencies: Required<NotifierDependencies>,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const book = newWebhookBook();
  await deliverToTargets(
    {
      types,
      apply: ({ event, revision }) =>
        applyWebhookFact(book, { event: event as WebhookFact, revision }, owns),
      busy: book.busy,
      isDue: (target, nowMs) => nextDueAtMs(target) <= nowMs,
      nextDueAtMs,
      serve: (target, context) => serveTarget(target, dependencies, context.signal),
    },
    dependencies,
    signal,
  );
}
