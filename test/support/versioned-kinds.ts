import fc from 'fast-check';
import type { AlertCustomer } from './alert-client.ts';

/** A kind of resource with versions: how one is created, and with what it may be changed. */
export type VersionedKind = {
  readonly path: string;
  readonly created: (name: string) => object;
  readonly method: 'PUT' | 'PATCH';
  readonly change: fc.Arbitrary<object>;
  /** Whether one that was deleted can be restored. */
  readonly returns: boolean;
};

const name = fc.constantFrom('one', 'two', 'drei č', '0');
const urls = fc.constantFrom('https://a.example.org/x', 'https://b.example.org/y?z=1');
const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

export const versionedKinds: Readonly<Record<string, VersionedKind>> = {
  rules: {
    path: '/v1/alert-rules',
    created: text => ({ name: text, metric: 'error_rate', operator: '>', threshold: 5 }),
    method: 'PUT',
    change: some({
      name,
      description: fc.option(name),
      threshold: fc.integer({ min: 0, max: 3 }),
      recovery_threshold: fc.constant(null),
      enabled: fc.boolean(),
      scope_type: fc.constantFrom('service', 'global'),
      scope_value: name,
      severity: fc.constantFrom('critical', 'info'),
    }),
    returns: true,
  },
  silences: {
    path: '/v1/silences',
    created: text => ({ service: text, until: hours(2), reason: text }),
    method: 'PATCH',
    change: some({
      service: name,
      severity: fc.option(fc.constantFrom('critical', 'info')),
      until: fc.integer({ min: 1, max: 3 }).map(hours),
      recurrence: fc.option(
        fc.record({
          cron: fc.constantFrom('0 3 * * *', '30 * * * 1'),
          duration_minutes: fc.integer({ min: 1, max: 60 }),
        }),
      ),
      reason: name,
    }),
    returns: true,
  },
  channels: {
    path: '/v1/channels',
    created: text => ({ name: text, type: 'slack', url: 'https://hooks.example.org/T0/secret' }),
    method: 'PATCH',
    change: some({
      name,
      url: urls,
      enabled: fc.boolean(),
      remind_minutes: fc.constantFrom(0, 5, 60),
    }),
    returns: true,
  },
  webhooks: {
    path: '/v1/webhooks',
    created: text => ({
      name: text,
      url: 'https://hooks.example.org/',
      events: ['alert.triggered'],
    }),
    method: 'PUT',
    change: some({
      name,
      url: urls,
      description: fc.option(name),
      events: fc.constantFrom(['alert.resolved'], ['alert.triggered', 'alert.resolved']),
      enabled: fc.boolean(),
    }),
    returns: true,
  },
  checks: {
    path: '/api/health-checks',
    created: text => ({
      service_name: text,
      check_name: 'front page',
      endpoint_url: 'https://shop.example.org/',
      headers: { Authorization: 'first-secret' },
    }),
    method: 'PUT',
    change: some({
      endpoint_url: urls,
      check_interval_seconds: fc.constantFrom(30, 600),
      headers: fc.option(fc.constantFrom({ Authorization: 'second-secret' }, { A: '1', B: '2' })),
      body: fc.option(name),
      assertions: fc.option(fc.record({ body_contains: name })),
      enabled: fc.boolean(),
      alert_enabled: fc.boolean(),
      recovery_successes: fc.integer({ min: 1, max: 3 }),
    }),
    returns: true,
  },
  keys: {
    path: '/v1/api-keys',
    created: text => ({ name: text, kind: 'pub', allow_no_origin: true }),
    method: 'PATCH',
    change: some({
      name,
      allowed_origins: fc.option(fc.constant(['https://*.example.org'])),
      services: fc.option(fc.constantFrom(['a'], ['a', 'b'])),
      rate_per_minute: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
    returns: false,
  },
};

export type Version = {
  readonly version: number;
  readonly change: string;
  readonly restored_from: number | null;
  readonly changed_at: string;
  readonly changed_by: { readonly type: string; readonly id: string | null };
  readonly settings: Readonly<Record<string, unknown>>;
};

export type Versions = {
  readonly versions: readonly Version[];
  readonly total: number;
  readonly next_cursor: string | null;
};

export const versionsOf = ({ get }: Pick<AlertCustomer, 'get'>, path: string, query = '') =>
  get<Versions>(`${path}/versions${query}`);
