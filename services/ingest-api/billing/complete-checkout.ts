import { executeBeside } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest, HttpResponse } from '../../../platform/http/handler.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { type CheckoutRow, checkouts } from '../../../projections/billing/checkouts.ts';
import {
  type ReturnUrls,
  returnAddress,
  sessionHashOf,
} from '../../../schemas/billing/checkout.ts';
import { checkoutStream } from '../../../schemas/billing/ids.ts';
import { sandboxProvider } from '../../../schemas/billing/payment.ts';
import { commandId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';

type Request = HttpRequest<'completeCheckout'>;

/**
 * POST /billing/checkout/:session/complete: every completion of a checkout is the same command. The browser goes
 * to where the buyer wants it, or back to the page, which says why it does not.
 */
export const completeCheckout =
  (dependencies: IngestShared): Handler<'completeCheckout'> =>
  async request => {
    const { session } = request.params;
    const state = await dependencies.projections.state({ signal: request.signal });
    const row = state.get(checkouts, sessionHashOf(session));
    // Who has the session of a real payment has not paid yet.
    const isOver =
      row?.provider !== sandboxProvider || dependencies.payments.name !== sandboxProvider;
    if (isOver || !(await isCompleted(row, request, dependencies))) return backToPage(session);
    const owner = { kind: 'organization', id: row.organizationId } as const;
    const urls = await dependencies.keyring.unseal(owner, row.returnSealed);
    if (urls === undefined) return backToPage(session);
    const { successUrl } = JSON.parse(urls) as ReturnUrls;
    return sendTo(returnAddress(successUrl, session));
  };

/** Whether the checkout is completed by now. */
async function isCompleted(
  { checkoutId, organizationId, completedAtMs }: CheckoutRow,
  request: Request,
  dependencies: IngestShared,
): Promise<boolean> {
  if (completedAtMs !== undefined) return true;
  const outcome = await executeBeside(
    request,
    {
      id: commandId(uuidV5(checkoutId, 'complete')),
      stream: checkoutStream(checkoutId),
      organizationId,
      actor: 'payments',
      hashed: checkoutId,
      wish: async () => ({ type: 'CompleteCheckout', data: { checkoutId, organizationId } }),
    },
    dependencies,
  );
  return outcome.type !== 'CommandRejected';
}

/** Relative to the path of the request, whatever stands before it. */
const backToPage = (session: string): HttpResponse<'completeCheckout'> =>
  sendTo(`../${encodeURIComponent(session)}`);

const sendTo = (address: string): HttpResponse<'completeCheckout'> => ({
  status: 303,
  // The site that the browser is sent to learns the session only where it asked for it.
  headers: { Location: address, 'Referrer-Policy': 'no-referrer' },
});
