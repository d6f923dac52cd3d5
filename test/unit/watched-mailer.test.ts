import { equal, rejects } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import {
  failuresInRowMax,
  lookKeptMs,
  watchMailer,
} from '../../platform/mail-watch/watched-mailer.ts';
import { type Mail, type Mailer, MailRefused } from '../../platform/mailer/port.ts';

const mail: Mail = { id: '1', atMs: 0, to: 'ada@example.org', subject: 'code', text: '123456' };

describe('whether mail works', () => {
  let nowMs = 0;
  let looks = 0;
  let refusal: Error | undefined;
  let away: Error | undefined;
  const throwIf = async (error: Error | undefined): Promise<void> => {
    if (error !== undefined) throw error;
  };
  const mailer: Mailer = {
    send: () => throwIf(refusal),
    check: () => {
      looks++;
      return throwIf(away);
    },
    forget: async () => 0,
    close: async () => undefined,
  };
  beforeEach(() => {
    [nowMs, looks, refusal, away] = [0, 0, undefined, undefined];
  });

  it('is no while a server that lets us in refuses every mail, until one is taken', async () => {
    const watched = watchMailer(mailer, () => nowMs);
    refusal = new MailRefused('the mail server refused the mail: 554 blocked');
    for (let count = 1; count < failuresInRowMax; count++) {
      await rejects(watched.mailer.send(mail), MailRefused);
      await watched.works();
    }
    await rejects(watched.mailer.send(mail), MailRefused);
    await rejects(watched.works(), /the last 3 mails failed: .*554 blocked/);
    refusal = undefined;
    await watched.mailer.send(mail);
    await watched.works();
  });

  it('is no while the server is away, at which one look in a while is taken', async () => {
    const watched = watchMailer(mailer, () => nowMs);
    away = new Unavailable('the mail server did not take the mail: ECONNREFUSED');
    await rejects(watched.works(), /ECONNREFUSED/);
    away = undefined;
    nowMs = lookKeptMs - 1;
    await rejects(watched.works(), /ECONNREFUSED/);
    nowMs = lookKeptMs;
    await watched.works();
    equal(looks, 2);
  });
});
