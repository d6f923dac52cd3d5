import { plansWithLimits } from '../../../domain/billing/payment.ts';
import { executeBeside } from '../../../platform/commands/endpoint.ts';
import { recordedRejection } from '../../../platform/commands/rejection.ts';
import type { HttpRequest } from '../../../platform/http/handler.ts';
import type { NoticedPayment, PaymentNotices } from '../../../platform/payments/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { payments as rows } from '../../../projections/billing/payments.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import { checkoutId } from '../../../schemas/billing/ids.ts';
import type { Payment } from '../../../schemas/billing/payment.ts';
import {
  commandId,
  type OrganizationId,
  organizationId,
  subscriptionStream,
} from '../../../schemas/ids.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import type { IngestShared } from '../shared.ts';
import { type Known, settle } from './settle.ts';

type Request = HttpRequest<'stripeEvents'>;

export type Notice = { readonly id: string; readonly subscription: string };

type Of = {
  readonly notice: Notice;
  readonly owner: OrganizationId;
  readonly request: Request;
};

/** A notice says that something changed; what is recorded is what the provider says of the subscription now. */
export async function recordNotice(
  notice: Notice,
  notices: PaymentNotices,
  request: Request,
  dependencies: IngestShared,
): Promise<void> {
  const found = await notices.read(notice.subscription);
  if (found === undefined || !isUuid(found.organization)) return;
  const owner = organizationId(found.organization);
  const { signal, receivedAtMs: nowMs } = request;
  const { projections, payments } = dependencies;
  if ((await projections.state({ signal })).get(subscriptions, owner) === undefined) return;
  await settle({
    nowMs,
    known: async () => (await projections.state({ signal })).get(rows, owner),
    read: () => notices.read(notice.subscription),
    record: (read, known) => record({ notice, owner, request }, { read, known }, dependencies),
    end: async payment => {
      if (isOf(payment, payments)) await payments.endNow(payment);
    },
  });
}

const isOf = ({ provider }: Payment, { name }: IngestShared['payments']): boolean =>
  provider === name;

/** A notice that comes again while nothing else was recorded is the same command. */
async function record(
  { notice, owner, request }: Of,
  { read, known }: { readonly read: NoticedPayment; readonly known: Known | undefined },
  dependencies: IngestShared,
): Promise<boolean> {
  const { payment, reference } = read;
  const after = known?.revision ?? 0;
  const plans = plansWithLimits(dependencies.configuration.freePlan);
  const completes = isUuid(reference) ? { checkoutId: checkoutId(reference) } : {};
  const data = { organizationId: owner, after, payment, plans, ...completes };
  const command = {
    id: commandId(uuidV5(owner, JSON.stringify(['payment-notice', notice.id, after]))),
    stream: subscriptionStream(owner),
    organizationId: owner,
    actor: 'payments',
    wish: async () => ({ type: 'RecordPayment', data }) as const,
  };
  const outcome = await executeBeside(request, command, dependencies);
  if (outcome.type !== 'CommandRejected') return true;
  if (outcome.data.reason === 'payment_changed') return false;
  throw recordedRejection(outcome.data, request.receivedAtMs);
}
