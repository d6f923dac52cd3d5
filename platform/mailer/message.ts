import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from './port.ts';

/** Ids become part of a file name and of a header, so nothing else gets through. */
const idPattern = /^[A-Za-z0-9-]{1,64}$/;

export type Message = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly date: Date;
  readonly messageId: string;
};

/** A mail as nodemailer takes it; the same mail always gets the same Message-ID and date. */
export function toMessage(mail: Mail, from: string): Message {
  if (!idPattern.test(mail.id)) {
    throw new Error(`expected a mail id of letters, digits and dashes, found ${mail.id}`);
  }
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    // A message in the format of RFC 5322.
    text: mail.text.replace(/\r?\n/g, '\r\n'),
    ...(mail.html !== undefined && { html: mail.html }),
    ...(mail.unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
    date: new Date(mail.atMs),
    messageId: `<${mail.id}@${domainOf(from)}>`,
  };
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The complete RFC 5322 message. */
export const compose = (message: Message): Promise<Buffer> =>
  new MailComposer(message).compile().build();

const domainOf = (from: string): string => /@([^\s@>]+)/.exec(from)?.[1] ?? 'localhost';
