import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { WebhookEvent } from '../../../../schemas/webhooks/events.ts';
import { type WebhookId, webhookStream } from '../../../../schemas/webhooks/ids.ts';
import type { SecretName, Webhook } from '../../../../schemas/webhooks/webhook.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import type { Rejected } from '../decision.ts';
import { known, unknown } from '../known.ts';

export type WebhookState = {
  readonly kind: 'webhook';
  readonly organizationId: OrganizationId;
  readonly webhook: Webhook;
  readonly secret: SecretName;
  readonly isDeleted: boolean;
};

/** What becomes of deliveries is in a stream of its own, which the notifier writes. */
type Evolving = Exclude<WebhookEvent['type'], 'WebhookAttempted' | 'WebhookRecovered'>;

export const webhooks = aggregate<WebhookState, Evolving>({
  kind: 'webhook',
  reads: 'carried',
  version: 1,
  events: {
    WebhookCreated: true,
    WebhookChanged: true,
    WebhookSecretRotated: true,
    WebhookTestRequested: true,
    WebhookReplayRequested: true,
    WebhookRetryRequested: true,
    WebhookDisabled: true,
    WebhookDeleted: true,
  },
  evolve: evolveWebhook,
});

function evolveWebhook(
  state: WebhookState | undefined,
  event: EventOf<Evolving>,
): WebhookState | undefined {
  switch (event.type) {
    case 'WebhookCreated': {
      const { organizationId, webhook, secret } = event.data;
      return { kind: 'webhook', organizationId, webhook, secret, isDeleted: false };
    }
    case 'WebhookChanged':
      return state && { ...state, webhook: event.data.webhook };
    case 'WebhookSecretRotated':
      return state && { ...state, secret: event.data.secret };
    case 'WebhookDisabled':
      return state && { ...state, webhook: { ...state.webhook, enabled: false } };
    case 'WebhookDeleted':
      return state && { ...state, isDeleted: true };
    case 'WebhookTestRequested':
    case 'WebhookReplayRequested':
    case 'WebhookRetryRequested':
      return state;
  }
}

/** The webhook that somebody commands; a deleted one, and that of another organization, is unknown. */
export function commandedWebhook(
  webhookId: WebhookId,
  asking: OrganizationId | undefined,
  states: States,
): WebhookState | Rejected {
  const webhook = knownWebhook(webhookId, asking, states);
  return webhook.kind === 'webhook' && webhook.isDeleted ? unknown(nameOf(webhookId)) : webhook;
}

/** Also one that was deleted. */
export const knownWebhook = (
  webhookId: WebhookId,
  asking: OrganizationId | undefined,
  states: States,
): WebhookState | Rejected =>
  known(stateOf(webhooks, states, webhookStream(webhookId)), asking, nameOf(webhookId));

const nameOf = (webhookId: WebhookId): string => `webhook ${webhookId}`;
