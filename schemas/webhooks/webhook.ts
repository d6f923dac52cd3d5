import { dayMs } from '../durations.ts';
import type { CommandId, OrganizationId } from '../ids.ts';
import type { WebhookEventType } from './event-types.ts';
import type { WebhookId } from './ids.ts';

/** What a user says of a webhook. The URL is kept as it was sent. */
export type Webhook = {
  readonly name: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly WebhookEventType[];
  readonly enabled: boolean;
};

export type OfWebhook = { readonly webhookId: WebhookId; readonly organizationId: OrganizationId };

/** Names a secret: its text follows from it and the keyring, and is stored nowhere. */
export type SecretName = CommandId;

/** For so long after a rotation, deliveries are signed with the previous secret too. */
export const previousSecretMs = dayMs;
