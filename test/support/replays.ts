import { gzipSync } from 'node:zlib';
import type { RequestOf } from '../../schemas/http/routes.ts';

/** Events as rrweb records them: the page, a full snapshot, and a click. */
export const recordedEvents = (fromMs = Date.now() - 5_000, mark = 'cart'): object[] => [
  {
    type: 4,
    data: { href: `https://shop.example/${mark}`, width: 800, height: 600 },
    timestamp: fromMs,
  },
  {
    type: 2,
    data: { node: { type: 0, childNodes: [], id: 1 }, initialOffset: { left: 0, top: 0 } },
    timestamp: fromMs + 10,
  },
  { type: 3, data: { source: 2, type: 2, id: 1, x: 10, y: 20 }, timestamp: fromMs + 2_000 },
];

export type SentChunk = {
  readonly session: string;
  readonly segment?: number | string | undefined;
  readonly events?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Record<string, string>;
  readonly size?: number | string;
};

/** A chunk as the recorder sends it. */
export async function sendChunk(
  url: string,
  key: string,
  { session, segment = 0, events = recordedEvents(), bytes, headers = {}, size }: SentChunk,
) {
  const json = Buffer.from(JSON.stringify(events));
  const response = await fetch(`${url}/api/replays/${session}/chunks`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/octet-stream',
      'X-Segment-Id': String(segment),
      'X-Original-Size': String(size ?? json.length),
      'X-Replay-Type': 'session',
      'X-Replay-Url': 'https://shop.example/cart?step=2',
      'X-Replay-User-Id': 'user-17',
      'X-Replay-User-Agent': 'Mozilla/5.0',
      'X-Click-Count': '3',
      'X-Keypress-Count': '7',
      ...headers,
    },
    body: new Uint8Array(bytes ?? gzipSync(json)),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as Record<string, unknown>,
  };
}

/** What is masked in recorded sessions, how many are kept, and for how long. */
export const changeReplaySettings = (
  url: string,
  key: string,
  settings: RequestOf<'changeReplaySettings'>,
): Promise<Response> =>
  fetch(`${url}/v1/replay-settings`, {
    method: 'PATCH',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
