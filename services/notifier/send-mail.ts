import type { Mail } from '../../platform/mailer/port.ts';
import { outcomeOf } from './attempts.ts';
import type { Delivered } from './core/delivered.ts';
import type { NotifierDependencies } from './dependencies.ts';

/** Hands a mail over, and counts it; what the mail server says is an outcome. */
export async function sendMail(
  mail: Mail,
  attempts: number,
  dependencies: Required<NotifierDependencies>,
): Promise<Delivered> {
  const delivered = await handOver(mail, attempts, dependencies);
  dependencies.onAttempt({ via: 'mail', outcome: outcomeOf(delivered) });
  return delivered;
}

async function handOver(
  mail: Mail,
  attempts: number,
  { mailer, log, now }: Required<NotifierDependencies>,
): Promise<Delivered> {
  const { id: deliveryId, atMs } = mail;
  try {
    await mailer.send(mail);
  } catch (error) {
    log.warn({ deliveryId, attempt: attempts + 1, reason: reasonOf(error) }, 'mail not delivered');
    const name = error instanceof Error ? error.name : 'unknown';
    return { kind: 'failed', error: name, final: !isRetryable(error) };
  }
  log.info({ deliveryId, tookMs: now() - atMs }, 'mail delivered');
  return { kind: 'settled' };
}

/** Mail servers like to repeat the address, which belongs into no log. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\S+@\S+/g, '[address]') : 'unknown';

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'retryable' in error && error.retryable === true;
