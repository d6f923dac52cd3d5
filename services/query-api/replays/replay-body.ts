import type { ReplayBody, ReplaySegment } from '../../../schemas/replays/routes.ts';
import type { StoredChunk } from './chunk-rows.ts';
import type { SessionClicks } from './session-clicks.ts';

/** A session as its chunks say, of which there is one at least, in their order. */
export function replayBody(
  session: string,
  chunks: readonly StoredChunk[],
  { rage, dead }: SessionClicks,
): ReplayBody {
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  const firstMs = chunks[0]?.firstMs ?? 0;
  const lastMs = most(chunks.map(chunk => chunk.lastMs));
  return {
    session_id: session,
    type: chunks[0]?.type ?? 'session',
    started_at: instantOf(firstMs),
    ended_at: instantOf(lastMs),
    duration_ms: lastMs - firstMs,
    url: chunks[0]?.url || null,
    user_id: chunks.findLast(({ userId }) => userId !== '')?.userId ?? null,
    click_count: most(chunks.map(({ clicks }) => clicks)),
    keypress_count: most(chunks.map(({ keypresses }) => keypresses)),
    rage_click_count: rage,
    dead_click_count: dead,
    segment_count: chunks.length,
    size_bytes: chunks.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
  };
}

export const segmentBody = (chunk: StoredChunk): ReplaySegment => ({
  id: chunk.id,
  segment_id: chunk.segment,
  type: chunk.type,
  url: chunk.url || null,
  started_at: instantOf(chunk.firstMs),
  ended_at: instantOf(chunk.lastMs),
  received_at: instantOf(chunk.receivedAtMs),
  event_count: chunk.events,
  size_bytes: chunk.sizeBytes,
});

const instantOf = (ms: number): string => new Date(ms).toISOString();
