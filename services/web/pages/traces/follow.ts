import { createParser } from 'eventsource-parser';
import { type Query, send } from '../../data/api.ts';
import { ApiProblem } from '../../data/problem.ts';
import type { Trace } from './trace.ts';

export type Heard = {
  readonly onOpen: () => void;
  readonly onTrace: (trace: Trace, id: string | undefined) => void;
  /** The server left some out. */
  readonly onGap: () => void;
  /** The connection broke and is tried again. */
  readonly onBreak: () => void;
  /** It will not get better by trying. */
  readonly onRefused: (problem: ApiProblem) => void;
};

type Asked = { readonly query: Query; readonly lastId: () => string | undefined };

const retryMs = 1_000;

/** Follows the stream of traces until `signal` aborts, over broken connections; EventSource cannot send a key. */
export async function follow(asked: Asked, heard: Heard, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const problem = await hearOnce(asked, heard, signal);
    if (signal.aborted) return;
    if (problem !== undefined && isLasting(problem)) return heard.onRefused(problem);
    heard.onBreak();
    await pause((problem?.retryAfter ?? 0) * 1_000 || retryMs, signal);
  }
}

/** One connection, until it ends. */
async function hearOnce(
  { query, lastId }: Asked,
  heard: Heard,
  signal: AbortSignal,
): Promise<ApiProblem | undefined> {
  const id = lastId();
  const headers = id === undefined ? {} : { 'Last-Event-ID': id };
  try {
    const response = await send('/v1/traces/stream', { query, headers, signal });
    heard.onOpen();
    await readEvents(response, heard);
    return undefined;
  } catch (error) {
    return error instanceof ApiProblem ? error : undefined;
  }
}

async function readEvents({ body }: Response, { onTrace, onGap }: Heard): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      if (event === 'trace') onTrace(JSON.parse(data) as Trace, id);
    },
    onComment: comment => {
      if (comment.includes('skipped')) onGap();
    },
  });
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
  }
}

const isLasting = ({ status }: ApiProblem): boolean =>
  status >= 400 && status < 500 && status !== 429;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
