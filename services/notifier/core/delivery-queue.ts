import { isNotified } from '../../../schemas/api-keys/notice.ts';
import type { DomainEvent, EventOf, EventPayload } from '../../../schemas/events/event.ts';
import type { EventId } from '../../../schemas/ids.ts';
import {
  type CodeMail,
  codeMail,
  type DeliveryAttemptState,
  keyMail,
  type PendingDelivery,
  quotaMail,
  retryDelay,
  webhookMail,
} from './pending-delivery.ts';

/** How long a key outlives its registration, for a verification that is still under way. */
const keyGraceMs = 60_000;

export type DeliveryQueueState = {
  readonly open: ReadonlyMap<EventId, PendingDelivery>;
  /** Deliveries found in our own stream whose causes were not met yet. */
  readonly ahead: ReadonlyMap<EventId, DeliveryAttemptState>;
  /** Up to where the events were read. */
  readonly position: number;
  /** The cursor written last. */
  readonly cursor: number;
};

export const initialMail: DeliveryQueueState = {
  open: new Map(),
  ahead: new Map(),
  position: -1,
  cursor: -1,
};

const untried: DeliveryAttemptState = { attempts: 0, nextAtMs: 0, done: false };

/** After reading one event of those that call for a mail or end what did. */
export function onTrigger(
  state: DeliveryQueueState,
  event: DomainEvent,
  position: number,
): DeliveryQueueState {
  const met = { ...state, position };
  const cause = { position, progress: state.ahead.get(event.id) ?? untried };
  switch (event.type) {
    case 'RegistrationRequested':
      return withMail(met, codeMail(event, cause));
    case 'QuotaWarned':
    case 'QuotaExceeded':
      return withMail(met, quotaMail(event, cause));
    case 'ApiKeyIssued':
      return isNotified(event) ? withMail(met, keyMail(event, cause)) : met;
    case 'WebhookDisabled':
    case 'WebhookRecovered':
      return withMail(met, webhookMail(event, cause));
    case 'RegistrationVerified':
      return { ...met, open: verify(state.open, event) };
    default:
      return met;
  }
}

/** After one event of our own stream. */
export function onDeliveryEvent(
  state: DeliveryQueueState,
  event: DeliveryEvent,
): DeliveryQueueState {
  const { causeId, cursor } = event.data;
  const moved = { ...state, cursor: Math.max(state.cursor, cursor) };
  const mail = state.open.get(causeId);
  const progress = progressOf(event);
  return mail === undefined
    ? { ...moved, ahead: withEntry(state.ahead, causeId, progress) }
    : withMail(moved, { ...mail, ...progress });
}

type DeliveryEvent = EventOf<'DeliverySettled' | 'DeliveryFailed' | 'DeliveryExhausted'>;

export type Step =
  | { readonly kind: 'send'; readonly mail: PendingDelivery }
  /** The mail is not needed any more, because the code was used. */
  | { readonly kind: 'settle'; readonly mail: CodeMail }
  | { readonly kind: 'exhaust'; readonly mail: PendingDelivery; readonly error: string }
  /** The registration has ended: its key goes, and with it the address. */
  | { readonly kind: 'destroy'; readonly mail: CodeMail };

/** What is to be done now, at most `limit` steps, oldest cause first. */
export function dueActions(
  state: DeliveryQueueState,
  nowMs: number,
  limit: number,
): readonly Step[] {
  const steps: Step[] = [];
  for (const mail of state.open.values()) {
    const step = stepOf(mail, nowMs);
    if (step !== undefined) steps.push(step);
    if (steps.length === limit) break;
  }
  return steps;
}

/** When something will be due although nothing happens; undefined: never. */
export function nextDueAtMs(state: DeliveryQueueState): number | undefined {
  let firstMs: number | undefined;
  for (const mail of state.open.values()) {
    const atMs = mail.done
      ? mail.expiresAtMs + keyGraceMs
      : Math.min(mail.nextAtMs, mail.expiresAtMs);
    firstMs = Math.min(firstMs ?? atMs, atMs);
  }
  return firstMs;
}

function stepOf(mail: PendingDelivery, nowMs: number): Step | undefined {
  if (mail.kind === 'code') {
    if (mail.done) return hasEnded(mail, nowMs) ? { kind: 'destroy', mail } : undefined;
    if (mail.verified) return { kind: 'settle', mail };
  }
  if (nowMs >= mail.expiresAtMs) return { kind: 'exhaust', mail, error: expiries[mail.kind] };
  return nowMs < mail.nextAtMs ? undefined : { kind: 'send', mail };
}

const hasEnded = ({ verified, expiresAtMs }: CodeMail, nowMs: number): boolean =>
  verified || nowMs >= expiresAtMs + keyGraceMs;

const expiries = {
  code: 'the code has expired',
  quota: 'the month is over',
  key: 'the key was issued too long ago',
  webhook: 'the webhook was disabled too long ago',
} as const;

export type Delivered =
  | { readonly kind: 'settled' }
  /** `final`: trying again cannot help. */
  | { readonly kind: 'failed'; readonly error: string; readonly final: boolean };

/** The fact that follows from an attempt. */
export function outcomeOf(
  mail: PendingDelivery,
  delivered: Delivered,
  { deliveryId, cursor, nowMs }: { deliveryId: string; cursor: number; nowMs: number },
): Extract<EventPayload, { readonly type: DeliveryEvent['type'] }> {
  const data = { deliveryId, target: 'mail', causeId: mail.causeId, cursor };
  if (delivered.kind === 'settled') return { type: 'DeliverySettled', data };
  const { error, final } = delivered;
  const attempt = mail.attempts + 1;
  const pauseMs = retryDelay(mail);
  if (final || pauseMs === undefined) {
    return { type: 'DeliveryExhausted', data: { ...data, attempts: attempt, error } };
  }
  return {
    type: 'DeliveryFailed',
    data: { ...data, attempt, error, nextAtMs: nowMs + pauseMs },
  };
}

/** Everything that follows from causes up to here is done. */
export function cursorOf({ open, position }: DeliveryQueueState): number {
  let oldest: number | undefined;
  for (const mail of open.values()) oldest = Math.min(oldest ?? mail.position, mail.position);
  return oldest === undefined ? position : oldest - 1;
}

/** When nothing is left to do: after the key of a registration was destroyed. */
export function close(state: DeliveryQueueState, causeId: EventId): DeliveryQueueState {
  const open = new Map(state.open);
  open.delete(causeId);
  return { ...state, open };
}

/** A registration stays open after its mail, until its key is destroyed; other mails close at once. */
const withMail = (state: DeliveryQueueState, mail: PendingDelivery): DeliveryQueueState =>
  mail.kind !== 'code' && mail.done
    ? close(state, mail.causeId)
    : { ...state, open: withEntry(state.open, mail.causeId, mail) };

function verify(
  open: DeliveryQueueState['open'],
  { data: { sessionId } }: EventOf<'RegistrationVerified'>,
): DeliveryQueueState['open'] {
  const mail = [...open.values()].find(
    candidate => candidate.kind === 'code' && candidate.sessionId === sessionId,
  );
  return mail?.kind !== 'code' ? open : withEntry(open, mail.causeId, { ...mail, verified: true });
}

function progressOf(event: DeliveryEvent): DeliveryAttemptState {
  switch (event.type) {
    case 'DeliverySettled':
    case 'DeliveryExhausted':
      return { ...untried, done: true };
    case 'DeliveryFailed':
      return { attempts: event.data.attempt, nextAtMs: event.data.nextAtMs, done: false };
  }
}

function withEntry<Value>(
  map: ReadonlyMap<EventId, Value>,
  key: EventId,
  value: Value,
): ReadonlyMap<EventId, Value> {
  return new Map(map).set(key, value);
}
