import { organizationOwners } from '../../projections/organizations/organization-owners.ts';
import { webhookKey, webhooks } from '../../projections/webhooks/webhooks.ts';
import { verificationCode } from '../../schemas/accounts/verification-code.ts';
import { keyEmail } from './core/key-email.ts';
import type {
  CodeMail,
  KeyMail,
  PendingDelivery,
  QuotaMail,
  WebhookMail,
} from './core/pending-delivery.ts';
import { quotaEmail } from './core/quota-email.ts';
import { verificationMail } from './core/verification-mail.ts';
import { webhookEmail } from './core/webhooks/webhook-email.ts';
import type { NotifierDependencies } from './dependencies.ts';

type Dependencies = Required<NotifierDependencies>;

/** A mail as it goes out. */
export type EmailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly delivered?: () => void;
};

/** Undefined when there is no recipient left. */
export function renderEmail(
  mail: PendingDelivery,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  return mail.kind === 'code'
    ? codeEmail(mail, dependencies)
    : organizationEmail(mail, dependencies, signal);
}

async function codeEmail(
  { sessionId, email, expiresAtMs }: CodeMail,
  { keyring, onCode }: Dependencies,
): Promise<EmailMessage | undefined> {
  const to = await keyring.unseal({ kind: 'registration', id: sessionId }, email);
  if (to === undefined) return undefined;
  const code = await verificationCode(sessionId, keyring);
  return { to, ...verificationMail(code, expiresAtMs), delivered: () => onCode({ to, code }) };
}

/**
 * An organization is written to at the address of its owner: every key can change channels, and none must be
 * able to redirect the notice of another key.
 */
async function organizationEmail(
  mail: QuotaMail | KeyMail | WebhookMail,
  { projections, keyring, publicUrl }: Dependencies,
  signal: AbortSignal,
): Promise<EmailMessage | undefined> {
  await projections.barrier(signal);
  const { organizationId: id } = mail;
  const owner = projections.get(organizationOwners, id);
  const to = owner && (await keyring.unseal({ kind: 'organization', id }, owner.email));
  if (to === undefined) return undefined;
  if (mail.kind !== 'webhook') return { to, ...contentOf(mail, publicUrl()) };
  const webhook = projections.get(webhooks, webhookKey(id, mail.fact.data.webhookId))?.webhook;
  return webhook && { to, ...webhookEmail(mail.fact, webhook) };
}

const contentOf = (
  mail: QuotaMail | KeyMail,
  url: string,
): Pick<EmailMessage, 'subject' | 'text'> =>
  mail.kind === 'quota'
    ? quotaEmail(mail.fact, `${url}/billing`)
    : keyEmail(mail.fact, mail.requestedAtMs);
