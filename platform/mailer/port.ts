export type Mail = {
  /** Names the delivery: the same id again is the same mail. */
  readonly id: string;
  /** When its cause happened; part of the name under which an outbox keeps it. */
  readonly atMs: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for readers that show markup. */
  readonly html?: string;
  /** A page whose POST ends such mails (RFC 2369, RFC 8058). */
  readonly unsubscribeUrl?: string;
};

/** Hands mails over. Throws `Unavailable` when trying again can help, `MailRefused` when not. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  /** Throws `Unavailable` while no mail at all could be handed over. */
  check(): Promise<void>;
  /** Deletes what was handed over and is still here to these addresses; the number of mails. */
  forget(addresses: ReadonlySet<string>): Promise<number>;
  close(): Promise<void>;
};

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly code = 'mail_refused';
  readonly retryable = false;
}
