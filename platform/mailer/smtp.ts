import { createTransport } from 'nodemailer';
import { Unavailable } from '../errors.ts';
import { toMessage } from './message.ts';
import { type Mailer, MailRefused } from './port.ts';

const connectMs = 10_000;
const silenceMs = 20_000;
const connectionsMax = 4;

/**
 * Mails through a server, for example `smtp://user:password@host:587`. Codes and passwords travel
 * encrypted: `smtps:` from the start, `smtp:` after STARTTLS, which `?insecure=true` makes optional.
 */
export function openSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    ...encryptionOf(url),
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  return {
    send: async mail => {
      const message = toMessage(mail, from);
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw translate(error);
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw translate(error);
      }
    },
    // What a mail server took is not here any more.
    forget: async () => 0,
    close: async () => transport.close(),
  };
}

function encryptionOf(text: string): { readonly url: string; readonly requireTLS: boolean } {
  const url = new URL(text);
  const isInsecure = url.searchParams.get('insecure') === 'true';
  url.searchParams.delete('insecure');
  return { url: url.href, requireTLS: !isInsecure && url.protocol === 'smtp:' };
}

const noEncryption =
  'the mail server did not encrypt the connection; use an smtps URL, or add ?insecure=true to SMTP_URL to send in clear text';

/** Only a 5xx about this very mail is final; a refused login or connection may be put right. */
function translate(cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Error && 'code' in cause && cause.code === 'ETLS') {
    return new Unavailable(`${noEncryption}: ${text}`, { cause });
  }
  return isFinal(cause)
    ? new MailRefused(`the mail server refused the mail: ${text}`, { cause })
    : new Unavailable(`the mail server did not take the mail: ${text}`, { cause });
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false;
  const answer = 'responseCode' in error ? error.responseCode : undefined;
  return typeof answer !== 'number' || answer >= 500;
}
