import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Delivery = ResponseOf<'listWebhookDeliveries'>['deliveries'][number];
type Attempt = Delivery['attempts'][number];

/** Deliveries as they were at an instant: attempts that came later are not there. */
export function deliveriesThen(
  deliveries: readonly Delivery[],
  asOf: string | undefined,
): readonly Delivery[] {
  if (asOf === undefined) return deliveries;
  const atMs = Date.parse(asOf);
  return deliveries.flatMap(delivery => {
    const attempts = delivery.attempts.filter(({ at }) => Date.parse(at) <= atMs);
    if (attempts.length === 0) return [];
    return attempts.length === delivery.attempts.length
      ? [delivery]
      : [{ ...delivery, attempts, status: statusOf(attempts), next_attempt_at: null }];
  });
}

/** There was a later attempt, so what had not succeeded was still tried. */
const statusOf = (attempts: readonly Attempt[]): Delivery['status'] =>
  attempts.at(-1)?.error === null ? 'delivered' : 'retrying';
