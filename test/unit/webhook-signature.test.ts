import { deepEqual, throws } from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../services/notifier/webhooks/signature.ts';

const secret = `whsec_${'a'.repeat(32)}`;
const body = '{"event":"alert.triggered"}';
const headersAt = (ageSeconds: number) => {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  return signatureHeaders({ eventId: 'e-1', body, timestamp, secrets: [secret] });
};

describe('the signature of a webhook', () => {
  const receiver = new Webhook(secret);

  it('is accepted by standardwebhooks, and not for another body', () => {
    deepEqual(receiver.verify(body, headersAt(0)), JSON.parse(body));
    throws(() => receiver.verify(body.replace('alert', 'Alert'), headersAt(0)), /No matching/);
  });

  it('is rejected by standardwebhooks ten minutes later', () => {
    throws(() => receiver.verify(body, headersAt(600)), /too old/);
  });

  it('covers the time: a later one does not make an old delivery good', () => {
    const old = headersAt(600);
    const later = { ...old, 'webhook-timestamp': headersAt(0)['webhook-timestamp'] };
    throws(() => receiver.verify(body, later), /No matching/);
  });
});
