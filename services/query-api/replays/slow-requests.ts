import type { OrganizationId } from '../../../schemas/ids.ts';
import type { SlowRequest } from '../../../schemas/replays/findings.ts';
import type { SlowRequestBody } from '../../../schemas/replays/routes.ts';
import type { Reading, StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';
import { readFound } from './found-items.ts';

/** The slowest requests of a session, in the order of time. */
export async function slowRequests(
  organization: OrganizationId,
  session: string,
  chunks: readonly StoredChunk[],
  reading: Reading,
): Promise<SlowRequestBody[]> {
  const order = "JSONExtractUInt(item, 'durationMs') DESC, JSONExtractUInt(item, 'atMs'), item";
  const asked = {
    organization,
    session,
    list: 'slow',
    order,
    max: limits.slowRequestsMax,
    chunks,
  } as const;
  const found = await readFound<SlowRequest>(asked, reading);
  return found.sort((left, right) => left.atMs - right.atMs).map(bodyOf);
}

const bodyOf = ({ atMs, durationMs, method, url, status, traceId }: SlowRequest) => ({
  at: new Date(atMs).toISOString(),
  method,
  url,
  status: status || null,
  duration_ms: durationMs,
  trace_id: traceId || null,
});
