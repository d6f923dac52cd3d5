import assert from 'node:assert/strict';
import type { Mail, Mailer } from '../../platform/mailer/port.ts';

export type ReceivedMail = { readonly raw: string };

export type MailerEngine = {
  readonly open: () => Promise<Mailer>;
  /** What came out at the other end, oldest first. */
  readonly received: () => Promise<readonly ReceivedMail[]>;
  readonly dispose: () => Promise<void>;
};

export const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'f0000000-0000-4000-8000-000000000001',
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  to: 'ada@example.org',
  subject: 'Your Tidemark code is 012345',
  text: 'Your code is 012345.\n',
  ...changes,
});

export function mailerContract(
  name: string,
  start: () => Promise<MailerEngine>,
  { keepsMails }: { readonly keepsMails: boolean },
): void {
  describe(`mailer: ${name}`, () => {
    let engine: MailerEngine;
    let mailer: Mailer;

    beforeEach(async () => {
      engine = await start();
      mailer = await engine.open();
    });
    afterEach(async () => {
      await mailer.close();
      await engine.dispose();
    });

    it('hands over a complete message', async () => {
      await mailer.send(mail());
      const [{ raw } = { raw: '' }, ...more] = await engine.received();
      assert.deepEqual(more, []);
      assert.match(raw, /^From: Tidemark <code@tidemark\.test>\r$/m);
      assert.match(raw, /^To: ada@example\.org\r$/m);
      assert.match(raw, /^Subject: Your Tidemark code is 012345\r$/m);
      assert.match(raw, /^Date: Fri, 02 Jan 2026 03:04:05 \+0000\r$/m);
      assert.match(raw, /^Content-Type: text\/plain; charset=utf-8\r$/m);
      assert.match(raw, /\r\n\r\nYour code is 012345\.\r\n/);
    });

    it('says that mails can be handed over, and sends none for that', async () => {
      await mailer.check();
      assert.deepEqual(await engine.received(), []);
    });

    it('names a mail by its id, so that a repetition can be told', async () => {
      await mailer.send(mail());
      await mailer.send(mail());
      await mailer.send(mail({ id: 'another', atMs: mail().atMs + 1 }));
      const names = (await engine.received()).map(
        ({ raw }) => /^Message-ID: (.+)\r$/im.exec(raw)?.[1],
      );
      assert.deepEqual(
        [...new Set(names)],
        ['<f0000000-0000-4000-8000-000000000001@tidemark.test>', '<another@tidemark.test>'],
      );
    });

    it('keeps what stands in a header out of the other headers', async () => {
      await mailer.send(mail({ subject: 'Hello\r\nBcc: eve@example.org' }));
      const [{ raw } = { raw: '' }] = await engine.received();
      assert.doesNotMatch(raw, /^Bcc:/m);
    });

    it('keeps nothing of the addresses that it is to forget, and keeps the others', async () => {
      const to = ['ada@example.org', 'grace@example.org', 'another.ada@example.org'];
      for (const [index, each] of to.entries())
        await mailer.send(mail({ id: `to-${index}`, atMs: mail().atMs + index, to: each }));
      const before = (await engine.received()).length;
      const forgotten = await mailer.forget(new Set(['ada@example.org', 'nobody@example.org']));
      const left = (await engine.received()).length;
      // What a mail server has taken is out of reach.
      assert.deepEqual([left, forgotten], keepsMails ? [before - 1, 1] : [before, 0]);
      assert.equal(await mailer.forget(new Set(['ada@example.org'])), 0);
    });

    it('refuses an id that could not be a file name', async () => {
      await assert.rejects(mailer.send(mail({ id: '../x' })), /expected a mail id/);
    });
  });
}
