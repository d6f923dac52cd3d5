import type { RecentRequest } from '../../schemas/admin/routes.ts';
import type { IngestOutcome } from './handler.ts';

/** One request with its answer, as operators and metrics see it. */
export type RequestLogEntry = {
  readonly atMs: number;
  readonly method: string;
  /** Whether it changes nothing, also when a body says what it asks. */
  readonly isRead: boolean;
  /** The route's pattern, empty when none fits: a path may hold personal data. */
  readonly route: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** Of requests that carried telemetry and were understood. */
  readonly outcome: IngestOutcome | undefined;
  readonly client: string;
  readonly organizationId: string | undefined;
  readonly durationMs: number;
};

export const recentRequestsMax = 100;
/** Organizations whose requests are also kept separately, so that no other organization evicts them. */
export const recentOrganizationsMax = 500;
const clientCharactersMax = 100;

export type RecentRequests = {
  readonly add: (request: RequestLogEntry) => void;
  /** The latest first. */
  readonly list: () => readonly RecentRequest[];
  /** Those of one organization that sent something, the latest first. */
  readonly sentBy: (organizationId: string) => readonly RequestLogEntry[];
};

export function openRecentRequests(requestsMax = recentRequestsMax): RecentRequests {
  const all = openRing(requestsMax);
  const byOrganization = new Map<string, Ring>();
  const ringOf = (organization: string): Ring => {
    const ring = byOrganization.get(organization) ?? openRing(requestsMax);
    byOrganization.delete(organization);
    byOrganization.set(organization, ring);
    const [longestAgo] = byOrganization.keys();
    if (byOrganization.size > recentOrganizationsMax) byOrganization.delete(longestAgo ?? '');
    return ring;
  };
  return {
    add: answered => {
      // Kept for long, and as long as its sender likes.
      const request = { ...answered, client: answered.client.slice(0, clientCharactersMax) };
      all.add(request);
      const { method, isRead, organizationId } = request;
      if (method === 'POST' && !isRead && organizationId !== undefined)
        ringOf(organizationId).add(request);
    },
    list: () => all.list().map(recentOf),
    sentBy: organization => byOrganization.get(organization)?.list() ?? [],
  };
}

type Ring = {
  readonly add: (request: RequestLogEntry) => void;
  readonly list: () => RequestLogEntry[];
};

function openRing(requestsMax: number): Ring {
  const ring: RequestLogEntry[] = [];
  let next = 0;
  return {
    add: request => {
      ring[next] = request;
      next = (next + 1) % requestsMax;
    },
    list: () => [...ring.slice(next), ...ring.slice(0, next)].reverse(),
  };
}

const recentOf = (request: RequestLogEntry): RecentRequest => ({
  ...answeredOf(request),
  method: request.method,
  organization_id: request.organizationId ?? null,
});

/** What senders and operators are both shown. */
export const answeredOf = ({ outcome, ...request }: RequestLogEntry) => ({
  at: new Date(request.atMs).toISOString(),
  route: request.route,
  status: request.status,
  code: request.code ?? null,
  reason: request.reason ?? null,
  accepted: outcome?.accepted ?? 0,
  refused: outcome?.refused ?? 0,
  client: request.client,
  duration_ms: Math.round(request.durationMs * 1000) / 1000,
});
