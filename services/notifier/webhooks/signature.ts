import { createHmac } from 'node:crypto';

export type Signed = {
  readonly eventId: string;
  readonly body: string;
  /** Of sending, Unix seconds. */
  readonly timestamp: number;
  /** The current one, and for a day after a rotation the one before. */
  readonly secrets: readonly [string, ...string[]];
};

const prefixLength = 'whsec_'.length;

/**
 * Headers that sign the exact bytes of a body: `X-Webhook-Signature` keyed with the whole text of the secret, and those
 * of Standard Webhooks (standardwebhooks.com, "Webhook signatures") keyed with the bytes that its base64 part stands for.
 */
export function signatureHeaders({ eventId, body, timestamp, secrets }: Signed) {
  const [current, previous] = secrets;
  const standard = secrets.map(
    secret => `v1,${standardSignature(secret, eventId, timestamp, body)}`,
  );
  return {
    'x-webhook-signature': contractSignature(current, body),
    ...(previous !== undefined && {
      'x-webhook-signature-previous': contractSignature(previous, body),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

const contractSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefixLength), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}
