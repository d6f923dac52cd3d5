import { createTransport } from 'nodemailer';
import { Unavailable } from '../errors.ts';
import { toMessage } from './message.ts';
import { type Mailer, MailRefused } from './port.ts';

const connectMs = 10_000;
const silenceMs = 20_000;
const connectionsMax = 4;

/** Mails through a server, for example `smtp://user:password@host:587`. */
export function openSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
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
    close: async () => transport.close(),
  };
}

/** Only a 5xx about this very mail is final; a refused login or connection may be put right. */
function translate(cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
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
