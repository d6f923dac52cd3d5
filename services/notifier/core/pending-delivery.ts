import type { ApiKeyIssued } from '../../../schemas/api-keys/events.ts';
import type { QuotaExceeded, QuotaWarned } from '../../../schemas/billing/events.ts';
import { monthEndMs } from '../../../schemas/billing/month.ts';
import type { DomainEvent, EventOf } from '../../../schemas/events/event.ts';
import type { EventId, OrganizationId, Sealed, SessionId } from '../../../schemas/ids.ts';
import type { WebhookDisabled, WebhookRecovered } from '../../../schemas/webhooks/events.ts';

/** Pauses before the second and every later attempt. A code is valid for a quarter of an hour. */
export const mailPausesMs = [1_000, 10_000, 60_000, 300_000] as const;
export const mailAttemptsMax = mailPausesMs.length + 1;

/** The last pause repeats until the mail expires. */
export const patientPausesMs = [...mailPausesMs, 1_800_000] as const;

/** The notice of a key, and of a webhook, expires after this time. */
export const keyNoticeMs = 7 * 86_400_000;

/** How far the delivery of a mail is. */
export type DeliveryAttemptState = {
  /** Attempts that failed so far. */
  readonly attempts: number;
  readonly nextAtMs: number;
  /** The mail was delivered or given up. */
  readonly done: boolean;
};

type Caused = DeliveryAttemptState & {
  readonly causeId: EventId;
  readonly position: number;
  readonly correlationId: string;
  readonly requestedAtMs: number;
  /** From then on the mail is not needed. */
  readonly expiresAtMs: number;
};

/** A registration that still needs something from us. */
export type CodeMail = Caused & {
  readonly kind: 'code';
  readonly sessionId: SessionId;
  readonly email: Sealed;
  readonly verified: boolean;
};

/** A mail about the quota of an organization. */
export type QuotaMail = Caused & {
  readonly kind: 'quota';
  readonly organizationId: OrganizationId;
  readonly fact: QuotaWarned | QuotaExceeded;
};

/** An organization whose owner gets a notice of a key that was issued for a code. */
export type KeyMail = Caused & {
  readonly kind: 'key';
  readonly organizationId: OrganizationId;
  readonly fact: ApiKeyIssued;
};

/** A mail to the owner of an organization: a webhook was disabled, or works again. */
export type WebhookMail = Caused & {
  readonly kind: 'webhook';
  readonly organizationId: OrganizationId;
  readonly fact: WebhookDisabled | WebhookRecovered;
};

export type PendingDelivery = CodeMail | QuotaMail | KeyMail | WebhookMail;

type Cause = { readonly position: number; readonly progress: DeliveryAttemptState };

const causedBy = (event: DomainEvent, { position, progress }: Cause) => ({
  causeId: event.id,
  position,
  ...progress,
  correlationId: event.correlationId,
  requestedAtMs: event.atMs,
});

export function codeMail(event: EventOf<'RegistrationRequested'>, cause: Cause): CodeMail {
  const { sessionId, email, expiresAtMs } = event.data;
  return {
    kind: 'code',
    sessionId,
    email,
    expiresAtMs,
    verified: false,
    ...causedBy(event, cause),
  };
}

export function quotaMail(
  event: EventOf<'QuotaWarned' | 'QuotaExceeded'>,
  cause: Cause,
): QuotaMail {
  const { organizationId, month } = event.data;
  return {
    kind: 'quota',
    organizationId,
    fact: event,
    expiresAtMs: monthEndMs(month),
    ...causedBy(event, cause),
  };
}

export function keyMail(event: EventOf<'ApiKeyIssued'>, cause: Cause): KeyMail {
  const { organizationId } = event.data;
  return {
    kind: 'key',
    organizationId,
    fact: event,
    expiresAtMs: event.atMs + keyNoticeMs,
    ...causedBy(event, cause),
  };
}

export function webhookMail(
  event: EventOf<'WebhookDisabled' | 'WebhookRecovered'>,
  cause: Cause,
): WebhookMail {
  return {
    kind: 'webhook',
    organizationId: event.data.organizationId,
    fact: event,
    expiresAtMs: event.atMs + keyNoticeMs,
    ...causedBy(event, cause),
  };
}

/** Before the next attempt after one that failed; undefined: there is none. */
export function retryDelay({ kind, attempts }: PendingDelivery): number | undefined {
  return kind === 'code'
    ? mailPausesMs[attempts]
    : (patientPausesMs[attempts] ?? patientPausesMs.at(-1));
}
