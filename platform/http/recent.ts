import type { RecentRequest } from '../../schemas/http/admin.ts';

/** One request with its answer, as operators and metrics see it. */
export type AnsweredRequest = {
  readonly atMs: number;
  readonly method: string;
  /** The route's pattern, empty when none fits: a path may hold what nobody should keep. */
  readonly route: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly client: string;
  readonly organizationId: string | undefined;
  readonly durationMs: number;
};

export const recentRequestsMax = 100;
const clientCharactersMax = 100;

export type RecentRequests = {
  readonly add: (request: AnsweredRequest) => void;
  /** The latest first. */
  readonly list: () => readonly RecentRequest[];
};

export function openRecentRequests(requestsMax = recentRequestsMax): RecentRequests {
  const ring: AnsweredRequest[] = [];
  let next = 0;
  return {
    add: request => {
      ring[next] = request;
      next = (next + 1) % requestsMax;
    },
    list: () => [...ring.slice(next), ...ring.slice(0, next)].reverse().map(recentOf),
  };
}

const recentOf = (request: AnsweredRequest): RecentRequest => ({
  at: new Date(request.atMs).toISOString(),
  method: request.method,
  route: request.route,
  status: request.status,
  code: request.code ?? null,
  client: request.client.slice(0, clientCharactersMax),
  organization_id: request.organizationId ?? null,
  duration_ms: Math.round(request.durationMs * 1000) / 1000,
});
