import type { Handler } from '../../../platform/http/handler.ts';
import {
  answeredOf,
  type RecentRequests,
  type RequestLogEntry,
} from '../../../platform/http/request-log.ts';
import type { IngestRequestLogEntry } from '../../../schemas/telemetry/routes.ts';

/** GET /v1/ingest/recent: what the organization sent to this process, the latest first. */
export const recentIngest =
  ({ recent }: { readonly recent: Pick<RecentRequests, 'sentBy'> }): Handler<'recentIngest'> =>
  async ({ key }) => {
    const requests = recent.sentBy(key.organizationId).map(receiptOf);
    return { status: 200, body: { requests, total: requests.length } };
  };

const receiptOf = (request: RequestLogEntry): IngestRequestLogEntry => ({
  ...answeredOf(request),
  bytes: request.outcome?.bytes ?? 0,
});
