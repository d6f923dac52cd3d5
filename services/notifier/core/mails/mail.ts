import type { ApiKeyIssued } from '../../../../schemas/api-keys/events.ts';
import type { QuotaExceeded, QuotaWarned } from '../../../../schemas/billing/events.ts';
import { monthEndMs } from '../../../../schemas/billing/month.ts';
import type { ChannelConfirmationRequested } from '../../../../schemas/channels/recipient-events.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, OrganizationId, Sealed, SessionId } from '../../../../schemas/ids.ts';
import type { MemberInvited } from '../../../../schemas/members/events.ts';
import type { WebhookDisabled, WebhookRecovered } from '../../../../schemas/webhooks/events.ts';
import { mailPausesMs, patientPauseMs } from '../pauses.ts';

export const codeAttemptsMax = mailPausesMs.length + 1;

/** The notice of a key, and of a webhook, expires after this time. */
export const noticeMs = 7 * dayMs;

/** What a code is for; a registration when absent. `nothing`: the address is nobody's, so the mail has none. */
export type CodeUse = 'sign-in' | 'nothing';

/** What a mail is about. */
export type MailSubject =
  | {
      readonly kind: 'code';
      readonly sessionId: SessionId;
      readonly email: Sealed;
      readonly use?: CodeUse;
    }
  | {
      readonly kind: 'quota';
      readonly organizationId: OrganizationId;
      readonly fact: QuotaWarned | QuotaExceeded;
    }
  | {
      readonly kind: 'key';
      readonly organizationId: OrganizationId;
      readonly fact: ApiKeyIssued;
    }
  | {
      readonly kind: 'webhook';
      readonly organizationId: OrganizationId;
      readonly fact: WebhookDisabled | WebhookRecovered;
    }
  | {
      readonly kind: 'confirmation';
      readonly organizationId: OrganizationId;
      readonly fact: ChannelConfirmationRequested;
    }
  | {
      readonly kind: 'invitation';
      readonly organizationId: OrganizationId;
      readonly fact: MemberInvited;
    };

/** A mail that is not delivered yet. */
export type PendingMail = {
  readonly causeId: EventId;
  /** Of its cause among all events. */
  readonly position: number;
  readonly correlationId: string;
  readonly requestedAtMs: number;
  /** From then on the mail is not needed. */
  readonly expiresAtMs: number;
  readonly subject: MailSubject;
  /** Attempts that failed so far. */
  attempts: number;
  nextAtMs: number;
};

export type MailCause = EventOf<
  | 'RegistrationRequested'
  | 'SessionRequested'
  | 'ApiKeyIssued'
  | 'QuotaWarned'
  | 'QuotaExceeded'
  | 'WebhookDisabled'
  | 'WebhookRecovered'
  | 'ChannelConfirmationRequested'
  | 'MemberInvited'
>;

export function mailOf(event: MailCause, position: number): PendingMail {
  const { id: causeId, correlationId, atMs: requestedAtMs } = event;
  const { subject, expiresAtMs } = subjectOf(event);
  const cause = { causeId, position, correlationId, requestedAtMs };
  return { ...cause, subject, expiresAtMs, attempts: 0, nextAtMs: 0 };
}

/** Whose mails go into one stream: a person who registers or signs in, or an organization. */
export const recipientOf = (subject: MailSubject): SessionId | OrganizationId =>
  subject.kind === 'code' ? subject.sessionId : subject.organizationId;

function subjectOf(event: MailCause): Pick<PendingMail, 'subject' | 'expiresAtMs'> {
  switch (event.type) {
    case 'RegistrationRequested': {
      const { sessionId, email, expiresAtMs } = event.data;
      return { subject: { kind: 'code', sessionId, email }, expiresAtMs };
    }
    case 'SessionRequested': {
      const { sessionId, email, memberships, expiresAtMs } = event.data;
      const use = memberships.length > 0 ? 'sign-in' : 'nothing';
      return { subject: { kind: 'code', sessionId, email, use }, expiresAtMs };
    }
    case 'QuotaWarned':
    case 'QuotaExceeded': {
      const { organizationId, month } = event.data;
      const subject = { kind: 'quota', organizationId, fact: event } as const;
      return { subject, expiresAtMs: monthEndMs(month) };
    }
    case 'ApiKeyIssued': {
      const { organizationId } = event.data;
      const subject = { kind: 'key', organizationId, fact: event } as const;
      return { subject, expiresAtMs: event.atMs + noticeMs };
    }
    case 'WebhookDisabled':
    case 'WebhookRecovered': {
      const { organizationId } = event.data;
      const subject = { kind: 'webhook', organizationId, fact: event } as const;
      return { subject, expiresAtMs: event.atMs + noticeMs };
    }
    case 'ChannelConfirmationRequested': {
      const { organizationId, expiresAtMs } = event.data;
      return { subject: { kind: 'confirmation', organizationId, fact: event }, expiresAtMs };
    }
    case 'MemberInvited': {
      const { organizationId, expiresAtMs } = event.data;
      return { subject: { kind: 'invitation', organizationId, fact: event }, expiresAtMs };
    }
  }
}

/** Before the next attempt after one that failed; undefined: there is none. */
export const mailPauseMs = ({ subject, attempts }: PendingMail): number | undefined =>
  subject.kind === 'code' ? mailPausesMs[attempts] : patientPauseMs(attempts);
