import { sampleRecord } from '../../../schemas/samples/record.ts';
import { topics } from '../../../schemas/topics.ts';
import type { WebhookAttempt } from '../../../schemas/webhooks/events.ts';
import { attemptSampleId } from '../../../schemas/webhooks/ids.ts';
import type { OfWebhook } from '../../../schemas/webhooks/webhook.ts';
import type { NotifierDependencies } from '../dependencies.ts';

/** An attempt, and the beginning of what its receiver answered; absent when nobody may see it. */
export type AttemptMade = { readonly attempt: WebhookAttempt; readonly excerpt?: string };

/** Keeps what receivers answered. It is of use to people alone, so without it deliveries go on. */
export async function keepExcerpts(
  { webhookId: subject, organizationId }: OfWebhook,
  made: readonly AttemptMade[],
  { topicLog, log }: Pick<Required<NotifierDependencies>, 'topicLog' | 'log'>,
): Promise<void> {
  const records = made.flatMap(({ attempt, excerpt }) => {
    if (excerpt === undefined) return [];
    const { deliveryId, attempt: number, atMs, durationMs, status, error, outcome } = attempt;
    return [
      sampleRecord({
        kind: 'delivery',
        organizationId,
        subject,
        id: attemptSampleId(deliveryId, number),
        atMs,
        durationMs,
        outcome: outcome === 'delivered' ? 'passed' : 'failed',
        ...(status !== null && { httpStatus: status }),
        ...(error !== null && { error }),
        detail: { excerpt },
      }),
    ];
  });
  if (records.length === 0) return;
  try {
    await topicLog.append(topics.samples, records);
  } catch (error) {
    log.warn({ err: error, webhookId: subject }, 'responses of a webhook not kept');
  }
}

/** The beginning of a body as text, without half a character at its end. */
export function excerptOf(body: Buffer, bytesMax: number): string {
  let end = Math.min(body.length, bytesMax);
  if (end < body.length) while (end > 0 && ((body[end] as number) & 0xc0) === 0x80) end--;
  return body.toString('utf8', 0, end);
}
