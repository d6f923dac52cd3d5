import { randomUuid } from '../../../platform/uuid.ts';
import { type Form, textIn, within } from './form.ts';
import {
  type Invoice,
  invoiceBody,
  nextPeriod,
  type Price,
  type Schedule,
  type Session,
  type Subscription,
  scheduleBody,
  sessionBody,
  subscriptionBody,
} from './state.ts';

export type StripeEvent = { readonly id: string; readonly type: string; readonly object: object };

/** What a request gets instead of an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;

  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(`the double refuses: ${code}`);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

const idOf = (kind: string): string => `${kind}_${randomUuid().replaceAll('-', '')}`;

/** An account of Stripe as far as Tidemark uses one, with what happens in it by itself. */
export class StripeAccount {
  readonly products = new Set<string>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly schedules = new Map<string, Schedule>();
  readonly invoices: Invoice[] = [];
  readonly meterEvents = new Map<string, Form>();
  /** What it would have sent so far. */
  readonly events: StripeEvent[] = [];
  readonly nowMs: () => number;
  /** Where the pages of sessions are. */
  pageUrl = 'https://checkout.stripe.example';
  /** The next payment is declined. */
  declinesNext = false;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  now(): number {
    return Math.floor(this.nowMs() / 1_000);
  }

  makeProduct(form: Form): object {
    const id = textIn(form, 'id') ?? idOf('prod');
    if (this.products.has(id)) throw new Refusal(400, 'resource_already_exists');
    this.products.add(id);
    return { id, object: 'product' };
  }

  openSession(form: Form): object {
    const id = `cs_test_${randomUuid().replaceAll('-', '')}`;
    const session: Session = {
      id,
      url: `${this.pageUrl}/c/pay/${id}`,
      price: this.priceIn(within(form, 'line_items', '0', 'price_data')),
      reference: textIn(form, 'client_reference_id') ?? '',
      successUrl: textIn(form, 'success_url') ?? '',
      metadata: within(form, 'subscription_data', 'metadata') as Record<string, string>,
      customer: textIn(form, 'customer'),
      hasTax: textIn(within(form, 'automatic_tax'), 'enabled') === 'true',
      subscription: null,
    };
    this.sessions.set(id, session);
    return sessionBody(session);
  }

  priceIn(form: Form): Price {
    const product = textIn(form, 'product') ?? '';
    if (!this.products.has(product)) throw new Refusal(400, 'resource_missing');
    const interval = textIn(within(form, 'recurring'), 'interval') === 'year' ? 'year' : 'month';
    return { id: idOf('price'), product, interval, amount: Number(textIn(form, 'unit_amount')) };
  }

  /** Somebody pays on the page of a session; gives the subscription. */
  pay(sessionId: string): string {
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw new Error(`expected a session ${sessionId}`);
    const subscription: Subscription = {
      id: idOf('sub'),
      customer: session.customer ?? idOf('cus'),
      created: this.now(),
      metadata: session.metadata,
      price: session.price,
      status: 'active',
      periodStart: this.now(),
      periodEnd: nextPeriod(this.now(), session.price.interval),
      isEnding: false,
      endedAt: null,
      schedule: null,
      invoice: '',
    };
    this.subscriptions.set(subscription.id, subscription);
    session.subscription = subscription.id;
    this.bill(subscription, 'paid');
    this.emit('customer.subscription.created', subscription.id);
    this.events.push({
      id: idOf('evt'),
      type: 'checkout.session.completed',
      object: sessionBody(session),
    });
    return subscription.id;
  }

  /** A period ends: what was decided for it happens, and the next one is paid or not. */
  endPeriod(id: string, isPaid = true): void {
    const of = this.subscription(id);
    if (of.isEnding) this.cancel(id);
    else this.renew(of, isPaid);
  }

  private renew(of: Subscription, isPaid: boolean): void {
    const { id } = of;
    const schedule = of.schedule === null ? undefined : this.schedules.get(of.schedule);
    const next = schedule?.phases[1];
    if (next !== undefined) of.price = next.price;
    this.releaseOf(of);
    of.periodStart = of.periodEnd;
    of.periodEnd = nextPeriod(of.periodStart, of.price.interval);
    of.status = isPaid ? 'active' : 'past_due';
    this.bill(of, isPaid ? 'paid' : 'open');
    this.emit('customer.subscription.updated', id);
  }

  failPayment(id: string): void {
    const of = this.subscription(id);
    of.status = 'past_due';
    this.bill(of, 'open');
    this.emit('customer.subscription.updated', id);
  }

  recover(id: string): void {
    const of = this.subscription(id);
    of.status = 'active';
    const invoice = this.invoices.find(({ id: each }) => each === of.invoice);
    if (invoice !== undefined) invoice.status = 'paid';
    this.emit('customer.subscription.updated', id);
  }

  cancel(id: string): void {
    const of = this.subscription(id);
    this.releaseOf(of);
    of.status = 'canceled';
    of.endedAt = this.now();
    this.emit('customer.subscription.deleted', id);
  }

  updateSubscription(id: string, form: Form): object {
    const of = this.subscription(id);
    if (of.schedule !== null) throw new Refusal(400, 'subscription_has_schedule');
    const data = within(form, 'items', '0', 'price_data');
    if (textIn(data, 'product') !== undefined) {
      const price = this.priceIn(data);
      if (this.declinesNext) {
        this.declinesNext = false;
        throw new Refusal(402, 'card_declined', 'card_error');
      }
      of.price = price;
      this.bill(of, 'paid');
    }
    const isEnding = textIn(form, 'cancel_at_period_end');
    if (isEnding !== undefined) of.isEnding = isEnding === 'true';
    this.emit('customer.subscription.updated', id);
    return this.subscriptionBody(of);
  }

  makeSchedule(form: Form): object {
    const of = this.subscription(textIn(form, 'from_subscription') ?? '');
    if (of.schedule !== null) throw new Refusal(400, 'subscription_has_schedule');
    const phase = { start: of.periodStart, end: of.periodEnd, price: of.price };
    const schedule: Schedule = {
      id: idOf('sub_sched'),
      subscription: of.id,
      status: 'active',
      phases: [phase],
    };
    this.schedules.set(schedule.id, schedule);
    of.schedule = schedule.id;
    return scheduleBody(schedule);
  }

  changeSchedule(id: string, form: Form): object {
    const schedule = this.schedule(id);
    const [first] = schedule.phases;
    if (first === undefined) throw new Refusal(400, 'parameter_missing');
    const second = within(form, 'phases', '1');
    const start = Number(textIn(second, 'start_date'));
    const price = this.priceIn(within(second, 'items', '0', 'price_data'));
    schedule.phases = [first, { start, end: nextPeriod(start, price.interval), price }];
    this.emit('customer.subscription.updated', schedule.subscription);
    return scheduleBody(schedule);
  }

  release(id: string): object {
    const schedule = this.schedule(id);
    this.releaseOf(this.subscription(schedule.subscription));
    return scheduleBody(schedule);
  }

  report(form: Form): object {
    const identifier = textIn(form, 'identifier') ?? idOf('mtr');
    if (this.meterEvents.has(identifier)) throw new Refusal(400, 'duplicate_meter_event');
    this.meterEvents.set(identifier, form);
    return { object: 'billing.meter_event', identifier };
  }

  listInvoices(form: Form): object {
    const of = this.invoices.filter(({ customer }) => customer === textIn(form, 'customer'));
    const newest = of.toReversed();
    const after = textIn(form, 'starting_after');
    const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && from === 0) throw new Refusal(404, 'resource_missing');
    const limit = Number(textIn(form, 'limit') ?? 10);
    return {
      object: 'list',
      data: newest.slice(from, from + limit).map(invoiceBody),
      has_more: newest.length > from + limit,
    };
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (found === undefined) throw new Refusal(404, 'resource_missing');
    return found;
  }

  subscriptionBody(of: Subscription): object {
    const invoice = this.invoices.find(({ id }) => id === of.invoice);
    const schedule = of.schedule === null ? undefined : this.schedules.get(of.schedule);
    return subscriptionBody(of, {
      invoice: invoice ? invoiceBody(invoice) : null,
      schedule: schedule ? scheduleBody(schedule) : null,
    });
  }

  private schedule(id: string): Schedule {
    const found = this.schedules.get(id);
    if (found === undefined) throw new Refusal(404, 'resource_missing');
    return found;
  }

  private releaseOf(of: Subscription): void {
    const schedule = of.schedule === null ? undefined : this.schedules.get(of.schedule);
    if (schedule !== undefined) schedule.status = 'released';
    of.schedule = null;
  }

  private bill(of: Subscription, status: Invoice['status']): void {
    of.invoice = idOf('in');
    this.invoices.push({
      id: of.invoice,
      customer: of.customer,
      subscription: of.id,
      created: this.now(),
      amount: of.price.amount,
      periodStart: of.periodStart,
      periodEnd: of.periodEnd,
      status,
    });
  }

  private emit(type: string, id: string): void {
    const object = this.subscriptionBody(this.subscription(id));
    this.events.push({ id: idOf('evt'), type, object });
  }
}
