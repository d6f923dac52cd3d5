import { type Random, uuid, wholeBelow } from '../random.ts';
import type { Work } from './latency.ts';

/** The made-up shop: what its services do, as data. */
export const serviceNames = ['gateway', 'checkout', 'payments'] as const;

export type ServiceName = (typeof serviceNames)[number];

export type Route = {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST';
  readonly template: string;
  /** The service's own work before and after its calls. */
  readonly work: Work;
  readonly calls: readonly Call[];
  /** Share of its requests that fail for reasons of its own. */
  readonly failing: number;
};

export type Call =
  | { readonly kind: 'service'; readonly route: Route }
  | {
      readonly kind: 'database';
      readonly statement: string;
      readonly table: string;
      readonly work: Work;
    }
  | { readonly kind: 'external'; readonly host: string; readonly work: Work }
  /** Handled later by the consumer of the queue; no caller waits for it. */
  | {
      readonly kind: 'queue';
      readonly name: string;
      readonly service: ServiceName;
      readonly work: Work;
    };

const charge: Route = {
  service: 'payments',
  method: 'POST',
  template: '/charges',
  work: { medianMs: 2, spread: 1 },
  failing: 0.02,
  calls: [
    { kind: 'external', host: 'bank.example', work: { medianMs: 14, spread: 1.2 } },
    { kind: 'queue', name: 'receipts', service: 'payments', work: { medianMs: 6, spread: 1.25 } },
  ],
};

const refundStatus: Route = {
  service: 'payments',
  method: 'GET',
  template: '/charges/{number}',
  work: { medianMs: 1.5, spread: 1.1 },
  failing: 0.005,
  calls: [
    {
      kind: 'database',
      statement: 'SELECT',
      table: 'charges',
      work: { medianMs: 2, spread: 1.2 },
    },
  ],
};

const placeOrder: Route = {
  service: 'checkout',
  method: 'POST',
  template: '/orders',
  work: { medianMs: 3, spread: 1 },
  failing: 0.01,
  calls: [
    { kind: 'database', statement: 'INSERT', table: 'orders', work: { medianMs: 4, spread: 1.1 } },
    { kind: 'service', route: charge },
  ],
};

const showCart: Route = {
  service: 'checkout',
  method: 'GET',
  template: '/carts/{uuid}',
  work: { medianMs: 2, spread: 1.2 },
  failing: 0.008,
  calls: [
    { kind: 'database', statement: 'SELECT', table: 'carts', work: { medianMs: 2, spread: 1.2 } },
  ],
};

const orderState: Route = {
  service: 'checkout',
  method: 'GET',
  template: '/orders/{number}',
  work: { medianMs: 2, spread: 1.1 },
  failing: 0.008,
  calls: [{ kind: 'service', route: refundStatus }],
};

type Front = Pick<Route, 'method' | 'template' | 'calls'> & { readonly medianMs: number };

const gateway = ({ medianMs, ...route }: Front): Route => ({
  ...route,
  service: 'gateway',
  work: { medianMs, spread: 1.5 },
  failing: 0.004,
});

const catalogue: Work = { medianMs: 3, spread: 1.5 };

/** The requests of the demo's users, with their frequency. */
export const entrances: readonly { readonly share: number; readonly route: Route }[] = [
  {
    share: 0.3,
    route: gateway({
      method: 'GET',
      template: '/products/{number}',
      medianMs: 4,
      calls: [{ kind: 'database', statement: 'SELECT', table: 'products', work: catalogue }],
    }),
  },
  {
    share: 0.25,
    route: gateway({
      method: 'GET',
      template: '/carts/{uuid}',
      medianMs: 3,
      calls: [{ kind: 'service', route: showCart }],
    }),
  },
  {
    share: 0.2,
    route: gateway({
      method: 'GET',
      template: '/orders/{number}',
      medianMs: 3,
      calls: [{ kind: 'service', route: orderState }],
    }),
  },
  {
    share: 0.25,
    route: gateway({
      method: 'POST',
      template: '/orders',
      medianMs: 4,
      calls: [{ kind: 'service', route: placeOrder }],
    }),
  },
];

/** The path of one client's request, with its ids, as careless instrumentation puts them into names. */
export const pathOf = (template: string, random: Random): string =>
  template
    .replace('{number}', () => String(10_000 + wholeBelow(90_000, random)))
    .replace('{uuid}', () => uuid(random));
