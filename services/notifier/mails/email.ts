import { verificationCode } from '../../../domain/accounts/verification-code.ts';
import { mailLink } from '../../../projections/channels/mail-link.ts';
import { recipients } from '../../../projections/channels/recipients.ts';
import { organizationOwners } from '../../../projections/organizations/organization-owners.ts';
import { webhookKey, webhooks } from '../../../projections/webhooks/webhooks.ts';
import { confirmationMail } from '../core/mails/confirmation-mail.ts';
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
  return subject.kind === 'confirmation'
    ? confirmationEmail(subject, dependencies, signal)
    : organizationEmail(subject, mail, dependencies, signal);
}

type Code = Extract<MailSubject, { readonly kind: 'code' }>;
type Confirmation = Extract<MailSubject, { readonly kind: 'confirmation' }>;
type OfOrganization = Exclude<MailSubject, Code | Confirmation>;

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

/**
 * An organization is written to at the address of its owner: every key can change channels, and none must be
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
  const owner = projections.get(organizationOwners, id);
  const to = owner && (await keyring.unseal({ kind: 'organization', id }, owner.email));
  if (to === undefined) return undefined;
  if (about.kind === 'quota') return { to, ...quotaEmail(about.fact, `${publicUrl()}/billing`) };
  if (about.kind === 'key') return { to, ...keyEmail(about.fact, requestedAtMs) };
  const webhook = projections.get(webhooks, webhookKey(id, about.fact.data.webhookId))?.webhook;
  return webhook && { to, ...webhookEmail(about.fact, webhook) };
}
