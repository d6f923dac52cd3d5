import { base62 } from '../../schemas/base62.ts';
import type { Keyring } from '../keyring/port.ts';
import type { PaymentProvider } from './port.ts';

const digits = 32;

/**
 * Takes no money: a page of this Tidemark has a button that pays the order. The id of a session
 * follows from its order and the keyring, so it is stored nowhere.
 */
export function openSandboxPayments({
  keyring,
}: {
  readonly keyring: Pick<Keyring, 'mac'>;
}): PaymentProvider {
  return {
    name: 'sandbox',
    openSession: async ({ reference, publicUrl }) => {
      const mac = await keyring.mac('checkout-session', reference);
      const sessionId = `cs_sandbox_${base62(BigInt(`0x${mac.toString('hex')}`), digits)}`;
      return { sessionId, url: `${publicUrl}/billing/checkout/${sessionId}` };
    },
  };
}
