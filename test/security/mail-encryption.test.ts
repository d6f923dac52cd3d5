import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { openSmtpMailer } from '../../platform/mailer/smtp.ts';
import { mail } from '../contract/mailer.contract.ts';
import { startMailServer } from '../support/mail-server.ts';

const from = 'Tidemark <code@tidemark.test>';

describe('mail and encryption', () => {
  it('sends nothing in clear text to a server without STARTTLS, and names the setting', async () => {
    const server = await startMailServer();
    const mailer = openSmtpMailer({ url: server.url, from });
    await rejects(mailer.send(mail()), error => {
      equal(error instanceof Unavailable, true);
      return /smtps URL.+\?insecure=true/u.test(String(error));
    });
    deepEqual(server.received, []);
    await mailer.close();
    await server.close();
  });

  it('sends nothing to a server whose certificate it cannot verify', async () => {
    const server = await startMailServer({ startTls: true });
    const mailer = openSmtpMailer({ url: server.url, from });
    await rejects(mailer.send(mail()), Unavailable);
    deepEqual(server.received, []);
    await mailer.close();
    await server.close();
  });

  it('sends in clear text where the operator has allowed it', async () => {
    const server = await startMailServer();
    const mailer = openSmtpMailer({ url: `${server.url}?insecure=true`, from });
    await mailer.send(mail());
    equal(server.received.length, 1);
    await mailer.close();
    await server.close();
  });
});
