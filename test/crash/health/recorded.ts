import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Ask } from '../../support/expected-state-queries.ts';

/** A row of `samples`. */
export type StoredSample = {
  readonly checkId: string;
  readonly kind: 'heartbeat' | 'missed' | 'check';
  readonly outcome: 'passed' | 'degraded' | 'failed' | 'skipped';
  readonly atMs: number;
  /** Of a heartbeat. */
  readonly number?: number;
};

/** Samples of an organization in the order of their time; of one instant, in that of the topic. */
export async function storedSamples(ask: Ask, organization: string): Promise<StoredSample[]> {
  const rows = await ask(
    `SELECT toString(subject) AS subject, toString(kind) AS kind, toString(outcome) AS outcome,
       toString(toUnixTimestamp64Milli(time)) AS at_ms, detail
     FROM samples WHERE organization = {organization:UUID} AND kind IN ('heartbeat', 'missed', 'check')
     ORDER BY subject, time, offset`,
    { organization },
  );
  return rows.map(({ subject = '', kind, outcome, at_ms, detail = '' }) => ({
    checkId: subject,
    kind: kind as StoredSample['kind'],
    outcome: outcome as StoredSample['outcome'],
    atMs: Number(at_ms),
    ...(detail !== '' && { number: Number(JSON.parse(detail).number) }),
  }));
}

export type Recorded = {
  readonly checks: ResponseOf<'listHealthChecks'>['health_checks'];
  readonly triageItems: number;
  /** Transitions of a check, in their order. */
  readonly changesOf: (checkId: string) => Promise<readonly Change[]>;
};

export type Change = 'failed' | 'unhealthy' | 'recovered';

const changes: Readonly<Record<string, Change>> = {
  HealthCheckFailed: 'failed',
  HealthCheckBecameUnhealthy: 'unhealthy',
  HealthCheckRecovered: 'recovered',
};

/** What the server says about the checks of an organization. */
export async function readRecorded(url: string, key: string): Promise<Recorded> {
  const headers = { 'X-API-Key': key };
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${url}${path}`, { headers });
    if (response.status !== 200)
      throw new Error(`expected 200 of ${path}, found ${response.status}`);
    return (await response.json()) as Body;
  };
  const { health_checks: checks } = await get<ResponseOf<'listHealthChecks'>>('/api/health-checks');
  const inbox = await get<ResponseOf<'listTriageItems'>>('/v1/triage-inbox?limit=1');
  return {
    checks,
    triageItems: inbox.total_count,
    changesOf: async checkId => {
      const newest: AuditEvent[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `resource=health-check:${checkId}&limit=500${cursor && `&cursor=${cursor}`}`;
        const page: ResponseOf<'audit'> = await get(`/v1/audit?${query}`);
        newest.push(...page.events);
        cursor = page.next_cursor;
      }
      return newest.reverse().flatMap(({ type }) => changes[type] ?? []);
    },
  };
}
