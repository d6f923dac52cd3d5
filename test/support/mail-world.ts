import type { EventPayload } from '../../schemas/events/event.ts';
import { type EventId, eventId, type StreamName } from '../../schemas/ids.ts';
import type { Delivered } from '../../services/notifier/core/delivered.ts';
import {
  applyMailFact,
  type MailFact,
  newMailBook,
} from '../../services/notifier/core/mails/book.ts';
import {
  dueMailSteps,
  type MailStep,
  nextMailAtMs,
} from '../../services/notifier/core/mails/due.ts';
import { mailOutcome } from '../../services/notifier/core/mails/outcome.ts';
import {
  newMailServer,
  serverIsAway,
  serverIsBack,
} from '../../services/notifier/core/mails/server.ts';
import { toEvent } from './given.ts';

/** The events of people who get mail, and the book of the notifier that owns them all. */
export function mailWorld(book = newMailBook()) {
  const server = newMailServer();
  const own = { book, server, owns: () => true };
  const log: { readonly id: EventId; readonly atMs: number }[] = [];
  const records = (stream: string, payload: EventPayload, atMs: number): EventId => {
    const id = eventId(`event-${log.length}`);
    log.push({ id, atMs });
    const event = { ...toEvent(payload, atMs), id } as MailFact;
    applyMailFact(book, {
      event,
      stream: stream as StreamName,
      revision: log.length,
      position: log.length,
    });
    return id;
  };
  const steps = (nowMs: number, limit: number) => dueMailSteps(own, nowMs, limit);
  return {
    log,
    records,
    /** A code is valid for a quarter of an hour from now on. */
    happens: (payload: EventPayload, atMs: number): EventId => {
      const isCode = payload.type === 'RegistrationRequested' && atMs > 0;
      const data = isCode ? { ...payload.data, expiresAtMs: atMs + 900_000 } : payload.data;
      return records('stream', { ...payload, data } as EventPayload, atMs);
    },
    kinds: (nowMs: number) => steps(nowMs, 10).map(({ kind }) => kind),
    /** Causes of what is due. */
    due: (nowMs: number, limit: number, only?: string) =>
      steps(nowMs, limit).flatMap(step =>
        'mail' in step && (only ?? step.kind) === step.kind ? [step.mail.causeId] : [],
      ),
    /** Does what is due, with this result where something is sent; gives what is recorded. */
    does: (nowMs: number, delivered: Delivered, limit = 1): readonly EventPayload[] =>
      steps(nowMs, limit).flatMap(step => {
        if (step.kind === 'check') return [];
        const payload = payloadOf(step, delivered, nowMs);
        records('deliveries', payload, nowMs);
        return [payload];
      }),
    nextAtMs: () => nextMailAtMs(own),
    away: (nowMs: number) => serverIsAway(server, nowMs),
    back: () => serverIsBack(server),
  };
}

/** A world in which this happened at 0. */
export function since(payload: EventPayload, atMs = 0) {
  const world = mailWorld();
  const causeId = world.happens(payload, atMs);
  return { ...world, causeId };
}

function payloadOf(
  step: Exclude<MailStep, { readonly kind: 'check' }>,
  delivered: Delivered,
  nowMs: number,
): EventPayload {
  const context = { deliveryId: 'd', cursor: 0, nowMs };
  switch (step.kind) {
    case 'send':
      return mailOutcome(step.mail, delivered, context);
    case 'settle':
      return mailOutcome(step.mail, { kind: 'settled' }, context);
    case 'exhaust':
      return mailOutcome(step.mail, { kind: 'failed', error: step.error, final: true }, context);
    case 'forget':
      return {
        type: 'RegistrationForgotten',
        data: { sessionId: step.registration.sessionId },
      };
  }
}
