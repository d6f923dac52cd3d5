import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { paidOffer, planOffers } from '../../domain/billing/plans.ts';
import { sandboxPayment } from '../../domain/billing/sandbox.ts';
import { checkouts } from '../../projections/billing/checkouts.ts';
import { subscriptions } from '../../projections/billing/subscriptions.ts';
import { type Checkout, returnAddress } from '../../schemas/billing/checkout.ts';
import { checkoutId, checkoutStream } from '../../schemas/billing/ids.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import {
  freePlan,
  type PlanLimits,
  type QuotaLevel,
  type Usage,
} from '../../schemas/billing/quota.ts';
import type { Command, CommandPayload } from '../../schemas/commands/command.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import { webUrlFault } from '../../schemas/http/web-url.ts';
import { organizationId, type StreamName, sealed, subscriptionStream } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { envelope, recordQuota } from '../support/account-commands.ts';
import { decideOn, given, type Past, past, recordedAt, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('organization-0');
const stranger = organizationId('organization-1');
const stream = subscriptionStream(organization);
const free = { plan: 'free', traceLimit: 100, bytesLimit: 1_000 };
const beganMs = Date.UTC(2026, 10, 25, 9);
const month = monthOf(beganMs);
const started = past(stream, {
  type: 'SubscriptionStarted',
  data: { organizationId: organization, ...free },
});

const checkoutOf = (name: string, changes: Partial<Checkout> = {}): Checkout => ({
  checkoutId: checkoutId(name),
  organizationId: organization,
  provider: 'sandbox',
  sessionHash: `hash of ${name}`,
  plan: 'team',
  traceLimit: 200,
  bytesLimit: 2_000,
  interval: 'monthly',
  price: 99,
  currency: 'USD',
  source: '',
  returnSealed: sealed('urls'),
  expiresAtMs: beganMs + 1_000,
  ...changes,
});

const commandOf = (payload: CommandPayload, id: string, atMs: number): Command =>
  ({ ...payload, ...envelope(checkoutStream(checkoutId(id)), atMs) }) as Command;
const open = (checkout: Checkout) =>
  commandOf({ type: 'OpenCheckout', data: checkout }, checkout.checkoutId, beganMs);
const complete = (id: string, atMs = beganMs, organizationIdOf = organization) =>
  commandOf(
    {
      type: 'CompleteCheckout',
      data: { checkoutId: checkoutId(id), organizationId: organizationIdOf },
    },
    id,
    atMs,
  );

const opened = (checkout: Checkout) =>
  past(checkoutStream(checkout.checkoutId), { type: 'CheckoutOpened', data: checkout });
const completed = ({ checkoutId: id, sessionHash }: Checkout): EventPayload => ({
  type: 'CheckoutCompleted',
  data: { checkoutId: id, organizationId: organization, sessionHash },
});
const payment = (checkout: Checkout): EventPayload => ({
  type: 'PaymentChanged',
  data: { organizationId: organization, payment: sandboxPayment(checkout, beganMs) },
});
const changed = ({
  checkoutId: id,
  plan,
  traceLimit,
  bytesLimit,
  interval,
}: Checkout): EventPayload => ({
  type: 'PlanChanged',
  data: { organizationId: organization, plan, traceLimit, bytesLimit, interval, checkoutId: id },
});

describe('A checkout', () => {
  const first = checkoutOf('first');
  const ofCheckout = checkoutStream(first.checkoutId);

  it('is opened once', () => {
    given()
      .when(open(first))
      .expect({ stream: ofCheckout, facts: [{ type: 'CheckoutOpened', data: first }] });
    given(opened(first)).when(open(first)).expect();
  });

  it('changes the plan when it is completed, once', () => {
    given(started, opened(first))
      .when(complete('first'))
      .expect(
        { stream, facts: [payment(first), changed(first)] },
        { stream: ofCheckout, facts: [completed(first)] },
      );
    given(started, opened(first), past(ofCheckout, completed(first)))
      .when(complete('first', first.expiresAtMs + 1))
      .expect();
  });

  it('expires, and is of one organization', () => {
    const foreign = past(subscriptionStream(stranger), {
      type: 'SubscriptionStarted',
      data: { organizationId: stranger, ...free },
    });
    const of = (...history: readonly Past[]) => given(started, foreign, ...history);
    of(opened(first)).when(complete('first', first.expiresAtMs)).rejects('checkout_expired');
    of(opened(first))
      .when(complete('first', beganMs, stranger))
      .rejects('checkout_unknown');
    of().when(complete('first')).rejects('checkout_unknown');
    given(opened(first)).when(complete('first')).rejects('checkout_unknown');
    const real = checkoutOf('first', { provider: 'stripe' });
    of(opened(real)).when(complete('first')).rejects('checkout_unknown');
  });

  it('ends the stop of its month when the plan is larger, and no other', () => {
    const exceeded = past(stream, {
      type: 'QuotaExceeded',
      data: { organizationId: organization, month, traces: 100, bytes: 0, ...limitsOf(free) },
    });
    const restored: EventPayload = {
      type: 'QuotaRestored',
      data: { organizationId: organization, month },
    };
    given(started, exceeded, opened(first))
      .when(complete('first'))
      .expect(
        { stream, facts: [payment(first), changed(first), restored] },
        { stream: ofCheckout, facts: [completed(first)] },
      );
    const small = checkoutOf('first', { traceLimit: 50, bytesLimit: 1_000 });
    given(started, exceeded, opened(small))
      .when(complete('first'))
      .expect(
        { stream, facts: [payment(small), changed(small)] },
        { stream: ofCheckout, facts: [completed(small)] },
      );
  });
});

const limitsOf = ({ traceLimit, bytesLimit }: PlanLimits): PlanLimits => ({
  traceLimit,
  bytesLimit,
});

type Step =
  | { readonly do: 'record'; readonly usage: Usage }
  | {
      readonly do: 'open';
      readonly name: string;
      readonly traceLimit: number;
      readonly bytesLimit: number;
    }
  | { readonly do: 'complete'; readonly name: string; readonly isLate: boolean };

const name = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('record' as const),
    usage: fc.record({ traces: fc.nat(400), bytes: fc.nat(4_000) }),
  }),
  fc.record({
    do: fc.constant('open' as const),
    name,
    traceLimit: fc.constantFrom(50, 100, 200, 300),
    bytesLimit: fc.constantFrom(500, 1_000, 3_000),
  }),
  fc.record({ do: fc.constant('complete' as const), name, isLate: fc.boolean() }),
);

/** What an organization has, told in plain words. */
class NaiveBilling {
  plan = 'free';
  limits: PlanLimits = limitsOf(free);
  level: QuotaLevel = 'within';
  readonly offers = new Map<string, PlanLimits>();
  readonly paid = new Set<string>();

  take(each: Step): void {
    if (each.do === 'record') this.#record(each.usage);
    else if (each.do === 'open') {
      if (!this.offers.has(each.name)) this.offers.set(each.name, limitsOf(each));
    } else this.#pay(each.name, each.isLate);
  }

  #record({ traces, bytes }: Usage): void {
    const isFull = traces >= this.limits.traceLimit || bytes >= this.limits.bytesLimit;
    const isNear = traces >= this.limits.traceLimit * 0.8 || bytes >= this.limits.bytesLimit * 0.8;
    if (isFull) this.level = 'exceeded';
    else if (isNear && this.level === 'within') this.level = 'warned';
  }

  #pay(of: string, isLate: boolean): void {
    const offer = this.offers.get(of);
    if (offer === undefined || isLate || this.paid.has(of)) return;
    this.paid.add(of);
    const { traceLimit, bytesLimit } = this.limits;
    if (offer.traceLimit > traceLimit || offer.bytesLimit > bytesLimit) this.level = 'within';
    this.limits = offer;
    this.plan = `plan ${of}`;
  }
}

/** The rows that the deciders and the projections give for the same steps. */
function rowsAfter(steps: readonly Step[]) {
  const states = new Map<StreamName, AggregateState | undefined>();
  let row: Parameters<typeof subscriptions.project>[0];
  const paid = new Map<string, Parameters<typeof checkouts.project>[0]>();
  const happen = (of: StreamName, fact: EventPayload): void => {
    const event = toEvent(fact, beganMs);
    states.set(of, evolve(of, states.get(of), event));
    if (subscriptions.types !== 'all' && subscriptions.types.has(event.type))
      row = subscriptions.project(
        row,
        event as EventOf<'PlanChanged'>,
        organization,
        recordedAt(0),
      );
    if (checkouts.types === 'all' || !checkouts.types.has(event.type)) return;
    const known = event as EventOf<'CheckoutOpened'>;
    for (const key of checkouts.keys(known, recordedAt(0)))
      paid.set(key, checkouts.project(paid.get(key), known, key, recordedAt(0)));
  };
  happen(started.stream, started.fact);
  for (const each of steps) {
    const decision = decideOn(commandFor(each), states);
    if (decision.kind === 'rejected') continue;
    for (const { stream: of, facts } of decision.appends)
      for (const fact of facts) happen(of, fact);
  }
  return { row, paid };
}

function commandFor(each: Step): Command {
  if (each.do === 'record')
    return recordQuota({ organizationId: organization, month, ...each.usage }, beganMs);
  if (each.do === 'complete') return complete(each.name, beganMs + (each.isLate ? 1_000 : 999));
  const { traceLimit, bytesLimit } = each;
  return open(checkoutOf(each.name, { plan: `plan ${each.name}`, traceLimit, bytesLimit }));
}

describe('Plans that are bought', () => {
  it('are those of a naive model, with what was told of the quota, and paid once', () =>
    holds(
      fc.property(fc.array(step, { maxLength: 25 }), steps => {
        const model = new NaiveBilling();
        for (const each of steps) model.take(each);
        const { row, paid } = rowsAfter(steps);
        deepEqual(
          [row?.plan, row?.traceLimit, row?.bytesLimit],
          [model.plan, model.limits.traceLimit, model.limits.bytesLimit],
        );
        equal(row?.reached?.level ?? 'within', model.level);
        for (const of of ['a', 'b', 'c']) {
          const [bySession, byOrganization] = [
            paid.get(`hash of ${of}`),
            paid.get(`${organization}/${of}`),
          ];
          deepEqual(bySession, byOrganization);
          equal(bySession?.completedAtMs !== undefined, model.paid.has(of));
        }
      }),
      1_000,
    ));

  it('are offered by unique ids, of which only the free one costs nothing', () => {
    const offers = planOffers({ ...freePlan, traceLimit: 7 });
    equal(new Set(offers.map(({ plan }) => plan)).size, offers.length);
    const [first, ...others] = offers;
    deepEqual([first?.plan, first?.traceLimit, first?.priceMonthly], ['free', 7, 0]);
    match(first?.features[0] ?? '', /^7 traces/);
    for (const offer of others) {
      equal(paidOffer(offer.plan), offer);
      equal(offer.priceMonthly > 0 && offer.priceYearly > offer.priceMonthly, true);
    }
    equal(paidOffer('free'), undefined);
  });
});

describe('The address that a buyer is sent to', () => {
  for (const url of [
    'javascript:alert(1)',
    'JavaScript://shop.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://shop.example/',
    '//shop.example/',
    '/billing',
    'shop.example',
    '',
    'https://ada:secret@shop.example/',
    'https://shop.example@evil.example/',
    'https://{CHECKOUT_SESSION_ID}.example/',
    'https://',
  ])
    it(`is not ${JSON.stringify(url)}`, () => equal(typeof webUrlFault(url), 'string'));

  it('contains the session where its placeholder stands, and is all ASCII', () => {
    const url = 'https://shop.example/é?a={CHECKOUT_SESSION_ID}#{CHECKOUT_SESSION_ID}';
    equal(webUrlFault(url), undefined);
    equal(returnAddress(url, 'cs_1'), 'https://shop.example/%C3%A9?a=cs_1#cs_1');
    equal(returnAddress('http://localhost:3000', 'cs_1'), 'http://localhost:3000/');
  });

  it('has the origin of what was given, whatever is sent as session', () =>
    holds(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, session) => {
        equal(webUrlFault(url), undefined);
        const address = new URL(
          returnAddress(
            `${url}{CHECKOUT_SESSION_ID}`.replace(/^(https?:\/\/[^/]+)\{/u, '$1/{'),
            session.toWellFormed(),
          ),
        );
        equal(address.origin, new URL(url).origin);
      }),
      500,
    ));
});
