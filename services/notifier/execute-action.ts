import type { KeyOwner } from '../../platform/keyring/port.ts';
import type { Delivered, Step } from './core/delivery-queue.ts';
import type { CodeMail, PendingDelivery } from './core/pending-delivery.ts';
import { mailDeliveryId } from './delivery-event.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { renderEmail } from './email.ts';
import { sendMail } from './send-mail.ts';

type Dependencies = Required<NotifierDependencies>;

export type Done =
  | { readonly kind: 'delivered'; readonly mail: PendingDelivery; readonly delivered: Delivered }
  | { readonly kind: 'destroyed'; readonly mail: PendingDelivery };

/** Rejects only when an engine of ours failed; what the mail server says is an outcome. */
export async function executeAction(
  step: Step,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<Done> {
  const { mail } = step;
  switch (step.kind) {
    case 'send':
      return { kind: 'delivered', mail, delivered: await send(mail, dependencies, signal) };
    case 'settle':
      return { kind: 'delivered', mail, delivered: { kind: 'settled' } };
    case 'exhaust':
      return { kind: 'delivered', mail, delivered: failure(step.error, true) };
    case 'destroy':
      await dependencies.keyring.destroy(ownerOf(step.mail));
      return { kind: 'destroyed', mail };
  }
}

async function send(
  mail: PendingDelivery,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<Delivered> {
  const email = await renderEmail(mail, dependencies, signal);
  if (email === undefined) return failure('the address is gone', true);
  const { to, subject, text } = email;
  const message = { id: mailDeliveryId(mail.causeId), atMs: mail.requestedAtMs, to, subject, text };
  const delivered = await sendMail(message, mail.attempts, dependencies);
  if (delivered.kind === 'settled') email.delivered?.();
  return delivered;
}

const ownerOf = ({ sessionId }: CodeMail): KeyOwner => ({ kind: 'registration', id: sessionId });

const failure = (error: string, final: boolean): Delivered => ({ kind: 'failed', error, final });
