import type { WebhookDisabled, WebhookRecovered } from '../../../../schemas/webhooks/events.ts';
import type { Webhook } from '../../../../schemas/webhooks/webhook.ts';
import { quoted } from '../quoted.ts';

/** To the owner: a webhook was disabled, or works again. A user chose its name, so the mail quotes it. */
export function webhookEmail(
  fact: WebhookDisabled | WebhookRecovered,
  { name }: Pick<Webhook, 'name'>,
): { readonly subject: string; readonly text: string } {
  const webhook = `webhook ${quoted(name)}`;
  if (fact.type === 'WebhookRecovered')
    return {
      subject: `The ${webhook} works again`,
      text: `The first delivery to the ${webhook} succeeded after it was enabled again.\n`,
    };
  return {
    subject: `The ${webhook} was disabled`,
    text: [
      `The ${webhook} was disabled, because ${causes[fact.data.reason]}.`,
      `Events are kept for 30 days. When the receiver works, enable the webhook with PUT /v1/webhooks/${fact.data.webhookId} and {"enabled": true}, and deliver what came meanwhile: tidemark webhooks replay ${fact.data.webhookId} --from TIME`,
      '',
    ].join('\n\n'),
  };
}

const causes = {
  gone: 'its receiver answered 410 Gone',
  failing: 'no delivery succeeded for five days',
} as const;
