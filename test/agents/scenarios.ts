import { minuteMs } from '../../schemas/durations.ts';
import { type Call, type Request, type Sent, spansOf } from './world.ts';

export type Random = () => number;

/** What a good answer names. */
export type Fact = {
  readonly service: string;
  /** Undefined: nothing was called. */
  readonly operation: string | undefined;
  readonly cause: RegExp;
};

export type Scenario = {
  readonly name: string;
  /** How people who see it speak of it. */
  readonly complaint: string;
  /** The first is asked about by name; none: nothing is wrong. */
  readonly facts: readonly Fact[];
  readonly isDatabase?: true;
  /** One request of each kind of traffic, and how many a minute; `isOn`: the incident has begun. */
  readonly traffic: (random: Random, isOn: boolean) => readonly Kind[];
};

type Kind = { readonly perMinute: number; readonly next: () => Request };

const pick = <Each>(random: Random, all: readonly Each[]): Each =>
  all[Math.floor(random() * all.length)] as Each;

const customers = ['acme', 'globex', 'initech', 'umbrella', 'hooli'] as const;

const varied = (random: Random, ms: number): number => ms * Math.exp((random() - 0.5) * 0.8);

const query = (random: Random, database: string, ms: number): Call => ({
  name: `SELECT ${database}`,
  attributes: [
    ['db.system.name', 'postgresql'],
    ['db.namespace', database],
  ],
  ms: varied(random, ms),
});

/** Requests of people who pay, look at their orders and at what there is to buy. */
type Twist = {
  readonly bankFails?: number;
  readonly ordersMs?: number;
  readonly catalogMs?: number;
  readonly catalog?: { readonly version: string; readonly fails: number };
  readonly failingCustomer?: string;
  readonly reportsPerMinute?: number;
  readonly isCatalogAway?: boolean;
};

const shop = (random: Random, twist: Twist): Kind[] => [
  { perMinute: 12, next: () => payment(random, twist) },
  { perMinute: 12, next: () => orders(random, twist) },
  { perMinute: twist.isCatalogAway ? 0 : 12, next: () => items(random, twist) },
  { perMinute: twist.reportsPerMinute ?? 2, next: () => report(random) },
];

function payment(random: Random, { bankFails = 0, failingCustomer }: Twist): Request {
  const customer = pick(random, customers);
  const isRefused = random() < bankFails;
  const isBroken = customer === failingCustomer && random() < 0.9;
  return {
    service: 'checkout',
    operation: 'POST /pay',
    ownMs: varied(random, 8),
    attributes: [['customer.id', customer]],
    ...(isBroken && { error: 'BadAddress' }),
    below: {
      service: 'payments',
      operation: 'POST /charge',
      ownMs: varied(random, 4),
      calls: [
        {
          name: 'POST',
          attributes: [['server.address', 'bank.example']],
          ms: varied(random, 20),
          ...(isRefused && { error: 'ConnectionRefused' }),
        },
      ],
    },
  };
}

const orders = (random: Random, { ordersMs = 12 }: Twist): Request => ({
  service: 'orders',
  operation: 'GET /orders',
  ownMs: varied(random, 5),
  attributes: [['customer.id', pick(random, customers)]],
  calls: [query(random, 'orders', ordersMs)],
});

function items(random: Random, { catalog, catalogMs = 9 }: Twist): Request {
  const isBroken = random() < (catalog?.fails ?? 0);
  return {
    service: 'catalog',
    operation: 'GET /items',
    version: catalog?.version ?? '1.0.0',
    ownMs: varied(random, 6),
    attributes: [['customer.id', pick(random, customers)]],
    calls: [query(random, 'items', catalogMs)],
    ...(isBroken && { error: 'NullPointer' }),
  };
}

const report = (random: Random): Request => ({
  service: 'reports',
  operation: 'GET /report',
  ownMs: varied(random, 5),
  calls: [query(random, 'orders', 12)],
});

const bank: Fact = { service: 'checkout', operation: 'POST /pay', cause: /bank\.example/u };
const slowItems: Fact = {
  service: 'catalog',
  operation: 'GET /items',
  cause: /database postgresql:items/u,
};

export const scenarios: readonly Scenario[] = [
  {
    name: 'error root cause',
    complaint: 'failing',
    facts: [bank],
    traffic: (random, isOn) => shop(random, isOn ? { bankFails: 0.5 } : {}),
  },
  {
    name: 'latency spike',
    isDatabase: true,
    complaint: 'slow',
    facts: [{ service: 'orders', operation: 'GET /orders', cause: /database postgresql:orders/u }],
    traffic: (random, isOn) => shop(random, isOn ? { ordersMs: 60 } : {}),
  },
  {
    name: 'deploy regression',
    complaint: 'broken',
    facts: [{ service: 'catalog', operation: 'GET /items', cause: /2\.0\.0/u }],
    traffic: (random, isOn) =>
      shop(random, isOn ? { catalog: { version: '2.0.0', fails: 0.4 } } : {}),
  },
  {
    name: 'noisy neighbours',
    isDatabase: true,
    complaint: 'slow',
    facts: [{ service: 'orders', operation: 'GET /orders', cause: /reports/u }],
    traffic: (random, isOn) => shop(random, isOn ? { ordersMs: 60, reportsPerMinute: 30 } : {}),
  },
  {
    name: 'one customer',
    complaint: 'failing',
    facts: [{ service: 'checkout', operation: 'POST /pay', cause: /customer\.id=acme/u }],
    traffic: (random, isOn) => shop(random, isOn ? { failingCustomer: 'acme' } : {}),
  },
  {
    name: 'quiet system',
    complaint: 'slow',
    facts: [],
    traffic: random => shop(random, {}),
  },
  {
    name: 'data gap',
    complaint: 'down',
    facts: [{ service: 'catalog', operation: undefined, cause: /telemetry does not arrive/u }],
    traffic: (random, isOn) => shop(random, isOn ? { isCatalogAway: true } : {}),
  },
  {
    name: 'two causes at once',
    isDatabase: true,
    complaint: 'failing',
    facts: [bank, slowItems],
    traffic: (random, isOn) => shop(random, isOn ? { bankFails: 0.5, catalogMs: 60 } : {}),
  },
];

/** All that was sent in the minutes up to `endMs`, with the incident from `onsetMs` on. */
export function history(
  { traffic }: Scenario,
  {
    endMs,
    onsetMs,
    minutes,
  }: { readonly endMs: number; readonly onsetMs: number; readonly minutes: number },
  random: Random,
): Sent[] {
  const [before, during] = [traffic(random, false), traffic(random, true)];
  return Array.from({ length: minutes }, (_, index) => endMs - (index + 1) * minuteMs).flatMap(
    minute => (minute >= onsetMs ? during : before).flatMap(kind => inMinute(kind, minute, random)),
  );
}

function inMinute({ perMinute, next }: Kind, minuteAtMs: number, random: Random): Sent[] {
  const count = Math.round(perMinute * (0.7 + 0.6 * random()));
  return Array.from({ length: count }, () =>
    spansOf(next(), minuteAtMs + Math.floor(random() * (minuteMs - 1_000))),
  ).flat();
}
