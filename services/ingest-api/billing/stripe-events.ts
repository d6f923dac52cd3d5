import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { HttpProblem, notFound } from '../../../platform/http/problem.ts';
import {
  NoticeRefused,
  type PaymentNotice,
  type PaymentNotices,
} from '../../../platform/payments/port.ts';
import type { IngestShared } from '../shared.ts';
import { recordNotice } from './record-notice.ts';

/**
 * POST /v1/billing/stripe-events: the signature stands for the key. Stripe sends an event again for days until it gets 2xx, which it gets once
 * what follows is recorded.
 */
export const stripeEvents =
  (dependencies: IngestShared): Handler<'stripeEvents'> =>
  async request => {
    const { notices } = dependencies.payments;
    if (notices === undefined) throw notFound('this server takes no events of Stripe');
    const { id, subscription } = verified(request, notices);
    if (subscription !== undefined)
      await recordNotice({ id, subscription }, notices, request, dependencies);
    return { status: 200, body: { received: true } };
  };

function verified(
  { body: bytes, headers, receivedAtMs }: HttpRequest<'stripeEvents'>,
  notices: PaymentNotices,
): PaymentNotice {
  const signature = String(headers['stripe-signature'] ?? '');
  try {
    return notices.verify({ bytes, signature, receivedAtMs });
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error;
    throw new HttpProblem({ status: 400, code: error.code, message: error.message });
  }
}
