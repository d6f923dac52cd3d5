import { verificationCode } from '../../../domain/accounts/verification-code.ts';
import { mailLink } from '../../../projections/channels/mail-link.ts';
import { recipients } from '../../../projections/channels/recipients.ts';
import { type MemberRow, memberKey, members } from '../../../projections/members/members.ts';
import { ownerOf } from '../../../projections/members/owner.ts';
import { webhookKey, webhooks } from '../../../projections/webhooks/webhooks.ts';
import { confirmationMail } from '../core/mails/confirmation-mail.ts';
import { invitationMail } from '../core/mails/invitation-mail.ts';
import { keyEmail } from '../core/mails/key-email.ts';
import type { MailSubject, PendingMail } from '../core/mails/mail.ts';
import { nobodyMail } from '../core/mails/nobody-mail.ts';
import { quotaEmail } from '../core/mails/quota-email.ts';
import { verificationMail } from '../core/mails/verification-mail.ts';
import { webhookEmail } from '../core/webhooks/webhook-email.ts';
import type { NotifierDependencies } from '../dependencies.ts';

type Dependencies = Required<NotifierDependencies>;

/** A mail as it goes out. */
export type EmailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly unsubscribeUrl?: string;
  readonly delivered?: () => void;
};

/** Undefined when there is no recipient left. */
export function renderEmail(
  mail: PendingMail,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  const { subject } = mail;
  if (subject.kind === 'code') return codeEmail(subject, mail, dependencies);
  if (subject.kind === 'invitation') return invitationEmail(subject, dependencies, signal);
  return subject.kind === 'confirmation'
    ? confirmationEmail(subject, dependencies, signal)
    : organizationEmail(subject, mail, dependencies, signal);
}

type Code = Extract<MailSubject, { readonly kind: 'code' }>;
type Confirmation = Extract<MailSubject, { readonly kind: 'confirmation' }>;
type Invitation = Extract<MailSubject, { readonly kind: 'invitation' }>;
type OfOrganization = Exclude<MailSubject, Code | Confirmation | Invitation>;

async function codeEmail(
  { sessionId, email, use }: Code,
  { expiresAtMs }: PendingMail,
  { keyring, onCode }: Dependencies,
): Promise<EmailMessage | undefined> {
  const to = await keyring.unseal({ kind: 'registration', id: sessionId }, email);
  if (to === undefined) return undefined;
  if (use === 'nothing') return { to, ...nobodyMail() };
  const code = await verificationCode(sessionId, keyring);
  return { to, ...verificationMail(code, expiresAtMs, use), delivered: () => onCode({ to, code }) };
}

/** Undefined when another link was used. The channel may not be recorded yet. */
async function confirmationEmail(
  { fact: { data } }: Confirmation,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  const { projections, keyring } = dependencies;
  await projections.barrier(signal);
  const { organizationId: id, channelId, recipientId, confirmationId, expiresAtMs } = data;
  const isOpen = projections
    .get(recipients, recipientId)
    ?.open.some(one => one.confirmationId === confirmationId);
  const to = await keyring.unseal({ kind: 'organization', id }, data.target);
  if (isOpen !== true || to === undefined) return undefined;
  const confirm = await mailLink('confirm', [recipientId, confirmationId], dependencies);
  const unsubscribe = await mailLink('unsubscribe', [recipientId, id, channelId], dependencies);
  const mail = confirmationMail({ confirm, unsubscribe }, expiresAtMs);
  return { to, ...mail, unsubscribeUrl: unsubscribe };
}

/** Undefined when the invitation was taken back or followed. */
async function invitationEmail(
  { fact: { data } }: Invitation,
  { projections, keyring, publicUrl }: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  await projections.barrier(signal);
  const { organizationId: id, userId, invitedBy, expiresAtMs } = data;
  const addressOf = async (row: MemberRow | undefined) =>
    row && (await keyring.unseal({ kind: 'organization', id }, row.email));
  const invited = projections.get(members, memberKey(id, userId));
  const to = invited?.joinedAtMs === undefined ? await addressOf(invited) : undefined;
  const from = await addressOf(projections.get(members, memberKey(id, invitedBy)));
  if (to === undefined || from === undefined) return undefined;
  const link = `${publicUrl()}/?join=${id}`;
  return { to, ...invitationMail({ from, link, expiresAtMs }) };
}

/**
 * An organization is written to at the address of the owner who joined first: every key can change channels, and none must be
 * able to redirect the notice of another key.
 */
async function organizationEmail(
  about: OfOrganization,
  { requestedAtMs }: PendingMail,
  { projections, keyring, publicUrl }: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  await projections.barrier(signal);
  const { organizationId: id } = about;
  const owner = ownerOf(id, projections);
  const to = owner && (await keyring.unseal({ kind: 'organization', id }, owner.email));
  if (to === undefined) return undefined;
  if (about.kind === 'quota') return { to, ...quotaEmail(about.fact, `${publicUrl()}/billing`) };
  if (about.kind === 'key') return { to, ...keyEmail(about.fact, requestedAtMs) };
  const webhook = projections.get(webhooks, webhookKey(id, about.fact.data.webhookId))?.webhook;
  return webhook && { to, ...webhookEmail(about.fact, webhook) };
}
