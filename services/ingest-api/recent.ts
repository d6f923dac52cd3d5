import type { Handler } from '../../platform/http/handler.ts';
import type { AnsweredRequest, RecentRequests } from '../../platform/http/recent.ts';
import type { Receipt } from '../../schemas/http/ingest.ts';

/** GET /v1/ingest/recent: what the organization sent to this process, the latest first. */
export const recentIngest =
  ({ recent }: { readonly recent: Pick<RecentRequests, 'sentBy'> }): Handler<'recentIngest'> =>
  async ({ key }) => {
    const requests = recent.sentBy(key.organizationId).map(receiptOf);
    return { status: 200, body: { requests, total: requests.length } };
  };

const receiptOf = ({ outcome, ...request }: AnsweredRequest): Receipt => ({
  at: new Date(request.atMs).toISOString(),
  route: request.route,
  status: request.status,
  code: request.code ?? null,
  reason: request.reason ?? null,
  accepted: outcome?.accepted ?? 0,
  refused: outcome?.refused ?? 0,
  bytes: outcome?.bytes ?? 0,
  client: request.client,
  duration_ms: request.durationMs,
});
