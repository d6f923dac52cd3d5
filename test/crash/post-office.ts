import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type PostedMail = {
  /** Its Message-ID, before the @. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Of a mail with one. */
  readonly code?: string;
  readonly isNotice: boolean;
};

/** A mail server that outlives the servers of a run: what it keeps is the truth about mails. */
export type PostOffice = {
  readonly url: string;
  /** Every mail as often as it came. */
  readonly mails: readonly PostedMail[];
  readonly ids: () => ReadonlySet<string>;
  readonly faults: () => readonly string[];
  readonly close: () => Promise<void>;
};

/**
 *  posted  is called with each mail before the response to its sender
 */
export async function openPostOffice(
  posted: (mail: PostedMail) => void | Promise<void>,
): Promise<PostOffice> {
  const mails: PostedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, _session, done) => {
      try {
        const mail = mailOf(await text(stream));
        mails.push(mail);
        await posted(mail);
        done();
      } catch (error) {
        // Its sender was killed before it had sent all of it.
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // Senders that are killed reset their connections.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?insecure=true`,
    mails,
    ids: () => new Set(mails.map(({ id }) => id)),
    faults: () => faultsOf(mails),
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

function mailOf(raw: string): PostedMail {
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(raw)?.[1] ?? '';
  const [, code] = /(\d{6})$/.exec(header('Subject')) ?? [];
  return {
    id: header('Message-ID').replace(/^<|@.*$/g, ''),
    to: header('To'),
    subject: header('Subject'),
    isNotice: raw.includes('/alerts/'),
    ...(code !== undefined && { code }),
  };
}

/** A repeated mail is the same under the same id; without repeats, every address has its one code and its one notice of a key. */
function faultsOf(mails: readonly PostedMail[]): readonly string[] {
  const changed = conflicts(mails, ({ id, to, subject }) => [id, `${to}: ${subject}`]);
  const alone = mails.filter(({ isNotice }) => !isNotice);
  const twice = conflicts(alone, ({ id, to, code }) => [
    `${to}: ${code === undefined ? 'notice' : 'code'}`,
    id,
  ]);
  return [
    ...(changed > 0 ? [`${changed} mails were repeated with other content`] : []),
    ...(twice > 0 ? [`${twice} mails were sent twice, under another Message-ID`] : []),
  ];
}

/** How often a key comes with another value than before. */
function conflicts(
  mails: readonly PostedMail[],
  entryOf: (mail: PostedMail) => readonly [string, string],
): number {
  const values = new Map<string, string>();
  return mails.map(entryOf).filter(([key, value]) => {
    const before = values.get(key);
    values.set(key, value);
    return before !== undefined && before !== value;
  }).length;
}
