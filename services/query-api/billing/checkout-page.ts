import type { Handler } from '../../../platform/http/handler.ts';
import { type CheckoutRow, checkouts } from '../../../projections/billing/checkouts.ts';
import {
  type ReturnUrls,
  returnAddress,
  sessionHashOf,
} from '../../../schemas/billing/checkout.ts';
import { sandboxProvider } from '../../../schemas/billing/payment.ts';
import type { QueryShared } from '../shared.ts';
import { type CheckoutView, checkoutHeaders, checkoutMarkup } from './checkout-markup.ts';

type Dependencies = Pick<QueryShared, 'projections' | 'keyring'>;

const statuses = { open: 200, completed: 200, expired: 410, unknown: 404 } as const;

/** GET /billing/checkout/:session: who has the session sees the order, and nothing else of the organization. */
export const checkoutPage =
  (dependencies: Dependencies): Handler<'checkoutPage'> =>
  async ({ params: { session }, receivedAtMs, signal }) => {
    const state = await dependencies.projections.state({ signal });
    const row = state.get(checkouts, sessionHashOf(session));
    const view = await viewOf(row, { session, nowMs: receivedAtMs }, dependencies);
    return {
      status: statuses[view.state],
      headers: checkoutHeaders(view),
      body: checkoutMarkup(view),
    };
  };

async function viewOf(
  row: CheckoutRow | undefined,
  { session, nowMs }: { readonly session: string; readonly nowMs: number },
  { keyring }: Dependencies,
): Promise<CheckoutView> {
  // A payment provider has pages of its own.
  if (row?.provider !== sandboxProvider) return { state: 'unknown' };
  const owner = { kind: 'organization', id: row.organizationId } as const;
  const sealed = await keyring.unseal(owner, row.returnSealed);
  if (sealed === undefined) return { state: 'unknown' };
  const { successUrl, cancelUrl } = JSON.parse(sealed) as ReturnUrls;
  return {
    state: stateOf(row, nowMs),
    row,
    session,
    successUrl: returnAddress(successUrl, session),
    cancelUrl: returnAddress(cancelUrl, session),
  };
}

function stateOf({ completedAtMs, expiresAtMs }: CheckoutRow, nowMs: number) {
  if (completedAtMs !== undefined) return 'completed';
  return nowMs < expiresAtMs ? 'open' : 'expired';
}
