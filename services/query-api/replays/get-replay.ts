import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { type ReplayReads, readChunks } from './chunk-rows.ts';
import { linkedSpans } from './linked-spans.ts';
import { replayBody, segmentBody } from './replay-body.ts';
import { sessionClicks } from './session-clicks.ts';
import { sessionErrors } from './session-errors.ts';
import { slowRequests } from './slow-requests.ts';

/** GET /api/replays/:session_id */
export const getReplay =
  (reads: ReplayReads): Handler<'getReplay'> =>
  async ({ key: { organizationId }, params: { session_id: session }, signal }) => {
    const reading = { ...reads, signal };
    const chunks = await readChunks(organizationId, session, reading);
    if (chunks.length === 0) throw unknownReplay(session);
    const traces = await linkedSpans(organizationId, session, chunks, reading);
    const errors = await sessionErrors(organizationId, session, chunks, reading);
    const slow_requests = await slowRequests(organizationId, session, chunks, reading);
    const clicks = await sessionClicks(organizationId, session, chunks, reading);
    const userAgent = chunks.findLast(chunk => chunk.userAgent !== '')?.userAgent ?? null;
    const segments = chunks.map(segmentBody);
    const body = {
      ...replayBody(session, chunks, clicks),
      user_agent: userAgent,
      segments,
      traces,
      errors,
      slow_requests,
      rage_clicks: clicks.rageAtMs.map(momentOf),
      dead_clicks: clicks.deadAtMs.map(momentOf),
    };
    return { status: 200, body };
  };

const momentOf = (atMs: number) => ({ at: new Date(atMs).toISOString() });

export const unknownReplay = (session: string) => notFound(`there is no session ${session}`);
