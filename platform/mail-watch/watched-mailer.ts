import { type Mailer, MailRefused } from '../mailer/port.ts';

/** Mails in a row that fail before it is the mail server, and not an address. */
export const failuresInRowMax = 3;
/** For so long, in milliseconds, one look at the mail server serves all who want to know. */
export const lookKeptMs = 30_000;

export type WatchedMailer = {
  readonly mailer: Mailer;
  /** Throws, saying why, while mails cannot be handed over or are all refused. */
  readonly works: () => Promise<void>;
};

/**
 * A mailer, and whether it works. A server may let us in and refuse every mail, so what became of the last mails counts, too.
 *  now  of the monotonic clock, in milliseconds
 */
export function watchMailer(mailer: Mailer, now = (): number => performance.now()): WatchedMailer {
  let failures = 0;
  let last: unknown;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let look: Promise<void> = Promise.resolve();
  return {
    mailer: {
      ...mailer,
      send: async mail => {
        try {
          await mailer.send(mail);
          failures = 0;
        } catch (error) {
          failures++;
          last = error;
          throw error;
        }
      },
    },
    works: async () => {
      if (failures >= failuresInRowMax) throw failing(failures, last);
      if (now() - lookedAtMs >= lookKeptMs) {
        lookedAtMs = now();
        look = mailer.check();
        look.catch(() => undefined);
      }
      await look;
    },
  };
}

function failing(failures: number, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new MailRefused(`the last ${failures} mails failed: ${why}`, { cause });
}
