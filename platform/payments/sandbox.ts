import { sandboxAt, sandboxChanged } from '../../domain/billing/sandbox.ts';
import { base62 } from '../../schemas/base62.ts';
import { sandboxProvider } from '../../schemas/billing/payment.ts';
import type { Keyring } from '../keyring/port.ts';
import type { PaymentProvider, PlanChange } from './port.ts';

const digits = 32;

/**
 * Takes no money: a page of this Tidemark has a button that pays the order. The id of a session
 * follows from its order and the keyring, and a payment from what is recorded of it and the time, so nothing is stored. It writes no invoices, and
 * sends no notices: who changes a plan records it.
 */
export function openSandboxPayments({
  keyring,
}: {
  readonly keyring: Pick<Keyring, 'mac'>;
}): PaymentProvider {
  return {
    name: sandboxProvider,
    openSession: async ({ reference, publicUrl }) => {
      const mac = await keyring.mac('checkout-session', reference);
      const sessionId = `cs_sandbox_${base62(BigInt(`0x${mac.toString('hex')}`), digits)}`;
      return { sessionId, url: `${publicUrl}/billing/checkout/${sessionId}` };
    },
    readPayment: async (payment, atMs) => sandboxAt(payment, atMs),
    changePlan: async (payment, change) =>
      sandboxChanged(payment, { ...planOf(change, payment), step: change.step, atMs: change.atMs }),
    endNow: async () => undefined,
    listInvoices: async () => ({ invoices: [] }),
    reportUsage: async () => undefined,
  };
}

const planOf = (
  change: PlanChange,
  kept: Parameters<PaymentProvider['changePlan']>[0],
): Pick<typeof kept, 'plan' | 'interval'> => ('to' in change ? change.to : kept);
