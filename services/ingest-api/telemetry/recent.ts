import type { Handler } from '../../../platform/http/handler.ts';
import {
  type AnsweredRequest,
  answeredOf,
  type RecentRequests,
} from '../../../platform/http/recent.ts';
import type { Receipt } from '../../../schemas/telemetry/routes.ts';

/** GET /v1/ingest/recent: what the organization sent to this process, the latest first. */
export const recentIngest =
  ({ recent }: { readonly recent: Pick<RecentRequests, 'sentBy'> }): Handler<'recentIngest'> =>
  async ({ key }) => {
    const requests = recent.sentBy(key.organizationId).map(receiptOf);
    return { status: 200, body: { requests, total: requests.length } };
  };

const receiptOf = (request: AnsweredRequest): Receipt => ({
  ...answeredOf(request),
  bytes: request.outcome?.bytes ?? 0,
});
