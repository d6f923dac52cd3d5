import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { readChunks } from './chunk-rows.ts';
import { type KeptReads, keptSinceMs } from './kept-since.ts';
import { linkedSpans } from './linked-spans.ts';
import { replayBody, segmentBody } from './replay-body.ts';

type ReplayReads = KeptReads & { readonly warehouse: OrganizationReads };

/** GET /api/replays/:session_id */
export const getReplay =
  ({ warehouse, ...kept }: ReplayReads): Handler<'getReplay'> =>
  async ({ key: { organizationId }, params: { session_id: session }, signal }) => {
    const sinceMs = await keptSinceMs(organizationId, kept, signal);
    const reading = { warehouse, signal, sinceMs };
    const chunks = await readChunks(organizationId, session, reading);
    if (chunks.length === 0) throw unknownReplay(session);
    const traces = await linkedSpans(organizationId, session, chunks, reading);
    const userAgent = chunks.findLast(chunk => chunk.userAgent !== '')?.userAgent ?? null;
    const segments = chunks.map(segmentBody);
    const body = { ...replayBody(session, chunks), user_agent: userAgent, segments, traces };
    return { status: 200, body };
  };

export const unknownReplay = (session: string) => notFound(`there is no session ${session}`);
