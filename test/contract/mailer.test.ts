import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../../platform/errors.ts';
import { openOutboxMailer } from '../../platform/mailer/outbox.ts';
import { MailRefused } from '../../platform/mailer/port.ts';
import { openSmtpMailer } from '../../platform/mailer/smtp.ts';
import { startMailServer } from '../support/mail-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { mail, mailerContract } from './mailer.contract.ts';

const from = 'Tidemark <code@tidemark.test>';
const for1000Years = 1_000 * 365 * 86_400_000;

mailerContract(
  'outbox',
  async () => {
    const folder = await temporaryFolder();
    return {
      open: () => openOutboxMailer({ folder: folder.path, from, keptMs: for1000Years }),
      received: async () => {
        const names = (await readdir(folder.path)).sort();
        return Promise.all(
          names.map(async name => ({ raw: await readFile(join(folder.path, name), 'utf8') })),
        );
      },
      dispose: folder.remove,
    };
  },
  { keepsMails: true },
);

mailerContract(
  'smtp',
  async () => {
    const server = await startMailServer();
    return {
      open: async () => openSmtpMailer({ url: `${server.url}?insecure=true`, from }),
      received: async () => server.received.map(raw => ({ raw })),
      dispose: server.close,
    };
  },
  { keepsMails: false },
);

describe('mailer: outbox alone', () => {
  it('writes a mail once, under its time and id, for its owner alone', async () => {
    const folder = await temporaryFolder();
    const open = () =>
      openOutboxMailer({ folder: join(folder.path, 'outbox'), from, keptMs: for1000Years });
    const mailer = await open();
    await mailer.send(mail());
    await mailer.send(mail());
    const name = '20260102T030405678Z-f0000000-0000-4000-8000-000000000001.eml';
    assert.deepEqual(await readdir(join(folder.path, 'outbox')), [name]);
    assert.equal((await stat(join(folder.path, 'outbox', name))).mode & 0o777, 0o600);
    await writeFile(join(folder.path, 'outbox', 'x.draft'), 'half a mail');
    await open();
    assert.deepEqual(await readdir(join(folder.path, 'outbox')), [name]);
    await folder.remove();
  });

  it('takes away mails that are too old, and nothing that it did not write', async () => {
    const folder = await temporaryFolder();
    const time = { nowMs: mail().atMs };
    const mailer = await openOutboxMailer({
      folder: folder.path,
      from,
      keptMs: 1_000,
      sweepMs: 5,
      clock: () => time.nowMs,
    });
    await writeFile(join(folder.path, 'notes.txt'), 'of somebody');
    await mailer.send(mail());
    time.nowMs += 1_000;
    await mailer.send({ ...mail(), id: 'f0000000-0000-4000-8000-000000000002', atMs: time.nowMs });
    assert.equal((await readdir(folder.path)).length, 3);
    time.nowMs += 1;
    const left = await until('the first mail to go', async () => {
      const names = await readdir(folder.path);
      return names.length === 2 && names.sort();
    });
    assert.match(left[0] ?? '', /-f0000000-0000-4000-8000-000000000002\.eml$/);
    assert.equal(left[1], 'notes.txt');
    await mailer.close();
    await folder.remove();
  });
});

describe('mailer: smtp alone', () => {
  it('is refused what the server will never take', async () => {
    const server = await startMailServer({ refusal: 550 });
    const mailer = openSmtpMailer({ url: `${server.url}?insecure=true`, from });
    await assert.rejects(mailer.send(mail()), MailRefused);
    await assert.rejects(mailer.send(mail({ to: '' })), MailRefused);
    await mailer.close();
    await server.close();
  });

  it('is unavailable when the server is busy or gone', async () => {
    const server = await startMailServer({ refusal: 451 });
    const mailer = openSmtpMailer({ url: `${server.url}?insecure=true`, from });
    await assert.rejects(mailer.send(mail()), Unavailable);
    await mailer.check();
    await server.close();
    await assert.rejects(mailer.send(mail()), Unavailable);
    await assert.rejects(mailer.check(), Unavailable);
    await mailer.close();
  });
});
