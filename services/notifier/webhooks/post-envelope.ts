import { webhookSecret } from '../../../domain/webhooks/secret.ts';
import { OutboundFailure } from '../../../platform/outbound/failure.ts';
import type { Send } from '../../../platform/outbound/request.ts';
import { envelopeOf } from '../../../projections/webhooks/envelope.ts';
import { feed, feedKey } from '../../../projections/webhooks/feed.ts';
import { type WebhookRow, webhookKey, webhooks } from '../../../projections/webhooks/webhooks.ts';
import type { Envelope } from '../../../schemas/webhooks/payload.ts';
import { previousSecretMs } from '../../../schemas/webhooks/webhook.ts';
import { notifierLimits } from '../config.ts';
import { retryAfterMs } from '../core/retry-after.ts';
import type { Response } from '../core/webhooks/attempt.ts';
import type { DueDelivery, WebhookTarget } from '../core/webhooks/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { excerptOf } from './excerpts.ts';
import { signatureHeaders } from './signature.ts';

type Dependencies = Required<NotifierDependencies> & { readonly send: Send };

/** Posts the envelope of an event; undefined when the webhook was deleted. */
export async function postEnvelope(
  { webhookId, organizationId }: WebhookTarget,
  { causeId }: DueDelivery,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const { projections } = dependencies;
  const state = await projections.state({ signal });
  const webhook = state.get(webhooks, webhookKey(organizationId, webhookId));
  if (webhook === undefined) return undefined;
  const row = state.get(feed, feedKey(organizationId, causeId));
  const sent = row && (await envelopeOf(row, state, dependencies, signal));
  if (sent === undefined)
    return { kind: 'none', error: 'the event is not kept any more', final: true };
  const { event, event_id, organization_id, timestamp, data } = sent;
  return post(
    webhook,
    { event, event_id, webhook_id: webhookId, organization_id, timestamp, data },
    dependencies,
    signal,
  );
}

async function post(
  row: WebhookRow,
  envelope: Envelope,
  { send, keyring, now }: Dependencies,
  signal: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify(envelope);
  const timestamp = Math.floor(now() / 1_000);
  const secrets = await secretsOf(row, now(), keyring);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tidemark',
    'x-webhook-event': envelope.event,
    'x-webhook-id': row.webhookId,
    'x-webhook-timestamp': String(timestamp),
    ...signatureHeaders({ eventId: envelope.event_id, body, timestamp, secrets }),
  };
  const { url } = row.webhook;
  const { postMsMax: timeoutMs, excerptBytesMax: bodyBytesMax } = notifierLimits;
  try {
    const sent = { url, method: 'POST', headers, body, timeoutMs, bodyBytesMax, signal };
    const response = await send(sent);
    const waitMs = retryAfterMs(response.headers['retry-after'], now());
    return {
      kind: 'response',
      status: response.status,
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      ...(!response.isPrivateTarget && { excerpt: excerptOf(response.body, bodyBytesMax) }),
    };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    // Of a name, addresses may change; a URL does not.
    return { kind: 'none', error: error.message, final: error.reason === 'invalid_url' };
  }
}

async function secretsOf(
  { secret, previous }: WebhookRow,
  nowMs: number,
  keyring: Dependencies['keyring'],
): Promise<readonly [string, ...string[]]> {
  const textOf = async (name: string): Promise<string> =>
    webhookSecret(await keyring.mac('webhook-secret', name));
  const isCurrent = previous !== undefined && nowMs < previous.rotatedAtMs + previousSecretMs;
  return [await textOf(secret), ...(isCurrent ? [await textOf(previous.secret)] : [])];
}
