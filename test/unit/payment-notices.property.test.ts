import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { entitledPlan, graceMs, isLive } from '../../domain/billing/payment.ts';
import { Unavailable } from '../../platform/errors.ts';
import { type PaymentRow, payments } from '../../projections/billing/payments.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import { organizationId, type StreamName, subscriptionStream } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { type Settling, settle } from '../../services/ingest-api/billing/settle.ts';
import { decideOn, recordedAt, toEvent } from '../support/given.ts';
import { paymentOf, recordPayment } from '../support/payments.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stream = subscriptionStream(organization);
const nowMs = Date.UTC(2026, 10, 26);

/** What is recorded of an organization, by the real decider and the real projection. */
function openRecords() {
  const states = new Map<StreamName, AggregateState | undefined>();
  let row: PaymentRow | undefined;
  let plan = freePlan.plan;
  const happen = (of: StreamName, fact: EventPayload): void => {
    const event = toEvent(fact, nowMs);
    states.set(of, evolve(of, states.get(of), event));
    if (event.type === 'PlanChanged') plan = event.data.plan;
    if (payments.types !== 'all' && payments.types.has(event.type))
      row = payments.project(row, event as EventOf<'PlanChanged'>, organization, recordedAt(0));
  };
  happen(stream, {
    type: 'SubscriptionStarted',
    data: { organizationId: organization, ...freePlan },
  });
  return {
    row: () => row,
    plan: () => plan,
    record: (payment: Payment, after: number): boolean => {
      const decision = decideOn(recordPayment(organization, { payment, after }, nowMs), states);
      if (decision.kind === 'rejected') return false;
      for (const { stream: of, facts } of decision.appends)
        for (const fact of facts) happen(of, fact);
      return true;
    },
  };
}

type Records = ReturnType<typeof openRecords>;

const noticed = (payment: Payment) => ({ payment, organization, reference: '' });

/** Each step of settling happens when the scheduler says so. */
function settlingOf(
  records: Records,
  read: () => Payment | undefined,
  end: (payment: Payment) => void,
  scheduler: fc.Scheduler,
): Settling {
  const turn = (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), what);
  return {
    nowMs,
    known: async () => {
      await turn('known');
      return records.row();
    },
    read: async () => {
      await turn('read');
      const payment = read();
      return payment && noticed(payment);
    },
    record: async ({ payment }, known) => {
      await turn('record');
      return records.record(payment, known?.revision ?? 0);
    },
    end: async payment => {
      await turn('end');
      end(payment);
    },
  };
}

const change = fc
  .record({
    plan: fc.constantFrom('starter', 'team', 'scale'),
    standing: fc.constantFrom<Payment['standing']>(
      { status: 'paid' },
      { status: 'failed', sinceMs: nowMs },
      { status: 'failed', sinceMs: nowMs - graceMs },
      { status: 'ended', atMs: nowMs },
    ),
    isEnding: fc.boolean(),
  })
  .map(({ isEnding, ...of }) =>
    paymentOf({ ...of, ...(isEnding && { next: { plan: 'free', atMs: nowMs + 1 } }) }),
  );

/**
 * How often a notice comes, and how many of these are lost before anything of them is answered. Mostly it comes once: each further one
 * would mend what an earlier one did wrong.
 */
const delivery = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ times: 1, lost: 0 }) },
  {
    weight: 1,
    arbitrary: fc.record({ times: fc.integer({ min: 1, max: 3 }), lost: fc.nat(2) }),
  },
);
const steps = fc.array(fc.tuple(change, delivery), { minLength: 1, maxLength: 5 });

/** One notice, sent until it is taken; the first ones are cut off after whatever they did. */
async function deliver(settling: Settling, lost: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await settle(settling);
      if (attempt >= lost) return;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}

describe('Notices of payments', () => {
  it('give the same however they are shuffled, repeated, or dropped and sent again', () =>
    holds(
      fc.asyncProperty(fc.scheduler(), steps, async (scheduler, changes) => {
        const records = openRecords();
        let now: Payment | undefined;
        const deliveries: Promise<void>[] = [];
        const settling = settlingOf(
          records,
          () => now,
          () => undefined,
          scheduler,
        );
        const { task } = scheduler.scheduleSequence(
          changes.map(([payment, { times, lost }]) => async () => {
            now = payment;
            for (let copy = 0; copy < times; copy++) deliveries.push(deliver(settling, lost));
          }),
        );
        await scheduler.waitFor(task.then(() => Promise.all(deliveries)));

        const inOrder = openRecords();
        for (const [payment] of changes) {
          const read = async () => noticed(payment);
          const record: Settling['record'] = async (_, known) =>
            inOrder.record(payment, known?.revision ?? 0);
          const known = async () => inOrder.row();
          await settle({ nowMs, known, read, record, end: async () => undefined });
        }
        equal(records.plan(), inOrder.plan());
        const last = now && isLive(now) ? now : undefined;
        if (last === undefined) return;
        deepEqual(records.row()?.payment, last);
        equal(records.plan(), entitledPlan(last, nowMs));
      }),
      2_000,
    )).timeout(60_000);

  it('leave one of two subscriptions, the later, and end the other', () =>
    holds(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(delivery, { minLength: 2, maxLength: 2 }),
        async (scheduler, [first, second]) => {
          const records = openRecords();
          const subscriptions = new Map<string, Payment>();
          const deliveries: Promise<void>[] = [];
          const end = ({ subscription }: Payment): void => {
            const found = subscriptions.get(subscription);
            if (found === undefined) throw new Error('expected a subscription that there is');
            subscriptions.set(subscription, {
              ...found,
              standing: { status: 'ended', atMs: nowMs },
            });
          };
          const begin =
            (payment: Payment, { times = 1, lost = 0 } = {}) =>
            async () => {
              subscriptions.set(payment.subscription, payment);
              const read = () => subscriptions.get(payment.subscription);
              const settling = settlingOf(records, read, end, scheduler);
              for (let copy = 0; copy < times; copy++) deliveries.push(deliver(settling, lost));
            };
          const older = paymentOf({ subscription: 'sub_1', startedAtMs: nowMs - 2 });
          const later = paymentOf({ subscription: 'sub_2', startedAtMs: nowMs - 1, plan: 'scale' });
          const { task } = scheduler.scheduleSequence([begin(older, first), begin(later, second)]);
          await scheduler.waitFor(task.then(() => Promise.all(deliveries)));
          deepEqual(records.row()?.payment, later);
          equal(records.plan(), 'scale');
          equal(subscriptions.get('sub_1')?.standing.status, 'ended');
        },
      ),
      300,
    )).timeout(60_000);
});
