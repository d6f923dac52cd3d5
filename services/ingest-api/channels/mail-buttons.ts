import { executeBeside, type Requested } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { randomUuid } from '../../../platform/uuid.ts';
import { findConfirmation, findSubscription } from '../../../projections/channels/mail-links.ts';
import {
  confirmationPageOf,
  subscriptionPageOf,
} from '../../../projections/channels/mail-pages.ts';
import type {
  ConfirmChannelAddress,
  UnsubscribeChannelAddress,
} from '../../../schemas/channels/commands.ts';
import { recipientStream } from '../../../schemas/channels/recipient.ts';
import { commandId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { channelLimits } from './config.ts';

/** POST /mail/confirm/:token: gives the page as it is afterwards. */
export const confirmAddress =
  (dependencies: IngestShared): Handler<'confirmAddress'> =>
  async request => {
    const found = await findConfirmation(request, dependencies);
    if (found.state !== 'open') return confirmationPageOf(found);
    const { recipientId, confirmationId } = found;
    const data = { recipientId, confirmationId };
    await send({ type: 'ConfirmChannelAddress', data }, request, dependencies);
    return confirmationPageOf(await findConfirmation(request, dependencies));
  };

/** POST /mail/unsubscribe/:token: a mail program wants no redirect (RFC 8058), so it gets the page. */
export const unsubscribe =
  (dependencies: IngestShared): Handler<'unsubscribe'> =>
  async request => {
    const found = await findSubscription(request, dependencies);
    if (found.state !== 'open') return subscriptionPageOf(found);
    const { state, isMember, name, ...data } = found;
    await send({ type: 'UnsubscribeChannelAddress', data }, request, dependencies);
    return subscriptionPageOf(await findSubscription(request, dependencies));
  };

/** What the command changed is on the page, also if it was rejected because another one came first. */
async function send(
  command: ConfirmChannelAddress | UnsubscribeChannelAddress,
  request: Requested,
  dependencies: IngestShared,
): Promise<void> {
  const stream = recipientStream(command.data.recipientId);
  await executeBeside(
    request,
    { id: commandId(randomUuid()), stream, actor: 'recipient', wish: async () => command },
    dependencies,
  );
}

/** The buttons need no key, so they are limited by client network. */
export const mailButtons = (now: () => number) =>
  openNetworkLimit({
    perHourMax: channelLimits.mailButtonsPerHour,
    now,
    counted: 'buttons of mails',
  });
