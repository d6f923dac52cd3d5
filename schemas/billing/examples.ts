const payment = {
  provider: 'stripe',
  status: 'paid',
  plan: 'team',
  billing_interval: 'monthly',
  period_ends_at: '2026-12-25T09:14:20.000Z',
  failed_at: null,
  grace_ends_at: null,
  ended_at: null,
  next: null,
} as const;

const adminPlan = {
  organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
  plan: 'scale',
  trace_limit: 100_000_000,
  bytes_limit: 10_000_000_000_000,
  is_given: true,
  payment: null,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  plans: {
    response: {
      success: true,
      plans: [
        {
          id: 'starter',
          name: 'Starter',
          price_monthly: 29,
          price_yearly: 290,
          currency: 'USD',
          trace_limit: 1000000,
          bytes_limit: 100000000000,
          features: ['1 million traces a month', '100 GB a month'],
          is_free: false,
        },
      ],
    },
  },
  createCheckoutSession: {
    request: {
      plan_id: 'starter',
      billing_interval: 'monthly',
      source: 'gemvc',
      success_url: 'https://shop.example.com/billing?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example.com/billing',
    },
    response: {
      checkout_url:
        'https://tidemark.example.com/billing/checkout/cs_sandbox_0Jd3XGmT6sQzRk1VYwLq9uAbC4eFh7Np',
      session_id: 'cs_sandbox_0Jd3XGmT6sQzRk1VYwLq9uAbC4eFh7Np',
      expires_at: '2026-11-25T09:14:20.511Z',
    },
  },
  usage: {
    response: {
      months: [
        {
          month: '2026-10',
          status: 'closed',
          traces: 1201,
          bytes: 480_622,
          changes_bytes: 622,
          closed_at: '2026-11-01T00:15:02.118Z',
          recount: { traces: 1201, bytes: 480_622, equal: true },
          days: [
            {
              day: '2026-10-31',
              requests: 40,
              accepted_spans: 6_005,
              accepted_points: 0,
              rejected: 2,
              parked: 3,
              parked_expired: 1,
              bytes: 480_000,
            },
          ],
        },
      ],
      kept_from: '2025-10-25T00:00:00.000Z',
    },
  },
  subscription: {
    response: {
      plan: 'free',
      status: 'active',
      usage: {
        traces_used: 1,
        trace_limit: 200000,
        percentage: 0.0005,
        bytes_used: 402,
        bytes_limit: 20000000000,
        bytes_by_kind: {
          traces: 402,
          metrics: 0,
          replays: 0,
          source_maps: 0,
          snapshots: 0,
          health: 0,
          webhooks: 0,
          changes: 0,
        },
      },
      current_period_end: '2026-12-01T00:00:00.000Z',
      over_quota: 'park',
      parked: {
        requests: 3,
        bytes: 1_206,
        bytes_limit: 2_000_000_000,
        expires_at: '2026-12-03T08:20:11.904Z',
      },
      payment: null,
    },
  },
  changeSubscription: {
    request: { over_quota: 'park' },
    response: { over_quota: 'park' },
  },
  changePlan: {
    request: { plan_id: 'starter', billing_interval: 'monthly' },
    response: {
      plan: 'team',
      payment: {
        ...payment,
        next: { plan: 'starter', billing_interval: 'monthly', at: payment.period_ends_at },
      },
    },
  },
  invoices: {
    response: {
      invoices: [
        {
          id: 'in_1QxYzA2eZvKYlo2C',
          number: 'TM-0001',
          status: 'paid',
          created_at: '2026-11-25T09:14:20.000Z',
          period_start: '2026-11-25T09:14:20.000Z',
          period_end: '2026-12-25T09:14:20.000Z',
          amount: 117.81,
          currency: 'USD',
          url: 'https://invoice.stripe.com/i/acct_1/test_1',
        },
      ],
      next_cursor: null,
    },
  },
  stripeEvents: {
    request: { id: 'evt_1QxYzB2eZvKYlo2C', type: 'customer.subscription.updated' },
    response: { received: true },
  },
  adminPlan: {
    response: {
      ...adminPlan,
      plan: 'team',
      trace_limit: 10_000_000,
      bytes_limit: 1_000_000_000_000,
      is_given: false,
      payment,
    },
  },
  adminSetPlan: { request: { plan_id: 'scale' }, response: adminPlan },
} as const;
