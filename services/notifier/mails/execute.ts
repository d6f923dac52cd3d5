import { uuidV5 } from '../../../platform/uuid.ts';
import { mailStream } from '../../../schemas/deliveries/mail-stream.ts';
import { type DomainEvent, eventVersion } from '../../../schemas/events/event.ts';
import { type EventId, eventId, type StreamName } from '../../../schemas/ids.ts';
import type { Delivered } from '../core/delivered.ts';
import type { MailBook, Registration } from '../core/mails/book.ts';
import type { MailStep } from '../core/mails/due.ts';
import { type PendingMail, recipientOf } from '../core/mails/mail.ts';
import { mailOutcome } from '../core/mails/outcome.ts';
import { type MailServer, serverIsAway, serverIsBack } from '../core/mails/server.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { sendMail } from '../send-mail.ts';
import { type EmailMessage, renderEmail } from './email.ts';

type Dependencies = Required<NotifierDependencies>;

type Context = {
  readonly cursor: number;
  readonly signal: AbortSignal;
  readonly book: MailBook;
  readonly server: MailServer;
};

/** A step, and the mail that it sends. */
type Prepared = { readonly step: MailStep; readonly email?: EmailMessage | undefined };

type Done =
  | { readonly kind: 'delivered'; readonly mail: PendingMail; readonly delivered: Delivered }
  | { readonly kind: 'forgotten'; readonly registration: Registration };

/** The id of a delivery, equal on every attempt, so that receivers recognise repeats. */
const mailDeliveryId = (causeId: EventId): string => uuidV5(causeId, 'mail');

/**
 * Does steps, beginning them in their order, and records them; gives the position of the last record. A mail that fails
 * because the server is away did not fail: it stays where it is. Rejects when an engine of ours failed.
 */
export async function executeMailSteps(
  steps: readonly MailStep[],
  context: Context,
  dependencies: Dependencies,
): Promise<number> {
  const { server, signal } = context;
  const prepared = await Promise.all(steps.map(step => prepare(step, dependencies, signal)));
  const done = await Promise.all(prepared.map(one => perform(one, server, dependencies)));
  const all = done.filter(one => one !== undefined);
  const isAway = all.some(isPassing) && !(await isReachable(dependencies));
  if (isAway) serverIsAway(server, dependencies.now());
  return record(isAway ? all.filter(one => !isPassing(one)) : all, context, dependencies);
}

async function prepare(
  step: MailStep,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<Prepared> {
  if (step.kind !== 'send') return { step };
  return { step, email: await renderEmail(step.mail, dependencies, signal) };
}

async function perform(
  { step, email }: Prepared,
  server: MailServer,
  dependencies: Dependencies,
): Promise<Done | undefined> {
  switch (step.kind) {
    case 'send':
      return {
        kind: 'delivered',
        mail: step.mail,
        ...(await send(step.mail, email, dependencies)),
      };
    case 'settle':
      return { kind: 'delivered', mail: step.mail, delivered: { kind: 'settled' } };
    case 'exhaust':
      return { kind: 'delivered', mail: step.mail, delivered: failure(step.error) };
    case 'forget': {
      const { registration } = step;
      await dependencies.keyring.destroy({ kind: 'registration', id: registration.sessionId });
      return { kind: 'forgotten', registration };
    }
    case 'check':
      if (await isReachable(dependencies)) serverIsBack(server);
      else serverIsAway(server, dependencies.now());
      return undefined;
  }
}

async function send(
  { causeId, requestedAtMs: atMs, attempts }: PendingMail,
  email: EmailMessage | undefined,
  dependencies: Dependencies,
): Promise<{ readonly delivered: Delivered }> {
  if (email === undefined) return { delivered: failure('the address is gone') };
  const { delivered: _, ...content } = email;
  const message = { id: mailDeliveryId(causeId), atMs, ...content };
  const delivered = await sendMail(message, attempts, dependencies);
  if (delivered.kind === 'settled') email.delivered?.();
  return { delivered };
}

const failure = (error: string): Delivered => ({ kind: 'failed', error, final: true });

const isPassing = (one: Done): boolean =>
  one.kind === 'delivered' && one.delivered.kind === 'failed' && !one.delivered.final;

async function isReachable({ mailer, log }: Dependencies): Promise<boolean> {
  try {
    await mailer.check();
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the mail server is away');
    return false;
  }
}

/** One append for each person. */
async function record(
  done: readonly Done[],
  { book, cursor }: Context,
  { eventStore, now }: Dependencies,
): Promise<number> {
  const streams = new Map<StreamName, DomainEvent[]>();
  for (const one of done) {
    const { stream, event } = eventOf(one, { cursor, nowMs: now() });
    streams.set(stream, [...(streams.get(stream) ?? []), event]);
  }
  const appended = [...streams].map(([stream, events]) =>
    eventStore.append(stream, events, book.revisions.get(stream) ?? -1),
  );
  return Math.max(-1, ...(await Promise.all(appended)));
}

/** One name for one outcome: an append that is repeated adds nothing. */
function eventOf(
  done: Done,
  { cursor, nowMs }: { readonly cursor: number; readonly nowMs: number },
): { readonly stream: StreamName; readonly event: DomainEvent } {
  const common = { version: eventVersion, atMs: nowMs, actor: 'notifier' } as const;
  if (done.kind === 'forgotten') {
    const { sessionId, causeId: causationId } = done.registration;
    const id = eventId(uuidV5(causationId, 'RegistrationForgotten'));
    const causes = { id, causationId, correlationId: causationId };
    const event = { type: 'RegistrationForgotten', data: { sessionId } } as const;
    return { stream: mailStream(sessionId), event: { ...event, ...causes, ...common } };
  }
  const { mail, delivered } = done;
  const { causeId: causationId, correlationId, attempts, subject } = mail;
  const deliveryId = mailDeliveryId(causationId);
  const fact = mailOutcome(mail, delivered, { deliveryId, cursor, nowMs });
  const id = eventId(uuidV5(deliveryId, `${fact.type} ${attempts}`));
  const event: DomainEvent = { ...fact, id, causationId, correlationId, ...common };
  return { stream: mailStream(recipientOf(subject)), event };
}
