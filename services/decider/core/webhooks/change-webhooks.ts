import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { eventId, type StreamName } from '../../../../schemas/ids.ts';
import type { WebhookCommand } from '../../../../schemas/webhooks/commands.ts';
import type { WebhookEvent } from '../../../../schemas/webhooks/events.ts';
import { type WebhookId, webhookStream } from '../../../../schemas/webhooks/ids.ts';
import type { OfWebhook, Webhook } from '../../../../schemas/webhooks/webhook.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { commandedWebhook, knownWebhook, type WebhookState, webhooks } from './webhook.ts';

export const webhookStreams = ({
  data: { webhookId },
}: {
  readonly data: { readonly webhookId: WebhookId };
}): readonly StreamName[] => [webhookStream(webhookId)];

/** The id of a webhook follows from its command, so a second creation under it is a repetition. */
export function createWebhook({ id, data }: CommandOf<'CreateWebhook'>, states: States): Decision {
  const stream = webhookStream(data.webhookId);
  if (stateOf(webhooks, states, stream) !== undefined) return accept();
  return accept({ stream, facts: [{ type: 'WebhookCreated', data: { ...data, secret: id } }] });
}

export const changeWebhook = (command: CommandOf<'ChangeWebhook'>, states: States): Decision =>
  ofKnown(command, states, ({ webhook: before }, of) => {
    const webhook = { ...before, ...command.data.changes };
    if (textOf(webhook) === textOf(before)) return undefined;
    return { type: 'WebhookChanged', data: { ...of, webhook } };
  });

/** With the secret of now: one that was rotated may be known to others. A deleted webhook is there again with its last one. */
export function restoreWebhook(
  { data, organizationId: asking }: CommandOf<'RestoreWebhook'>,
  states: States,
): Decision {
  const { webhookId, webhook, version: restoredFrom } = data;
  const found = knownWebhook(webhookId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, secret, isDeleted } = found;
  if (!isDeleted && textOf(webhook) === textOf(found.webhook)) return accept();
  const settings = { webhookId, organizationId, webhook, restoredFrom };
  const fact: WebhookEvent = isDeleted
    ? { type: 'WebhookCreated', data: { ...settings, secret } }
    : { type: 'WebhookChanged', data: settings };
  return accept({ stream: webhookStream(webhookId), facts: [fact] });
}

export const deleteWebhook = (command: CommandOf<'DeleteWebhook'>, states: States): Decision =>
  ofKnown(command, states, (_, of) => ({ type: 'WebhookDeleted', data: of }));

/** The name of a secret is the command that made it: the same command again rotates nothing. */
export const rotateWebhookSecret = (
  command: CommandOf<'RotateWebhookSecret'>,
  states: States,
): Decision =>
  ofKnown(command, states, ({ secret: previous }, of) =>
    previous === command.id
      ? undefined
      : { type: 'WebhookSecretRotated', data: { ...of, secret: command.id, previous } },
  );

export const testWebhook = (command: CommandOf<'TestWebhook'>, states: States): Decision =>
  ofKnown(command, states, ({ webhook: { events } }, of) => {
    const event = command.data.event ?? events[0];
    return (
      event && { type: 'WebhookTestRequested', data: { ...of, testId: eventId(command.id), event } }
    );
  });

export const replayWebhook = (command: CommandOf<'ReplayWebhook'>, states: States): Decision =>
  ofKnown(command, states, (_, of) => {
    const { causeIds } = command.data;
    return causeIds.length === 0
      ? undefined
      : { type: 'WebhookReplayRequested', data: { ...of, causeIds } };
  });

export const retryWebhookDelivery = (
  command: CommandOf<'RetryWebhookDelivery'>,
  states: States,
): Decision =>
  ofKnown(command, states, (_, of) => ({
    type: 'WebhookRetryRequested',
    data: { ...command.data, ...of },
  }));

/** One that a user disabled in the meantime stays as it is. */
export const disableWebhook = (command: CommandOf<'DisableWebhook'>, states: States): Decision =>
  ofKnown(command, states, ({ webhook }, of) =>
    webhook.enabled
      ? { type: 'WebhookDisabled', data: { ...of, reason: command.data.reason } }
      : undefined,
  );

type OfKnown = Exclude<WebhookCommand['type'], 'CreateWebhook' | 'RestoreWebhook'>;

function ofKnown(
  { data: { webhookId }, organizationId: asking }: CommandOf<OfKnown>,
  states: States,
  decide: (state: WebhookState, of: OfWebhook) => WebhookEvent | undefined,
): Decision {
  const found = commandedWebhook(webhookId, asking, states);
  if (found.kind === 'rejected') return found;
  const fact = decide(found, { webhookId, organizationId: found.organizationId });
  return fact === undefined
    ? accept()
    : accept({ stream: webhookStream(webhookId), facts: [fact] });
}

/** With the fields in one order. */
const textOf = ({ name, url, description, events, enabled }: Webhook): string =>
  JSON.stringify([name, url, description, events, enabled]);
