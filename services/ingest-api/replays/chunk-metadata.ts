import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { ReplayChunk } from '../../../schemas/replays/chunk.ts';
import { replayLimits as limits } from './config.ts';

export type ChunkMetadata = Pick<
  ReplayChunk,
  'segment' | 'type' | 'url' | 'userId' | 'userAgent' | 'clicks' | 'keypresses'
> & { readonly statedBytes: number | undefined };

type Sent = {
  readonly headers: IncomingHttpHeaders;
  readonly query: QueryOf<'uploadReplayChunk'>;
};

/** What the sender says of a chunk: in headers, or in the query of a beacon. Only the segment and the size must be right. */
export function chunkMetadata({ headers, query }: Sent): ChunkMetadata {
  const text = (header: string, inQuery: string | undefined): string =>
    String(headers[header] ?? inQuery ?? '').trim();
  const segment = wholeNumber(text('x-segment-id', query.segment_id));
  if (segment === undefined || segment > limits.segmentMax) {
    const message = `expected X-Segment-Id, or segment_id in the query, to be a number from 0 to ${limits.segmentMax}`;
    throw invalidRequest(message, [{ field: 'segment_id', message }]);
  }
  const size = text('x-original-size', query.original_size);
  const statedBytes = wholeNumber(size);
  if (size !== '' && statedBytes === undefined) {
    const message = 'expected X-Original-Size, or original_size in the query, to be a number';
    throw invalidRequest(message, [{ field: 'original_size', message }]);
  }
  return {
    segment,
    statedBytes,
    type: text('x-replay-type', query.replay_type) === 'buffer' ? 'buffer' : 'session',
    url: cut(text('x-replay-url', query.replay_url), limits.urlCharactersMax),
    userId: cut(text('x-replay-user-id', query.replay_user_id), limits.userIdCharactersMax),
    userAgent: cut(
      text('x-replay-user-agent', headers['user-agent']),
      limits.userAgentCharactersMax,
    ),
    clicks: countOf(text('x-click-count', query.click_count)),
    keypresses: countOf(text('x-keypress-count', query.keypress_count)),
  };
}

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,15}$/u.test(text) ? Number(text) : undefined;

const countOf = (text: string): number => Math.min(limits.countMax, wholeNumber(text) ?? 0);

/** Half a pair of characters is none. */
const cut = (text: string, charactersMax: number): string =>
  text.slice(0, charactersMax).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');
